import type { SignUpOffer } from '#api/participation/sign-ups/contract.ts'

/** A free occasion that the person may sign up for, without questions. */
export const freeOffer: SignUpOffer = {
  allowed: true,
  reason: null,
  message: null,
  fee: 0,
  isFeePaid: false,
  cancelableUntil: null,
  needsApproval: false,
  mayBeInvoiced: false,
  mayPayByCard: false,
  offersSwish: false,
  isPaidByGuardian: false,
  paymentUnderWay: null,
  reservation: null,
  invoiceRecipients: [],
  mustHaveGuardian: false,
  guardians: [],
  questions: [],
  missing: [],
  readiness: { ready: true, validTo: null, next: null, items: [] },
  overlapsWith: null,
  together: [],
}
