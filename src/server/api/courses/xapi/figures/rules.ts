/** Outcomes of an attempt by its statements, the best first; `open` has no outcome yet. */
export const outcomes = ['passed', 'completed', 'failed', 'open'] as const
export type Outcome = (typeof outcomes)[number]

/** Orders of the learner list; `behind` begins with the least progress. */
export const learnerSorts = ['lastSeen', 'name', 'score', 'progress', 'behind', 'signedUp'] as const
export type LearnerSort = (typeof learnerSorts)[number]

/**
 * Returns the progress of a person in a course as a number, by the best outcome of an attempt: 4 passed, 3 completed, 2
 * failed, 1 open, and 0 without an attempt (null). A completed part counts as 3 at least.
 */
export function toProgress(outcome: Outcome | null, isPartCompleted: boolean): number {
  const fromOutcome = outcome === null ? 0 : outcomes.length - outcomes.indexOf(outcome)
  return isPartCompleted ? Math.max(fromOutcome, outcomes.length - outcomes.indexOf('completed')) : fromOutcome
}

/** Cursor of a page: the last person and the sort key. */
export interface LearnerCursor {
  userId: number
  key: string
}

/** Formats a cursor as `<user id>.<sort key>`. */
export const formatCursor = ({ userId, key }: LearnerCursor): string => `${userId}.${key}`

/**
 * Parses a cursor as `formatCursor` writes it, whose sort key may contain dots or be empty; null when it is malformed.
 */
export function parseCursor(text: string): LearnerCursor | null {
  const [, userId, key] = /^(\d{1,9})\.(.*)$/su.exec(text) ?? []
  return userId === undefined || key === undefined ? null : { userId: Number(userId), key }
}
