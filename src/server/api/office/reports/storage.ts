import { type SQL, sql } from 'drizzle-orm'
import { educationPartsView } from '#api/catalogue/education-parts/views.ts'
import { categoriesOfEducations, educationsView, trainedRolesOfEducations } from '#api/catalogue/educations/views.ts'
import type { Ctx } from '#api/context.ts'
import { isInScope, type ParticipationScope } from '#api/office/participations/participations.ts'
import { toPeriod } from '#api/office/participations/rules.ts'
import { type Booking, canSeeContact } from '#api/participation/results/contact.ts'
import { resultEducationId } from '#api/participation/results/storage.ts'
import { educationResultsView, partResultsView } from '#api/participation/results/views.ts'
import { membershipsOfPeople, peopleView } from '#api/people/users/views.ts'
import { contains, startsWith, toSortKey } from '#api/text-conditions.ts'
import type { Database } from '#platform/database.ts'
import type { ReportQuery } from './contract.ts'

const jsonList = (ids: readonly number[]) => sql`(select value from json_each(${JSON.stringify(ids)}))`

const matchesText = (text: string): SQL =>
  sql`(${contains(sql`education.title_key`, toSortKey(text))} or ${startsWith(sql`education.code`, text)})`

/** SQL: ids of the educations that match the filter; null when all match. */
function selectEducationIds({ searchString, categoryIds, educationRoleIds }: ReportQuery): SQL | null {
  const conditions = [
    ...(searchString === '' ? [] : [matchesText(searchString)]),
    ...(categoryIds.length === 0
      ? []
      : [
          sql`exists (select 1 from ${categoriesOfEducations} c
            where c.education_id = education.id and c.education_category_id in ${jsonList(categoryIds)})`,
        ]),
    ...(educationRoleIds.length === 0
      ? []
      : [
          sql`exists (select 1 from ${trainedRolesOfEducations} t
            where t.education_id = education.id and t.education_role_id in ${jsonList(educationRoleIds)})`,
        ]),
  ]
  return conditions.length > 0
    ? sql`select education.id from ${educationsView} education where ${sql.join(conditions, sql` and `)}`
    : null
}

/**
 * Converts a report's query to the scope of participations, limited to what the caller decides about and to the
 * educations and clubs of the query. Both days are whole; without them the period is the year up to and including
 * today.
 */
export const toScope = (ctx: Ctx, query: ReportQuery): ParticipationScope => {
  const { from, until } = toPeriod(query, ctx.now)
  const { organizationIds } = query
  return {
    actor: ctx.actor,
    from,
    until,
    educationIds: selectEducationIds(query),
    organizationIds,
    externalOnly: false,
  }
}

/** Rows per portion: some hundred kilobytes of memory, and fifty queries for 100,000 rows. */
const rowsPerPortion = 2000

/**
 * Reads all rows of a query in portions of at most 2,000, each starting after the last id of the previous one;
 * `readRows` must list them by id. Yields nothing when there are no rows.
 */
export async function* readPortions<Row extends { id: number }>(
  readRows: (after: number, limit: number) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  for (let after = 0; ; ) {
    const rows = await readRows(after, rowsPerPortion)
    if (rows.length > 0) yield rows
    if (rows.length < rowsPerPortion) return
    after = rows.at(-1)?.id ?? 0
  }
}

export interface SignUpRow {
  id: number
  userId: number
  educationId: number | null
  partTitle: string | null
  firstName: string
  lastName: string
  email: string | null
  isExternal: number
  clubId: number | null
  signedUpAt: string | null
  completed: number
  completedAt: string | null
}

const personColumns = (userId: SQL, seesEmail: SQL) => sql`${userId} as userId,
  u.first_name as firstName, u.last_name as lastName, case when ${seesEmail} then u.email end as email, u.is_external as isExternal,
  case when u.is_external = 0 then (
    select reported_memberships.organization_id from ${membershipsOfPeople} reported_memberships
    where reported_memberships.user_id = ${userId}
    order by reported_memberships.is_primary desc, reported_memberships.organization_id limit 1) end as clubId`

