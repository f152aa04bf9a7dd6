import type { Visitor } from '#api/context.ts'
import { recordAudit } from '#api/foundation/audit/storage.ts'
import type { AuditAction } from '#api/foundation/audit/text-types.ts'
import { groupNotifications } from '#api/participation/results/group-notifications.ts'
import { writeNotification } from '#api/participation/results/write-notification.ts'
import { insertResult } from '#api/participation/results/write-storage.ts'
import { createConfirmationForResult } from '#api/participation/sign-ups/confirmations.ts'
import { toRefusalCode } from '#api/refusals.ts'
import { ConstraintError, type Statement } from '#platform/database.ts'
import { paymentTitles } from './payment-titles.ts'
import type { ProviderPaymentAnswer } from './providers/provider.ts'
import { withProvider } from './providers/with-provider.ts'
import { canceled, failed, isOpen, isSeatLost, isSettled, type Mismatch, nextStep } from './rules.ts'
import {
  findPayer,
  findPayment,
  insertSeatLostRefund,
  markPaid,
  releaseHolds,
  type StoredPayment,
  setPaymentStatus,
} from './storage.ts'

type PaidAnswer = Extract<ProviderPaymentAnswer, { state: 'paid' }>

const auditTarget = ({ id }: StoredPayment) => ({ type: 'payment', id }) as const

/** Commits, and returns null or the code of the constraint that refused the commit. Other errors are thrown. */
async function commitOrRefusal(ctx: Visitor, statements: readonly Statement[]): Promise<string | null> {
  try {
    await ctx.db.commit(statements)
    return null
  } catch (error) {
    const code = error instanceof ConstraintError ? toRefusalCode(error.text) : null
    if (!code) throw error
    return code
  }
}

async function payerNotifications(
  ctx: Visitor,
  payment: StoredPayment,
  template: 'paymentReceived' | 'paymentPlaceLost',
) {
  const payer = await findPayer(ctx.db, payment.userId)
  const facts = { titles: paymentTitles(payment) }
  return payer ? writeNotification(ctx, template, payer, { path: `/betalning/kvitto/${payment.id}`, facts }) : []
}

const seatStatements = (ctx: Visitor, payment: StoredPayment) =>
  payment.seats.flatMap(({ needsApproval, ...seat }) => [
    insertResult(ctx, {
      ...seat,
      completed: false,
      paymentId: payment.id,
      signedUpAt: needsApproval ? null : ctx.now,
    }),
    recordAudit(
      ctx,
      'result.signedUp',
      { type: 'education', id: seat.educationId },
      {
        userId: seat.userId,
        educationPartId: seat.educationPartId,
        occasionId: seat.occasionId,
        paymentId: payment.id,
      },
    ),
  ])

/** Returns the confirmations of the seats that need no approval; the others are confirmed when they are approved. */
async function confirmations(ctx: Visitor, { seats }: StoredPayment): Promise<Statement[]> {
  const approved = seats.filter(({ needsApproval }) => !needsApproval)
  return groupNotifications(
    ctx,
    (await Promise.all(approved.map((seat) => createConfirmationForResult(ctx, seat)))).flat(),
  )
}

/**
 * Writes the paid seats in the same commit as the payment. If one of them is not available, records the payment as paid
 * with a refund of the whole amount.
 */
async function bookSeats(ctx: Visitor, payment: StoredPayment, answer: PaidAnswer): Promise<void> {
  const paymentStatements = [markPaid(ctx, payment.id, answer), releaseHolds(ctx, payment.id)]
  const code = await commitOrRefusal(ctx, [
    ...paymentStatements,
    ...seatStatements(ctx, payment),
    ...(await confirmations(ctx, payment)),
    recordAudit(ctx, 'payment.paid', auditTarget(payment)),
    ...(await payerNotifications(ctx, payment, 'paymentReceived')),
  ])
  if (code === null || code === 'payment_moved') return
  if (!isSeatLost(code)) throw new Error(`a paid seat was refused: ${code}`)
  await commitOrRefusal(ctx, [
    ...paymentStatements,
    insertSeatLostRefund(ctx, payment),
    recordAudit(ctx, 'payment.paidWithoutPlace', auditTarget(payment), { because: code }),
    ...(await payerNotifications(ctx, payment, 'paymentPlaceLost')),
  ])
}

