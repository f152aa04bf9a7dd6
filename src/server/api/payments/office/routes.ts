import { recordAudit, selectEntries } from '../../audit/storage.ts'
import type { Ctx } from '../../context.ts'
import { Refused } from '../../refusals.ts'
import { serve } from '../../serve.ts'
import { paymentFrom } from '../show-payment.ts'
import { type ListedPayment, type PaymentDetails, paymentOffice, type Refund } from './contract.ts'
import {
  closeWhenPaidBack,
  findRefund,
  markRefunded,
  type OfficePayment,
  type OfficeRefund,
  readPayment,
  readPayments,
} from './storage.ts'

const listedFrom = ({ payerName, ...row }: OfficePayment): ListedPayment => ({ ...paymentFrom(row), payerName })

const refundFrom = ({ refund, refundedByName }: OfficeRefund): Refund => ({
  id: refund.id,
  amount: refund.amountMinor / 100,
  reason: refund.reason,
  created: refund.createdAt,
  refundedDate: refund.refundedAt,
  refundedByName,
  note: refund.note,
})

const eventsAtMost = 200

/** The log of what was done is the payment's history; nothing of it can be changed. */
async function details(ctx: Ctx, id: string): Promise<PaymentDetails> {
  const target = { targetType: 'payment', targetId: id }
  const everything = { userIds: null, action: null, target, from: null, until: null }
  const [found, history] = await Promise.all([
    readPayment(ctx.db, id),
    selectEntries(ctx.db, everything, null, eventsAtMost),
  ])
  if (!found) throw new Refused('not_found')
  const { providerReference, lastDigits, termsAcceptedAt } = found.row.payment
  return {
    ...listedFrom(found.row),
    ...{ providerReference, lastDigits, termsAccepted: termsAcceptedAt },
    refunds: found.refunds.map(refundFrom),
    history: history.map(({ id: eventId, at, action, userName, data }) => ({
      id: eventId,
      at,
      action,
      userName,
      data,
    })),
  }
}

/** Marked once: whoever marks it again is shown how it stands. */
async function markRefund(ctx: Ctx, id: number, note: string): Promise<PaymentDetails> {
  const refund = await findRefund(ctx.db, id)
  if (!refund) throw new Refused('not_found')
  const { paymentId, amountMinor } = refund
  if (!refund.refundedAt)
    await ctx.db.commit([
      markRefunded(ctx, id, note),
      closeWhenPaidBack(ctx, paymentId),
      recordAudit(ctx, 'payment.refunded', { type: 'payment', id: paymentId }, { refundId: id, amountMinor, note }),
    ])
  return details(ctx, paymentId)
}

export const routes = serve(paymentOffice, {
  'GET /Payment/list': async ({ query }, ctx) => {
    const { rows, total, refundsOpen } = await readPayments(ctx.db, query)
    return { items: rows.map(listedFrom), total, page: query.page, pageSize: query.pageSize, refundsOpen }
  },
  'GET /Payment/details/:id': ({ params }, ctx) => details(ctx, params.id.toLowerCase()),
  'PUT /Payment/refunds/:id': ({ params, body }, ctx) => markRefund(ctx, params.id, body.note),
})
