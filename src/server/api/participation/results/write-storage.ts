import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { Ctx, Visitor } from '#api/context.ts'
import { type Database, type Statement, unlessChanged } from '#platform/database.ts'
import { educationPartResults } from './table.ts'

export type NewResult = Omit<typeof educationPartResults.$inferInsert, 'id' | 'createdAt' | 'changedAt'>

export const insertResult = (ctx: Visitor, result: NewResult) =>
  ctx.db.query
    .insert(educationPartResults)
    .values({ ...result, createdAt: ctx.now, changedAt: ctx.now })
    .returning()

export type Updated = Pick<typeof educationPartResults.$inferSelect, 'id' | 'userId'>

export type ResultChange = Partial<typeof educationPartResults.$inferInsert>

/** With `seen`, only a result that nobody has written since; a later writer is refused with the whole commit. */
export function updateResult(ctx: Ctx, { id, userId }: Updated, change: ResultChange, seen: Date | null = null) {
  if (change.completed) ctx.openPlayers.ask.push(userId)
  return ctx.db.query
    .update(educationPartResults)
    .set({
      ...change,
      changedAt: seen ? (unlessChanged(educationPartResults.changedAt, seen, ctx.now) as Date) : ctx.now,
    })
    .where(eq(educationPartResults.id, id))
    .returning()
}

export const removeResult = (ctx: Ctx, resultId: number): Statement =>
  ctx.db.query.delete(educationPartResults).where(eq(educationPartResults.id, resultId))

const liveOn = (occasionId: number): SQL => sql`occasion_id = ${occasionId} and canceled = 0 and completed = 0`

/** Everybody who is on the occasion and has not completed the part there. */
export const cancelResults = (ctx: Ctx, occasionId: number): Statement =>
  ctx.db.query.update(educationPartResults).set({ canceled: true, changedAt: ctx.now }).where(liveOn(occasionId))

/** Who was present somewhere was so there alone. Refused by the database when the other occasion has no place left or is canceled. */
export const moveResults = (ctx: Ctx, resultIds: readonly number[], from: number, to: number): Statement =>
  ctx.db.query
    .update(educationPartResults)
    .set({ occasionId: to, attended: null, changedAt: ctx.now })
    .where(
      and(sql`${educationPartResults.id} in (select value from json_each(${JSON.stringify(resultIds)}))`, liveOn(from)),
    )

/** Nobody comes along as guardian any more where a person has not been examined yet; an examination then waits for another adult. */
export const releaseGuardians = (db: Database, userId: number, now: Date): Statement =>
  db.query
    .update(educationPartResults)
    .set({
      guardianUserId: null,
      // Text in SQL, a date to Drizzle.
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

/** Everybody on an examination who has not been examined is off it. */
export const signEverybodyOff = (ctx: Ctx, examId: number): Statement =>
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
