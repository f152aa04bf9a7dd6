import { and, eq, gt, inArray, isNull, sql } from 'drizzle-orm'
import type { Database, Statement } from '#platform/database.ts'
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

export async function findLaunch(db: Database, tokenHash: string, now: Date): Promise<Launch | null> {
  const [row] = await db.query
    .select({ launch: launches, firstName: users.firstName, lastName: users.lastName })
    .from(launches)
    .innerJoin(users, eq(users.id, launches.userId))
    .where(and(eq(launches.tokenHash, tokenHash), gt(launches.expiresAt, now), isNull(users.inactiveAt)))
  return row ? { ...row.launch, personName: `${row.firstName} ${row.lastName}` } : null
}

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
