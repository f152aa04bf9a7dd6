import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { educationCategories } from '#api/catalogue/education-categories/table.ts'
import { users } from '#api/people/users/table.ts'
import { day, flag, instant, json } from '#platform/columns.ts'
import type { ReminderDays, Stage } from './cycles/rules.ts'
import type { Basis } from './issuing/rules.ts'
import type { LicenseRule } from './renewal/rules.ts'

export const licenses = sqliteTable(
  'licenses',
  {
    id: integer('id').primaryKey(),
    name: text('name').notNull(),
    code: text('code'),
    /** Sanitised HTML. */
    description: text('description'),
    educationCategoryId: integer('education_category_id').references(() => educationCategories.id),
    active: flag('active').notNull().default(true),
    autoIssue: flag('auto_issue').notNull().default(true),
    minAge: integer('min_age'),
    /** The required number of each group of requirements, group 1 first. */
    requirementGroups: json<number[]>('requirement_groups').notNull(),
    rule: json<LicenseRule>('rule').notNull(),
    position: integer('position').notNull().default(0),
    createdAt: instant('created_at').notNull(),
    changedAt: instant('changed_at').notNull(),
  },
  (table) => [
    uniqueIndex('idx_licenses_code').on(
      sql`lower(replace(replace(replace(${table.code}, 'Å', 'å'), 'Ä', 'ä'), 'Ö', 'ö'))`,
    ),
  ],
)

/** Purpose of a reference: to earn the licence, to repeat for its renewal, or to give credits in a category. */
export type RequirementPurpose = 'first' | 'repeat' | 'credit'

/** Education 0, License 1, OtherRequirement 2. */
export type ReferenceKind = 0 | 1 | 2

export const licenseRequirements = sqliteTable(
  'license_requirements',
  {
    licenseId: integer('license_id')
      .notNull()
      .references(() => licenses.id),
    purpose: text('purpose').$type<RequirementPurpose>().notNull(),
    /** 0: required without a group; otherwise the group of requirements, or the index of the category of credits. */
    groupNumber: integer('group_number').notNull(),
    kind: integer('kind').$type<ReferenceKind>().notNull(),
    referenceId: integer('reference_id').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.licenseId, table.purpose, table.groupNumber, table.kind, table.referenceId] }),
    index('idx_license_requirements_reference').on(table.kind, table.referenceId),
  ],
)

/** A cycle of a person's licence. Issued dates never change; each renewal is a row of its own. */
export const userLicenses = sqliteTable(
  'user_licenses',
  {
    id: integer('id').primaryKey(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    licenseId: integer('license_id')
      .notNull()
      .references(() => licenses.id),
    cycleNumber: integer('cycle_number').notNull(),
    basis: text('basis').$type<Basis>().notNull(),
    decidedOn: day('decided_on').notNull(),
    validFromOn: day('valid_from_on').notNull(),
    /** This and the next three: the last day of each period, as in `CycleDates`. */
    validToOn: day('valid_to_on'),
    graceToOn: day('grace_to_on'),
    lateToOn: day('late_to_on'),
    dormantToOn: day('dormant_to_on'),
    issuedAt: instant('issued_at').notNull(),
    /** Null when the portal issued it automatically. */
    issuedByUserId: integer('issued_by_user_id').references(() => users.id),
    note: text('note'),
    /** As of the last daily job; `calculateStage` computes the stage of today from the dates. */
    stage: text('stage').$type<Stage>().notNull(),
    /** First day on which the stage changes by itself; null when only a decision can change it. */
    nextChangeOn: day('next_change_on'),
    /** First day of the next cycle. */
    succeededOn: day('succeeded_on'),
    revokedOn: day('revoked_on'),
    revokedByUserId: integer('revoked_by_user_id').references(() => users.id),
    revokedReason: text('revoked_reason'),
  },
  (table) => [
    uniqueIndex('idx_user_licenses_cycle').on(table.userId, table.licenseId, table.cycleNumber),
    index('idx_user_licenses_license').on(table.licenseId, table.stage, table.validToOn),
    index('idx_user_licenses_next_change_on').on(table.nextChangeOn),
    index('idx_user_licenses_valid_to_on').on(table.validToOn),
  ],
)

export const licenseReminders = sqliteTable(
  'license_reminders',
  {
    userLicenseId: integer('user_license_id')
      .notNull()
      .references(() => userLicenses.id),
    daysBefore: integer('days_before').$type<ReminderDays>().notNull(),
    sentAt: instant('sent_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userLicenseId, table.daysBefore] })],
)

export const licenseGoals = sqliteTable(
  'license_goals',
  {
    id: integer('id').primaryKey(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    licenseId: integer('license_id')
      .notNull()
      .references(() => licenses.id),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [uniqueIndex('idx_license_goals_pair').on(table.userId, table.licenseId)],
)

/** An activity outside the portal that counts towards a licence. */
export const outsideActivities = sqliteTable(
  'outside_activities',
  {
    id: integer('id').primaryKey(),
    licenseId: integer('license_id')
      .notNull()
      .references(() => licenses.id),
    /** Index in the licence's list of categories. */
    category: integer('category').notNull(),
    name: text('name').notNull(),
    /** Highest amount of one report: hours or activities, in hundredths. */
    mostHundredths: integer('most_hundredths').notNull(),
    active: flag('active').notNull().default(true),
    changedAt: instant('changed_at').notNull(),
  },
  (table) => [index('idx_outside_activities_license_id').on(table.licenseId)],
)

/** Waits 0, Approved 1, Refused 2. */
export type ReportState = 0 | 1 | 2

export const reportedActivities = sqliteTable(
  'reported_activities',
  {
    id: integer('id').primaryKey(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    outsideActivityId: integer('outside_activity_id')
      .notNull()
      .references(() => outsideActivities.id),
    doneOn: day('done_on').notNull(),
    /** Hours or activities, in hundredths. */
    amountHundredths: integer('amount_hundredths').notNull(),
    note: text('note'),
    state: integer('state').$type<ReportState>().notNull().default(0),
    decidedByUserId: integer('decided_by_user_id').references(() => users.id),
    decidedAt: instant('decided_at'),
    reason: text('reason'),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    uniqueIndex('idx_reported_activities_once')
      .on(table.userId, table.outsideActivityId, table.doneOn)
      .where(sql`state <> 2`),
    index('idx_reported_activities_state').on(table.state, table.createdAt),
  ],
)
