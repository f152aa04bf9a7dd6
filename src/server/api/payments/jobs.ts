import type { Ctx } from '../context.ts'
import type { JobHandler, Rest } from '../jobs/run.ts'
import { Refused } from '../refusals.ts'
import { hear } from './hear.ts'
import { signedLocally } from './local-provider.ts'
import { isBeyondAsking, isOpen, nextQuestionAt } from './rules.ts'
import { settle } from './settle.ts'
import { findPayment, releaseHolds } from './storage.ts'

/** Asks the provider until the payment is over, so that a message that never comes is not missed. */
async function ask(ctx: Ctx<null>, { paymentId }: { paymentId: string }): Promise<Rest | undefined> {
  const payment = await findPayment(ctx.db, paymentId)
  if (!payment || !isOpen(payment)) return
  try {
    if (!isOpen(await settle(ctx, payment))) return
    return { rest: { paymentId }, runAt: nextQuestionAt(payment, ctx.now, false) }
  } catch (error) {
    if (!(error instanceof Refused) || isBeyondAsking(payment, ctx.now)) throw error
    // The provider is out of reach. Its answer can wait; whoever wants the place cannot.
    if (ctx.now >= payment.expiresAt) await ctx.db.commit([releaseHolds(ctx, paymentId)])
    return { rest: { paymentId }, runAt: nextQuestionAt(payment, ctx.now, true) }
  }
}

/** The local provider's message, signed as a real one's. */
async function tellLocally(ctx: Ctx<null>, { reference }: { reference: string }): Promise<undefined> {
  const text = JSON.stringify({ reference })
  const headers = new Headers({ 'local-signature': await signedLocally(ctx, text, ctx.now) })
  await hear(ctx, { text, headers })
}

export const jobs: Record<string, JobHandler> = {
  'payments.ask': ask,
  'payments.tellLocally': tellLocally,
}
