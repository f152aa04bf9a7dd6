/** Means of payment at the provider, all of them for the method `card` of an education. */
export const paymentInstruments = ['card', 'swish'] as const
export type PaymentInstrument = (typeof paymentInstruments)[number]

/**
 * True when payers may choose Swish beside cards: `PAYMENT_METHODS` names `swish`, among words separated by commas, in
 * any case. Cards are always offered, and other words change nothing.
 */
export const offersSwish = ({ PAYMENT_METHODS = '' }: { PAYMENT_METHODS?: string }): boolean =>
  PAYMENT_METHODS.toLowerCase()
    .split(',')
    .some((word) => word.trim() === 'swish')
