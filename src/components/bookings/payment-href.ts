import type { Reservation } from '#api/office/bookings/contract.ts'

/** Returns the path where a reserved seat is paid for. Null for a child that has asked its guardians to pay. */
export function paymentHref({ paymentId, isRequested, userId }: Reservation, readerId: number | undefined) {
  if (!isRequested) return `/betalning/${paymentId}`
  return userId === readerId ? null : `/betalning/begaran/${paymentId}`
}
