import type { Visitor } from '#api/context.ts'
import { recordAudit } from '#api/foundation/audit/storage.ts'
import type { AuditAction } from '#api/foundation/audit/words.ts'
import { announce } from '#api/participation/results/announce.ts'
import { tellTogether } from '#api/participation/results/tell-together.ts'
import { insertResult } from '#api/participation/results/write-storage.ts'
import { confirmLater } from '#api/participation/sign-ups/confirm.ts'
import { codeOfConstraint } from '#api/refusals.ts'
import { Constraint, type Statement } from '#platform/database.ts'
import type { Told } from './providers/provider.ts'
import { withProvider } from './providers/with-provider.ts'
import { canceled, failed, isOpen, isSeatLost, isSettled, type Mismatch, stepAfter } from './rules.ts'
import {
  findPayer,
  findPayment,
  insertLostRefund,
  movePaid,
  moveTo,
  releaseHolds,
  type StoredPayment,
} from './storage.ts'

type Paid = Extract<Told, { state: 'paid' }>

const about = ({ id }: StoredPayment) => ({ type: 'payment', id }) as const

/** The word of the constraint that refused a commit; anything else is no refusal. */
async function refusalOf(ctx: Visitor, statements: readonly Statement[]): Promise<string | null> {
  try {
    await ctx.db.commit(statements)
    return null
  } catch (error) {
    const code = error instanceof Constraint ? codeOfConstraint(error.text) : null
    if (!code) throw error
    return code
  }
}

async function newsOf(ctx: Visitor, payment: StoredPayment, news: 'paymentReceived' | 'paymentPlaceLost') {
  const payer = await findPayer(ctx.db, payment.userId)
  const title = payment.rows.at(-1)?.text ?? ''
  return payer ? announce(ctx, news, payer, { title, path: `/betalning/kvitto/${payment.id}` }) : []
}

const seats = (ctx: Visitor, payment: StoredPayment) =>
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

/** To those who have their seats at once; the others are told when somebody has approved them. */
async function confirmations(ctx: Visitor, { seats: taken }: StoredPayment): Promise<Statement[]> {
  const certain = taken.filter(({ needsApproval }) => !needsApproval)
  return tellTogether(ctx, (await Promise.all(certain.map((one) => confirmLater(ctx, one)))).flat())
}

/** The money is there: the seats in the same commit, or, where one is gone, a task to pay all of it back. */
async function bookSeats(ctx: Visitor, payment: StoredPayment, { lastDigits }: Paid): Promise<void> {
  const taken = [movePaid(ctx, payment.id, lastDigits), releaseHolds(ctx, payment.id)]
  const code = await refusalOf(ctx, [
    ...taken,
    ...seats(ctx, payment),
    ...(await confirmations(ctx, payment)),
    recordAudit(ctx, 'payment.paid', about(payment)),
    ...(await newsOf(ctx, payment, 'paymentReceived')),
  ])
  if (code === null || code === 'payment_moved') return
  if (!isSeatLost(code)) throw new Error(`a paid seat was refused: ${code}`)
  await refusalOf(ctx, [
    ...taken,
    insertLostRefund(ctx, payment),
    recordAudit(ctx, 'payment.paidWithoutPlace', about(payment), { because: code }),
    ...(await newsOf(ctx, payment, 'paymentPlaceLost')),
  ])
}

async function end(ctx: Visitor, payment: StoredPayment, status: 3 | 4, action: AuditAction, data = {}): Promise<void> {
  await refusalOf(ctx, [
    moveTo(ctx, payment.id, status),
    releaseHolds(ctx, payment.id),
    recordAudit(ctx, action, about(payment), data),
  ])
}

/** The provider took something else than was asked: nobody gets a seat for it, and the office sees why. */
async function refuse(ctx: Visitor, payment: StoredPayment, because: Mismatch, told: Paid): Promise<void> {
  const { amountMinor, currency } = told
  ctx.log.error('payment.mismatch', new Error(because), { paymentId: payment.id, amountMinor, currency })
  if (isOpen(payment)) await end(ctx, payment, failed, 'payment.mismatch', { because, amountMinor, currency })
}

async function act(ctx: Visitor, payment: StoredPayment, told: Told): Promise<'close' | 'done'> {
  const step = stepAfter(payment, told, ctx.now)
  if (step.kind === 'close') return 'close'
  if (step.kind === 'seat' && told.state === 'paid') await bookSeats(ctx, payment, told)
  if (step.kind === 'refuse' && told.state === 'paid') await refuse(ctx, payment, step.because, told)
  if (step.kind === 'fail') await end(ctx, payment, failed, 'payment.failed')
  if (step.kind === 'cancel') await end(ctx, payment, canceled, 'payment.canceled')
  return 'done'
}

/** One that the provider was never told about can be paid by nobody. */
async function settleUnstarted(ctx: Visitor, payment: StoredPayment, closes: boolean): Promise<void> {
  if (isOpen(payment) && (closes || ctx.now >= payment.expiresAt)) await end(ctx, payment, canceled, 'payment.canceled')
}

/**
 * Asks the provider how a payment stands, does what follows, and answers the payment as it is then. Harmless to repeat, at
 * once and side by side: the first commit that moves the payment is the one that counts.
 */
export async function settle(ctx: Visitor, payment: StoredPayment, closes = false): Promise<StoredPayment> {
  const reference = payment.providerReference
  if (isSettled(payment)) return payment
  if (!reference) await settleUnstarted(ctx, payment, closes)
  else
    await withProvider(ctx, payment.provider, async (provider) => {
      const next = closes ? 'close' : await act(ctx, payment, await provider.ask(reference))
      if (next === 'done') return
      // Paid at the last moment, it is not closed but paid: the second answer tells.
      await provider.close(reference)
      await act(ctx, payment, await provider.ask(reference))
    })
  ctx.changes.push('occasions')
  return (await findPayment(ctx.db.onPrimary(), payment.id)) ?? payment
}