const betweenMoments = ({ from, until }: ParticipationScope) =>
  sql`between ${from.toISOString()} and ${until.toISOString()}`

const reportedBooking: Booking = {
  userId: sql`reported.user_id`,
  occasionId: sql`reported.occasion_id`,
  examId: sql`reported.practical_driver_exam_id`,
  completed: sql`reported.completed`,
  canceled: sql`reported.canceled`,
}

/** Booking of an education result, which has no occasion and is live until completed. */
const reportedEducation: Booking = { ...reportedBooking, occasionId: sql`null`, examId: sql`null`, canceled: sql`0` }

const mayShowContact = ({ actor }: ParticipationScope, booking: Booking) =>
  actor ? canSeeContact(actor, booking) : sql`true`

const partRows = (slice: ParticipationScope, after: number, limit: number) => sql`
    select reported.id, reported.education_id as educationId, p.title as partTitle, ${personColumns(sql`reported.user_id`, mayShowContact(slice, reportedBooking))},
      reported.signed_up_at as signedUpAt, reported.completed, reported.completed_at as completedAt
    from (select id, user_id, education_part_id, occasion_id, practical_driver_exam_id, signed_up_at, completed,
        completed_at, canceled, ${resultEducationId} as education_id
      from ${partResultsView} education_part_results) reported
    join ${educationPartsView} p on p.id = reported.education_part_id join ${peopleView} u on u.id = reported.user_id
    where reported.id > ${after} and reported.canceled = 0
      and (reported.signed_up_at ${betweenMoments(slice)} or (reported.completed = 1 and reported.completed_at ${betweenMoments(slice)}))
      and ${isInScope(slice, sql`reported.user_id`, sql`reported.education_id`, { occasionId: sql`reported.occasion_id`, examId: sql`reported.practical_driver_exam_id` })}
    order by reported.id limit ${limit}`

const educationRows = (slice: ParticipationScope, after: number, limit: number) => sql`
    select reported.id, reported.education_id as educationId, null as partTitle, ${personColumns(sql`reported.user_id`, mayShowContact(slice, reportedEducation))},
      reported.signed_up_at as signedUpAt, reported.completed, reported.completed_at as completedAt
    from ${educationResultsView} reported join ${peopleView} u on u.id = reported.user_id
    where reported.id > ${after}
      and (reported.signed_up_at ${betweenMoments(slice)} or (reported.completed = 1 and reported.completed_at ${betweenMoments(slice)}))
      and ${isInScope(slice, sql`reported.user_id`, sql`reported.education_id`)}
    order by reported.id limit ${limit}`

/**
 * Lists at most `limit` results of parts that were signed up for or completed in the period and scope, by id. Cancelled
 * ones are left out. `after` is the last id of the page before, 0 for the first page; both ends of the period are
 * inclusive. E-mail addresses are null unless the actor may see them; without an actor all are shown.
 */
export const listPartRows = (db: Database, slice: ParticipationScope, after: number, limit: number) =>
  db.rows<SignUpRow>(partRows(slice, after, limit))

/**
 * Lists at most `limit` results of whole educations that were signed up for or completed in the period and scope, by
 * id: imported, registered or completed through their parts. `after`, the period and the e-mail addresses are as in
 * `listPartRows`.
 */
export const listEducationRows = (db: Database, slice: ParticipationScope, after: number, limit: number) =>
  db.rows<SignUpRow>(educationRows(slice, after, limit))

/**
 * Counts all rows of a paged query: `rows` is called with 0 as the last id and a negative limit, which means none in
 * SQLite.
 */
export async function countRows(db: Database, rows: (after: number, limit: number) => SQL): Promise<number> {
  const [counted] = await db.rows<{ rows: number }>(sql`select count(*) as rows from (${rows(0, -1)})`)
  return counted?.rows ?? 0
}

/** Counts all rows of `listPartRows` and `listEducationRows` together, in the same period and scope. */
export async function countSignUpRows(db: Database, slice: ParticipationScope): Promise<number> {
  const counts = [partRows, educationRows].map((rows) => countRows(db, (after, limit) => rows(slice, after, limit)))
  return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0)
}
