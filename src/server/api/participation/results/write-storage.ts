import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { Ctx, Visitor } from '#api/context.ts'
import { type Database, ifUnmodifiedSince, type Statement } from '#platform/database.ts'
import { educationPartResults } from './table.ts'

export type NewResult = Omit<typeof educationPartResults.$inferInsert, 'id' | 'createdAt' | 'changedAt'>

/** Inserts a part result and returns its row. */
export const insertResult = (ctx: Visitor, result: NewResult) =>
  ctx.db.query
    .insert(educationPartResults)
    .values({ ...result, createdAt: ctx.now, changedAt: ctx.now })
    .returning()

export type ResultKey = Pick<typeof educationPartResults.$inferSelect, 'id' | 'userId'>

export type ResultChange = Partial<typeof educationPartResults.$inferInsert>

/**
 * Updates a part result and returns its row. With `seen`, a version conflict refuses the whole commit (optimistic
 * locking).
 */
export function updateResult(ctx: Ctx, { id, userId }: ResultKey, change: ResultChange, seen: Date | null = null) {
  if (change.completed) ctx.openPlayers.ask.push(userId)
  return ctx.db.query
    .update(educationPartResults)
    .set({
      ...change,
      changedAt: seen ? (ifUnmodifiedSince(educationPartResults.changedAt, seen, ctx.now) as Date) : ctx.now,
    })
    .where(eq(educationPartResults.id, id))
    .returning()
}

/** Deletes a part result. */
export const removeResult = (ctx: Ctx, resultId: number): Statement =>
  ctx.db.query.delete(educationPartResults).where(eq(educationPartResults.id, resultId))

const openOn = (occasionId: number): SQL => sql`occasion_id = ${occasionId} and canceled = 0 and completed = 0`

/** Cancels all results on an occasion that are not completed. */
export const cancelOccasionResults = (ctx: Ctx, occasionId: number): Statement =>
  ctx.db.query.update(educationPartResults).set({ canceled: true, changedAt: ctx.now }).where(openOn(occasionId))

/** Moves open results to another occasion and clears attendance. A trigger refuses a full or canceled occasion. */
export const moveResults = (ctx: Ctx, resultIds: readonly number[], from: number, to: number): Statement =>
  ctx.db.query
    .update(educationPartResults)
    .set({ occasionId: to, attended: null, changedAt: ctx.now })
    .where(
      and(sql`${educationPartResults.id} in (select value from json_each(${JSON.stringify(resultIds)}))`, openOn(from)),
    )

/** Removes the guardian from a person's open results; an exam then waits for another guardian. */
export const removeGuardians = (db: Database, userId: number, now: Date): Statement =>
  db.query
    .update(educationPartResults)
    .set({
      guardianUserId: null,
      // The column holds ISO text, which Drizzle types as a date.
      signedUpAt: sql`case when practical_driver_exam_id is null or canceled then signed_up_at end`,
      changedAt: now,
    })
    .where(
      and(
        eq(educationPartResults.userId, userId),
        eq(educationPartResults.completed, false),
        sql`${educationPartResults.guardianUserId} is not null`,
      ),
    )

/** Cancels all results on an exam that are not completed. */
export const cancelExamResults = (ctx: Ctx, examId: number): Statement =>
  ctx.db.query
    .update(educationPartResults)
    .set({ canceled: true, changedAt: ctx.now })
    .where(
      and(
        eq(educationPartResults.practicalDriverExamId, examId),
        eq(educationPartResults.canceled, false),
        eq(educationPartResults.completed, false),
      ),
    )
