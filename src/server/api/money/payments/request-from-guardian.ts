import type { Ctx } from '#api/context.ts'
import { recordAudit } from '#api/foundation/audit/storage.ts'
import { queueJob } from '#api/foundation/jobs/storage.ts'
import { commitOrRefuse } from '#api/participation/results/commit-writes.ts'
import { listGuardianRecipients } from '#api/people/guardians/recipients.ts'
import { Refused } from '#api/refusals.ts'
import type { SignUpPayload } from './contract.ts'
import { notifyGuardiansOfRequest } from './notify-guardians.ts'
import { planSeats } from './plan-seats.ts'
import { findOpenRequest } from './requests-storage.ts'
import { calculateRequestExpiry, configuredProvider, sumReceiptRows } from './rules.ts'
import { findSeatTerms, insertHolds, insertPayment, releaseExpiredHolds, type StoredPayment } from './storage.ts'

const toReply = ({ id: paymentId, amountMinor, currency, expiresAt }: StoredPayment) => ({
  paymentId,
  amount: amountMinor / 100,
  currency,
  expires: expiresAt,
})

/** Plans the request: its row, with the first guardian as payer, and what the guardians read about its first seat. */
async function planRequest(ctx: Ctx, signUp: SignUpPayload, payerId: number) {
  const { seats, rows } = await planSeats(ctx, signUp, { isAskedOfGuardian: true })
  const [seat] = seats
  if (!seat) throw new Refused('payment_free')
  const terms = await findSeatTerms(ctx.db, seat)
  const id = ctx.newId()
  const request = {
    id,
    userId: payerId,
    requestedByUserId: ctx.actor.id,
    // A request is never charged: the guardian who pays begins a payment of their own.
    provider: configuredProvider(ctx.env) ?? ('stripe' as const),
    signUp,
    seats,
    rows,
    ...sumReceiptRows(rows),
    expiresAt: calculateRequestExpiry(ctx.now, terms),
    idempotencyKey: id,
    termsAcceptedAt: ctx.now,
  }
  return { request, seat, terms }
}

/** Writes the request and the seats that it holds in one commit, with a notice and a mail to each guardian. */
async function insertRequest(ctx: Ctx, signUp: SignUpPayload): Promise<number> {
  const guardians = await listGuardianRecipients(ctx.db, ctx.actor.id, ctx.now, ctx.actor.id)
  const [payer] = guardians
  if (!payer) throw new Refused('not_allowed')
  const { request, seat, terms } = await planRequest(ctx, signUp, payer.id)
  const { id, seats, amountMinor, expiresAt } = request
  await commitOrRefuse(ctx, [
    releaseExpiredHolds(ctx),
    insertPayment(ctx, request),
    ...insertHolds(
      ctx,
      seats.map((one) => ({ ...one, paymentId: id, expiresAt })),
    ),
    recordAudit(ctx, 'payment.requested', { type: 'payment', id }, { amountMinor }),
    queueJob(ctx, 'payments.ask', { paymentId: id }, { runAt: expiresAt }),
    ...notifyGuardiansOfRequest(ctx, guardians, { id, terms, amountMinor, expiresAt }),
  ])
  return seat.educationId
}

/**
 * Reserves the seats of a sign-up for the caller, a child, and asks each of its guardians to pay, by notice and e-mail.
 * Writes an audit entry. Repeated for the education while the request is open, it answers with that one and writes
 * nothing. Returns the id, amount in kronor, currency and the moment at which it expires.
 *
 * @throws Refused('not_allowed') for another person than the caller, several people, or a caller without a guardian.
 * @throws Refused with the codes of `planSeats` when the sign-up is refused.
 * @throws Refused with the codes of `commitOrRefuse` when the database refuses to hold a seat.
 * @throws Refused('internal') when the stored request cannot be read.
 */
export async function requestFromGuardian(ctx: Ctx, signUp: SignUpPayload) {
  const { id: userId } = ctx.actor
  if (signUp.userId !== userId || signUp.others.length > 0) throw new Refused('not_allowed')
  const existing = signUp.educationId
    ? await findOpenRequest(ctx.db, { userId, educationId: signUp.educationId }, ctx.now)
    : null
  if (existing) return toReply(existing)
  const educationId = await insertRequest(ctx, signUp)
  const request = await findOpenRequest(ctx.db.onPrimary(), { userId, educationId }, ctx.now)
  if (!request) throw new Refused('internal')
  return toReply(request)
}
