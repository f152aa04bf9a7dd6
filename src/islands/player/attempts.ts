/** What the player looks at of a result. */
export interface Attempt {
  resultId: number
  completed: boolean
  lastChange: Date
}

const newestFirst = <A extends Attempt>(attempts: readonly A[]) =>
  attempts.toSorted((a, b) => b.lastChange.getTime() - a.lastChange.getTime() || b.resultId - a.resultId)

/** The newest result, and the newest completed one. */
export function latestOf<A extends Attempt>(
  attempts: readonly A[],
): { latest: A | undefined; completed: A | undefined } {
  const sorted = newestFirst(attempts)
  return { latest: sorted[0], completed: sorted.find((attempt) => attempt.completed) }
}

/** Approved: the completed result is the latest one (spec G-038). */
export function isApproved(attempts: readonly Attempt[]): boolean {
  const { latest, completed } = latestOf(attempts)
  return completed !== undefined && completed.resultId === latest?.resultId
}

/** Opening what is approved already is a new attempt, and so is the first; any other goes on with what there is. */
export const needsNewAttempt = (attempts: readonly Attempt[]) => attempts.length === 0 || isApproved(attempts)
