import { z } from 'zod'
import { contract } from '#api/calls.ts'
import { paymentInstruments } from '#api/payment-instruments.ts'
import { MainOrganization } from '#api/people/organizations/contract.ts'
import { CustomAnswer, PaymentMethod } from '#api/questions.ts'
import { id, instant, kronor } from '#api/wire.ts'

/** Created 0, Pending 1, Paid 2, Failed 3, Canceled 4, Refunded 5. */
const PaymentStatus = z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3), z.literal(4), z.literal(5)])

/** Another person that the same payment signs up for the same occasions. */
const FurtherPerson = z.object({
  userId: id,
  customAnswers: z.array(CustomAnswer).max(200).default([]),
  guardianUserId: id.nullish(),
})

/** The targets of a sign-up: occasions (several of one tag), or a part that has no occasions. */
export const SignUpPayload = z.object({
  userId: id,
  tagId: id.nullish(),
  occasionIds: z.array(id).max(50).default([]),
  educationPartId: id.nullish(),
  educationId: id.nullish(),
  customAnswers: z.array(CustomAnswer).max(200).default([]),
  guardianUserId: id.nullish(),
  /** Signed up and paid for together with the first person, all or none. */
  others: z.array(FurtherPerson).max(9).default([]),
})
export type SignUpPayload = z.infer<typeof SignUpPayload>

const PaymentRow = z.object({ text: z.string(), amount: kronor, vatRate: z.int() })

const PaymentId = z.guid()
const byId = z.object({ id: PaymentId })

/** Means of payment at the provider; null until the payment is paid. */
const Instrument = z.enum(paymentInstruments).nullable()

export const Payment = z.object({
  id: PaymentId,
  userId: id,
  status: PaymentStatus,
  amount: kronor,
  vatAmount: kronor,
  currency: z.string(),
  method: PaymentMethod,
  instrument: Instrument,
  provider: z.string(),
  rows: z.array(PaymentRow),
  receiptNumber: z.int().nullable(),
  resultIds: z.array(id),
  created: instant,
  paidDate: instant.nullable(),
  expires: instant,
  /** Refunds in kronor: due (`toRefund`) and made (`refunded`). */
  toRefund: kronor,
  refunded: kronor,
})
export type Payment = z.infer<typeof Payment>

export const Receipt = z.object({
  paymentId: PaymentId,
  receiptNumber: z.int(),
  paidDate: instant,
  seller: MainOrganization.nullable(),
  rows: z.array(PaymentRow),
  amount: kronor,
  vatAmount: kronor,
  currency: z.string(),
  method: PaymentMethod,
  instrument: Instrument,
  /** Last digits of the card number. */
  lastDigits: z.string().nullable(),
  /** Refunds that have been made. */
  refunds: z.array(z.object({ amount: kronor, date: instant })),
  /** Sent to the payer only. */
  payerName: z.string().nullable(),
})
export type Receipt = z.infer<typeof Receipt>

export const PaymentState = z.object({
  status: PaymentStatus,
  /**
   * True when the payment is paid and the seats are given; false while it is open, or when a seat was lost and the
   * money is refunded.
   */
  placed: z.boolean(),
  /** True when the payment is paid and every seat that it gave has been cancelled or removed since. */
  isCanceled: z.boolean(),
  expires: instant,
  amount: kronor,
  vatAmount: kronor,
  currency: z.string(),
  rows: z.array(PaymentRow),
  /** The education of the first seat. */
  educationId: id.nullable(),
})
export type PaymentState = z.infer<typeof PaymentState>

