import type { Ctx } from '#api/context.ts'
import { recordAudit } from '#api/foundation/audit/storage.ts'
import { queueJob } from '#api/foundation/jobs/storage.ts'
import { writeMail } from '#api/foundation/mails/write-mail.ts'
import { Refused } from '#api/refusals.ts'
import type { ErasureRequest } from './contract.ts'
import { listConcerns } from './preview.ts'
import { mustBeSubject } from './request-erasure.ts'
import { erasureStates, refuseErasure } from './rules.ts'
import { shownRequest } from './show-request.ts'
import { decideRequest, findRequest, type RequestRow } from './storage.ts'

export async function getRequest(ctx: Ctx, id: number): Promise<RequestRow> {
  const row = await findRequest(ctx.db, id)
  if (!row) throw new Refused('not_found')
  return row
}

async function getOpen(ctx: Ctx, id: number): Promise<RequestRow['request']> {
  const { request } = await getRequest(ctx, id)
  if (request.state !== erasureStates.open) throw new Refused('erasure_moved')
  return request
}

/**
 * Confirms a request and leaves the erasure to a job.
 * @throws Refused('not_found' | 'erasure_moved' | 'person_erased' | 'identity_protected' | 'last_superadministrator' |
 * 'payment_under_way')
 */
export async function confirmErasure(ctx: Ctx, id: number): Promise<ErasureRequest> {
  const { userId } = await getOpen(ctx, id)
  const { protectedAt } = await mustBeSubject(ctx, userId)
  // What names the person has to be in its place to be found and taken away.
  if (protectedAt) throw new Refused('identity_protected')
  const refusal = refuseErasure((await listConcerns(ctx, userId)).map(({ kind }) => kind))
  if (refusal) throw new Refused(refusal)
  await ctx.db.commit([
    decideRequest(ctx.db, id, { state: erasureStates.confirmed, decidedByUserId: ctx.actor.id, decidedAt: ctx.now }),
    recordAudit(ctx, 'erasure.confirmed', { type: 'user', id: userId }),
    queueJob(ctx, 'erasures.run', { requestId: id }, { key: `erasures.run:${id}` }),
  ])
  return shownRequest(await getRequest(ctx, id), ctx.now)
}

/** Refuses a request and mails the reason. @throws Refused('not_found' | 'erasure_moved' | 'person_erased') */
export async function refuseRequest(ctx: Ctx, id: number, reason: string): Promise<ErasureRequest> {
  const { userId } = await getOpen(ctx, id)
  const { email, firstName, language } = await mustBeSubject(ctx, userId)
  const decision = { state: erasureStates.refused, decidedByUserId: ctx.actor.id, decidedAt: ctx.now, reason }
  const values = { name: firstName, reason }
  await ctx.db.commit([
    decideRequest(ctx.db, id, decision),
    recordAudit(ctx, 'erasure.refused', { type: 'user', id: userId }),
    ...(email ? writeMail(ctx, { recipient: email, userId, language, name: 'erasureRefused', values }) : []),
  ])
  return shownRequest(await getRequest(ctx, id), ctx.now)
}
