import type { Ctx } from '#api/context.ts'
import type { JobHandler, Rest } from '#api/foundation/jobs/run.ts'
import { Refused } from '#api/refusals.ts'
import { hear } from './hear.ts'
import { signedLocally } from './providers/local-provider.ts'
import { isRefundBeyondAsking, nextRefundQuestionAt, underWay } from './refunds/rules.ts'
import { settleRefund } from './refunds/settle-refund.ts'
import { findByAttempt } from './refunds/storage.ts'
import { isBeyondAsking, isOpen, nextQuestionAt } from './rules.ts'
import { settle } from './settle.ts'
import { findPayment, releaseHolds } from './storage.ts'

/** Asks the provider at intervals until the payment is over, in case its webhook never arrives. */
async function pollPayment(ctx: Ctx<null>, { paymentId }: { paymentId: string }): Promise<Rest | undefined> {
  const payment = await findPayment(ctx.db, paymentId)
  if (!payment || !isOpen(payment)) return
  try {
    if (!isOpen(await settle(ctx, payment))) return
    return { rest: { paymentId }, runAt: nextQuestionAt(payment, ctx.now, false) }
  } catch (error) {
    if (!(error instanceof Refused) || isBeyondAsking(payment, ctx.now)) throw error
    // The provider is unavailable. The held seats are released on time all the same; a late payment is handled when the
    // answer comes.
    if (ctx.now >= payment.expiresAt) await ctx.db.commit([releaseHolds(ctx, paymentId)])
    return { rest: { paymentId }, runAt: nextQuestionAt(payment, ctx.now, true) }
  }
}

/** Asks the provider at intervals until the refund is made or refused. Each new attempt has a job of its own. */
async function pollRefund(ctx: Ctx<null>, { attemptKey }: { attemptKey: string }): Promise<Rest | undefined> {
  const findPending = async () => {
    const attempt = await findByAttempt(ctx.db.onPrimary(), attemptKey)
    return attempt?.refund.state === underWay ? attempt : null
  }
  const pending = await findPending()
  if (!pending) return
  const sentAt = pending.refund.sentAt ?? ctx.now
  try {
    await settleRefund(ctx, pending)
    if (!(await findPending())) return
    if (isRefundBeyondAsking(sentAt, ctx.now)) throw new Error('the provider has not finished the refund in a month')
  } catch (error) {
    if (!(error instanceof Refused) || isRefundBeyondAsking(sentAt, ctx.now)) throw error
  }
  return { rest: { attemptKey }, runAt: nextRefundQuestionAt(sentAt, ctx.now) }
}

/** Sends the local provider's webhook, signed like a real one. */
async function sendLocalMessage(ctx: Ctx<null>, { reference }: { reference: string }): Promise<undefined> {
  const text = JSON.stringify({ reference })
  const headers = new Headers({ 'local-signature': await signedLocally(ctx, text, ctx.now) })
  await hear(ctx, { text, headers })
}

export const jobs: Record<string, JobHandler> = {
  'payments.ask': pollPayment,
  'payments.askRefund': pollRefund,
  'payments.tellLocally': sendLocalMessage,
}
