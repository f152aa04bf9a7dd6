import type { Receipt } from '#api/money/payments/contract.ts'
import type { Translate } from '#locales/translate.ts'

/** Formats the means of a payment for a receipt: Swish, or the card with its last digits. */
export function formatInstrument(t: Translate, { instrument, lastDigits }: Pick<Receipt, 'instrument' | 'lastDigits'>) {
  if (instrument === 'swish') return t('instrument.swish')
  return lastDigits ? t('receipt.cardEnding', { digits: lastDigits }) : t('receipt.card')
}
