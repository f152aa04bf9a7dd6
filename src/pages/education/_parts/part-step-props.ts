import type { Occasion } from '#api/catalogue/occasions/contract.ts'
import type { Booking, Reservation } from '#api/office/bookings/contract.ts'
import type { PathStep } from '#islands/educations/path-steps.ts'
import type { OwnSubmission } from '#islands/submissions/own-submission.ts'
import type { ExamFacts } from './load-education-exams.ts'

/** Properties of a part on the page of an education. */
export interface PartStepProps {
  step: PathStep
  number: number
  educationId: number
  userId: number
  /** Whether the person is external and the education is not open to external people. */
  blocked: boolean
  /** The occasions of the education that others may be tied to. */
  tied: readonly Occasion[]
  /** The person's submission for a part of that kind. */
  handIn: OwnSubmission | null
  /** The reader's own bookings and unpaid reservations in the education. */
  booked: { bookings: readonly Booking[]; reservations: readonly Reservation[] }
  /** Exams of the education; null when it has none. */
  exams: ExamFacts | null
}
