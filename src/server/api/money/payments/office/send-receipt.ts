import type { Ctx } from '#api/context.ts'
import { requireExpectedCount } from '#api/expected-count.ts'
import { recordAudit } from '#api/foundation/audit/storage.ts'
import { writeMail } from '#api/foundation/mails/write-mail.ts'
import { formatFacts } from '#api/foundation/notices/notice-values.ts'
import { Refused } from '#api/refusals.ts'
import { paymentTitles } from '../payment-titles.ts'
import { findPayer, findPayment, type StoredPayment } from '../storage.ts'
import type { PaymentSelection, ReceiptCounts } from './contract.ts'
import { maxChosenPayments } from './rules.ts'
import { listReceiptsOf } from './storage.ts'

type ReceiptOwner = Pick<NonNullable<Awaited<ReturnType<typeof findPayer>>>, 'firstName' | 'language'>

/**
 * Returns the statements that queue a mail with the link to a receipt, in the payer's language, and its audit entry.
 */
function writeReceipt(ctx: Ctx, payment: StoredPayment, { firstName, language }: ReceiptOwner, recipient: string) {
  const link = `${ctx.env.PORTAL_ORIGIN}/betalning/kvitto/${payment.id}`
  const facts = formatFacts({ titles: paymentTitles(payment) }, language ?? ctx.language)
  const values = { name: firstName, ...facts, link }
  return [
    ...writeMail(ctx, { recipient, userId: payment.userId, language, name: 'paymentReceived', values }),
    recordAudit(ctx, 'payment.receiptSent', { type: 'payment', id: payment.id }),
  ]
}

/**
 * Queues a mail with the link to the receipt of a payment to its payer again, in the payer's language, with an audit
 * entry. Checks no access.
 *
 * @throws Refused('not_found') when there is no such payment, or it has no receipt.
 * @throws Refused('receipt_no_email') when the payer has no e-mail address.
 */
export async function sendReceipt(ctx: Ctx, paymentId: string): Promise<undefined> {
  const payment = await findPayment(ctx.db, paymentId)
  if (!payment?.receiptNumber) throw new Refused('not_found')
  const payer = await findPayer(ctx.db, payment.userId)
  if (!payer?.email) throw new Refused('receipt_no_email')
  await ctx.db.commit(writeReceipt(ctx, payment, payer, payer.email))
  return undefined
}

/**
 * Finds the receipts of a selection that can be mailed, and counts the payments that are left out, each by the first
 * reason.
 *
 * @throws Refused('selection_changed') when the filter selects another number of payments than `expectedCount`.
 */
async function findReceipts({ db }: Ctx, selection: PaymentSelection) {
  const found = await listReceiptsOf(db, selection, maxChosenPayments + 1)
  if ('filter' in selection) requireExpectedCount(found.length, selection.expectedCount)
  const paid = found.filter(({ payment }) => payment.receiptNumber !== null)
  const receipts = paid.flatMap(({ email, ...receipt }) => (email ? [{ ...receipt, email }] : []))
  const counts: ReceiptCounts = {
    receipts: receipts.length,
    withoutReceipt: found.length - paid.length,
    withoutAddress: paid.length - receipts.length,
  }
  return { receipts, counts }
}

/**
 * Counts the payments of a selection: with a receipt that can be mailed, without a receipt, and without an e-mail
 * address of the payer. Sends nothing. Checks no access.
 *
 * @throws Refused('selection_changed') when the filter selects another number of payments than `expectedCount`.
 */
export const countReceipts = async (ctx: Ctx, selection: PaymentSelection): Promise<ReceiptCounts> =>
  (await findReceipts(ctx, selection)).counts

/**
 * Queues the mails of all receipts of a selection again, in one commit, with an audit entry for each; each payment is
 * mailed once, however often it is named. Returns the counts. Checks no access.
 *
 * @throws Refused('selection_changed') when the filter selects another number of payments than `expectedCount`.
 */
export async function sendReceipts(ctx: Ctx, selection: PaymentSelection): Promise<ReceiptCounts> {
  const { receipts, counts } = await findReceipts(ctx, selection)
  const mails = receipts.flatMap(({ payment, email, ...owner }) => writeReceipt(ctx, payment, owner, email))
  if (mails.length > 0) await ctx.db.commit(mails)
  return counts
}
