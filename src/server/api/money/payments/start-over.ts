import type { Ctx } from '#api/context.ts'
import { initPayment } from './init-payment.ts'
import { isOpen, isSettled, type PaymentStatus } from './rules.ts'
import { settle } from './settle.ts'
import { findByKey, type StoredPayment } from './storage.ts'

const keyAfter = ({ id }: StoredPayment) => `after ${id}`

/** The last of those that were begun one after the other. */
async function latestOf(ctx: Ctx, payment: StoredPayment): Promise<StoredPayment> {
  const next = await findByKey(ctx.db, ctx.actor.id, keyAfter(payment))
  return next ? latestOf(ctx, next) : payment
}

/**
 * The same sign-up in a new payment, at what it costs now. Pressed twice, also in two windows, it is one new payment; the
 * one before is closed at the provider first, and if it turns out to be paid there is nothing to begin.
 */
export async function startOver(
  ctx: Ctx,
  payment: StoredPayment,
): Promise<{ paymentId: string; status: PaymentStatus }> {
  const latest = await latestOf(ctx, payment)
  const isNewer = latest.id !== payment.id
  const before = await settle(ctx, latest, !isNewer || ctx.now >= latest.expiresAt)
  if (isSettled(before) || (isNewer && isOpen(before))) return { paymentId: before.id, status: before.status }
  const { signUp, termsAcceptedAt } = before
  const { paymentId } = await initPayment(ctx, { signUp, termsAcceptedAt, idempotencyKey: keyAfter(before) })
  return { paymentId, status: 1 }
}
