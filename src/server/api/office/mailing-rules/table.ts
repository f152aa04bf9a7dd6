import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { educations } from '#api/catalogue/educations/table.ts'
import { users } from '#api/people/users/table.ts'
import { flag, instant } from '#platform/columns.ts'
import type { RuleAudience, RuleTrigger } from './rules.ts'

/** Texts that the portal mails at a trigger. */
export const mailingRules = sqliteTable(
  'mailing_rules',
  {
    id: integer('id').primaryKey(),
    name: text('name').notNull(),
    trigger: text('trigger_kind').$type<RuleTrigger>().notNull(),
    /** Days before or after the day of the trigger. */
    days: integer('days').notNull(),
    audience: text('audience').$type<RuleAudience>().notNull(),
    /** Only occasions of this education; null: all. */
    educationId: integer('education_id').references(() => educations.id),
    subject: text('subject').notNull(),
    body: text('body').notNull(),
    active: flag('active').notNull().default(false),
    /** Time at which the rule was turned on or got its schedule; null while it is off. Earlier events get no mail. */
    activeSince: instant('active_since'),
    createdAt: instant('created_at').notNull(),
    changedAt: instant('changed_at').notNull(),
  },
  (table) => [index('idx_mailing_rules_education').on(table.educationId)],
)

/** Mails of rules. The primary key lets a mail be written once, however often a job runs. */
export const mailingRuleMails = sqliteTable(
  'mailing_rule_mails',
  {
    ruleId: integer('rule_id')
      .notNull()
      .references(() => mailingRules.id),
    /** Trigger and object of the mail: `beforeStart 48`, `signUpMade 7` or `beforeLicenseEnd 3`. */
    objectKey: text('object_key').notNull(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    /** The mail in the outbox; null when nobody could be reached. */
    messageId: text('message_id'),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.ruleId, table.objectKey, table.userId] }),
    index('idx_mailing_rule_mails_user').on(table.userId),
    index('idx_mailing_rule_mails_created_at').on(table.createdAt),
  ],
)
