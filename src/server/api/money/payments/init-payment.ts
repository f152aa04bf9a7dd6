import type { Ctx } from '#api/context.ts'
import { recordAudit } from '#api/foundation/audit/storage.ts'
import { queueJob } from '#api/foundation/jobs/storage.ts'
import { Refused, toRefusalCode } from '#api/refusals.ts'
import { ConstraintError } from '#platform/database.ts'
import type { SignUpPayload } from './contract.ts'
import { toFrameUrl } from './frames.ts'
import { planSeats } from './plan-seats.ts'
import { withProvider } from './providers/with-provider.ts'
import { calculateExpiry, canceled, configuredProvider, isOpen, nextPollAt, sumReceiptRows } from './rules.ts'
import {
  findPayer,
  findPayment,
  findPaymentByIdempotencyKey,
  insertHolds,
  insertPayment,
  releaseExpiredHolds,
  releaseHolds,
  type StoredPayment,
  setPaymentStatus,
  setProviderReference,
} from './storage.ts'

export interface PaymentInput {
  signUp: SignUpPayload
  idempotencyKey?: string | undefined
  /** When the terms were accepted for the earlier payment that this one replaces. */
  termsAcceptedAt?: Date
}

/** Writes the payment and the seats that it holds in one commit; triggers check the number of available seats. */
async function insert(
  ctx: Ctx,
  { signUp, idempotencyKey, termsAcceptedAt = ctx.now }: PaymentInput,
): Promise<StoredPayment> {
  const provider = configuredProvider(ctx.env)
  if (!provider) throw new Refused('payment_unavailable')
  const { seats, rows } = await planSeats(ctx, signUp)
  const id = ctx.newId()
  const expiresAt = calculateExpiry(ctx.now)
  const payment = {
    id,
    userId: ctx.actor.id,
    provider,
    signUp,
    seats,
    rows,
    ...sumReceiptRows(rows),
    expiresAt,
    idempotencyKey: idempotencyKey ?? id,
    termsAcceptedAt,
  }
  try {
    await ctx.db.commit([
      releaseExpiredHolds(ctx),
      insertPayment(ctx, payment),
      ...insertHolds(
        ctx,
        seats.map((seat) => ({ ...seat, paymentId: id, expiresAt })),
      ),
      recordAudit(ctx, 'payment.created', { type: 'payment', id }, { amountMinor: payment.amountMinor, provider }),
      queueJob(ctx, 'payments.ask', { paymentId: id }, { runAt: nextPollAt(payment, ctx.now, false) }),
    ])
  } catch (error) {
    const code = error instanceof ConstraintError ? toRefusalCode(error.text) : null
    throw code ? new Refused(code) : error
  }
  const stored = await findPayment(ctx.db, id)
  if (!stored) throw new Refused('internal')
  return stored
}

async function cancelUnstarted(ctx: Ctx, { id }: StoredPayment): Promise<void> {
  await ctx.db.commit([
    setPaymentStatus(ctx, id, canceled),
    releaseHolds(ctx, id),
    recordAudit(ctx, 'payment.notStarted', { type: 'payment', id }),
  ])
}

async function toCharge(ctx: Ctx, payment: StoredPayment) {
  const { id: paymentId, amountMinor, currency, rows, expiresAt } = payment
  const payer = await findPayer(ctx.db, payment.userId)
  const returnUrl = toFrameUrl(ctx, `/returned?payment=${paymentId}`)
  const { language } = ctx
  return { paymentId, amountMinor, currency, rows, expiresAt, email: payer?.email ?? null, language, returnUrl }
}

/**
 * Creates the charge at the provider; a repeated call for the same payment returns the same charge. Cancels the payment
 * when the provider is unavailable.
 */
async function startAtProvider(ctx: Ctx, payment: StoredPayment): Promise<void> {
  try {
    const charge = await toCharge(ctx, payment)
    const { reference } = await withProvider(ctx, payment.provider, (provider) => provider.start(charge))
    await ctx.db.commit([
      setProviderReference(ctx, payment.id, reference),
      recordAudit(ctx, 'payment.started', { type: 'payment', id: payment.id }, { reference }),
    ])
  } catch (error) {
    if (error instanceof Refused && error.code === 'payment_unavailable') await cancelUnstarted(ctx, payment)
    throw error
  }
}

/** Starts a payment at the provider if the first attempt was interrupted before its reference was saved. */
export async function ensureStarted(ctx: Ctx, payment: StoredPayment): Promise<StoredPayment> {
  if (payment.providerReference || !isOpen(payment) || ctx.now >= payment.expiresAt) return payment
  await startAtProvider(ctx, payment)
  return (await findPayment(ctx.db, payment.id)) ?? payment
}

/**
 * Begins a payment, or continues the one that has the same idempotency key.
 * @throws Refused('payment_over') when the payment with that key is no longer open.
 */
export async function initPayment(ctx: Ctx, input: PaymentInput) {
  const existing = input.idempotencyKey
    ? await findPaymentByIdempotencyKey(ctx.db, ctx.actor.id, input.idempotencyKey)
    : null
  const payment = existing ?? (await insert(ctx, input))
  if (!isOpen(payment)) throw new Refused('payment_over')
  await ensureStarted(ctx, payment)
  const { id: paymentId, amountMinor, currency, expiresAt } = payment
  return { paymentId, amount: amountMinor / 100, currency, expires: expiresAt }
}
