import type { PaymentInstrument } from '#api/payment-instruments.ts'

/** A payment order for a provider. */
export interface Charge {
  paymentId: string
  amountMinor: number
  currency: string
  rows: { text: string; amountMinor: number }[]
  /** The provider must not accept the payment after this. */
  expiresAt: Date
  email: string | null
  language: string
  /** Whether the payer may choose Swish beside a card. */
  offersSwish: boolean
  /** URL on the frame's own host that the provider redirects to after the payer's answer. */
  returnUrl: string
}

/** The means that a payment was paid with, and how the provider has booked it. */
export interface PaidFacts {
  instrument: PaymentInstrument
  /** Last digits of the card number; null for Swish, and when the provider names no card. */
  lastDigits: string | null
  /** The provider's fee; null with `transaction` when it has not booked the payment yet. */
  feeMinor: number | null
  /** The provider's id of the booking, by which its payout report names the payment. */
  transaction: string | null
}

/**
 * State of a payment at the provider. For `paid` the id and the amount are compared with the order before they are
 * trusted.
 */
export type ProviderPaymentAnswer =
  | { state: 'open' | 'failed' | 'closed' }
  | ({ state: 'paid'; paymentId: string | null; amountMinor: number; currency: string } & PaidFacts)

/** A refund order for a provider. */
export interface RefundOrder {
  /** Idempotency key: repeated orders with the same key make one refund. */
  key: string
  /** The provider's reference of the payment. */
  paymentReference: string
  /** The provider's reference of the refund; null until the provider has answered. */
  reference: string | null
  amountMinor: number
  currency: string
}

/** State of a refund at the provider; `reason` is the provider's own code for a refusal. */
export type ProviderRefundAnswer =
  | { state: 'pending' | 'done'; reference: string; amountMinor: number; currency: string }
  | { state: 'failed'; reference: string | null; reason: string }

/**
 * A payment provider. Every operation may be repeated, and throws `PaymentProviderError` when the provider is
 * unavailable. Payments are identified by the provider's own reference.
 */
export interface PaymentProvider {
  name: 'stripe' | 'local'
  /** Creates the charge; repeated calls for one payment return the same charge. */
  start: (charge: Charge) => Promise<{ reference: string }>
  /** Returns the path on the host of the payment frames, with the frame's secrets in the fragment. */
  getFramePath: (reference: string, language: string) => Promise<string>
  /** Returns the state of a payment. */
  getPayment: (reference: string) => Promise<ProviderPaymentAnswer>
  /** Closes a payment so that nobody can pay it; a payment that is over stays as it is. */
  close: (reference: string) => Promise<void>
  /** Makes a refund, or returns the state of the one that was ordered before. */
  refund: (repayment: RefundOrder) => Promise<ProviderRefundAnswer>
  /**
   * Returns the payment that a message is about; its reference is null when it is about none. Null when the message is
   * forged, altered or too old.
   */
  verifyMessage: (text: string, headers: Headers) => Promise<{ reference: string | null } | null>
}

/** The provider is unavailable or answered with an error. */
export class PaymentProviderError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'PaymentProviderError'
  }
}
