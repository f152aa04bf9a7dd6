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
  if (change.completed) ctx.openRunners.ask.push(userId)
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

/** Signs people up to the parts of an education that have no occasions, where they have no live result. */
export const signUpToFreeParts = (ctx: Ctx, educationId: number, userIds: readonly number[]): Statement => {
  const now = ctx.now.toISOString()
  // A select gives every column in the table's order.
  return ctx.db.query.insert(educationPartResults).select(sql`
    select null, u.value, p.id, ${educationId}, null, null, 0, null, ${now}, 0, null, null, null, '[]', 0, null, null,
      ${ctx.actor.id}, null, ${now}, ${now}, null, 0
    from json_each(${JSON.stringify(userIds)}) u
    join education_to_part l on l.education_id = ${educationId}
    join education_parts p on p.id = l.education_part_id and p.type in (1, 3)
    where not exists (select 1 from education_part_results r
      where r.user_id = u.value and r.education_part_id = p.id and r.canceled = 0)`)
}

/**
 * Removes the sign-ups that came with an addition to an education: of the same moment, without a day, not completed. Those with
 * work in them are called off instead, so that nothing that was handed in or written is lost.
 */
export function removeAddedParts({ db, now }: Ctx, added: { userId: number; educationId: number; createdAt: Date }) {
  const { userId, educationId, createdAt } = added
  const hasWork = sql`(exists (select 1 from submissions handed_in where handed_in.education_part_result_id = education_part_results.id)
    or exists (select 1 from comments written where written.education_part_result_id = education_part_results.id))`
  const came = and(
    eq(educationPartResults.userId, userId),
    eq(educationPartResults.educationId, educationId),
    eq(educationPartResults.createdAt, createdAt),
    sql`occasion_id is null and practical_driver_exam_id is null and completed = 0`,
  )
  return [
    db.query.update(educationPartResults).set({ canceled: true, changedAt: now }).where(and(came, hasWork)),
    db.query.delete(educationPartResults).where(and(came, sql`not ${hasWork}`)),
  ]
}

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

/** Nobody comes along as guardian any more where a person has not been examined yet. */
export const releaseGuardians = (db: Database, userId: number, now: Date): Statement =>
  db.query
    .update(educationPartResults)
    .set({ guardianUserId: null, changedAt: now })
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
