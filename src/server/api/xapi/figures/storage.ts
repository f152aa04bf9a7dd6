import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { Database } from '#platform/database.ts'
import type { Actor } from '../../actor.ts'
import { readableResults } from '../../results/storage.ts'
import { educationPartResults } from '../../results/table.ts'
import type { Json } from '../statement-rules/check.ts'
import { voids } from '../statement-rules/statement.ts'
import { launches } from '../table.ts'
import type { Opened, Told, ToldResult } from './attempts.ts'

export interface SignedUp {
  userId: number
  name: string
  /** Their latest sign-up, by which they are paged. */
  resultId: number
  completedAt: Date | null
  /** How many statements there are of them. */
  told: number
}

interface Wanted {
  educationPartId: number
  before: number | null
  userId?: number
  atMost: number
}

/** Who is signed up to a part, of those whose results the caller may see; the latest first. */
export async function listSignedUp(
  db: Database,
  actor: Actor,
  { educationPartId, before, userId, atMost }: Wanted,
): Promise<SignedUp[]> {
  const readable = and(
    eq(educationPartResults.educationPartId, educationPartId),
    eq(educationPartResults.canceled, false),
    userId === undefined ? undefined : eq(educationPartResults.userId, userId),
    readableResults(actor),
  )
  const rows = await db.query.all<Omit<SignedUp, 'completedAt'> & { completedAt: string | null }>(sql`
    select latest.*, users.first_name || ' ' || users.last_name as name,
      (select count(*) from xapi_statements s where s.user_id = latest.userId and s.education_part_id = ${educationPartId}) as told
    from (select user_id as userId, max(id) as resultId, max(completed_at) as completedAt from education_part_results
      where ${readable} group by user_id ${before === null ? sql`` : sql`having max(id) < ${before}`}
      order by 2 desc limit ${atMost}) latest
    join users on users.id = latest.userId order by latest.resultId desc`)
  return rows.map((row) => ({ ...row, completedAt: row.completedAt === null ? null : new Date(row.completedAt) }))
}

interface ToldRow {
  userId: number
  registration: string | null
  verb: string
  activityId: string | null
  storedAt: string
  timestamp: string | null
  result: string | null
  definition: string | null
}

export interface Telling {
  told: Told[]
  /** As the latest told them. */
  definitions: Map<string, Json>
}

/** By the clock of the course, unless that is ahead of ours or none. */
function momentOf({ timestamp, storedAt }: ToldRow): Date {
  const [told, stored] = [new Date(timestamp ?? storedAt), new Date(storedAt)]
  // What is no time at all is not before anything.
  const isPast = told <= stored
  return isPast ? told : stored
}

/** The latest that people told of a part. Each definition comes once, since it is as large as everything else together. */
export const toldQuestion = (educationPartId: number, userIds: readonly number[], atMost: number): SQL => sql`
    select user_id as userId, registration, verb, activity_id as activityId, stored_at as storedAt,
      json_extract(statement, '$.timestamp') as timestamp, json_extract(statement, '$.result') as result,
      case when row_number() over (partition by activity_id
        order by json_extract(statement, '$.object.definition') is null, sequence desc) = 1
        then json_extract(statement, '$.object.definition') end as definition
    from (select s.* from json_each(${JSON.stringify(userIds)}) person
      cross join xapi_statements s on s.user_id = person.value and s.education_part_id = ${educationPartId}
      where s.voided = 0 and s.verb <> ${voids}
      order by s.sequence desc limit ${atMost}) order by sequence`

export async function listTold(
  db: Database,
  educationPartId: number,
  userIds: readonly number[],
  atMost: number,
): Promise<Telling> {
  const rows = await db.query.all<ToldRow>(toldQuestion(educationPartId, userIds, atMost))
  const definitions = new Map<string, Json>()
  const told = rows.map((row): Told => {
    const { userId, registration, verb, activityId, result, definition } = row
    if (activityId !== null && definition !== null) definitions.set(activityId, JSON.parse(definition) as Json)
    const read = result === null ? null : (JSON.parse(result) as ToldResult)
    return { userId, registration, verb, activityId, at: momentOf(row), result: read }
  })
  return { told, definitions }
}

/** What people were let into for a part. */
export async function listOpened(
  db: Database,
  educationPartId: number,
  people: readonly SignedUp[],
): Promise<Map<number, Opened>> {
  const ids = JSON.stringify(people.map(({ userId }) => userId))
  const rows = await db.query
    .selectDistinct({
      userId: launches.userId,
      activityId: launches.activityId,
      units: sql<number>`(select count(*) from content_package_units u where u.package_id = ${launches.packageId})`,
    })
    .from(launches)
    .where(
      and(
        inArray(launches.userId, sql`(select value from json_each(${ids}))`),
        eq(launches.educationPartId, educationPartId),
      ),
    )
  const byPerson = Map.groupBy(rows, ({ userId }) => userId)
  return new Map(
    people.map(({ userId, completedAt }) => {
      const own = byPerson.get(userId) ?? []
      const units = Math.max(0, ...own.map((row) => row.units))
      return [userId, { completedAt, units, activityIds: own.map(({ activityId }) => activityId) }]
    }),
  )
}
