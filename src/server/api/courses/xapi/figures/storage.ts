import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { unitsOfPackages } from '#api/catalogue/packages/views.ts'
import type { Database } from '#platform/database.ts'
import { queryRows } from '#platform/query-rows.ts'
import type { Json } from '../statement-rules/check.ts'
import { voidingVerb } from '../statement-rules/statement.ts'
import { launches } from '../table.ts'
import type { OpenedCourse, StatementRecord, StatementResult } from './attempts.ts'
import type { SignedUpPerson } from './standing-storage.ts'

interface StatementRow {
  userId: number
  registration: string | null
  verb: string
  activityId: string | null
  storedAt: string
  timestamp: string | null
  result: string | null
  definition: string | null
}

export interface StatementRecords {
  records: StatementRecord[]
  /** The latest definition of each activity. */
  definitions: Map<string, Json>
}

/** Time of a statement by the course's clock; the stored time when that clock is invalid or ahead. */
function momentOf({ timestamp, storedAt }: StatementRow): Date {
  const [sent, stored] = [new Date(timestamp ?? storedAt), new Date(storedAt)]
  // Comparisons with an invalid date are false.
  const isPast = sent <= stored
  return isPast ? sent : stored
}

/**
 * Builds the query of the latest `limit` xAPI statements of the people about a part, the oldest of them first. Voided
 * and voiding ones are left out; `userIds` must not repeat. Activity definitions are large, so only one row of each
 * activity has one, the latest. Access is not checked here.
 */
export const buildStatementsQuery = (educationPartId: number, userIds: readonly number[], limit: number): SQL => sql`
    select user_id as userId, registration, verb, activity_id as activityId, stored_at as storedAt,
      json_extract(statement, '$.timestamp') as timestamp, json_extract(statement, '$.result') as result,
      case when row_number() over (partition by activity_id
        order by json_extract(statement, '$.object.definition') is null, sequence desc) = 1
        then json_extract(statement, '$.object.definition') end as definition
    from (select s.* from json_each(${JSON.stringify(userIds)}) person
      cross join xapi_statements s on s.user_id = person.value and s.education_part_id = ${educationPartId}
      where s.voided = 0 and s.verb <> ${voidingVerb}
      order by s.sequence desc limit ${limit}) order by sequence`

/**
 * Lists the latest `limit` xAPI statements of the people about a part, in the order of storing, as `records`. Their
 * `at` is the course's time, or that of storing when the former is invalid or ahead. `definitions` has the latest
 * definition of each activity in them, by the activity's id. The limit is for all people together. Voided and voiding
 * ones are left out; `userIds` must not repeat. Access is not checked here.
 */
export async function listStatementRecords(
  db: Database,
  educationPartId: number,
  userIds: readonly number[],
  limit: number,
): Promise<StatementRecords> {
  const columns = [
    ...(['userId', 'registration', 'verb', 'activityId'] as const),
    ...(['storedAt', 'timestamp', 'result', 'definition'] as const),
  ]
  const rows = await queryRows<StatementRow>(db, columns, buildStatementsQuery(educationPartId, userIds, limit))
  const definitions = new Map<string, Json>()
  const records = rows.map((row): StatementRecord => {
    const { userId, registration, verb, activityId, result, definition } = row
    if (activityId !== null && definition !== null) definitions.set(activityId, JSON.parse(definition) as Json)
    const read = result === null ? null : (JSON.parse(result) as StatementResult)
    return { userId, registration, verb, activityId, at: momentOf(row), result: read }
  })
  return { records, definitions }
}

/**
 * Loads the activities of a part that people have launched, by user id; an empty list for people who have launched
 * none. `units` is that of the largest launched package, and 0 without one; `completedAt` is passed on, and selects
 * nothing.
 */
export async function loadOpenedCourses(
  db: Database,
  educationPartId: number,
  people: readonly Pick<SignedUpPerson, 'userId' | 'completedAt'>[],
): Promise<Map<number, OpenedCourse>> {
  const ids = JSON.stringify(people.map(({ userId }) => userId))
  const opened = db.query
    .selectDistinct({
      userId: launches.userId,
      activityId: launches.activityId,
      units: sql<number>`(select count(*) from ${unitsOfPackages} u where u.package_id = ${launches.packageId})`.as(
        'units',
      ),
    })
    .from(launches)
    .where(
      and(
        inArray(launches.userId, sql`(select value from json_each(${ids}))`),
        eq(launches.educationPartId, educationPartId),
      ),
    )
  const rows = await opened
  const byPerson = Map.groupBy(rows, ({ userId }) => userId)
  return new Map(
    people.map(({ userId, completedAt }) => {
      const own = byPerson.get(userId) ?? []
      const units = Math.max(0, ...own.map((row) => row.units))
      return [userId, { completedAt, units, activityIds: own.map(({ activityId }) => activityId) }]
    }),
  )
}
