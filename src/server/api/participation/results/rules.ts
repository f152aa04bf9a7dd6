const earliestCompletion = new Date('1900-01-01T00:00:00.000Z')

/**
 * Returns why a date of completion is refused: before 1900 (UTC) or after `latest`; null when it is not. `latest`,
 * which itself is allowed, is now, or the end of the occasion when that is later.
 */
export function refuseCompletionDate(
  completedAt: Date,
  latest: Date,
): 'completed_too_early' | 'completed_in_future' | null {
  if (completedAt < earliestCompletion) return 'completed_too_early'
  return completedAt > latest ? 'completed_in_future' : null
}

export interface Period {
  startsAt: Date
  endsAt: Date
}

/** True when two periods overlap; those that only touch do not. */
export const isOverlapping = (one: Period, other: Period): boolean =>
  one.startsAt < other.endsAt && other.startsAt < one.endsAt

export type SignUpState = 'none' | 'pending' | 'signedUp' | 'attended' | 'completed' | 'canceled'

/**
 * Returns the state of a part from its results, which the caller has sorted latest first (spec G-041b).
 *
 * `none`: there are no results. `canceled`: all are cancelled; otherwise cancelled ones do not count. `completed` wins
 * over a later attempt. Else the latest decides: `attended` when it is, `signedUp` with a `signUpDate` (also after
 * absence), `pending` without one, as it awaits approval.
 */
export function toSignUpState(
  results: readonly { completed: boolean; canceled: boolean; attended: boolean | null; signUpDate: Date | null }[],
): SignUpState {
  const live = results.filter((result) => !result.canceled)
  if (live.some((result) => result.completed)) return 'completed'
  const [latest] = live
  if (!latest) return results.length > 0 ? 'canceled' : 'none'
  if (latest.attended) return 'attended'
  return latest.signUpDate ? 'signedUp' : 'pending'
}

/** Returns the completed result with the latest `lastChange`; null when none is completed. */
export const findLatestCompleted = <Result extends { completed: boolean; lastChange: Date }>(
  results: readonly Result[],
): Result | null =>
  [...results]
    .sort((one, other) => other.lastChange.getTime() - one.lastChange.getTime())
    .find((result) => result.completed) ?? null

/**
 * Returns one result per education from a list sorted latest first: the latest completed one, else the latest. They
 * are in the order in which their educations first occur.
 */
export function selectLatestByEducation<Result extends { educationId: number; completed: boolean }>(
  results: readonly Result[],
): Result[] {
  const latest = new Map<number, Result>()
  for (const result of results) {
    const chosen = latest.get(result.educationId)
    if (!chosen || (result.completed && !chosen.completed)) latest.set(result.educationId, result)
  }
  return [...latest.values()]
}
