import { z } from 'zod'
import { contract } from '#api/calls.ts'
import { id, instant, kronor, pageOf, queryFlag, queryPage, queryPageSize } from '#api/wire.ts'
import { Payment } from '../contract.ts'

/** A payment with its payer, as the office lists it. */
export const ListedPayment = Payment.extend({ payerName: z.string() })
export type ListedPayment = z.infer<typeof ListedPayment>

export const refundStates = ['waiting', 'sent', 'done', 'failed'] as const

export const Refund = z.object({
  id,
  amount: kronor,
  /** `place_lost`: paid when the place was gone; `canceled`: a paid place was given up or taken away; `office`: decided there. */
  reason: z.enum(['canceled', 'place_lost', 'office']),
  /** `waiting`, `sent` to the provider, `done`, or `failed`: then it can be sent again. */
  state: z.enum(refundStates),
  /** What was to go back, when less was sent. */
  due: kronor.nullable(),
  sent: instant.nullable(),
  /** Why the provider would not, in its word. */
  failure: z.string().nullable(),
  /** The provider’s; empty when it was made elsewhere and marked here. */
  providerReference: z.string().nullable(),
  created: instant,
  refundedDate: instant.nullable(),
  refundedByName: z.string().nullable(),
  note: z.string().nullable(),
})
export type Refund = z.infer<typeof Refund>

const PaymentEvent = z.object({
  id,
  at: instant,
  action: z.string(),
  /** Nobody: the portal by itself, or the provider’s word. */
  userName: z.string().nullable(),
  data: z.record(z.string(), z.unknown()),
})

export const PaymentDetails = ListedPayment.extend({
  providerReference: z.string().nullable(),
  lastDigits: z.string().nullable(),
  termsAccepted: instant,
  /** Kronor that no refund is for, and that could go back as well. */
  refundable: kronor,
  /** Whether the portal can ask the provider of this payment. */
  sendable: z.boolean(),
  refunds: z.array(Refund),
  history: z.array(PaymentEvent),
})
export type PaymentDetails = z.infer<typeof PaymentDetails>

const statusInQuery = z
  .enum(['0', '1', '2', '3', '4', '5'])
  .transform((text) => Number(text) as Payment['status'])
  .optional()

export const PaymentQuestion = z.object({
  status: statusInQuery,
  /** Only those with money that is still to go back. */
  toRefund: queryFlag.default(false),
  /** A part of the payer’s name, a receipt’s number or a payment’s id. */
  search: z.string().trim().max(100).default(''),
  page: queryPage,
  pageSize: queryPageSize,
})
export type PaymentQuestion = z.infer<typeof PaymentQuestion>

const note = z.string().trim().max(500).default('')

/** Kronor to give back: all of what waits, or less. */
const RefundOrder = z.object({ amount: kronor.min(0.01), note })

const superadministrators = { who: 'superadministrators', cache: 'never' } as const

export const paymentOffice = contract({
  'GET /Payment/list': {
    ...superadministrators,
    query: PaymentQuestion,
    reply: pageOf(ListedPayment).extend({ refundsOpen: z.int() }),
    summary: 'All payments by card, the latest first, and how many refunds wait in all.',
  },
  'GET /Payment/details/:id': {
    ...superadministrators,
    params: z.object({ id: z.guid() }),
    reply: PaymentDetails,
    summary: 'A payment with its refunds and everything that has happened to it.',
  },
  'PUT /Payment/refunds/:id': {
    who: 'superadministrators',
    recentProof: true,
    body: z.object({ note }),
    reply: PaymentDetails,
    summary: 'Says that a refund has been made elsewhere; no money is moved by it.',
  },
  'PUT /Payment/refunds/:id/send': {
    who: 'superadministrators',
    recentProof: true,
    body: RefundOrder,
    reply: PaymentDetails,
    summary: 'Has the provider give money back, or try again. Repeated, it is the same refund.',
  },
  'PUT /Payment/refunds/:id/ask': {
    who: 'superadministrators',
    reply: PaymentDetails,
    summary: 'Asks the provider how a refund stands.',
  },
  'POST /Payment/refunds': {
    who: 'superadministrators',
    recentProof: true,
    body: RefundOrder.extend({ paymentId: z.guid() }),
    reply: PaymentDetails,
    repeatable: true,
    summary: 'Has the provider give back money of a payment though no place was given up.',
  },
})
