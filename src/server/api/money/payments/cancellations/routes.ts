import { getManagedExam } from '#api/catalogue/exams/save-exam.ts'
import { requireOrganized, selectForOrganizer } from '#api/catalogue/occasions/management/save-occasion.ts'
import type { Ctx } from '#api/context.ts'
import { serve } from '#api/serve.ts'
import { type CancellationEffects, cancellations } from './contract.ts'
import { selectCancellation } from './storage.ts'

const toCount = ([row]: readonly { count: number }[]) => row?.count ?? 0

const toSum = ([row]: readonly { count: number; minor: number }[]) => ({
  count: row?.count ?? 0,
  amount: (row?.minor ?? 0) / 100,
})

/**
 * Returns the seats and the money of a cancellation, in one round trip, for an actor who organises the occasion. Each
 * of the three kinds of money has a number and an amount in kronor.
 *
 * @throws Refused with the codes of `requireOrganized`.
 */
async function getOccasionEffects(
  ctx: Ctx,
  occasionId: number,
  resultIds: readonly number[],
): Promise<CancellationEffects> {
  const [seats, refunds, credits, dropped] = selectCancellation(ctx.db, {
    kind: 'occasion',
    id: occasionId,
    resultIds,
    now: ctx.now,
  })
  const [rows, educations, canceled, ...sums] = await Promise.all([
    ...selectForOrganizer(ctx, occasionId),
    seats,
    refunds,
    credits,
    dropped,
  ])
  requireOrganized(ctx, rows, educations)
  return { seats: toCount(canceled), refunds: toSum(sums[0]), credits: toSum(sums[1]), dropped: toSum(sums[2]) }
}

/**
 * Returns the seats and the money of an exam that is removed, or of drivers who are, for an actor who organises the
 * exam. Each of the three kinds of money has a number and an amount in kronor.
 *
 * @throws Refused with the codes of `getManagedExam`.
 */
async function getExamEffects(ctx: Ctx, id: number, resultIds: readonly number[]): Promise<CancellationEffects> {
  await getManagedExam(ctx, id)
  const [seats, refunds, credits, dropped] = await Promise.all(
    selectCancellation(ctx.db, { kind: 'exam', id, resultIds, now: ctx.now }),
  )
  return { seats: toCount(seats), refunds: toSum(refunds), credits: toSum(credits), dropped: toSum(dropped) }
}

export const routes = serve(cancellations, {
  'GET /Payment/cancellation/occasion/:id': ({ params, query }, ctx) =>
    getOccasionEffects(ctx, params.id, query.resultIds),
  'GET /Payment/cancellation/exam/:id': ({ params, query }, ctx) => getExamEffects(ctx, params.id, query.resultIds),
})
