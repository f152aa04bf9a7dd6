import type { Ctx } from '#api/context.ts'
import { recordAudit } from '#api/foundation/audit/storage.ts'
import { queueJob } from '#api/foundation/jobs/storage.ts'
import { offersSwish } from '#api/payment-instruments.ts'
import { Refused, toRefusalCode } from '#api/refusals.ts'
import { ConstraintError, type Statement } from '#platform/database.ts'
import type { SignUpPayload } from './contract.ts'
import { toFrameUrl } from './frames.ts'
import { planSeats } from './plan-seats.ts'
import { withProvider } from './providers/with-provider.ts'
import { takeOverRequests } from './requests-storage.ts'
import { calculateExpiry, configuredProvider, isOpen, nextPollAt, sumReceiptRows } from './rules.ts'
import {
  cancelCreated,
  findPayer,
  findPayment,
  findPaymentByIdempotencyKey,
  insertHolds,
  insertPayment,
  releaseExpiredHolds,
  releaseHolds,
  type StoredPayment,
  setProviderReference,
} from './storage.ts'

export interface PaymentInput {
  signUp: SignUpPayload
  idempotencyKey?: string | undefined
  /** When the terms were accepted for the earlier payment that this one replaces. */
  termsAcceptedAt?: Date
}

const findByKey = async ({ db, actor }: Ctx, key: string | undefined): Promise<StoredPayment | null> =>
  key ? findPaymentByIdempotencyKey(db, actor.id, key) : null

/** Plans the seats and writes the payment and its holds in one commit; triggers check the number of available seats. */
async function commitPayment(
  ctx: Ctx,
  id: string,
  { signUp, idempotencyKey = id, termsAcceptedAt = ctx.now }: PaymentInput,
): Promise<void> {
  const provider = configuredProvider(ctx.env)
  if (!provider) throw new Refused('payment_unavailable')
  const { seats, rows } = await planSeats(ctx, signUp, { isPaidByCard: true })
  const expiresAt = calculateExpiry(ctx.now)
  const amounts = sumReceiptRows(rows)
  const order = { id, userId: ctx.actor.id, provider, signUp, seats, rows, idempotencyKey }
  const payment = { ...order, ...amounts, expiresAt, termsAcceptedAt }
  const holds = seats.map((seat) => ({ ...seat, paymentId: id, expiresAt }))
  await ctx.db.commit([
    releaseExpiredHolds(ctx),
    insertPayment(ctx, payment),
    ...takeOverRequests(ctx, holds),
    ...insertHolds(ctx, holds),
    recordAudit(ctx, 'payment.created', { type: 'payment', id }, { amountMinor: payment.amountMinor, provider }),
    queueJob(ctx, 'payments.ask', { paymentId: id }, { runAt: nextPollAt(payment, ctx.now, false) }),
  ])
}

/** Returns the refusal of the rules or of a trigger; null for any other error. */
function toRefusal(error: unknown): Refused | null {
  if (error instanceof Refused) return error
  const code = error instanceof ConstraintError ? toRefusalCode(error.text) : null
  return code ? new Refused(code) : null
}

/**
 * Inserts the payment and holds its seats. Of concurrent calls with one idempotency key all return the same payment.
 */
async function insert(ctx: Ctx, input: PaymentInput): Promise<StoredPayment> {
  const id = ctx.newId()
  try {
    await commitPayment(ctx, id, input)
  } catch (error) {
    const refusal = toRefusal(error)
    // The seats may be held by the payment that another request with the same key has inserted.
    const first = refusal && (await findByKey(ctx, input.idempotencyKey))
    if (first) return first
    throw refusal ?? error
  }
  const stored = await findPayment(ctx.db, id)
  if (!stored) throw new Refused('internal')
  return stored
}

/** Commits unless another request has moved the payment in the meantime; returns whether it did. */
async function commitUnlessMoved(ctx: Ctx, statements: readonly Statement[]): Promise<boolean> {
  try {
    await ctx.db.commit(statements)
    return true
  } catch (error) {
    if (error instanceof ConstraintError && error.text === 'payment_moved') return false
    throw error
  }
}

