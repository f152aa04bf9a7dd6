import { partTypes } from '#api/catalogue/education-parts/contract.ts'
import type { OwnProgress } from '#api/office/education-list/contract.ts'
import type { Comment } from '#api/participation/comments/contract.ts'
import type { Submission } from '#api/participation/submissions/contract.ts'
import { submissionStatuses } from '#api/participation/submissions/rules.ts'
import type { PathStep } from '../educations/path-steps.ts'

/** A learner's submission for a part, of the sign-up that counts and of no earlier one. */
export interface OwnSubmission {
  educationPartId: number
  educationPartResultId: number
  /** Null before the first file. */
  submission: Submission | null
  comments: Comment[]
}

/** True while a reviewer has the file and has not decided. */
export const isInReview = ({ submission }: OwnSubmission): boolean =>
  submission?.status === submissionStatuses.Submitted || submission?.status === submissionStatuses.InReview

/**
 * Finds the learner's submission for a part, with its comments: that of the sign-up that is not completed, else of the
 * first one. `submission` is null before the first file. Null for any other kind of part, until the learner is signed
 * up, and for a part that was completed without a file.
 */
export function findOwnSubmission(
  { part, state }: Pick<PathStep, 'part' | 'state'>,
  { partResults, submissions, comments }: Pick<OwnProgress, 'partResults' | 'submissions' | 'comments'>,
): OwnSubmission | null {
  if (part.type !== partTypes.Submission || state === 'pending') return null
  const live = partResults.filter(({ educationPartId, canceled }) => educationPartId === part.id && !canceled)
  // An attempt without completion comes before a completed one.
  const result = live.find(({ completed }) => !completed) ?? live[0]
  if (!result) return null
  const isOfResult = (one: { educationPartResultId: number }) => one.educationPartResultId === result.resultId
  const submission = submissions.find(isOfResult) ?? null
  // A part that was completed by hand without a file has nothing to show or to request.
  if (result.completed && !submission) return null
  return {
    educationPartId: part.id,
    educationPartResultId: result.resultId,
    submission,
    comments: comments.filter(isOfResult),
  }
}
