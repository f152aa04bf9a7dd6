const completedSince = new Date('1900-01-01T00:00:00.000Z')

/** Why something cannot have been completed then; `latest` is now, or the end of the occasion it was completed at. */
export function refuseCompletedAt(
  completedAt: Date,
  latest: Date,
): 'completed_too_early' | 'completed_in_future' | null {
  if (completedAt < completedSince) return 'completed_too_early'
  return completedAt > latest ? 'completed_in_future' : null
}

export interface Period {
  startsAt: Date
  endsAt: Date
}

/** Booked at the same time: only a warning. */
export const overlaps = (one: Period, other: Period): boolean =>
  one.startsAt < other.endsAt && other.startsAt < one.endsAt

export type SignUpState = 'none' | 'pending' | 'signedUp' | 'attended' | 'completed' | 'canceled'

/** How a result is called on the screens; a completed one stays completed whatever came later (spec G-041b). */
export function stateOf(
  results: readonly { completed: boolean; canceled: boolean; attended: boolean | null; signUpDate: Date | null }[],
): SignUpState {
  const live = results.filter((result) => !result.canceled)
  if (live.some((result) => result.completed)) return 'completed'
  const [latest] = live
  if (!latest) return results.length > 0 ? 'canceled' : 'none'
  if (latest.attended) return 'attended'
  return latest.signUpDate ? 'signedUp' : 'pending'
}

/** The latest completed result wins, sorted by lastChange descending. */
export const latestCompleted = <Result extends { completed: boolean; lastChange: Date }>(
  results: readonly Result[],
): Result | null =>
  [...results]
    .sort((one, other) => other.lastChange.getTime() - one.lastChange.getTime())
    .find((result) => result.completed) ?? null

/** One result an education out of a list with the latest first: the latest completed, else the one that waits. */
export function latestOfEach<Result extends { educationId: number; completed: boolean }>(
  results: readonly Result[],
): Result[] {
  const latest = new Map<number, Result>()
  for (const result of results) {
    const known = latest.get(result.educationId)
    if (!known || (result.completed && !known.completed)) latest.set(result.educationId, result)
  }
  return [...latest.values()]
}
