import { z } from 'zod'
import { contract } from '#api/calls.ts'
import { id, instant, kronor, pageSchema, queryFlag, queryPage, queryPageSize } from '#api/wire.ts'
import { Payment } from '../contract.ts'

/** A payment with its payer's name. */
export const ListedPayment = Payment.extend({ payerName: z.string() })
export type ListedPayment = z.infer<typeof ListedPayment>

export const refundStates = ['waiting', 'sent', 'done', 'failed'] as const

export const Refund = z.object({
  id,
  amount: kronor,
  /**
   * `place_lost`: the seat was not available when it was paid; `canceled`: a paid seat was canceled; `office`: a
   * superadministrator decided it.
   */
  reason: z.enum(['canceled', 'place_lost', 'office']),
  /** `waiting`, `sent` to the provider, `done`, or `failed`, after which it can be sent again. */
  state: z.enum(refundStates),
  /** The amount that was due, when less was sent. */
  due: kronor.nullable(),
  sent: instant.nullable(),
  /** The provider's reason for refusing, as a code of its own. */
  failure: z.string().nullable(),
  /** The provider's reference; null when the refund was made elsewhere and marked by hand. */
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
  /** Null when the portal or the provider caused the event. */
  userName: z.string().nullable(),
  data: z.record(z.string(), z.unknown()),
})

export const PaymentDetails = ListedPayment.extend({
  providerReference: z.string().nullable(),
  lastDigits: z.string().nullable(),
  termsAccepted: instant,
  /** Kronor that could still be refunded. */
  refundable: kronor,
  /** Whether the settings of this payment's provider are complete. */
  sendable: z.boolean(),
  refunds: z.array(Refund),
  history: z.array(PaymentEvent),
})
export type PaymentDetails = z.infer<typeof PaymentDetails>

const statusInQuery = z
  .enum(['0', '1', '2', '3', '4', '5'])
  .transform((text) => Number(text) as Payment['status'])
  .optional()

export const PaymentQuery = z.object({
  status: statusInQuery,
  /** Only payments with a refund that is not done. */
  toRefund: queryFlag.default(false),
  /** The beginnings of the payer's names, a receipt number or a payment id. */
  search: z.string().trim().max(100).default(''),
  page: queryPage,
  pageSize: queryPageSize,
})
export type PaymentQuery = z.infer<typeof PaymentQuery>

const note = z.string().trim().max(500).default('')

/** Amount in kronor: the whole amount due, or less. */
const RefundOrder = z.object({ amount: kronor.min(0.01), note })

const superadministrators = { who: 'superadministrators', cache: 'never' } as const

export const paymentOffice = contract({
  'GET /Payment/list': {
    ...superadministrators,
    query: PaymentQuery,
    reply: pageSchema(ListedPayment).extend({ refundsOpen: z.int() }),
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
