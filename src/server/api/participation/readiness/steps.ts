/** A part at a time and place; `occasionId` is null for an exam. */
interface PartAtPlace {
  educationId: number
  educationPartId: number
  title: string
  occasionId: number | null
  startsAt: Date
  city: string
}

/** A next step towards a requirement. Fees in öre. */
export type Step =
  | ({ kind: 'book'; feeMinor: number } & PartAtPlace)
  | {
      kind: 'start' | 'continue' | 'submit' | 'resubmit'
      educationId: number
      educationPartId: number
      title: string
      feeMinor: number
    }
  /** A reserved seat waits for the person's own payment. */
  | { kind: 'pay'; educationId: number; educationPartId: number; title: string; paymentId: string }
  /** Signed up already. */
  | ({ kind: 'attend' } & PartAtPlace)
  /** Waits for an approval, a review or a result. */
  | { kind: 'pending'; educationId: number; educationPartId: number; title: string }
  /** Nothing can be booked yet. */
  | { kind: 'await'; educationId: number; title: string }
  | { kind: 'register'; otherRequirementId: number; title: string }
  | { kind: 'report'; title: string }
  | { kind: 'apply'; licenseId: number; title: string }
  | { kind: 'wait'; on: string }
