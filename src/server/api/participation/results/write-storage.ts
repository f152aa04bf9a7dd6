import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { Ctx, Visitor } from '#api/context.ts'
import { type Database, ifUnmodifiedSince, type Statement } from '#platform/database.ts'
import { educationPartResults } from './table.ts'

export type NewResult = Omit<typeof educationPartResults.$inferInsert, 'id' | 'createdAt' | 'changedAt'>

/**
 * Returns the statement that inserts a part result; its result is the row. The commit fails as `occasion_full` (also
 * while the free seats are due to waiting people), `occasion_canceled`, `already_signed_up`, `payment_under_way`,
 * `guardian_required`, `person_erased` or `person_merged` when the database refuses the sign-up. A trigger removes the
 * person from the occasion's waiting list. Prerequisites and access are not checked, and nobody is notified.
 */
export const insertResult = (ctx: Visitor, result: NewResult) =>
  ctx.db.query
    .insert(educationPartResults)
    .values({ ...result, createdAt: ctx.now, changedAt: ctx.now })
    .returning()

export type ResultKey = Pick<typeof educationPartResults.$inferSelect, 'id' | 'userId'>

export type ResultChange = Partial<typeof educationPartResults.$inferInsert>

/**
 * Returns the statement that updates a part result (a sign-up to a part); its result is the row, or none when the part
 * result is gone. With `expectedVersion`, another version fails the commit as `changed_meanwhile`. A completion also
 * notifies the person's open players once the call has succeeded. One that takes its seat again fails as for
 * `insertResult`, or as `payment_refunded`.
 */
export function updateResult(
  ctx: Ctx,
  { id, userId }: ResultKey,
  change: ResultChange,
  expectedVersion: Date | null = null,
) {
  if (change.completed) ctx.openPlayers.ask.push(userId)
  return ctx.db.query
    .update(educationPartResults)
    .set({
      ...change,
      changedAt: expectedVersion
        ? (ifUnmodifiedSince(educationPartResults.changedAt, expectedVersion, ctx.now) as Date)
        : ctx.now,
    })
    .where(eq(educationPartResults.id, id))
    .returning()
}

/**
 * Returns the statement that deletes a part result with its comments and exam protocol. A trigger records the refund of
 * a paid one; its submission stays for `listSubmissionsWithoutResult`. Nobody is notified.
 */
export const removeResult = (ctx: Ctx, resultId: number): Statement =>
  ctx.db.query.delete(educationPartResults).where(eq(educationPartResults.id, resultId))

const openOn = (occasionId: number): SQL => sql`occasion_id = ${occasionId} and canceled = 0 and completed = 0`

/**
 * Returns the statement that cancels all part results on an occasion that are not completed. A trigger records the
 * refunds of paid ones; the occasion itself stays, and nobody is notified.
 */
export const cancelOccasionResults = (ctx: Ctx, occasionId: number): Statement =>
  ctx.db.query.update(educationPartResults).set({ canceled: true, changedAt: ctx.now }).where(openOn(occasionId))

/**
 * SQL expression for the id of a part result, as long as it is an open one on an occasion; null otherwise, which
 * refuses the commit as the target of an audit entry.
 */
export const openResultId = (id: number, occasionId: number): SQL<number | null> =>
  sql<number | null>`(select id from education_part_results where id = ${id} and ${openOn(occasionId)})`

/**
 * Returns the statement that moves open part results from one occasion to another, and clears their attendance; fees
 * stay. The commit fails as `occasion_full`, `occasion_canceled` or `already_signed_up`. Results that are completed,
 * cancelled or on a third occasion stay. A trigger removes the people from the waiting list of the other occasion.
 */
export const moveResults = (ctx: Ctx, resultIds: readonly number[], from: number, to: number): Statement =>
  ctx.db.query
    .update(educationPartResults)
    .set({ occasionId: to, attended: null, changedAt: ctx.now })
    .where(
      and(sql`${educationPartResults.id} in (select value from json_each(${JSON.stringify(resultIds)}))`, openOn(from)),
    )

/**
 * Returns the statement that removes the guardian from all part results of a young person that are not completed. A
 * live sign-up to an exam then waits for approval with another guardian.
 */
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

/**
 * Returns the statement that cancels all part results on a practical driver exam that are not completed. The exam
 * stays, and nobody is notified.
 */
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
