import { eq, sql } from 'drizzle-orm'
import type { Visitor } from '#api/context.ts'
import { queueJob } from '#api/foundation/jobs/storage.ts'
import { randomToken } from '#platform/digest.ts'
import { insertFrom } from '#platform/insert-from.ts'
import type { ProviderRefundAnswer, RefundOrder } from '../providers/provider.ts'
import { localRefunds } from '../table.ts'

const delaySeconds = 8

/** Outcome of a simulated refund by its öre: amounts that end with 1 öre are refused, with 2 öre are delayed. */
const simulateOutcome = (amountMinor: number) => ({
  isRefused: amountMinor % 100 === 1,
  isLate: amountMinor % 100 === 2,
})

/** Inserts a local refund unless the sum of refunds would exceed the paid amount. */
function insertLocalRefund(ctx: Visitor, { key, paymentReference, amountMinor }: RefundOrder, settlesAt: Date | null) {
  const state = simulateOutcome(amountMinor).isRefused ? 'failed' : 'done'
  return insertFrom(
    ctx.db.query,
    localRefunds,
    {
      reference: `localre_${randomToken()}`,
      attemptKey: key,
      paymentReference,
      amountMinor,
      state,
      settlesAt: settlesAt?.toISOString() ?? null,
      createdAt: ctx.now.toISOString(),
    },
    sql`from local_payments p where p.reference = ${paymentReference} and p.state = 'paid'
        and p.amount_minor >= ${amountMinor} + (select coalesce(sum(r.amount_minor), 0) from local_refunds r
          where r.payment_reference = p.reference and r.state = 'done')`,
  ).onConflictDoNothing({ target: localRefunds.attemptKey })
}

async function findLocalRefund(ctx: Visitor, key: string) {
  const [row] = await ctx.db.onPrimary().query.select().from(localRefunds).where(eq(localRefunds.attemptKey, key))
  return row ?? null
}

async function findOrCreateRefund(ctx: Visitor, repayment: RefundOrder) {
  const { key, paymentReference, amountMinor } = repayment
  const existing = await findLocalRefund(ctx, key)
  if (existing) return existing
  const { isLate } = simulateOutcome(amountMinor)
  const settlesAt = isLate ? new Date(ctx.now.getTime() + delaySeconds * 1000) : null
  await ctx.db.commit([
    insertLocalRefund(ctx, repayment, settlesAt),
    ...(settlesAt
      ? [queueJob(ctx, 'payments.tellLocally', { reference: paymentReference }, { runAt: settlesAt })]
      : []),
  ])
  return findLocalRefund(ctx, key)
}

/**
 * Makes a refund at the local provider, which is for tests and trials, once for each attempt key; commits by itself.
 * An amount above the rest of the payment, any amount of one that is not paid, and one that ends with 1 öre are
 * refused in the answer. One that ends with 2 öre is `pending` and takes effect after eight seconds, when the
 * provider's message to the portal is queued.
 */
export async function makeLocalRefund(ctx: Visitor, repayment: RefundOrder): Promise<ProviderRefundAnswer> {
  const stored = await findOrCreateRefund(ctx, repayment)
  if (!stored) return { state: 'failed', reference: null, reason: 'amount_too_large' }
  const { reference, amountMinor } = stored
  if (stored.state === 'failed') return { state: 'failed', reference, reason: 'declined' }
  const isLate = stored.settlesAt !== null && stored.settlesAt > new Date()
  return { state: isLate ? 'pending' : 'done', reference, amountMinor, currency: repayment.currency }
}
