import type { Reservation } from '#api/office/bookings/contract.ts'

/** Returns the URL where a reserved seat is paid for; null for a child, which waits for a guardian. */
export function paymentHref({ paymentId, isRequested, userId }: Reservation, readerId: number | undefined) {
  if (!isRequested) return `/betalning/${paymentId}`
  return userId === readerId ? null : `/betalning/begaran/${paymentId}`
}