const cancelUnstarted = (ctx: Ctx, { id }: StoredPayment): Promise<boolean> =>
  commitUnlessMoved(ctx, [
    cancelCreated(ctx, id),
    releaseHolds(ctx, id),
    recordAudit(ctx, 'payment.notStarted', { type: 'payment', id }),
  ])

async function toCharge(ctx: Ctx, payment: StoredPayment) {
  const { id: paymentId, amountMinor, currency, rows, expiresAt } = payment
  const payer = await findPayer(ctx.db, payment.userId)
  const returnUrl = toFrameUrl(ctx, `/returned?payment=${paymentId}`)
  const { language } = ctx
  return {
    paymentId,
    amountMinor,
    currency,
    rows,
    expiresAt,
    email: payer?.email ?? null,
    language,
    offersSwish: offersSwish(ctx.env),
    returnUrl,
  }
}

/**
 * Creates the charge at the provider; a repeated call for the same payment returns the same charge, so that of two
 * requests either may save it. Cancels the payment when the provider is unavailable and no other request has started
 * it.
 */
async function startAtProvider(ctx: Ctx, payment: StoredPayment): Promise<void> {
  try {
    const charge = await toCharge(ctx, payment)
    const { reference } = await withProvider(ctx, payment.provider, (provider) => provider.start(charge))
    await commitUnlessMoved(ctx, [
      setProviderReference(ctx, payment.id, reference),
      recordAudit(ctx, 'payment.started', { type: 'payment', id: payment.id }, { reference }),
    ])
  } catch (error) {
    const isUnavailable = error instanceof Refused && error.code === 'payment_unavailable'
    if (!isUnavailable || (await cancelUnstarted(ctx, payment))) throw error
  }
}

/**
 * Starts a payment at its provider if it has no reference there yet, as after an interrupted attempt, and returns it;
 * writes an audit entry. Does nothing when it is started, over or expired. When the provider does not answer or is not
 * configured, cancels the payment with an audit entry and releases its seats; returns it as stored when another request
 * has started or ended it. Does not check whose payment it is.
 *
 * @throws Refused('payment_unavailable') when it has cancelled the payment.
 */
export async function ensureStarted(ctx: Ctx, payment: StoredPayment): Promise<StoredPayment> {
  if (payment.providerReference || !isOpen(payment) || ctx.now >= payment.expiresAt) return payment
  await startAtProvider(ctx, payment)
  return (await findPayment(ctx.db, payment.id)) ?? payment
}

/**
 * Begins a payment of the caller: holds the seats, starts it at the provider and writes audit entries. Requests of
 * children for these seats end, and their seats are taken over. The caller's payment with the same idempotency key is
 * continued instead; without a key a payment is always new. The terms are accepted now, unless `termsAcceptedAt` is
 * given. Returns its id, amount in kronor, currency and the moment at which it expires. A job asks the provider for
 * its state later. Cancels the payment when the provider is unavailable.
 *
 * @throws Refused('payment_over') when the payment with that key is no longer open.
 * @throws Refused('payment_unavailable') when the provider does not answer or none is configured.
 * @throws Refused with the codes of `planSeats` when the sign-up is refused.
 * @throws Refused('payment_under_way'), Refused('already_signed_up'), Refused('occasion_canceled') or
 * Refused('occasion_full') when the database refuses to hold a seat.
 * @throws Refused('internal') when the payment cannot be read afterwards.
 */
export async function initPayment(ctx: Ctx, input: PaymentInput) {
  const payment = (await findByKey(ctx, input.idempotencyKey)) ?? (await insert(ctx, input))
  if (!isOpen(payment)) throw new Refused('payment_over')
  if (!isOpen(await ensureStarted(ctx, payment))) throw new Refused('payment_over')
  const { id: paymentId, amountMinor, currency, expiresAt } = payment
  return { paymentId, amount: amountMinor / 100, currency, expires: expiresAt }
}
