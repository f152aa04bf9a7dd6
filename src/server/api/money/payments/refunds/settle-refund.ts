import type { Visitor } from '#api/context.ts'
import { recordAudit } from '#api/foundation/audit/storage.ts'
import type { AuditAction } from '#api/foundation/audit/text-types.ts'
import { writeNotification } from '#api/participation/results/write-notification.ts'
import { ConstraintError, type Statement } from '#platform/database.ts'
import { paymentTitles } from '../payment-titles.ts'
import { withProvider } from '../providers/with-provider.ts'
import { findPayer, type StoredPayment } from '../storage.ts'
import { nextRefundStep, type RefundAnswer, refundSent } from './rules.ts'
import {
  listSentRefunds,
  markPaidWhenIncomplete,
  markRefundDone,
  markRefundedWhenComplete,
  markRefundFailed,
  type RefundWithPayment,
  saveRefundReference,
} from './storage.ts'

/** Commits, and ignores the commit when another answer or another attempt has changed the refund first. */
async function commitUnlessMoved(ctx: Visitor, statements: readonly Statement[]): Promise<void> {
  try {
    await ctx.db.commit(statements)
  } catch (error) {
    if (!(error instanceof ConstraintError) || error.text !== 'refund_moved') throw error
  }
}

const recordRefundAudit = (
  ctx: Visitor,
  { refund, payment }: RefundWithPayment,
  action: AuditAction,
  data: Record<string, unknown>,
) =>
  recordAudit(
    ctx,
    action,
    { type: 'payment', id: payment.id },
    { refundId: refund.id, amountMinor: refund.amountMinor, ...data },
  )

async function payerNotifications(ctx: Visitor, payment: StoredPayment, amountMinor: number): Promise<Statement[]> {
  const payer = await findPayer(ctx.db, payment.userId)
  if (!payer) return []
  const facts = { titles: paymentTitles(payment), amountMinor }
  return writeNotification(ctx, 'paymentRefunded', payer, { path: `/betalning/kvitto/${payment.id}`, facts })
}

/**
 * Returns the statements that follow `markRefundDone` in a commit: they set a wholly refunded payment to refunded, and
 * notify the payer of the refunded amount by notice and mail. Without a payer there is no notification.
 */
export const refundDoneStatements = async (
  ctx: Visitor,
  { refund, payment }: RefundWithPayment,
): Promise<Statement[]> => [
  markRefundedWhenComplete(ctx, payment.id),
  ...(await payerNotifications(ctx, payment, refund.amountMinor)),
]

async function applyAnswer(ctx: Visitor, sentRefund: RefundWithPayment, answer: RefundAnswer): Promise<void> {
  const { refund, payment } = sentRefund
  const step = nextRefundStep({ ...refund, currency: payment.currency }, answer)
  const { reference } = answer
  if (step === 'remember' && reference) await ctx.db.commit([saveRefundReference(ctx, refund, reference)])
  if (step === 'done' && reference)
    await commitUnlessMoved(ctx, [
      markRefundDone(ctx, refund, reference),
      ...(await refundDoneStatements(ctx, sentRefund)),
      recordRefundAudit(ctx, sentRefund, 'payment.refundMade', { reference }),
    ])
  if (step === 'failed' && answer.state === 'failed')
    await commitUnlessMoved(ctx, [
      markRefundFailed(ctx, refund, answer),
      markPaidWhenIncomplete(ctx, payment.id),
      recordRefundAudit(ctx, sentRefund, 'payment.refundFailed', { reason: answer.reason, reference }),
    ])
  if (step === 'mismatch')
    ctx.log.error('payment.refundMismatch', new Error('the refunded amount differs from the requested one'), {
      refundId: refund.id,
      answer,
    })
}

/**
 * Orders a sent refund at the provider, or reads its state there, and applies the answer in a commit of its own. Does
 * nothing for a refund that waits, was refused at once or was marked by hand.
 *
 * A refund that is done or has failed gets an audit entry. The payer is notified of one that is done; one that has
 * failed sets a refunded payment back to paid. Another amount or currency is only logged.
 *
 * Safe to repeat and to run concurrently: the provider makes one refund for each attempt, and only the first commit
 * that changes it takes effect.
 *
 * @throws Refused('payment_unavailable') when the provider does not answer or is not configured.
 */
export async function settleRefund(ctx: Visitor, sentRefund: RefundWithPayment): Promise<void> {
  const { refund, payment } = sentRefund
  const { attemptKey: key, providerReference: reference, amountMinor } = refund
  const paymentReference = payment.providerReference
  // A refund that waits, was refused at once or was marked by hand is unknown to the provider; asking for it would make
  // it.
  if (!key || !paymentReference || (refund.state !== refundSent && !reference)) return
  const repayment = { key, reference, paymentReference, amountMinor, currency: payment.currency }
  await applyAnswer(
    ctx,
    sentRefund,
    await withProvider(ctx, payment.provider, (provider) => provider.refund(repayment)),
  )
}

/**
 * Settles every refund of a payment that was sent to the provider and is not over, one after another, as `settleRefund`
 * does.
 *
 * Each is ordered or asked about at the provider and committed by itself, with an audit entry; the payer is notified of
 * one that is done. Safe to repeat.
 *
 * @throws Refused('payment_unavailable') when the provider does not answer or is not configured; earlier refunds stay
 * settled, the remaining ones are not settled.
 */
export async function settleRefunds(ctx: Visitor, { id }: StoredPayment): Promise<void> {
  for (const sentRefund of await listSentRefunds(ctx.db.onPrimary(), id)) await settleRefund(ctx, sentRefund)
}
