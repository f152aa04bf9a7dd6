import { and, asc, eq, sql } from 'drizzle-orm'
import type { Database, Statement } from '#platform/database.ts'
import { prepareQuery, type QueryBuilder } from '#platform/prepare-query.ts'
import { licenseGoals, licenses } from '../table.ts'

/** Selects the goals of a person in the order they were chosen. */
export const goalsOf = ({ query }: QueryBuilder, userId: number) =>
  query.select().from(licenseGoals).where(eq(licenseGoals.userId, userId)).orderBy(asc(licenseGoals.id))

export const selectGoals = prepareQuery((db, { userId }: { userId: number }) => goalsOf(db, userId))

export type GoalRow = Awaited<ReturnType<typeof selectGoals>>[number]

/** With the names of the licences. */
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
