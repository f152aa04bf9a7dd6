import type { Ctx } from '#api/context.ts'
import { initPayment } from './init-payment.ts'
import { isOpen, isSettled, type PaymentStatus } from './rules.ts'
import { settlePayment } from './settle-payment.ts'
import { findPaymentByIdempotencyKey, type StoredPayment } from './storage.ts'

const toFollowUpKey = ({ id }: StoredPayment) => `after ${id}`

/** Returns the last payment of the chain that begins with this one. */
async function findLatest(ctx: Ctx, payment: StoredPayment): Promise<StoredPayment> {
  const next = await findPaymentByIdempotencyKey(ctx.db, ctx.actor.id, toFollowUpKey(payment))
  return next ? findLatest(ctx, next) : payment
}

/**
 * Begins a new payment of the caller for the sign-up of an earlier one, at the present price. Returns its id and status
 * (1: started). The earlier one is closed at the provider first; if it is paid or refunded, it is returned instead.
 * Repeated calls, also from two windows, return the new payment while it is open. Terms accepted for the earlier one
 * stay accepted. Does not check whose payment it is.
 * @throws Refused with the codes of `initPayment`, and 'payment_unavailable' when the provider does not answer.
 */
export async function startOver(
  ctx: Ctx,
  payment: StoredPayment,
): Promise<{ paymentId: string; status: PaymentStatus }> {
  const latest = await findLatest(ctx, payment)
  const isNewer = latest.id !== payment.id
  const previous = await settlePayment(ctx, latest, !isNewer || ctx.now >= latest.expiresAt)
  if (isSettled(previous) || (isNewer && isOpen(previous))) return { paymentId: previous.id, status: previous.status }
  const { signUp, termsAcceptedAt } = previous
  const { paymentId } = await initPayment(ctx, { signUp, termsAcceptedAt, idempotencyKey: toFollowUpKey(previous) })
  return { paymentId, status: 1 }
}
