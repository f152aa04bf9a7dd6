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
    // Another request has sent it, or it is done already: the caller gets the present state.
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
 * Sends a waiting or refused refund to the provider, with its whole amount or less, and returns the payment's id.
 * @throws Refused('not_found')
 * @throws Refused('refund_too_large') when the amount exceeds the amount due.
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
  return payment.id
}

/**
 * Sends a refund to the provider although no seat was canceled.
 * @throws Refused('not_found') when there is no such payment.
 */
export async function sendNewRefund(ctx: Ctx, paymentId: string, input: RefundInput): Promise<void> {
  const payment = await findPayment(ctx.db, paymentId)
  if (!payment) throw new Refused('not_found')
  refuseUnlessConfigured(ctx, payment)
  const attemptKey = ctx.newId()
  const write = insertSentRefund(ctx, payment.id, { ...input, attemptKey })
  if (await saveAttempt(ctx, payment, attemptKey, write, input)) await sendOrder(ctx, attemptKey)
}
