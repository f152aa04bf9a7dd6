import type { Ctx } from '#api/context.ts'
import { recordAudit } from '#api/foundation/audit/storage.ts'
import { queueJob } from '#api/foundation/jobs/storage.ts'
import { canDecideFor } from '#api/participation/results/access.ts'
import { removeAddedParts, signUpToFreeParts } from '#api/participation/results/added-parts-storage.ts'
import { toVerificationCode } from '#api/participation/results/certificate-codes/rules.ts'
import { mustBeValidCompletionDate } from '#api/participation/results/completion-date.ts'
import {
  completeEducationResult,
  insertCompletedEducationResult,
  insertOpenEducationResult,
  removeEducationResult,
  reopenEducationResult,
} from '#api/participation/results/education-write-storage.ts'
import { Refused } from '#api/refusals.ts'
import type { Statement } from '#platform/database.ts'
import type { EducationResult, WrittenEducationResult } from './contract.ts'
import { findEducationResult, listEducationResults, listOrganizedPeople, type OrganizedPerson } from './storage.ts'

function requireOrganized(
  ctx: Ctx,
  userIds: readonly number[],
  people: readonly OrganizedPerson[],
): readonly OrganizedPerson[] {
  if (people.length === 0) throw new Refused('not_found')
  const isOrganized = (userId: number) => people.some((person) => person.id === userId && person.isOrganized === 1)
  if (!userIds.every(isOrganized)) throw new Refused('not_allowed')
  if (userIds.some((userId) => !canDecideFor(ctx.actor, userId))) throw new Refused('own_result')
  return people
}

/**
 * Checks that the caller organises all of the people on the education, and returns them, in no order. `mayEnter` is 1
 * for those whom the caller may add without an invitation.
 *
 * @throws Refused('not_found') when the education or all of the people do not exist.
 * @throws Refused('not_allowed') when the caller does not organise one of them, or one of them does not exist.
 * @throws Refused('own_result') when the caller is one of them, and no superadministrator.
 */
const mustOrganize = async (
  ctx: Ctx,
  educationId: number,
  userIds: readonly number[],
): Promise<readonly OrganizedPerson[]> =>
  requireOrganized(ctx, userIds, await listOrganizedPeople(ctx, educationId, userIds))

/**
 * Checks the people whom the caller adds to the education, and returns them, as `mustOrganize` does. Those whom the
 * caller cannot find are refused as if they did not exist: inactive and merged people, and protected identities.
 *
 * @throws Refused('not_found'), Refused('not_allowed') or Refused('own_result') as `mustOrganize` does.
 */
export async function mustBeAddable(
  ctx: Ctx,
  educationId: number,
  userIds: readonly number[],
): Promise<readonly OrganizedPerson[]> {
  const people = await listOrganizedPeople(ctx, educationId, userIds)
  return requireOrganized(
    ctx,
    userIds,
    people.filter(({ isAddable }) => isAddable === 1),
  )
}

function toStatements(ctx: Ctx, educationId: number, written: WrittenEducationResult): Statement[] {
  const { userId, resultId } = written
  if (!written.completed)
    return resultId
      ? [reopenEducationResult(ctx, resultId, educationId), queueJob(ctx, 'licenses.reassess', { userId, educationId })]
      : [insertOpenEducationResult(ctx, userId, educationId)]
  const code = toVerificationCode(ctx.newId())
  const completion = { userId, educationId, completedAt: written.completedDate ?? ctx.now, code }
  return [
    ...(resultId
      ? [completeEducationResult(ctx, resultId, completion)]
      : insertCompletedEducationResult(ctx, completion)),
    queueJob(ctx, 'results.educationCompleted', { code }),
  ]
}

/**
 * Marks an education as completed for people, or retracts it, as an educator's decision (spec G-029), all or none. A
 * completion without a date is now; a completed result gets the new date. Without a `resultId` a completion completes
 * the person's open result or inserts one, and an element without completion inserts an open one. A retraction
 * withdraws the certificate. Writes an audit entry for each, and returns all results of these people on the education.
 * Queued jobs notify people of a completion and evaluate their licences.
 *
 * @throws Refused('not_found'), Refused('not_allowed') or Refused('own_result') as `mustOrganize` does.
 * @throws Refused('invitation_needed') when a person without a result must be invited first.
 * @throws Refused('not_found') when a result does not exist or belongs to another person.
 * @throws Refused('invalid_input') when a date of completion is before 1900 or in the future.
 * @throws Refused('education_completed') when another completed result of the person has the same date.
 */
export async function writeEducationResults(
  ctx: Ctx,
  educationId: number,
  written: readonly WrittenEducationResult[],
): Promise<EducationResult[]> {
  const userIds = [...new Set(written.map(({ userId }) => userId))]
  const people = await mustOrganize(ctx, educationId, userIds)
  const results = await listEducationResults(ctx.db, { educationIds: [educationId], userIds })
  const isNew = ({ id, mayEnter }: OrganizedPerson) => mayEnter === 0 && !results.some(({ userId }) => userId === id)
  if (people.some(isNew)) throw new Refused('invitation_needed')
  const hasOwnResult = ({ resultId, userId }: WrittenEducationResult) =>
    !resultId || results.some((result) => result.resultId === resultId && result.userId === userId)
  if (!written.every(hasOwnResult)) throw new Refused('not_found')
  for (const [index, one] of written.entries())
    if (one.completed) mustBeValidCompletionDate(ctx, index, one.completedDate, ctx.now)
  const audits = written.map((one) =>
    recordAudit(ctx, 'educationResult.written', { type: 'education', id: educationId }, { ...one }),
  )
  await ctx.db.commit([...written.flatMap((one) => toStatements(ctx, educationId, one)), ...audits])
  return listEducationResults(ctx.db, { educationIds: [educationId], userIds })
}

/**
 * Deletes a person's result of a whole education, and the open sign-ups to its parts that were added with it. Those
 * with a submission or a comment are cancelled instead. A trigger withdraws the certificate. Writes an audit entry, and
 * queues the evaluation of the person's licences. Notifies nobody.
 *
 * @throws Refused('not_found') when the result is not the person's on the education.
 * @throws Refused('not_allowed') or Refused('own_result') as `mustOrganize` does.
 */
export async function deleteEducationResult(
  ctx: Ctx,
  { educationId, userId, resultId }: { educationId: number; userId: number; resultId: number },
): Promise<undefined> {
  await mustOrganize(ctx, educationId, [userId])
  const result = await findEducationResult(ctx.db, resultId)
  if (result?.userId !== userId || result.educationId !== educationId) throw new Refused('not_found')
  const { id, ...removed } = result
  await ctx.db.commit([
    ...removeAddedParts(ctx, removed),
    removeEducationResult(ctx.db, id),
    recordAudit(ctx, 'educationResult.removed', { type: 'educationResult', id }, removed),
    queueJob(ctx, 'licenses.reassess', { userId, educationId }),
  ])
}

/**
 * Returns the statements that add people to an education: an open result, and sign-ups to the parts without occasions,
 * each unless the person has one.
 */
export const joinEducation = (ctx: Ctx, educationId: number, userIds: readonly number[]): Statement[] => [
  ...userIds.map((userId) => insertOpenEducationResult(ctx, userId, educationId)),
  signUpToFreeParts(ctx, educationId, userIds),
]
