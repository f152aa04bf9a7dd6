/** Fields of a result that the player reads. */
export interface Attempt {
  resultId: number
  completed: boolean
  lastChange: Date
}

const newestFirst = <A extends Attempt>(attempts: readonly A[]) =>
  attempts.toSorted((a, b) => b.lastChange.getTime() - a.lastChange.getTime() || b.resultId - a.resultId)

/**
 * Returns the newest result by its last change, and the newest completed one; undefined where there is none. Of equal
 * ones the higher result id is newer.
 */
export function findLatest<A extends Attempt>(
  attempts: readonly A[],
): { latest: A | undefined; completed: A | undefined } {
  const sorted = newestFirst(attempts)
  return { latest: sorted[0], completed: sorted.find((attempt) => attempt.completed) }
}

/** Whether the completed result is the latest one, which means approved (spec G-038). */
export function isApproved(attempts: readonly Attempt[]): boolean {
  const { latest, completed } = findLatest(attempts)
  return completed !== undefined && completed.resultId === latest?.resultId
}

/** Whether opening the part begins a new attempt: there is none, or the latest is approved. Otherwise it continues. */
export const needsNewAttempt = (attempts: readonly Attempt[]) => attempts.length === 0 || isApproved(attempts)
