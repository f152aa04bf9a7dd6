import { and, asc, eq, sql } from 'drizzle-orm'
import type { Database, Statement } from '#platform/database.ts'
import { prepareQuery, type QueryBuilder } from '#platform/prepare-query.ts'
import { licenseGoals, licenses } from '../table.ts'

/** Builds the query for a person's licence goals, in the order they were chosen. Access is not checked here. */
export const buildGoalsQuery = ({ query }: QueryBuilder, userId: number) =>
  query.select().from(licenseGoals).where(eq(licenseGoals.userId, userId)).orderBy(asc(licenseGoals.id))

/**
 * Selects the licence goals of a person in the order they were chosen, as a prepared query. Access is not checked here.
 */
export const selectGoals = prepareQuery((db, { userId }: { userId: number }) => buildGoalsQuery(db, userId))

export type GoalRow = Awaited<ReturnType<typeof selectGoals>>[number]

/**
 * Selects the licence goals of a person with the names of the licences, the first chosen first. Goals of inactive
 * licences are included. Access is not checked here.
 */
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

/**
 * Returns the statement that inserts a person's goal of a licence; does nothing when the person has it already. An
 * unknown licence fails the commit.
 */
export const insertGoal = (db: Database, userId: number, licenseId: number, now: Date): Statement =>
  db.query.insert(licenseGoals).values({ userId, licenseId, createdAt: now }).onConflictDoNothing()

/**
 * Returns the statement that deletes a licence goal of the person; its result is the licence's id, or no row when the
 * goal is not the person's.
 */
export const removeGoal = (db: Database, userId: number, goalId: number) =>
  db.query
    .delete(licenseGoals)
    .where(and(eq(licenseGoals.userId, userId), eq(licenseGoals.id, goalId)))
    .returning({ licenseId: licenseGoals.licenseId })
