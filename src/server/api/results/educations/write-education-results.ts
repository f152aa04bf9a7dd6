import type { Statement } from '#platform/database.ts'
import { recordAudit } from '../../audit/storage.ts'
import { verificationCodeFrom } from '../../certificates/rules.ts'
import type { Ctx } from '../../context.ts'
import { queueJob } from '../../jobs/storage.ts'
import { Refused } from '../../refusals.ts'
import { mayDecideFor } from '../access.ts'
import { mustBeCompletable } from '../completed-on.ts'
import { signUpToFreeParts } from '../sign-ups/storage.ts'
import type { EducationResult, WrittenEducationResult } from './contract.ts'
import {
  completeResult,
  findEducationResult,
  insertCompleted,
  insertOpen,
  listEducationResults,
  organizedPeople,
  removeEducationResult,
  takeBack,
} from './storage.ts'

async function mustOrganize(ctx: Ctx, educationId: number, userIds: readonly number[]): Promise<void> {
  const organized = await organizedPeople(ctx, educationId, userIds)
  if (!organized) throw new Refused('not_found')
  if (userIds.some((userId) => !organized.has(userId))) throw new Refused('not_allowed')
  if (userIds.some((userId) => !mayDecideFor(ctx.actor, userId))) throw new Refused('own_result')
}

function writesOf(ctx: Ctx, educationId: number, written: WrittenEducationResult): Statement[] {
  const { userId, resultId } = written
  if (!written.completed)
    return resultId
      ? [takeBack(ctx, resultId, educationId), queueJob(ctx, 'licenses.reassess', { userId, educationId })]
      : [insertOpen(ctx, userId, educationId)]
  const code = verificationCodeFrom(ctx.newId())
  const completion = { userId, educationId, completedAt: written.completedDate ?? ctx.now, code }
  return [
    ...(resultId ? [completeResult(ctx, resultId, completion)] : insertCompleted(ctx, completion)),
    queueJob(ctx, 'results.educationCompleted', { code }),
  ]
}

/** An educator's own decision about whole educations (gaps G-029). */
export async function writeEducationResults(
  ctx: Ctx,
  educationId: number,
  written: readonly WrittenEducationResult[],
): Promise<EducationResult[]> {
  const userIds = [...new Set(written.map(({ userId }) => userId))]
  await mustOrganize(ctx, educationId, userIds)
  const known = await listEducationResults(ctx.db, { educationIds: [educationId], userIds })
  const isKnown = ({ resultId, userId }: WrittenEducationResult) =>
    !resultId || known.some((result) => result.resultId === resultId && result.userId === userId)
  if (!written.every(isKnown)) throw new Refused('not_found')
  for (const [index, one] of written.entries())
    if (one.completed) mustBeCompletable(ctx, index, one.completedDate, ctx.now)
  const audits = written.map((one) =>
    recordAudit(ctx, 'educationResult.written', { type: 'education', id: educationId }, { ...one }),
  )
  await ctx.db.commit([...written.flatMap((one) => writesOf(ctx, educationId, one)), ...audits])
  return listEducationResults(ctx.db, { educationIds: [educationId], userIds })
}

export async function deleteEducationResult(
  ctx: Ctx,
  { educationId, userId, resultId }: { educationId: number; userId: number; resultId: number },
): Promise<undefined> {
  await mustOrganize(ctx, educationId, [userId])
  const result = await findEducationResult(ctx.db, resultId)
  if (result?.userId !== userId || result.educationId !== educationId) throw new Refused('not_found')
  const { id, ...held } = result
  await ctx.db.commit([
    removeEducationResult(ctx.db, id),
    recordAudit(ctx, 'educationResult.removed', { type: 'educationResult', id }, held),
    queueJob(ctx, 'licenses.reassess', { userId, educationId }),
  ])
}

/** Adds people; whoever is in the education already is left alone (gaps G-031). */
export async function addToEducation(ctx: Ctx, educationId: number, userIds: number[]): Promise<EducationResult[]> {
  await mustOrganize(ctx, educationId, userIds)
  await ctx.db.commit([
    ...userIds.map((userId) => insertOpen(ctx, userId, educationId)),
    signUpToFreeParts(ctx, educationId, userIds),
    recordAudit(ctx, 'education.usersAdded', { type: 'education', id: educationId }, { userIds }),
  ])
  return listEducationResults(ctx.db, { educationIds: [educationId], userIds })
}
