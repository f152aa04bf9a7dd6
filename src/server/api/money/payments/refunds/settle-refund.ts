import type { Visitor } from '#api/context.ts'
import { recordAudit } from '#api/foundation/audit/storage.ts'
import type { AuditAction } from '#api/foundation/audit/words.ts'
import { announce } from '#api/participation/results/announce.ts'
import { moneyText } from '#locales/money.ts'
import { Constraint, type Statement } from '#platform/database.ts'
import { withProvider } from '../providers/with-provider.ts'
import { findPayer, type StoredPayment } from '../storage.ts'
import { refundStepAfter, type ToldOfRefund, underWay } from './rules.ts'
import {
  closeWhenPaidBack,
  listSent,
  markGoneBack,
  markRefused,
  openWhenNotPaidBack,
  type RefundOfPayment,
  rememberReference,
} from './storage.ts'

/** Another answer has moved it meanwhile, or another attempt has begun: then that is what counts. */
async function commitUnlessMoved(ctx: Visitor, statements: readonly Statement[]): Promise<void> {
  try {
    await ctx.db.commit(statements)
  } catch (error) {
    if (!(error instanceof Constraint) || error.text !== 'refund_moved') throw error
  }
}

const audited = (
  ctx: Visitor,
  { refund, payment }: RefundOfPayment,
  action: AuditAction,
  data: Record<string, unknown>,
) =>
  recordAudit(
    ctx,
    action,
    { type: 'payment', id: payment.id },
    { refundId: refund.id, amountMinor: refund.amountMinor, ...data },
  )

async function lettersOf(ctx: Visitor, payment: StoredPayment, amountMinor: number): Promise<Statement[]> {
  const payer = await findPayer(ctx.db, payment.userId)
  if (!payer) return []
  const amount = moneyText(amountMinor / 100, payer.language ?? ctx.language)
  const about = { title: payment.rows.at(-1)?.text ?? '', path: `/betalning/kvitto/${payment.id}`, values: { amount } }
  return announce(ctx, 'paymentRefunded', payer, about)
}

/** The money has gone back: said to its payer in the same commit. */
export const goneBackStatements = async (ctx: Visitor, { refund, payment }: RefundOfPayment): Promise<Statement[]> => [
  closeWhenPaidBack(ctx, payment.id),
  ...(await lettersOf(ctx, payment, refund.amountMinor)),
]

async function act(ctx: Visitor, one: RefundOfPayment, told: ToldOfRefund): Promise<void> {
  const { refund, payment } = one
  const step = refundStepAfter({ ...refund, currency: payment.currency }, told)
  const { reference } = told
  if (step === 'remember' && reference) await ctx.db.commit([rememberReference(ctx, refund, reference)])
  if (step === 'done' && reference)
    await commitUnlessMoved(ctx, [
      markGoneBack(ctx, refund, reference),
      ...(await goneBackStatements(ctx, one)),
      audited(ctx, one, 'payment.refundMade', { reference }),
    ])
  if (step === 'failed' && told.state === 'failed')
    await commitUnlessMoved(ctx, [
      markRefused(ctx, refund, told),
      openWhenNotPaidBack(ctx, payment.id),
      audited(ctx, one, 'payment.refundFailed', { reason: told.reason, reference }),
    ])
  if (step === 'mismatch')
    ctx.log.error('payment.refundMismatch', new Error('another amount than was asked for'), {
      refundId: refund.id,
      told,
    })
}

/**
 * Asks the provider for a refund, or how it stands, and does what follows. Harmless to repeat, at once and side by side: the
 * provider makes one refund of an attempt, and the first commit that moves it is the one that counts.
 */
export async function settleRefund(ctx: Visitor, one: RefundOfPayment): Promise<void> {
  const { refund, payment } = one
  const { attemptKey: key, providerReference: reference, amountMinor } = refund
  const paymentReference = payment.providerReference
  // What waits, was refused at once or was marked by hand is nothing there; to ask for it would be to make it.
  if (!key || !paymentReference || (refund.state !== underWay && !reference)) return
  const repayment = { key, reference, paymentReference, amountMinor, currency: payment.currency }
  await act(ctx, one, await withProvider(ctx, payment.provider, (provider) => provider.refund(repayment)))
}

/** All that the provider has been asked to give back of a payment. */
export async function settleRefunds(ctx: Visitor, { id }: StoredPayment): Promise<void> {
  for (const one of await listSent(ctx.db.onPrimary(), id)) await settleRefund(ctx, one)
}
