import type { Ctx } from '#api/context.ts'
import { listEntries, recordAudit } from '#api/foundation/audit/storage.ts'
import { recordReadsById } from '#api/people/reach/reads/record-reads.ts'
import { Refused } from '#api/refusals.ts'
import { serve } from '#api/serve.ts'
import { isProviderConfigured } from '../providers/with-provider.ts'
import { refundDone } from '../refunds/rules.ts'
import { type RefundInput, sendNewRefund, sendRefund } from '../refunds/send-refund.ts'
import { refundDoneStatements, settleRefund } from '../refunds/settle-refund.ts'
import { findRefund } from '../refunds/storage.ts'
import { toPayment } from '../to-payment.ts'
import { type ListedPayment, type PaymentDetails, paymentOffice, type Refund, refundStates } from './contract.ts'
import { exportPayments } from './export-payments.ts'
import { countReceipts, sendReceipt, sendReceipts } from './send-receipt.ts'
import {
  findPaymentDetails,
  listPaymentPage,
  markRefunded,
  type PaymentWithPayer,
  type RefundWithName,
} from './storage.ts'

const toListedPayment = ({ payerName, ...row }: PaymentWithPayer): ListedPayment => ({ ...toPayment(row), payerName })

const toRefund = ({ refund, refundedByName }: RefundWithName): Refund => ({
  id: refund.id,
  amount: refund.amountMinor / 100,
  due: refund.dueMinor === null ? null : refund.dueMinor / 100,
  reason: refund.reason,
  state: refundStates[refund.state],
  created: refund.createdAt,
  sent: refund.sentAt,
  failure: refund.failure,
  providerReference: refund.providerReference,
  refundedDate: refund.refundedAt,
  refundedByName,
  note: refund.note,
})

const maxEvents = 200

/**
 * Returns a payment with its refunds and its history: the latest 200 entries of the audit log. Amounts are in kronor;
 * `refundable` is 0 unless the payment is paid.
 *
 * @throws Refused('not_found') when there is no such payment.
 */
async function getDetails(ctx: Ctx, id: string): Promise<PaymentDetails> {
  const target = { targetType: 'payment', targetId: id }
  const filter = { userIds: null, action: null, target, from: null, until: null }
  const [found, history] = await Promise.all([
    findPaymentDetails(ctx.db, id),
    listEntries(ctx.db, filter, null, maxEvents),
  ])
  if (!found) throw new Refused('not_found')
  await recordReadsById(ctx, [found.row.payment.userId])
  const { status, amountMinor, provider, providerReference, providerFeeMinor, lastDigits, termsAcceptedAt } =
    found.row.payment
  const refundsMinor = found.refunds.reduce((sum, { refund }) => sum + refund.amountMinor, 0)
  return {
    ...toListedPayment(found.row),
    providerReference,
    lastDigits,
    fee: providerFeeMinor === null ? null : providerFeeMinor / 100,
    termsAccepted: termsAcceptedAt,
    refundable: status === 2 ? (amountMinor - refundsMinor) / 100 : 0,
    sendable: providerReference !== null && isProviderConfigured(ctx, provider),
    refunds: found.refunds.map(toRefund),
    history: history.map(({ id: eventId, at, action, userName, data }) => ({
      id: eventId,
      at,
      action,
      userName,
      data,
    })),
  }
}

/**
 * Marks a refund as made elsewhere, with an audit entry and a notification to the payer. A refund that is already done
 * stays as it is.
 *
 * @throws Refused('not_found') when there is no such refund.
 */
async function markRefund(ctx: Ctx, id: number, note: string): Promise<PaymentDetails> {
  const found = await findRefund(ctx.db, id)
  if (!found) throw new Refused('not_found')
  const { refund, payment } = found
  if (refund.state !== refundDone)
    await ctx.db.commit([
      markRefunded(ctx, id, note),
      ...(await refundDoneStatements(ctx, found)),
      recordAudit(
        ctx,
        'payment.refunded',
        { type: 'payment', id: payment.id },
        { refundId: id, amountMinor: refund.amountMinor, note },
      ),
    ])
  return getDetails(ctx, payment.id)
}

async function askRefund(ctx: Ctx, id: number): Promise<PaymentDetails> {
  const found = await findRefund(ctx.db, id)
  if (!found) throw new Refused('not_found')
  await settleRefund(ctx, found)
  return getDetails(ctx, found.payment.id)
}

const toRefundInput = ({ amount, note }: { amount: number; note: string }): RefundInput => ({
  amountMinor: Math.round(amount * 100),
  note,
})

export const routes = serve(paymentOffice, {
  'GET /Payment/list': async ({ query }, ctx) => {
    const { rows, ...same } = await listPaymentPage(ctx.db, query)
    await recordReadsById(
      ctx,
      rows.map(({ payment }) => payment.userId),
    )
    return { items: rows.map(toListedPayment), page: query.page, pageSize: query.pageSize, ...same }
  },
  'GET /Payment/details/:id': ({ params }, ctx) => getDetails(ctx, params.id.toLowerCase()),
  'GET /Payment/export': ({ query: { kind, ...filter } }, ctx) => exportPayments(ctx, filter, kind),
  'POST /Payment/details/:id/receipt': ({ params }, ctx) => sendReceipt(ctx, params.id.toLowerCase()),
  'POST /Payment/receipts/preview': ({ body }, ctx) => countReceipts(ctx, body),
  'POST /Payment/receipts': ({ body }, ctx) => sendReceipts(ctx, body),
  'PUT /Payment/refunds/:id': ({ params, body }, ctx) => markRefund(ctx, params.id, body.note),
  'PUT /Payment/refunds/:id/send': async ({ params, body }, ctx) =>
    getDetails(ctx, await sendRefund(ctx, params.id, toRefundInput(body))),
  'PUT /Payment/refunds/:id/ask': ({ params }, ctx) => askRefund(ctx, params.id),
  'POST /Payment/refunds': async ({ body }, ctx) => {
    const id = body.paymentId.toLowerCase()
    await sendNewRefund(ctx, id, toRefundInput(body), Math.round(body.refundable * 100))
    return getDetails(ctx, id)
  },
})
