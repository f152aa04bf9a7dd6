import { asc, eq, type SQL, sql } from 'drizzle-orm'
import { educationParts } from '#api/catalogue/education-parts/table.ts'
import { educations } from '#api/catalogue/educations/table.ts'
import { isExaminedBy } from '#api/catalogue/exams/storage.ts'
import { driverExams } from '#api/catalogue/exams/table.ts'
import { protocolsOfExams } from '#api/catalogue/exams/views.ts'
import { featureIsOn } from '#api/foundation/portal-configuration/feature-is-on.ts'
import { liveResults, partResultsView } from '#api/participation/results/views.ts'
import { aliasColumn } from '#platform/columns.ts'
import type { Database } from '#platform/database.ts'
import type { ScheduledEvent } from './rules.ts'

/**
 * SQL condition: the sign-up is live, or has a protocol. A failed attempt is stored as cancelled, although the person
 * took it.
 */
const isAttending = sql`(r.canceled = 0 or exists (select 1 from ${protocolsOfExams} p where p.result_id = r.id))`

/** SQL: the person's own sign-ups by exam. `turns` only grows and is part of the event's iCalendar SEQUENCE. */
const ownResults = (userId: number) => sql`(
  select r.practical_driver_exam_id as exam_id, max(${isAttending}) as live,
    max(${isAttending} and r.signed_up_at is not null) as approved,
    count(*) + sum(r.canceled) + sum(r.signed_up_at is not null) as turns, max(r.changed_at) as turned_at
  from ${partResultsView} r where r.user_id = ${userId} and r.practical_driver_exam_id is not null
  group by r.practical_driver_exam_id) own`

const noResults = sql`(select null as live, null as approved, 0 as turns, '' as turned_at) own`

const booked = sql<number>`(select count(*) from ${liveResults} b
  where b.practical_driver_exam_id = driver_exams.id)`

async function select(db: Database, own: { results: SQL; joined: SQL }, condition: SQL): Promise<ScheduledEvent[]> {
  const rows = await db.query
    .select({
      exam: driverExams,
      educationTitle: aliasColumn(educations.title, 'education_title'),
      partTitle: aliasColumn(educationParts.title, 'part_title'),
      bookedCount: booked,
      live: sql<0 | 1 | null>`own.live`,
      approved: sql<0 | 1 | null>`own.approved`,
      turns: sql<number>`own.turns`,
      changedAt: sql<string>`max(own.turned_at, ${driverExams.changedAt})`,
    })
    .from(driverExams)
    .innerJoin(educationParts, eq(educationParts.id, driverExams.educationPartId))
    .innerJoin(educations, eq(educations.id, driverExams.educationId))
    .innerJoin(own.results, own.joined)
    .where(sql`${condition} and ${featureIsOn('PracticalDriverExamination')}`)
    .orderBy(asc(driverExams.endsAt), asc(driverExams.id))
    .limit(1000)
  return rows.map(({ exam, live, approved, turns, changedAt, ...named }) => ({
    ...exam,
    ...named,
    kind: 'exam',
    sequence: exam.calendarSequence + turns,
    sessions: [],
    days: 1,
    onlineUrl: null,
    canceled: exam.canceledAt !== null,
    changedAt: new Date(changedAt),
    own: live === null ? null : { live: live === 1, approved: approved === 1 },
  }))
}

const since = (from: Date) => sql`driver_exams.ends_at >= ${from.toISOString()}`

/**
 * Lists the practical driver exams ending since `from` that a person is or was signed up for, by end, at most 1,000.
 * Cancelled ones are included; none while the feature of exams is off. A failed attempt counts as attended.
 */
export const listOwnScheduledExams = (db: Database, userId: number, from: Date): Promise<ScheduledEvent[]> =>
  select(db, { results: ownResults(userId), joined: sql`own.exam_id = ${driverExams.id}` }, since(from))

/**
 * Lists the practical driver exams ending since `from` in which a person is the examiner or responsible, by end, at
 * most 1,000. Cancelled ones are included; none while the feature of exams is off.
 */
export const listExaminedExams = (db: Database, userId: number, from: Date): Promise<ScheduledEvent[]> =>
  select(db, { results: noResults, joined: sql`true` }, sql`${since(from)} and ${isExaminedBy(userId)}`)

/**
 * Finds a practical driver exam, cancelled or not, with a person's own sign-up, live or cancelled; null without one, or
 * when the feature of exams is off. With `userId` null, finds the exam without any sign-up.
 */
export async function findScheduledExam(
  db: Database,
  userId: number | null,
  id: number,
): Promise<ScheduledEvent | null> {
  const own = userId === null ? null : ownResults(userId)
  const joined = own ? sql`own.exam_id = ${driverExams.id}` : sql`true`
  const [exam] = await select(db, { results: own ?? noResults, joined }, eq(driverExams.id, id))
  return exam ?? null
}
