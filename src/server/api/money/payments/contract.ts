import { z } from 'zod'
import { contract } from '#api/calls.ts'
import { MainOrganization } from '#api/people/organizations/contract.ts'
import { CustomAnswer, PaymentMethod } from '#api/questions.ts'
import { id, instant, kronor } from '#api/wire.ts'

/** Created 0, Pending 1, Paid 2, Failed 3, Canceled 4, Refunded 5. */
const PaymentStatus = z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3), z.literal(4), z.literal(5)])

/** What somebody wants to be signed up to: occasions, all of one set, or a part that is taken without any. */
export const SignUpPayload = z.object({
  userId: id,
  tagId: id.nullish(),
  occasionIds: z.array(id).max(50).default([]),
  educationPartId: id.nullish(),
  educationId: id.nullish(),
  customAnswers: z.array(CustomAnswer).max(200).default([]),
  guardianUserId: id.nullish(),
})
export type SignUpPayload = z.infer<typeof SignUpPayload>

const PaymentRow = z.object({ text: z.string(), amount: kronor, vatRate: z.int() })

const PaymentId = z.guid()
const byId = z.object({ id: PaymentId })

export const Payment = z.object({
  id: PaymentId,
  userId: id,
  status: PaymentStatus,
  amount: kronor,
  vatAmount: kronor,
  currency: z.string(),
  method: PaymentMethod,
  provider: z.string(),
  rows: z.array(PaymentRow),
  receiptNumber: z.int().nullable(),
  resultIds: z.array(id),
  created: instant,
  paidDate: instant.nullable(),
  expires: instant,
  /** Kronor that are to go back, and that have gone. */
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
  /** Of the card. */
  lastDigits: z.string().nullable(),
  /** What has gone back since. */
  refunds: z.array(z.object({ amount: kronor, date: instant })),
  /** Only to the payer. */
  payerName: z.string().nullable(),
})
export type Receipt = z.infer<typeof Receipt>

export const PaymentState = z.object({
  status: PaymentStatus,
  /** Paid and signed up; false while it is open, and when the place was gone and the money goes back. */
  placed: z.boolean(),
  expires: instant,
  amount: kronor,
  vatAmount: kronor,
  currency: z.string(),
  rows: z.array(PaymentRow),
  /** What was signed up to belongs to it. */
  educationId: id.nullable(),
})
export type PaymentState = z.infer<typeof PaymentState>

export const payments = contract({
  'POST /Payment/InitPayment': {
    who: 'signedIn',
    feature: 'CardPayment',
    body: z.object({
      signUp: SignUpPayload,
      /** The purchase terms, which must be. */
      termsAccepted: z.literal(true),
      idempotencyKey: PaymentId.optional(),
    }),
    reply: z.object({ paymentId: PaymentId, amount: kronor, currency: z.string(), expires: instant }),
    changes: ['occasions'],
    repeatable: true,
    summary: 'Begins a payment by card: the amount is set here, and the places are held for half an hour.',
  },
  'GET /Payment/GetPaymentIframe/:id': {
    who: 'signedIn',
    params: byId,
    reply: z.object({ url: z.string() }),
    cache: 'never',
    summary: 'The frame in which an own payment that is open is made.',
  },
  'GET /Payment/GetStatus/:id': {
    who: 'signedIn',
    params: byId,
    reply: PaymentState,
    cache: 'never',
    summary: 'How an own payment stands; the pending page asks every two seconds.',
  },
  'POST /Payment/OnPaid/:id': {
    who: 'anyone',
    params: byId,
    reply: PaymentState,
    cache: 'never',
    changes: ['occasions'],
    summary: 'Asks the provider how a payment stands and acts on it: for its payer, or on the provider’s signed word.',
  },
  'POST /Payment/Webhook': {
    who: 'anyone',
    reply: z.object({ received: z.literal(true) }),
    cache: 'never',
    changes: ['occasions'],
    summary: 'Where the provider sends its signed messages. They are only a reason to ask it.',
  },
  'POST /Payment/StartOver/:id': {
    who: 'signedIn',
    feature: 'CardPayment',
    params: byId,
    reply: z.object({ paymentId: PaymentId, status: PaymentStatus }),
    changes: ['occasions'],
    repeatable: true,
    summary:
      'Begins an own payment anew that has ended without money; one that was paid meanwhile is answered as it is.',
  },
  'POST /Payment/Cancel/:id': {
    who: 'signedIn',
    params: byId,
    reply: PaymentState,
    changes: ['occasions'],
    repeatable: true,
    summary: 'Gives an own open payment up and lets its places go; one that is paid meanwhile stays paid.',
  },
  'GET /Payment/GetReceipt/:id': {
    who: 'anyone',
    params: byId,
    reply: Receipt,
    cache: 'never',
    summary: 'The receipt of a paid payment, for anybody who has its unguessable id.',
  },
  'GET /Payment/GetPaymentsForUser/:id': {
    who: 'signedIn',
    reply: z.array(Payment),
    cache: 'never',
    summary: 'What a person has paid by card, the latest first.',
  },
})
