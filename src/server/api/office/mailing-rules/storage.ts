import { and, eq, isNotNull, type SQL, sql } from 'drizzle-orm'
import type { Ctx, Visitor } from '#api/context.ts'
import { liveResults } from '#api/participation/results/views.ts'
import { type Database, ifUnmodifiedSince, type Statement } from '#platform/database.ts'
import type { MailingRule, RuleFields } from './contract.ts'
import { mailingRuleMails, mailingRules } from './table.ts'

export type StoredRule = typeof mailingRules.$inferSelect

const ofRule = sql`from mailing_rule_mails written where written.rule_id = mailing_rules.id and written.message_id is not null`

const selectRules = (db: Database) =>
  db.query
    .select({
      rule: mailingRules,
      mails: sql<number>`(select count(*) ${ofRule})`.as('mail_count'),
      lastMail: sql<string | null>`(select max(written.created_at) ${ofRule})`.as('last_mail'),
    })
    .from(mailingRules)

type RuleRow = Awaited<ReturnType<typeof selectRules>>[number]

const toRule = ({ rule, mails, lastMail }: RuleRow): MailingRule => ({
  id: rule.id,
  name: rule.name,
  trigger: rule.trigger,
  days: rule.days,
  audience: rule.audience,
  educationId: rule.educationId,
  subject: rule.subject,
  text: rule.body,
  active: rule.active,
  mails,
  lastMail: lastMail === null ? null : new Date(lastMail),
  lastChange: rule.changedAt,
})

/**
 * Lists all mailing rules by name, those that are off too, with the number and latest time of the mails that they
 * wrote.
 */
export async function listRules(db: Database): Promise<MailingRule[]> {
  const rows = await selectRules(db).orderBy(sql`lower(mailing_rules.name)`, mailingRules.id)
  return rows.map(toRule)
}

/** Finds a mailing rule by id, on or off, with the number and latest time of its mails; null when there is none. */
export async function findRule(db: Database, id: number): Promise<MailingRule | null> {
  const [row] = await selectRules(db).where(eq(mailingRules.id, id))
  return row ? toRule(row) : null
}

/** Lists the mailing rules that are on, by id, without the numbers of their mails. */
export const listActiveRules = (db: Database): Promise<StoredRule[]> =>
  db.query
    .select()
    .from(mailingRules)
    .where(and(eq(mailingRules.active, true), isNotNull(mailingRules.activeSince)))
    .orderBy(mailingRules.id)

const toColumns = ({ text, ...columns }: RuleFields) => ({ ...columns, body: text })

/**
 * Returns the statement that inserts a mailing rule; its result is the new id. One that is on begins at this moment.
 */
export const insertRule = ({ db, now }: Ctx, fields: RuleFields) =>
  db.query
    .insert(mailingRules)
    .values({ ...toColumns(fields), activeSince: fields.active ? now : null, createdAt: now, changedAt: now })
    .returning({ id: mailingRules.id })

/** SQL: when a rule that is on has begun: now, unless it was on already with the same schedule. */
const beginsAt = ({ trigger, days, audience, educationId }: RuleFields, now: Date): SQL => sql`case
  when trigger_kind = ${trigger} and days = ${days} and audience = ${audience} and education_id is ${educationId}
  then coalesce(active_since, ${now.toISOString()}) else ${now.toISOString()} end`

/**
 * Returns the statement that changes a mailing rule. One that is turned on, or gets another schedule, begins at this
 * moment; one that is on and keeps its schedule keeps its beginning; one that is off has none. The commit fails as
 * `changed_meanwhile` when the rule has another version than `seen`, or `seen` is missing. An unknown id changes
 * nothing.
 */
export const changeRule = (
  { db, now }: Ctx,
  id: number,
  fields: RuleFields,
  seen: Date | null | undefined,
): Statement =>
  db.query
    .update(mailingRules)
    .set({
      ...toColumns(fields),
      activeSince: fields.active ? beginsAt(fields, now) : null,
      changedAt: ifUnmodifiedSince(mailingRules.changedAt, seen, now),
    })
    .where(eq(mailingRules.id, id))

/**
 * Returns the statement that removes a mailing rule, and by a trigger the keys of its mails; an unknown id removes
 * nothing. Mails that are written already stay.
 */
export const removeRule = (db: Database, id: number): Statement =>
  db.query.delete(mailingRules).where(eq(mailingRules.id, id))

/**
 * Returns the statement that records that a mailing rule has written a mail; it writes no mail. The primary key refuses
 * the commit when it is recorded already.
 */
export const insertRuleMail = (
  { db, now }: Visitor,
  mail: Omit<typeof mailingRuleMails.$inferInsert, 'createdAt'>,
): Statement => db.query.insert(mailingRuleMails).values({ ...mail, createdAt: now })

/**
 * SQL condition: a mailing rule for sign-ups is on, and somebody has signed up for an occasion in the window since it
 * was turned on. The window begins after `from` and includes `until`.
 */
export const hasSignUps = (from: Date, until: Date) => sql`exists (
  select 1 from mailing_rules g where g.active = 1 and g.trigger_kind = 'signUpMade' and exists (
    select 1 from ${liveResults} r where r.signed_up_at > ${from.toISOString()} and r.signed_up_at <= ${until.toISOString()}
      and r.signed_up_at > g.active_since and r.occasion_id is not null))`
