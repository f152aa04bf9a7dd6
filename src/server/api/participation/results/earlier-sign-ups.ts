import { subHours } from 'date-fns'
import { toPortalDay } from '#api/zone.ts'

/** A person's sign-up on a part, with its end; both moments of the end are null while it is open. */
export interface SignUpSpan {
  createdAt: Date
  completedAt: Date | null
  canceledAt: Date | null
}

/** Longest time between the launch of a course and the sign-up that its player makes: that of the launch itself. */
const hoursBeforeSignUp = 8

const endOf = ({ completedAt, canceledAt }: SignUpSpan) =>
  Math.max(completedAt?.getTime() ?? 0, canceledAt?.getTime() ?? 0)

/** Whether a person signed up again on the day of leaving, without having completed: the same sign-up goes on. */
const isContinued = ({ completedAt, canceledAt }: SignUpSpan, againAt: Date): boolean =>
  completedAt === null && canceledAt !== null && toPortalDay(canceledAt) === toPortalDay(againAt)

/**
 * Whether an attempt at a course that began at `startedAt` is of an earlier sign-up than the one made at `createdAt`.
 * It then does not complete the later one. `earlier` are the person's previous sign-ups on the part, newest first.
 *
 * An attempt of the sign-up began after the end of all earlier ones, and at most eight hours before it was made. A
 * sign-up that was left and made again on the same Swedish day is one. Without an earlier one every attempt counts.
 */
export function isOfEarlierSignUp(startedAt: Date, createdAt: Date, earlier: readonly SignUpSpan[]): boolean {
  const [previous, ...older] = earlier
  if (!previous) return false
  if (isContinued(previous, createdAt)) return isOfEarlierSignUp(startedAt, previous.createdAt, older)
  return startedAt < subHours(createdAt, hoursBeforeSignUp) || startedAt.getTime() <= Math.max(...earlier.map(endOf))
}
