import { z } from 'zod'
import { contract } from '#api/calls.ts'
import { tableFileKinds } from '#api/foundation/files/rules.ts'
import {
  id,
  instant,
  kronor,
  noContent,
  pageSchema,
  queryDay,
  queryFlag,
  queryList,
  queryOrder,
  queryPage,
  queryPageSize,
} from '#api/wire.ts'
import { Payment } from '../contract.ts'
import { maxChosenPayments, paymentOrders } from './rules.ts'

/** A payment with its payer's name. */
export const ListedPayment = Payment.extend({ payerName: z.string() })
export type ListedPayment = z.infer<typeof ListedPayment>

export const refundStates = ['waiting', 'sent', 'done', 'failed'] as const

export const Refund = z.object({
  id,
  amount: kronor,
  /**
   * `place_lost`: the seat was not available when it was paid; `canceled`: a paid seat was cancelled; `office`: a
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
  /** The provider's fee in kronor; null when it had not booked the payment when it was paid. */
  fee: kronor.nullable(),
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

const paymentFilter = {
  status: statusInQuery,
  /** Whole days in the portal's time zone on which it was paid, or begun when it is unpaid; the last is included. */
  startDate: queryDay.optional(),
  endDate: queryDay.optional(),
  /** Only payments with a refund that is not done. */
  toRefund: queryFlag.default(false),
  /** The beginnings of the payer's names, a receipt number or a payment id. */
  search: z.string().trim().max(100).default(''),
}

const PaymentFilter = z.object(paymentFilter)
export type PaymentFilter = z.infer<typeof PaymentFilter>

export const PaymentQuery = PaymentFilter.extend({
  ...queryOrder(paymentOrders),
  page: queryPage,
  pageSize: queryPageSize,
})
export type PaymentQuery = z.infer<typeof PaymentQuery>

const ids = z.array(z.guid()).max(maxChosenPayments)

/** A filter, of whose payments a file has only the chosen `ids` when there are any. */
const ExportedPayments = PaymentFilter.extend({ ids: queryList(z.guid()).pipe(ids) })
export type ExportedPayments = z.infer<typeof ExportedPayments>

/** Chosen payments, or all that a filter selects. */
export const PaymentSelection = z.union([
  z.object({ ids: ids.min(1) }),
  z.object({
    filter: PaymentFilter.extend({ status: Payment.shape.status.optional(), toRefund: z.boolean().default(false) }),
    /** Number of payments that the caller saw. Nothing is mailed when it has changed. */
    expectedCount: z.int().min(1).max(maxChosenPayments),
  }),
])
export type PaymentSelection = z.infer<typeof PaymentSelection>

/** Payments of a selection by whether their receipt can be mailed. */
export const ReceiptCounts = z.object({
  /** Payments with a receipt whose payer has an e-mail address. */
  receipts: z.int(),
  withoutReceipt: z.int(),
  withoutAddress: z.int(),
})
export type ReceiptCounts = z.infer<typeof ReceiptCounts>

const sum = z.number().min(0).multipleOf(0.01)

/** Sums of the payments that a filter selects, in kronor. */
export const PaymentSums = z.object({
  /** Number of payments that were paid, refunded ones too, with their amount and the VAT in it. */
  paidCount: z.int(),
  paid: sum,
  vat: sum,
  /** Refunds that were made, and that are due or on their way. */
  refunded: sum,
  toRefund: sum,
})
export type PaymentSums = z.infer<typeof PaymentSums>

const note = z.string().trim().max(500).default('')

/** Amount in kronor: the whole amount due, or less. */
const RefundOrder = z.object({ amount: kronor.min(0.01), note })

const superadministrators = { who: 'superadministrators', cache: 'never' } as const

export const paymentOffice = contract({
  'GET /Payment/list': {
    ...superadministrators,
    query: PaymentQuery,
    reply: pageSchema(ListedPayment).extend({ refundsOpen: z.int(), sums: PaymentSums }),
    summary:
      'Lists card payments, latest first by default, with the sums of all that the filter selects and the number of waiting refunds.',
  },
  'GET /Payment/details/:id': {
    ...superadministrators,
    params: z.object({ id: z.guid() }),
    reply: PaymentDetails,
    summary: 'Returns a payment with its refunds and events.',
  },
  'GET /Payment/export': {
    ...superadministrators,
    query: ExportedPayments.extend({ kind: z.enum(tableFileKinds) }),
    summary:
      'Exports the payments that the filter selects, or chosen ones of them, as Excel or CSV, at most 20,000 rows; the export is recorded.',
  },
  'POST /Payment/details/:id/receipt': {
    who: 'superadministrators',
    params: z.object({ id: z.guid() }),
    reply: noContent,
    repeatable: true,
    summary: 'Mails the receipt to the payer again. 404 for a payment without a receipt or a payer without an address.',
  },
  'POST /Payment/receipts/preview': {
    ...superadministrators,
    body: PaymentSelection,
    reply: ReceiptCounts,
    summary:
      'Counts the receipts of a selection of payments that can be mailed, and the payments without. Mails nothing.',
  },
  'POST /Payment/receipts': {
    who: 'superadministrators',
    body: PaymentSelection,
    reply: ReceiptCounts,
    repeatable: true,
    summary: 'Mails the receipt of each payment of a selection to its payer again; counts those that have none.',
  },
  'PUT /Payment/refunds/:id': {
    who: 'superadministrators',
    recentProof: true,
    body: z.object({ note }),
    reply: PaymentDetails,
    summary: 'Records that a refund was made elsewhere; moves no money.',
  },
  'PUT /Payment/refunds/:id/send': {
    who: 'superadministrators',
    recentProof: true,
    body: RefundOrder,
    reply: PaymentDetails,
    summary:
      'Sends a refund to the provider, or retries it. Repeating the call does not refund twice; it is refused when somebody else has sent it.',
  },
  'PUT /Payment/refunds/:id/ask': {
    who: 'superadministrators',
    reply: PaymentDetails,
    summary: 'Asks the provider for the status of a refund.',
  },
  'POST /Payment/refunds': {
    who: 'superadministrators',
    recentProof: true,
    body: RefundOrder.extend({
      paymentId: z.guid(),
      /** Kronor that the caller saw as refundable; another sum by now is refused. So a repeated call refunds once. */
      refundable: kronor,
    }),
    reply: PaymentDetails,
    repeatable: true,
    summary: 'Refunds a payment through the provider although no place was canceled.',
  },
})
