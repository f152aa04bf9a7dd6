import { and, desc, eq, sql } from 'drizzle-orm'
import type { Database, Statement } from '#platform/database.ts'
import type { Visitor } from '../context.ts'
import { educationPartResults, educationResults } from './table.ts'

/** The result that an attempt writes to: the latest by `lastChange` that is not canceled (gaps G-038). */
export async function findLatestResult(db: Database, of: { userId: number; educationPartId: number }) {
  const [row] = await db.query
    .select({
      resultId: educationPartResults.id,
      completed: educationPartResults.completed,
      educationIds: sql<string>`(select json_group_array(education_id) from education_to_part
        where education_part_id = ${of.educationPartId})`,
    })
    .from(educationPartResults)
    .where(
      and(
        eq(educationPartResults.userId, of.userId),
        eq(educationPartResults.educationPartId, of.educationPartId),
        eq(educationPartResults.canceled, false),
      ),
    )
    .orderBy(desc(educationPartResults.changedAt), desc(educationPartResults.id))
    .limit(1)
  return row ? { ...row, educationIds: JSON.parse(row.educationIds) as number[] } : null
}

export const markCompleted = (
  ctx: Visitor,
  { resultId, completedAt, score }: { resultId: number; completedAt: Date; score: number | null },
): Statement =>
  ctx.db.query
    .update(educationPartResults)
    .set({ completed: true, completedAt, score, changedAt: ctx.now })
    .where(and(eq(educationPartResults.id, resultId), eq(educationPartResults.completed, false)))

interface Taken {
  userId: number
  educationId: number
}

/** Completed results of the mandatory parts since the education was last completed: a renewal needs all of them anew. */
const completedSince = ({ userId, educationId }: Taken) => sql`
  select r.education_part_id, max(r.completed_at) completed_at
  from education_part_results r
  join education_to_part l on l.education_part_id = r.education_part_id and l.education_id = ${educationId}
  join education_parts p on p.id = r.education_part_id and p.mandatory = 1
  where r.user_id = ${userId} and r.completed = 1 and r.canceled = 0
    and r.completed_at > coalesce((select max(completed_at) from education_results
      where user_id = ${userId} and education_id = ${educationId} and completed = 1), '')
  group by r.education_part_id`

const isComplete = (taken: Taken) => sql`
  (select count(*) from (${completedSince(taken)})) >= max(1, (
    select count(*) from education_to_part l join education_parts p on p.id = l.education_part_id
    where l.education_id = ${taken.educationId} and p.mandatory = 1))`

/** A result to complete, where none waits already. */
export const openEducationResult = (ctx: Visitor, userId: number, educationId: number): Statement => {
  const now = ctx.now.toISOString()
  // A select gives every column in the table's order.
  return ctx.db.query.insert(educationResults).select(sql`
    select null, ${userId}, ${educationId}, 0, null, ${now}, 0, null, null, null, ${now}, ${now}
    where ${isComplete({ userId, educationId })}
      and not exists (select 1 from education_results
        where user_id = ${userId} and education_id = ${educationId} and completed = 0)`)
}

/** Completes the waiting result when all mandatory parts are; the latest of them is its date. */
export const markEducationCompleted = (ctx: Visitor, { code, ...taken }: Taken & { code: string }): Statement => {
  const latest = sql<Date>`(select max(completed_at) from (${completedSince(taken)}))`
  return ctx.db.query
    .update(educationResults)
    .set({
      completed: true,
      completedAt: latest,
      verificationCode: code,
      validToOn: sql`(select date(${latest}, '+' || validity_months || ' months', 'floor')
        from educations where id = ${taken.educationId})`,
      changedAt: ctx.now,
    })
    .where(
      and(
        eq(educationResults.userId, taken.userId),
        eq(educationResults.educationId, taken.educationId),
        eq(educationResults.completed, false),
        isComplete(taken),
      ),
    )
}
