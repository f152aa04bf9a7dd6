import { eq, sql } from 'drizzle-orm'
import type { Visitor } from '#api/context.ts'
import { queueJob } from '#api/foundation/jobs/storage.ts'
import { randomToken } from '#platform/digest.ts'
import { insertFrom } from '#platform/insert-from.ts'
import type { Repayment, ToldOfRefund } from '../providers/provider.ts'
import { localRefunds } from '../table.ts'

const secondsOfDelay = 8

/** On trial the öre decide: one öre is refused, two take their time. */
const outcomeOf = (amountMinor: number) => ({ isRefused: amountMinor % 100 === 1, isLate: amountMinor % 100 === 2 })

/** Never more than was paid there. */
function insertLocalRefund(ctx: Visitor, { key, paymentReference, amountMinor }: Repayment, settlesAt: Date | null) {
  const state = outcomeOf(amountMinor).isRefused ? 'failed' : 'done'
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

async function made(ctx: Visitor, repayment: Repayment) {
  const { key, paymentReference, amountMinor } = repayment
  const known = await findLocalRefund(ctx, key)
  if (known) return known
  const { isLate } = outcomeOf(amountMinor)
  const settlesAt = isLate ? new Date(ctx.now.getTime() + secondsOfDelay * 1000) : null
  await ctx.db.commit([
    insertLocalRefund(ctx, repayment, settlesAt),
    ...(settlesAt
      ? [queueJob(ctx, 'payments.tellLocally', { reference: paymentReference }, { runAt: settlesAt })]
      : []),
  ])
  return findLocalRefund(ctx, key)
}

/** Gives back as a provider would: once an attempt, and not more than was paid. */
export async function refundLocally(ctx: Visitor, repayment: Repayment): Promise<ToldOfRefund> {
  const kept = await made(ctx, repayment)
  if (!kept) return { state: 'failed', reference: null, reason: 'amount_too_large' }
  const { reference, amountMinor } = kept
  if (kept.state === 'failed') return { state: 'failed', reference, reason: 'declined' }
  const isLate = kept.settlesAt !== null && kept.settlesAt > new Date()
  return { state: isLate ? 'pending' : 'done', reference, amountMinor, currency: repayment.currency }
}
