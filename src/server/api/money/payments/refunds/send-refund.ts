import type { Ctx } from '#api/context.ts'
import { recordAudit } from '#api/foundation/audit/storage.ts'
import { queueJob } from '#api/foundation/jobs/storage.ts'
import { codeOfConstraint, Refused } from '#api/refusals.ts'
import { Constraint, type Statement } from '#platform/database.ts'
import { mayAsk } from '../providers/with-provider.ts'
import { findPayment, type StoredPayment } from '../storage.ts'
import { nextRefundQuestionAt } from './rules.ts'
import { settleRefund } from './settle-refund.ts'
import { findByAttempt, findRefund, insertSent, markSent } from './storage.ts'

export interface Wanted {
  amountMinor: number
  note: string
}

/** Written before the provider is asked: whatever happens then, the job asks again under the same key. */
async function begin(ctx: Ctx, payment: StoredPayment, attemptKey: string, write: Statement, wanted: Wanted) {
  const { amountMinor } = wanted
  try {
    await ctx.db.commit([
      write,
      recordAudit(ctx, 'payment.refundSent', { type: 'payment', id: payment.id }, { amountMinor, attemptKey }),
      queueJob(ctx, 'payments.askRefund', { attemptKey }, { runAt: nextRefundQuestionAt(ctx.now, ctx.now) }),
    ])
    return true
  } catch (error) {
    const code = error instanceof Constraint ? codeOfConstraint(error.text) : null
    // Somebody else has sent it, or it has gone back already: whoever pressed is shown how it stands.
    if (code === 'refund_moved') return false
    throw code ? new Refused(code) : error
  }
}

/** Asks at once; a provider out of reach is asked by the job. */
async function ask(ctx: Ctx, attemptKey: string): Promise<void> {
  const found = await findByAttempt(ctx.db.onPrimary(), attemptKey)
  try {
    if (found) await settleRefund(ctx, found)
  } catch (error) {
    if (!(error instanceof Refused) || error.code !== 'payment_unavailable') throw error
  }
}

function refuseUnlessAsked(ctx: Ctx, payment: StoredPayment): void {
  if (!payment.providerReference || !mayAsk(ctx, payment.provider)) throw new Refused('payment_unavailable')
}

/** Has the provider give back what waits, or what it has refused before; all of it or less. Answers the payment's id. */
export async function sendRefund(ctx: Ctx, id: number, wanted: Wanted): Promise<string> {
  const found = await findRefund(ctx.db, id)
  if (!found) throw new Refused('not_found')
  const { refund, payment } = found
  if (wanted.amountMinor > (refund.dueMinor ?? refund.amountMinor)) throw new Refused('refund_too_large')
  refuseUnlessAsked(ctx, payment)
  const attemptKey = ctx.newId()
  const write = markSent(ctx, refund, { ...wanted, attemptKey })
  if (await begin(ctx, payment, attemptKey, write, wanted)) await ask(ctx, attemptKey)
  return payment.id
}

/** Has the provider give back money though no place was given up. */
export async function sendNewRefund(ctx: Ctx, paymentId: string, wanted: Wanted): Promise<void> {
  const payment = await findPayment(ctx.db, paymentId)
  if (!payment) throw new Refused('not_found')
  refuseUnlessAsked(ctx, payment)
  const attemptKey = ctx.newId()
  const write = insertSent(ctx, payment.id, { ...wanted, attemptKey })
  if (await begin(ctx, payment, attemptKey, write, wanted)) await ask(ctx, attemptKey)
}