/** A seat that a child has asked its guardians to pay for, with its answers. */
export const PaymentRequest = z.object({
  id: PaymentId,
  /** The child. */
  userId: id,
  name: z.string(),
  educationId: id,
  educationPartId: id,
  /** Null for a part without occasions. */
  occasionId: id.nullable(),
  /** Title of the occasion, or else of the part. */
  title: z.string(),
  startDate: instant.nullable(),
  city: z.string().nullable(),
  venue: z.string().nullable(),
  expires: instant,
  /** False once it is paid, withdrawn or expired. */
  isOpen: z.boolean(),
  /** The sign-up as the child filled it in. */
  signUp: SignUpPayload,
  /** The caller’s own unfinished payment that has taken the seat over. */
  paymentId: PaymentId.nullable(),
})
export type PaymentRequest = z.infer<typeof PaymentRequest>

export const payments = contract({
  'POST /Payment/InitPayment': {
    who: 'signedIn',
    feature: 'CardPayment',
    body: z.object({
      signUp: SignUpPayload,
      /** The purchase terms must be accepted. */
      termsAccepted: z.literal(true),
      idempotencyKey: PaymentId.optional(),
    }),
    reply: z.object({ paymentId: PaymentId, amount: kronor, currency: z.string(), expires: instant }),
    changes: ['occasions'],
    repeatable: true,
    summary: 'Starts a card payment. The portal sets the amount and holds the places for half an hour.',
  },
  'POST /Payment/RequestFromGuardian': {
    who: 'signedIn',
    body: z.object({ signUp: SignUpPayload }),
    reply: z.object({ paymentId: PaymentId, amount: kronor, currency: z.string(), expires: instant }),
    changes: ['occasions'],
    repeatable: true,
    summary: 'A child reserves a seat, and its guardians are asked to pay for it: two days, or until sign-up closes.',
  },
  'GET /Payment/GetRequest/:id': {
    who: 'signedIn',
    params: byId,
    reply: PaymentRequest,
    cache: 'never',
    summary: 'Returns the seat that a child has asked its guardians to pay for. For the child and its guardians.',
  },
  'GET /Payment/GetPaymentIframe/:id': {
    who: 'signedIn',
    params: byId,
    reply: z.object({ url: z.string() }),
    cache: 'never',
    summary: 'Returns the payment form of the caller’s open payment.',
  },
  'GET /Payment/GetStatus/:id': {
    who: 'signedIn',
    params: byId,
    reply: PaymentState,
    cache: 'never',
    summary: 'Returns the status of the caller’s payment; the waiting page polls it every two seconds.',
  },
  'POST /Payment/OnPaid/:id': {
    who: 'anyone',
    params: byId,
    reply: PaymentState,
    cache: 'never',
    changes: ['occasions'],
    summary:
      'Asks the provider for the status of a payment and applies it. For the payer, or with the provider’s signature.',
  },
  'POST /Payment/Webhook': {
    who: 'anyone',
    reply: z.object({ received: z.literal(true) }),
    cache: 'never',
    changes: ['occasions'],
    summary: 'Receives signed messages from the provider. Each only causes the portal to ask the provider.',
  },
  'POST /Payment/StartOver/:id': {
    who: 'signedIn',
    feature: 'CardPayment',
    params: byId,
    reply: z.object({ paymentId: PaymentId, status: PaymentStatus }),
    changes: ['occasions'],
    repeatable: true,
    summary:
      'Starts the caller’s payment again after it ended unpaid. If the earlier payment turns out to be paid, it is returned.',
  },
  'POST /Payment/Cancel/:id': {
    who: 'signedIn',
    params: byId,
    reply: PaymentState,
    changes: ['occasions'],
    repeatable: true,
    summary:
      'Cancels the caller’s open payment and releases its places; a child’s request is cancelled by the child or a guardian. A payment that was paid at the same time stays paid.',
  },
  'GET /Payment/GetReceipt/:id': {
    who: 'anyone',
    params: byId,
    reply: Receipt,
    cache: 'never',
    summary: 'Returns the receipt of a paid payment to anyone who has its unguessable id.',
  },
  'GET /Payment/GetPaymentsForUser/:id': {
    who: 'signedIn',
    reply: z.array(Payment),
    cache: 'never',
    summary: 'Lists a person’s card payments, latest first.',
  },
})
