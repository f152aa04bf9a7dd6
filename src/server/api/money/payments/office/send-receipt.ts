import type { Ctx } from '#api/context.ts'
import { recordAudit } from '#api/foundation/audit/storage.ts'
import { writeMail } from '#api/foundation/mails/write-mail.ts'
import { formatFacts } from '#api/foundation/notices/notice-values.ts'
import { Refused } from '#api/refusals.ts'
import { paymentTitles } from '../payment-titles.ts'
import { findPayer, findPayment } from '../storage.ts'

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
  const { userId, firstName: name, email: recipient, language } = payer
  const link = `${ctx.env.PORTAL_ORIGIN}/betalning/kvitto/${payment.id}`
  const values = { name, ...formatFacts({ titles: paymentTitles(payment) }, language ?? ctx.language), link }
  await ctx.db.commit([
    ...writeMail(ctx, { recipient, userId, language, name: 'paymentReceived', values }),
    recordAudit(ctx, 'payment.receiptSent', { type: 'payment', id: payment.id }),
  ])
  return undefined
}