async function endPayment(
  ctx: Visitor,
  payment: StoredPayment,
  status: 3 | 4,
  action: AuditAction,
  data = {},
): Promise<void> {
  await commitOrRefusal(ctx, [
    setPaymentStatus(ctx, payment.id, status),
    releaseHolds(ctx, payment.id),
    recordAudit(ctx, action, auditTarget(payment), data),
  ])
}

/**
 * Ends a payment whose amount, currency or id differs from the order. No seat is given, and the log shows the reason.
 */
async function rejectMismatch(
  ctx: Visitor,
  payment: StoredPayment,
  because: Mismatch,
  answer: PaidAnswer,
): Promise<void> {
  const { amountMinor, currency } = answer
  ctx.log.error('payment.mismatch', new Error(because), { paymentId: payment.id, amountMinor, currency })
  if (isOpen(payment)) await endPayment(ctx, payment, failed, 'payment.mismatch', { because, amountMinor, currency })
}

async function applyAnswer(
  ctx: Visitor,
  payment: StoredPayment,
  answer: ProviderPaymentAnswer,
): Promise<'close' | 'done'> {
  const step = nextStep(payment, answer, ctx.now)
  if (step.kind === 'close') return 'close'
  if (step.kind === 'seat' && answer.state === 'paid') await bookSeats(ctx, payment, answer)
  if (step.kind === 'refuse' && answer.state === 'paid') await rejectMismatch(ctx, payment, step.because, answer)
  if (step.kind === 'fail') await endPayment(ctx, payment, failed, 'payment.failed')
  if (step.kind === 'cancel') await endPayment(ctx, payment, canceled, 'payment.canceled')
  return 'done'
}

/** Cancels an expired or abandoned payment that was never created at the provider and therefore cannot be paid. */
async function settleUnstarted(ctx: Visitor, payment: StoredPayment, closes: boolean): Promise<void> {
  if (isOpen(payment) && (closes || ctx.now >= payment.expiresAt))
    await endPayment(ctx, payment, canceled, 'payment.canceled')
}

/**
 * Asks the provider for the state of a payment, applies the answer with an audit entry, and returns the payment as it
 * is afterwards. A paid one gets all its seats, and the participants are confirmed, except those whose sign-up waits
 * for approval; when one seat is lost it gets none, but a refund that is due. The payer is notified of either. A
 * failed or cancelled one releases its seats; so does one with another amount or currency, which fails and is logged.
 * With `closes` the provider closes the payment first; an expired one is closed too. A payment that was never started
 * is cancelled when it has expired or `closes` is set.
 *
 * Safe to repeat and to run concurrently: only the first commit that changes the status takes effect. A settled
 * payment is returned without a question; for any other the cached occasions are invalidated.
 *
 * @throws Refused('payment_unavailable') when the provider does not answer or is not configured.
 * @throws Error when a paid seat is refused for another reason than that it is lost; nothing is written then.
 */
export async function settlePayment(ctx: Visitor, payment: StoredPayment, closes = false): Promise<StoredPayment> {
  const reference = payment.providerReference
  if (isSettled(payment)) return payment
  if (!reference) await settleUnstarted(ctx, payment, closes)
  else
    await withProvider(ctx, payment.provider, async (provider) => {
      const next = closes ? 'close' : await applyAnswer(ctx, payment, await provider.getPayment(reference))
      if (next === 'done') return
      // The payer may have paid just before the provider closed the payment, so its state is read again.
      await provider.close(reference)
      await applyAnswer(ctx, payment, await provider.getPayment(reference))
    })
  ctx.changedTags.push('occasions')
  return (await findPayment(ctx.db.onPrimary(), payment.id)) ?? payment
}
