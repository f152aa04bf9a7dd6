import { requireOrganized, selectForOrganizer } from '#api/catalogue/occasions/management/save-occasion.ts'
import type { Ctx } from '#api/context.ts'
import { serve } from '#api/serve.ts'
import { type CancellationEffects, cancellations } from './contract.ts'
import { selectCancellation } from './storage.ts'

const toSum = ([row]: readonly { count: number; minor: number }[]) => ({
  count: row?.count ?? 0,
  amount: (row?.minor ?? 0) / 100,
})

/**
 * Returns the money of a cancellation, in one round trip, for an actor who organises the occasion. Each of the three
 * has a number and an amount in kronor.
 *
 * @throws Refused with the codes of `requireOrganized`.
 */
async function getEffects(ctx: Ctx, occasionId: number, resultIds: readonly number[]): Promise<CancellationEffects> {
  const [refunds, credits, dropped] = selectCancellation(ctx.db, { occasionId, resultIds, now: ctx.now })
  const [rows, educations, ...sums] = await Promise.all([
    ...selectForOrganizer(ctx, occasionId),
    refunds,
    credits,
    dropped,
  ])
  requireOrganized(ctx, rows, educations)
  return { refunds: toSum(sums[0]), credits: toSum(sums[1]), dropped: toSum(sums[2]) }
}

export const routes = serve(cancellations, {
  'GET /Payment/cancellation/occasion/:id': ({ params, query }, ctx) => getEffects(ctx, params.id, query.resultIds),
})
