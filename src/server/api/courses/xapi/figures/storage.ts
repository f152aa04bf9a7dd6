import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { unitsOfPackages } from '#api/catalogue/packages/views.ts'
import { askRows } from '#platform/ask-rows.ts'
import type { Database } from '#platform/database.ts'
import type { Json } from '../statement-rules/check.ts'
import { voids } from '../statement-rules/statement.ts'
import { launches } from '../table.ts'
import type { Opened, Told, ToldResult } from './attempts.ts'
import type { SignedUp } from './standing-storage.ts'

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
  const columns = [
    ...(['userId', 'registration', 'verb', 'activityId'] as const),
    ...(['storedAt', 'timestamp', 'result', 'definition'] as const),
  ]
  const rows = await askRows<ToldRow>(db, columns, toldQuestion(educationPartId, userIds, atMost))
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
  people: readonly Pick<SignedUp, 'userId' | 'completedAt'>[],
): Promise<Map<number, Opened>> {
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
