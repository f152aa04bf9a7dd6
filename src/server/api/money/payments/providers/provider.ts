/** What is to be paid, as a provider is asked to take it. */
export interface Charge {
  paymentId: string
  amountMinor: number
  currency: string
  rows: { text: string; amountMinor: number }[]
  /** No money is wanted after this. */
  expiresAt: Date
  email: string | null
  language: string
  /** Where the frame goes when the person has answered: an address on the frame's own host. */
  returnUrl: string
}

/** How a payment stands with the provider. `paid` says whose and how much it was, to be compared and not believed. */
export type Told =
  | { state: 'open' | 'failed' | 'closed' }
  | { state: 'paid'; paymentId: string | null; amountMinor: number; currency: string; lastDigits: string | null }

/** Money that is to go back of what was paid. */
export interface Repayment {
  /** Asked again under it, it is the same refund. */
  key: string
  /** Of the payment. */
  paymentReference: string
  /** Of the refund itself, once the provider has told it. */
  reference: string | null
  amountMinor: number
  currency: string
}

/** How a refund stands with the provider; `reason` is its own word for why it would not. */
export type ToldOfRefund =
  | { state: 'pending' | 'done'; reference: string; amountMinor: number; currency: string }
  | { state: 'failed'; reference: string | null; reason: string }

/** Somebody who takes money by card. Each step may be repeated; payments are told apart by the provider's own reference. */
export interface PaymentProvider {
  name: 'stripe' | 'local'
  /** Asked twice about one payment, it is one charge. */
  start: (charge: Charge) => Promise<{ reference: string }>
  /** Path on the host of payment frames, with what the frame needs behind the `#`. */
  framePath: (reference: string, language: string) => Promise<string>
  ask: (reference: string) => Promise<Told>
  /** Takes no money from now on; one that is over stays as it is. */
  close: (reference: string) => Promise<void>
  /** Gives money back, or tells how that stands when it has been asked before. */
  refund: (repayment: Repayment) => Promise<ToldOfRefund>
  /** Which payment a message is about if the provider did write it, lately; null for a forged, altered or old one. */
  heard: (text: string, headers: Headers) => Promise<{ reference: string | null } | null>
}

/** The provider cannot answer now. */
export class PaymentTrouble extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'PaymentTrouble'
  }
}
