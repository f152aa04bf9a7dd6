import type { Ctx } from '#api/context.ts'
import type { JobContinuation, JobHandler } from '#api/foundation/jobs/run.ts'
import { Refused } from '#api/refusals.ts'
import { handleMessage } from './handle-message.ts'
import { signLocalMessage } from './providers/local-provider.ts'
import { isRefundPollingExpired, nextRefundPollAt, refundSent } from './refunds/rules.ts'
import { settleRefund } from './refunds/settle-refund.ts'
import { findRefundByAttempt } from './refunds/storage.ts'
import { isOpen, isPollingExpired, nextPollAt } from './rules.ts'
import { settlePayment } from './settle-payment.ts'
import { findPayment, releaseHolds } from './storage.ts'

/** Asks the provider at intervals until the payment is over, in case its webhook never arrives. */
async function pollPayment(ctx: Ctx<null>, { paymentId }: { paymentId: string }): Promise<JobContinuation | undefined> {
  const payment = await findPayment(ctx.db, paymentId)
  if (!payment || !isOpen(payment)) return
  try {
    if (!isOpen(await settlePayment(ctx, payment))) return
    return { rest: { paymentId }, runAt: nextPollAt(payment, ctx.now, false) }
  } catch (error) {
    if (!(error instanceof Refused) || isPollingExpired(payment, ctx.now)) throw error
    // The provider is unavailable. The held seats are released on time all the same; a late payment is handled when the
    // answer comes.
    if (ctx.now >= payment.expiresAt) await ctx.db.commit([releaseHolds(ctx, paymentId)])
    return { rest: { paymentId }, runAt: nextPollAt(payment, ctx.now, true) }
  }
}

/** Asks the provider at intervals until the refund is made or refused. Each new attempt has a job of its own. */
async function pollRefund(
  ctx: Ctx<null>,
  { attemptKey }: { attemptKey: string },
): Promise<JobContinuation | undefined> {
  const findPending = async () => {
    const attempt = await findRefundByAttempt(ctx.db.onPrimary(), attemptKey)
    return attempt?.refund.state === refundSent ? attempt : null
  }
  const pending = await findPending()
  if (!pending) return
  const sentAt = pending.refund.sentAt ?? ctx.now
  try {
    await settleRefund(ctx, pending)
    if (!(await findPending())) return
    if (isRefundPollingExpired(sentAt, ctx.now))
      throw new Error('the provider has not completed the refund within a month')
  } catch (error) {
    if (!(error instanceof Refused) || isRefundPollingExpired(sentAt, ctx.now)) throw error
  }
  return { rest: { attemptKey }, runAt: nextRefundPollAt(sentAt, ctx.now) }
}

/** Sends the local provider's webhook, signed like a real one. */
async function sendLocalMessage(ctx: Ctx<null>, { reference }: { reference: string }): Promise<undefined> {
  const text = JSON.stringify({ reference })
  const headers = new Headers({ 'local-signature': await signLocalMessage(ctx, text, ctx.now) })
  await handleMessage(ctx, { text, headers })
}

export const jobs: Record<string, JobHandler> = {
  'payments.ask': pollPayment,
  'payments.askRefund': pollRefund,
  'payments.tellLocally': sendLocalMessage,
}
