import type { Reservation } from '#api/office/bookings/contract.ts'

/** Returns the path where a reserved seat is paid for. Null for a child whose guardian pays or has been asked to. */
export function paymentHref(
  { paymentId, isRequested, isByGuardian, userId }: Reservation,
  readerId: number | undefined,
) {
  if (isByGuardian) return null
  if (!isRequested) return `/betalning/${paymentId}`
  return userId === readerId ? null : `/betalning/begaran/${paymentId}`
}
