import { and, asc, eq, sql } from 'drizzle-orm'
import type { Database, Statement } from '#platform/database.ts'
import { prepared } from '#platform/prepared.ts'
import { licenseGoals, licenses } from '../table.ts'

/** A person's own, in the order they were chosen; a query for `db.read`. */
export const selectGoals = prepared(({ query }, { userId }: { userId: number }) =>
  query.select().from(licenseGoals).where(eq(licenseGoals.userId, userId)).orderBy(asc(licenseGoals.id)),
)

export type GoalRow = Awaited<ReturnType<typeof selectGoals>>[number]

/** With the names of the licences; a query for `db.read`. */
export const selectNamedGoals = (db: Database, userId: number) =>
  db.query
    .select({
      licenseId: licenseGoals.licenseId,
      licenseName: sql<string>`licenses.name`.as('goal_name'),
      created: licenseGoals.createdAt,
    })
    .from(licenseGoals)
    .innerJoin(licenses, eq(licenses.id, licenseGoals.licenseId))
    .where(eq(licenseGoals.userId, userId))
    .orderBy(asc(licenseGoals.id))

/** Chosen once; chosen again it stays. */
export const insertGoal = (db: Database, userId: number, licenseId: number, now: Date): Statement =>
  db.query.insert(licenseGoals).values({ userId, licenseId, createdAt: now }).onConflictDoNothing()

export const removeGoal = (db: Database, userId: number, goalId: number) =>
  db.query
    .delete(licenseGoals)
    .where(and(eq(licenseGoals.userId, userId), eq(licenseGoals.id, goalId)))
    .returning({ licenseId: licenseGoals.licenseId })
