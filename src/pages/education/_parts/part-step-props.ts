import type { Occasion } from '#api/catalogue/occasions/contract.ts'
import type { PathStep } from '#islands/educations/path-steps.ts'
import type { OwnSubmission } from '#islands/submissions/own-submission.ts'
import type { ExamFacts } from './education-exams.ts'

export interface PartStepProps {
  step: PathStep
  number: number
  educationId: number
  userId: number
  /** The person is external and the education is not for external people. */
  blocked: boolean
  /** What an occasion may be tied to. */
  tied: readonly Occasion[]
  /** What has been handed in for a part of that kind. */
  handIn: OwnSubmission | null
  /** Practical examinations, where the portal has them. */
  exams: ExamFacts | null
}
