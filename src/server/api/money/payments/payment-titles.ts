import type { StoredPayment } from './storage.ts'

/**
 * Returns the texts that name a payment in a notification: its last row, or all rows when it pays for several people,
 * so that each child is named. They are in the language in which the payment was made, since the rows of the receipt
 * are a document.
 */
export function paymentTitles({ rows, seats }: Pick<StoredPayment, 'rows' | 'seats'>): string[] {
  const people = new Set(seats.map(({ userId }) => userId))
  return (people.size > 1 ? rows : rows.slice(-1)).map(({ text }) => text)
}
