import type { Occasion } from '#api/catalogue/occasions/contract.ts'
import type { Booking, Reservation } from '#api/office/bookings/contract.ts'
import type { OwnProgress } from '#api/office/education-list/contract.ts'
import type { WaitingEntry } from '#api/participation/waiting-list/contract.ts'
import type { PathStep } from '#islands/educations/path-steps.ts'
import type { OwnSubmission } from '#islands/submissions/own-submission.ts'
import type { EducationFamily } from './list-family.ts'
import type { ExamFacts } from './load-education-exams.ts'

/** Properties of a part on the page of an education. */
export interface PartStepProps {
  step: PathStep
  number: number
  educationId: number
  userId: number
  /** First name of the child that the page is about; undefined for the reader. */
  person?: string | undefined
  /** The rest of the family, who can be signed up at once. */
  family: readonly EducationFamily[]
  /** Whether the education is not for the person: closed to external people, or for younger ones. */
  blocked: boolean
  /** Whether the person is a member of another federation, which some dates are closed to. */
  isExternal: boolean
  /** The occasions of the education that others may be tied to. */
  tied: readonly Occasion[]
  /** The person's submission for a part of that kind. */
  handIn: OwnSubmission | null
  /** The reader's own bookings and unpaid reservations in the education, and places in queues. */
  booked: {
    bookings: readonly Booking[]
    reservations: readonly Reservation[]
    waiting: readonly WaitingEntry[]
    /** The reader is notified of new dates. */
    isWatching: boolean
    /** Dates for which the reader queues through another education, with its price. */
    pricesElsewhere: OwnProgress['pricesElsewhere']
  }
  /** Exams of the education; null when it has none. */
  exams: ExamFacts | null
}
