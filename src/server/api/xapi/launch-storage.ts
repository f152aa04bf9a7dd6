import { and, eq, gt, isNull } from 'drizzle-orm'
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
