import type { Ctx } from '#api/context.ts'
import { recordAudit } from '#api/foundation/audit/storage.ts'
import { queueJob } from '#api/foundation/jobs/storage.ts'
import { Refused, toRefusalCode } from '#api/refusals.ts'
import { ConstraintError, type Statement } from '#platform/database.ts'
import { isProviderConfigured } from '../providers/with-provider.ts'
import { findPayment, type StoredPayment } from '../storage.ts'
import { nextRefundPollAt } from './rules.ts'
import { settleRefund } from './settle-refund.ts'
import { findRefund, findRefundByAttempt, insertSentRefund, markRefundSent } from './storage.ts'

export interface RefundInput {
  amountMinor: number
  note: string
}

/**
 * Saves the attempt and queues its job before the provider is asked, so that the job repeats the order under the same
 * key. Returns false when another request has already sent the refund.
 */
async function saveAttempt(ctx: Ctx, payment: StoredPayment, attemptKey: string, write: Statement, input: RefundInput) {
  const { amountMinor } = input
  try {
    await ctx.db.commit([
      write,
      recordAudit(ctx, 'payment.refundSent', { type: 'payment', id: payment.id }, { amountMinor, attemptKey }),
      queueJob(ctx, 'payments.askRefund', { attemptKey }, { runAt: nextRefundPollAt(ctx.now, ctx.now) }),
    ])
    return true
  } catch (error) {
    const code = error instanceof ConstraintError ? toRefusalCode(error.text) : null
    if (code === 'refund_moved') return false
    throw code ? new Refused(code) : error
  }
}

/** Sends the order at once; if the provider is unavailable, the job sends it later. */
async function sendOrder(ctx: Ctx, attemptKey: string): Promise<void> {
  const attempt = await findRefundByAttempt(ctx.db.onPrimary(), attemptKey)
  try {
    if (attempt) await settleRefund(ctx, attempt)
  } catch (error) {
    if (!(error instanceof Refused) || error.code !== 'payment_unavailable') throw error
  }
}

function refuseUnlessConfigured(ctx: Ctx, payment: StoredPayment): void {
  if (!payment.providerReference || !isProviderConfigured(ctx, payment.provider))
    throw new Refused('payment_unavailable')
}

/**
 * Whether the latest attempt of a refund is the actor's own, with the same amount: a repeated press or a retry after a
 * lost answer, and not a colleague's.
 */
async function isOwnRepetition(ctx: Ctx, id: number, { amountMinor }: RefundInput): Promise<boolean> {
  const latest = (await findRefund(ctx.db.onPrimary(), id))?.refund
  return latest?.refundedByUserId === ctx.actor.id && latest.amountMinor === amountMinor && latest.attemptKey !== null
}

/**
 * Sends a refund that is due, or was refused, to the provider, with its whole amount or less, and returns the payment's
 * id. Amounts are in öre. An empty `note` keeps the earlier note. Writes an audit entry. Access is not checked here.
 *
 * Of two concurrent requests one sends; the other, by the same person with the same amount, succeeds without sending. A
 * refusal by the provider is stored as in `settleRefund`, not thrown; without an answer, a job repeats the order.
 *
 * @throws Refused('not_found') when there is no such refund.
 * @throws Refused('refund_too_large') when the amount exceeds the amount due, or the rest of the payment.
 * @throws Refused('refund_moved') when another person has sent it or marked it as made, or it was sent with another
 * amount.
 * @throws Refused('payment_unavailable') when the payment was never started at its provider, or that is not configured.
 */
export async function sendRefund(ctx: Ctx, id: number, input: RefundInput): Promise<string> {
  const found = await findRefund(ctx.db, id)
  if (!found) throw new Refused('not_found')
  const { refund, payment } = found
  if (input.amountMinor > (refund.dueMinor ?? refund.amountMinor)) throw new Refused('refund_too_large')
  refuseUnlessConfigured(ctx, payment)
  const attemptKey = ctx.newId()
  const write = markRefundSent(ctx, refund, { ...input, attemptKey })
  if (await saveAttempt(ctx, payment, attemptKey, write, input)) await sendOrder(ctx, attemptKey)
  else if (!(await isOwnRepetition(ctx, id, input))) throw new Refused('refund_moved')
  return payment.id
}

/**
 * Sends a refund to the provider although no seat was cancelled, with an audit entry. Seats stay, and amounts are in
 * öre. A job repeats the order when the provider does not answer; the answer is applied as `settleRefund` does. Access
 * is not checked here.
 *
 * `seenMinor` is the amount that the caller saw as refundable. A repeated call, also the caller's own, is
 * refused by it.
 *
 * @throws Refused('not_found') when there is no such payment.
 * @throws Refused('refund_moved') when something else is refundable by now, as when a colleague has pressed first.
 * @throws Refused('refund_too_large') when the amount exceeds the rest of the payment, or the payment is not paid.
 * @throws Refused('payment_unavailable') when the payment was never started at its provider, or the provider is not
 * configured.
 */
export async function sendNewRefund(ctx: Ctx, paymentId: string, input: RefundInput, seenMinor: number): Promise<void> {
  const payment = await findPayment(ctx.db, paymentId)
  if (!payment) throw new Refused('not_found')
  refuseUnlessConfigured(ctx, payment)
  const attemptKey = ctx.newId()
  const write = insertSentRefund(ctx, payment.id, { ...input, attemptKey }, seenMinor)
  if (!(await saveAttempt(ctx, payment, attemptKey, write, input))) throw new Refused('refund_moved')
  await sendOrder(ctx, attemptKey)
}
