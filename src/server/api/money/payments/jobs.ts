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

/** Asks the provider until the payment is over, so that a message that never comes is not missed. */
async function ask(ctx: Ctx<null>, { paymentId }: { paymentId: string }): Promise<Rest | undefined> {
  const payment = await findPayment(ctx.db, paymentId)
  if (!payment || !isOpen(payment)) return
  try {
    if (!isOpen(await settle(ctx, payment))) return
    return { rest: { paymentId }, runAt: nextQuestionAt(payment, ctx.now, false) }
  } catch (error) {
    if (!(error instanceof Refused) || isBeyondAsking(payment, ctx.now)) throw error
    // The provider is out of reach. Its answer can wait; whoever wants the place cannot.
    if (ctx.now >= payment.expiresAt) await ctx.db.commit([releaseHolds(ctx, paymentId)])
    return { rest: { paymentId }, runAt: nextQuestionAt(payment, ctx.now, true) }
  }
}

/** Asks for a refund until it has gone back or is refused; whoever tries it again gives it a job of its own. */
async function askRefund(ctx: Ctx<null>, { attemptKey }: { attemptKey: string }): Promise<Rest | undefined> {
  const isUnderWay = async () => {
    const found = await findByAttempt(ctx.db.onPrimary(), attemptKey)
    return found?.refund.state === underWay ? found : null
  }
  const found = await isUnderWay()
  if (!found) return
  const sentAt = found.refund.sentAt ?? ctx.now
  try {
    await settleRefund(ctx, found)
    if (!(await isUnderWay())) return
    if (isRefundBeyondAsking(sentAt, ctx.now)) throw new Error('the provider has not finished the refund in a month')
  } catch (error) {
    if (!(error instanceof Refused) || isRefundBeyondAsking(sentAt, ctx.now)) throw error
  }
  return { rest: { attemptKey }, runAt: nextRefundQuestionAt(sentAt, ctx.now) }
}

/** The local provider's message, signed as a real one's. */
async function tellLocally(ctx: Ctx<null>, { reference }: { reference: string }): Promise<undefined> {
  const text = JSON.stringify({ reference })
  const headers = new Headers({ 'local-signature': await signedLocally(ctx, text, ctx.now) })
  await hear(ctx, { text, headers })
}

export const jobs: Record<string, JobHandler> = {
  'payments.ask': ask,
  'payments.askRefund': askRefund,
  'payments.tellLocally': tellLocally,
}
