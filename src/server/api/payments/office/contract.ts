import { z } from 'zod'
import { contract } from '../../calls.ts'
import { id, instant, kronor, pageOf, queryFlag, queryPage, queryPageSize } from '../../wire.ts'
import { Payment } from '../contract.ts'

/** A payment with its payer, as the office lists it. */
export const ListedPayment = Payment.extend({ payerName: z.string() })
export type ListedPayment = z.infer<typeof ListedPayment>

export const Refund = z.object({
  id,
  amount: kronor,
  /** `place_lost`: paid when the place was gone; `canceled`: a paid place was given up or taken away. */
  reason: z.enum(['canceled', 'place_lost']),
  created: instant,
  refundedDate: instant.nullable(),
  refundedByName: z.string().nullable(),
  note: z.string().nullable(),
})
export type Refund = z.infer<typeof Refund>

export const PaymentEvent = z.object({
  id,
  at: instant,
  action: z.string(),
  /** Nobody: the portal by itself, or the provider’s word. */
  userName: z.string().nullable(),
  data: z.record(z.string(), z.unknown()),
})
export type PaymentEvent = z.infer<typeof PaymentEvent>

export const PaymentDetails = ListedPayment.extend({
  providerReference: z.string().nullable(),
  lastDigits: z.string().nullable(),
  termsAccepted: instant,
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
    body: z.object({ note: z.string().trim().max(500).default('') }),
    reply: PaymentDetails,
    summary: 'Says that a refund has been made at the provider; no money is moved by it.',
  },
})
