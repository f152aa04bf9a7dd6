import { and, asc, desc, eq, type SQL, sql } from 'drizzle-orm'
import type { Ctx } from '#api/context.ts'
import { isIdentityHidden, protectedSignUpFields } from '#api/people/reach/hidden-identity.ts'
import { findProtectedIds, recordProtectedReads, recordReads } from '#api/people/reach/reads/record-reads.ts'
import { users } from '#api/people/users/table.ts'
import type { EducationPartResult } from './contract.ts'
import { isReadableResult, toPartResult } from './storage.ts'
import { educationPartResults } from './table.ts'

/** Conditions on results; an absent one matches all. */
interface ResultFilter {
  resultIds?: readonly number[]
  occasionIds?: readonly number[]
  educationPartId?: number
  userId?: number
}

const ids = (list: readonly number[]) => sql`(select value from json_each(${JSON.stringify(list)}))`

const matching = (filter: ResultFilter) =>
  and(
    filter.resultIds && sql`${educationPartResults.id} in ${ids(filter.resultIds)}`,
    filter.occasionIds && sql`${educationPartResults.occasionId} in ${ids(filter.occasionIds)}`,
    filter.educationPartId === undefined ? undefined : eq(educationPartResults.educationPartId, filter.educationPartId),
    filter.userId === undefined ? undefined : eq(educationPartResults.userId, filter.userId),
  )

/**
 * Lists the part results that match the filter and further conditions and that the actor may read, latest change first,
 * cancelled ones too. At most 5,000. The filter is by ids of results and occasions (an empty list matches none), part
 * and person; an absent one matches all. Payer, guardian and answers of a protected identity are left out, as
 * `isIdentityHidden` says. Records the reads of minors by staff, and of protected identities whose fields are shown.
 */
export async function listReadableResults(
  ctx: Ctx,
  filter: ResultFilter,
  ...more: SQL[]
): Promise<EducationPartResult[]> {
  const rows = await ctx.db.query
    .select({ result: educationPartResults, birthOn: users.birthOn, protectedAt: users.protectedAt })
    .from(educationPartResults)
    .innerJoin(users, eq(users.id, educationPartResults.userId))
    .where(and(matching(filter), isReadableResult(ctx.actor), ...more))
    .orderBy(desc(educationPartResults.changedAt), asc(educationPartResults.id))
    .limit(5000)
  const people = rows.map(({ result, birthOn, protectedAt }) => ({ id: result.userId, birthOn, protectedAt }))
  await recordReads(ctx, people)
  await recordProtectedReads(ctx, findProtectedIds(people.filter((one) => !isIdentityHidden(ctx, one))))
  return rows.map(({ result, protectedAt }) => ({
    ...toPartResult(result),
    ...(isIdentityHidden(ctx, { id: result.userId, protectedAt }) && protectedSignUpFields),
  }))
}
