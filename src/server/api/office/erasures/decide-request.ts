import type { Ctx } from '#api/context.ts'
import { recordAudit } from '#api/foundation/audit/storage.ts'
import { queueJob } from '#api/foundation/jobs/storage.ts'
import { writeMail } from '#api/foundation/mails/write-mail.ts'
import { commitOrRefuse } from '#api/participation/results/commit-writes.ts'
import { Refused } from '#api/refusals.ts'
import type { ErasureRequest } from './contract.ts'
import { listConcerns } from './preview.ts'
import { getSubject } from './request-erasure.ts'
import { erasureStates, findBlockingRefusal } from './rules.ts'
import { toErasureRequest } from './show-request.ts'
import { decideRequest, findRequest, type RequestRow } from './storage.ts'

/**
 * Returns an erasure request in any state, with the names of the person, the requester and the decider. A name is null
 * for an account that is gone. Access is not checked here.
 *
 * @throws Refused('not_found') when it does not exist.
 */
export async function getRequest(ctx: Ctx, id: number): Promise<RequestRow> {
  const row = await findRequest(ctx.db, id)
  if (!row) throw new Refused('not_found')
  return row
}

/** @throws Refused('erasure_moved') when the request is already decided or withdrawn. */
async function getOpenRequest(ctx: Ctx, id: number): Promise<RequestRow['request']> {
  const { request } = await getRequest(ctx, id)
  if (request.state !== erasureStates.open) throw new Refused('erasure_moved')
  return request
}

/**
 * Confirms an open request to erase a person, with an audit entry, and queues the job that erases the person. Returns
 * the request. Who may decide is for the caller to check.
 *
 * @throws Refused('not_found') when the request or the person does not exist.
 * @throws Refused('erasure_moved') when the request is not open.
 * @throws Refused('person_erased') when the person is already erased.
 * @throws Refused('identity_protected') while the person's identity is protected.
 * @throws Refused('last_superadministrator') when the person is the last superadministrator.
 * @throws Refused('payment_under_way') while a card payment of the person is unfinished.
 * @throws Refused('merge_undoing') while a merge of the person is being undone.
 */
export async function confirmErasure(ctx: Ctx, id: number): Promise<ErasureRequest> {
  const { userId } = await getOpenRequest(ctx, id)
  const subject = await getSubject(ctx, userId)
  const refusal = findBlockingRefusal((await listConcerns(ctx, subject.id)).map(({ kind }) => kind))
  if (refusal) throw new Refused(refusal)
  await commitOrRefuse(ctx, [
    decideRequest(ctx.db, id, { state: erasureStates.confirmed, decidedByUserId: ctx.actor.id, decidedAt: ctx.now }),
    recordAudit(ctx, 'erasure.confirmed', { type: 'user', id: userId }),
    queueJob(ctx, 'erasures.run', { requestId: id }, { key: `erasures.run:${id}` }),
  ])
  return toErasureRequest(await getRequest(ctx, id), ctx.now)
}

/**
 * Refuses an open request to erase a person, with an audit entry, and mails the reason to the person, if they have an
 * e-mail address. Returns the request. Who may decide is for the caller to check.
 *
 * @throws Refused('not_found') when the request or the person does not exist.
 * @throws Refused('erasure_moved') when the request is not open.
 * @throws Refused('person_erased') when the person is already erased.
 */
export async function refuseRequest(ctx: Ctx, id: number, reason: string): Promise<ErasureRequest> {
  const { userId } = await getOpenRequest(ctx, id)
  const { email, firstName, language } = await getSubject(ctx, userId)
  const decision = { state: erasureStates.refused, decidedByUserId: ctx.actor.id, decidedAt: ctx.now, reason }
  const values = { name: firstName, reason }
  await ctx.db.commit([
    decideRequest(ctx.db, id, decision),
    recordAudit(ctx, 'erasure.refused', { type: 'user', id: userId }),
    ...(email ? writeMail(ctx, { recipient: email, userId, language, name: 'erasureRefused', values }) : []),
  ])
  return toErasureRequest(await getRequest(ctx, id), ctx.now)
}
