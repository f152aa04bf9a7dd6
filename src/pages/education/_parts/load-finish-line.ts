import type { NextStep } from '#api/office/dashboard/contract.ts'
import type { License } from '#api/participation/licenses/contract.ts'
import type { LicenseQualification } from '#api/participation/licenses/goals/contract.ts'
import type { WaitingEntry } from '#api/participation/waiting-list/contract.ts'
import type { PathStep } from '#islands/educations/path-steps.ts'
import { leadsTo } from './leads-to.ts'

interface FinishLineInput {
  userId: number
  educationId: number
  /** The page is about a child of the reader. */
  isChild: boolean
  completed: boolean
  steps: readonly PathStep[]
  licenses: readonly License[]
  /** The part that the URL names as just completed. */
  doneId: number
  /** The reader's places in queues. */
  waiting: readonly WaitingEntry[]
}

/** Facts that the finish line of an education, or of one of its parts, shows. */
export interface FinishLineFacts {
  /** The part that was just completed; null when the URL names none. */
  part: PathStep | null
  /** Score of that part, otherwise of the only part that has one. */
  score: number | null
  /** How far each licence that the education counts for has come. */
  licenses: LicenseQualification[]
  /** The person's next step of all, once the education is completed. */
  next: NextStep | null
  /** An offer of a seat, which goes before the next step as on the start page. */
  offer: WaitingEntry | null
}

function findScore(steps: readonly PathStep[], part: PathStep | undefined): number | null {
  if (part) return part.score
  const scores = steps.flatMap(({ score }) => score ?? [])
  return scores.length === 1 ? (scores[0] ?? null) : null
}

/**
 * Loads the completed part, its score and the licences that the education counts for, for the finish line. Null when
 * neither the education nor the named part is completed. `doneId` names the part that was just completed; 0 for none. A
 * licence that the education only renews is there once it is achieved. `next`, the reader's next step, and an `offer`
 * of a seat are null unless the education and that part are completed, and for a child. One round trip of its own.
 */
export async function loadFinishLine(
  { api }: App.Locals,
  { userId, educationId, isChild, completed, steps, licenses, doneId, waiting }: FinishLineInput,
): Promise<FinishLineFacts | null> {
  const part = steps.find(({ partId, state }) => partId === doneId && state === 'completed')
  if (!completed && !part) return null
  const kinds = new Map(licenses.map((one) => [one.id, leadsTo(one, educationId)]))
  // An education that renews a licence counts for nothing before the person has it.
  const counts = ({ licenseId, achieved }: LicenseQualification) =>
    kinds.get(licenseId) === 'renewal' ? achieved : Boolean(kinds.get(licenseId))
  const [qualifications, dashboard] = await Promise.all([
    [...kinds.values()].some(Boolean) ? api('GET /user/:id/LicenseQualifications', { params: { id: userId } }) : [],
    completed && part && !isChild ? api('GET /Dashboard') : null,
  ])
  return {
    part: part ?? null,
    score: findScore(steps, part),
    licenses: qualifications.filter(counts),
    next: dashboard?.next ?? null,
    offer: dashboard ? (waiting.find(({ offerEnds, mayAnswer }) => offerEnds && mayAnswer) ?? null) : null,
  }
}
