import { type SQL, sql } from 'drizzle-orm'
import type { Language } from '#api/actor.ts'
import { latestAdultBirth } from '#api/ages.ts'
import { educationsView } from '#api/catalogue/educations/views.ts'
import type { Visitor } from '#api/context.ts'
import { addDays } from '#api/days.ts'
import { reminderDays } from '#api/participation/licenses/cycles/rules.ts'
import { nextStepIn, toRenewal } from '#api/participation/next-steps/rules.ts'
import { parseStepFacts, stepFacts } from '#api/participation/next-steps/storage.ts'
import { peopleView } from '#api/people/users/views.ts'
import { toPortalDay } from '#api/zone.ts'
import type { Database, Statement } from '#platform/database.ts'
import { certificateReminders } from '../table.ts'
import type { EducationRenewal } from './contract.ts'

const [earliest = 0] = reminderDays
const daysShownAfter = 365

/** SQL: no other completed result of the person on the education is valid longer. */
const isLatest = sql`not exists (select 1 from education_results later where later.user_id = expiring.user_id
  and later.education_id = expiring.education_id and later.completed = 1 and later.id <> expiring.id
  and (later.valid_to_on is null or later.valid_to_on > expiring.valid_to_on
    or (later.valid_to_on = expiring.valid_to_on and later.id > expiring.id)))`

const facts = stepFacts({
  userId: sql`expiring.user_id`,
  educationId: sql`expiring.education_id`,
  now: sql`reader.at`,
  bornBy: sql`reader.born_by`,
})

interface ExpiringRow {
  resultId: number
  userId: number
  educationId: number
  title: string
  validTo: string
  facts: string
  firstName: string
  email: string | null
  language: Language | null
}

const selectExpiring = ({ now }: Pick<Visitor, 'now'>, condition: SQL, limit: number) => sql`
  select expiring.id as "resultId", expiring.user_id as "userId", expiring.education_id as "educationId", e.title,
    expiring.valid_to_on as "validTo", ${facts} as facts, holder.first_name as "firstName", holder.email, holder.language
  from education_results expiring
  join (select ${now.toISOString()} as at, ${latestAdultBirth(toPortalDay(now))} as born_by) reader on true
  join ${educationsView} e on e.id = expiring.education_id
  join ${peopleView} holder on holder.id = expiring.user_id
  where expiring.completed = 1 and expiring.valid_to_on <= ${addDays(toPortalDay(now), earliest)} and ${isLatest} and ${condition}
  order by expiring.valid_to_on, expiring.id limit ${limit}`

const toStep = (row: ExpiringRow, now: Date) => nextStepIn(toRenewal(parseStepFacts(row.facts, now)))

/**
 * Lists at most a hundred of a person's educations that expire within 90 days or expired at most 365 days ago, soonest
 * first. One that another completed result keeps valid longer is left out. `step` is what the person can do next to
 * renew it. Access is not checked here.
 */
export async function listRenewals(ctx: Visitor, userId: number): Promise<EducationRenewal[]> {
  const since = addDays(toPortalDay(ctx.now), -daysShownAfter)
  const condition = sql`expiring.user_id = ${userId} and expiring.valid_to_on >= ${since}`
  const rows = await ctx.db.rows<ExpiringRow>(selectExpiring(ctx, condition, 100))
  return rows.map((row) => ({
    educationId: row.educationId,
    title: row.title,
    validTo: row.validTo,
    step: toStep(row, ctx.now),
  }))
}

/** A completed education of which its holder is to be reminded. */
export interface DueRenewal extends ExpiringRow {
  step: EducationRenewal['step']
}

/**
 * Lists at most `limit` valid completions of educations, of all people, that expire within 90 days and whose reminder
 * is due; soonest first. The holder is active, no other completed result is valid longer, and neither the reminder that
 * is due nor a nearer one was sent.
 */
export async function listDueRenewals(ctx: Visitor, limit: number): Promise<DueRenewal[]> {
  const today = toPortalDay(ctx.now)
  const due = sql`(select min(value) from json_each(${JSON.stringify(reminderDays)})
    where value >= julianday(expiring.valid_to_on) - julianday(${today}))`
  const condition = sql`expiring.valid_to_on >= ${today} and holder.inactive_at is null
    and not exists (select 1 from certificate_reminders sent where sent.education_result_id = expiring.id
      and sent.valid_to_on = expiring.valid_to_on and sent.days_before <= ${due})`
  const rows = await ctx.db.rows<ExpiringRow>(selectExpiring(ctx, condition, limit))
  return rows.map((row) => ({ ...row, step: toStep(row, ctx.now) }))
}

/**
 * Returns the statement that records that the reminder of an expiring education, due `daysBefore`, has been sent; it
 * sends nothing. The primary key refuses the commit when it is recorded already.
 */
export const insertReminder = (db: Database, renewal: DueRenewal, daysBefore: number, now: Date): Statement =>
  db.query.insert(certificateReminders).values({
    educationResultId: renewal.resultId,
    validToOn: renewal.validTo,
    daysBefore,
    userId: renewal.userId,
    sentAt: now,
  })
