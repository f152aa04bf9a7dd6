import { partTypes } from '#api/catalogue/education-parts/contract.ts'
import type { OwnProgress } from '#api/office/education-list/contract.ts'
import type { Comment } from '#api/participation/comments/contract.ts'
import type { Submission } from '#api/participation/submissions/contract.ts'
import type { PathStep } from '../educations/path-steps.ts'

/** What a learner sees of a submission part: of the sign-up that counts, and of nothing before it. */
export interface HandInFacts {
  educationPartId: number
  educationPartResultId: number
  submission: Submission | null
  comments: Comment[]
}

/** Null for any other part, and until the learner is signed up to it. */
export function handInOf(
  { part, state }: Pick<PathStep, 'part' | 'state'>,
  { partResults, submissions, comments }: Pick<OwnProgress, 'partResults' | 'submissions' | 'comments'>,
): HandInFacts | null {
  if (part.type !== partTypes.Submission || state === 'pending') return null
  const live = partResults.filter(({ educationPartId, canceled }) => educationPartId === part.id && !canceled)
  // An attempt that is under way comes before one that is done.
  const result = live.find(({ completed }) => !completed) ?? live[0]
  if (!result) return null
  const isOfResult = (one: { educationPartResultId: number }) => one.educationPartResultId === result.resultId
  const submission = submissions.find(isOfResult) ?? null
  // Completed by hand, without a file: there is nothing to show, and nothing to ask for.
  if (result.completed && !submission) return null
  return {
    educationPartId: part.id,
    educationPartResultId: result.resultId,
    submission,
    comments: comments.filter(isOfResult),
  }
}
