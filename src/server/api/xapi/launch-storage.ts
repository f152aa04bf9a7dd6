import { and, eq, getTableColumns, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import type { Database, Statement } from '#platform/database.ts'
import { prepared } from '#platform/prepared.ts'
import type { Visitor } from '../context.ts'
import { users } from '../users/table.ts'
import { launches } from './table.ts'

/** One person's right to the record store, for one course. */
export interface Launch {
  id: number
  userId: number
  personName: string
  educationPartId: number | null
  educatorMaterialId: number | null
  activityId: string
  registration: string
  createdAt: Date
  expiresAt: Date
}

export const insertLaunch = (db: Database, launch: typeof launches.$inferInsert): Statement =>
  db.query.insert(launches).values(launch)

/** A launch lives until it ends or its person's account is shut. */
const lives = ({ tokenHash, now }: { tokenHash: string; now: string }) =>
  sql`${launches.tokenHash} = ${tokenHash} and ${launches.expiresAt} > ${now} and ${isNull(users.inactiveAt)}`

const liveLaunch = prepared(({ query }, given: { tokenHash: string; now: string }) =>
  query
    .select({
      ...getTableColumns(launches),
      personName: sql<string>`${users.firstName} || ' ' || ${users.lastName}`.as('person_name'),
    })
    .from(launches)
    .innerJoin(users, eq(users.id, launches.userId))
    .where(lives(given)),
)

/** The launch that a token stands for; one row or none. */
export const selectLiveLaunch = ({ db, now }: Visitor, tokenHash: string) =>
  liveLaunch(db, { tokenHash, now: now.toISOString() })

/** That a token stands for a launch of this person and activity, in the question that it goes with. */
export const isLaunched = (
  given: Record<'tokenHash' | 'now' | 'launchedActivityId', string> & { userId: number },
): SQL =>
  sql`exists (select 1 from ${launches} join ${users} on ${users.id} = ${launches.userId}
    where ${lives(given)} and ${launches.userId} = ${given.userId} and ${launches.activityId} = ${given.launchedActivityId})`

/** The registration of the person's earlier launches of the same course, so that the course finds its place again. */
export async function findRegistration(
  db: Database,
  userId: number,
  course: { activityId: string; educationPartId: number | null; educatorMaterialId: number | null },
): Promise<string | null> {
  const [row] = await db.query
    .select({ registration: launches.registration })
    .from(launches)
    .where(
      and(
        eq(launches.userId, userId),
        eq(launches.activityId, course.activityId),
        course.educationPartId === null ? undefined : eq(launches.educationPartId, course.educationPartId),
        course.educatorMaterialId === null ? undefined : eq(launches.educatorMaterialId, course.educatorMaterialId),
      ),
    )
    .orderBy(launches.id)
    .limit(1)
  return row?.registration ?? null
}

/** Launches that are over, but for each person's first of a course: it holds the registration. Answers how many. */
export async function forgetLaunches(db: Database, before: Date, atMost: number): Promise<number> {
  const over = sql`(select l.id from launches l where l.expires_at < ${before.toISOString()}
    and exists (select 1 from launches f where f.user_id = l.user_id and f.activity_id = l.activity_id and f.id < l.id
      and f.education_part_id is l.education_part_id and f.educator_material_id is l.educator_material_id)
    limit ${atMost})`
  const { meta } = await db.query.delete(launches).where(sql`${launches.id} in ${over}`).run()
  return meta.changes
}

/** Of these activities, those that somebody has been let into as courses. */
export async function launchedAmong(db: Database, activityIds: readonly string[]): Promise<string[]> {
  const rows = await db.query
    .selectDistinct({ activityId: launches.activityId })
    .from(launches)
    .where(inArray(launches.activityId, sql`(select value from json_each(${JSON.stringify(activityIds)}))`))
  return rows.map(({ activityId }) => activityId)
}
