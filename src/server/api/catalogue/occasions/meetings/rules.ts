import { addSeconds, max } from 'date-fns'

/** Services that the portal can create meetings in. */
export const meetingProviders = ['teams', 'zoom'] as const
export type MeetingProviderName = (typeof meetingProviders)[number]

/**
 * Reasons why a meeting is not as the occasion says. `rejected`: the service refused the request, and says why.
 * `unauthorized`: it refused the portal's credentials or rights. `unavailable`: no answer after the last attempt.
 * `gone`: somebody has deleted the meeting in the service. `not_configured`: the portal no longer has the service.
 * `unexpected`: an error of the portal.
 */
export const meetingFailures = [
  'rejected',
  'unauthorized',
  'unavailable',
  'gone',
  'not_configured',
  'unexpected',
] as const
export type MeetingFailure = (typeof meetingFailures)[number]

/** States of a meeting on the screens of its organisers. */
export const meetingStates = ['creating', 'created', 'failed', 'removalFailed'] as const
export type MeetingState = (typeof meetingStates)[number]

interface StoredMeeting {
  reason: string | null
  externalId: string | null
  removalRequestedAt: Date | null
}

/**
 * Returns the state of a stored meeting: `failed` also while the meeting exists, since it may be out of date, and
 * `removalFailed` when the service has not deleted it.
 */
export function toMeetingState(
  { reason, externalId, removalRequestedAt }: StoredMeeting,
  canceled: boolean,
): MeetingState {
  if (reason !== null) return removalRequestedAt !== null || canceled ? 'removalFailed' : 'failed'
  return externalId === null ? 'creating' : 'created'
}

interface ChosenMeeting {
  provider: MeetingProviderName
  state: MeetingState
}

/** Returns the service of the meeting that an occasion keeps; null without one, or when it is only to be deleted. */
export const keptProvider = (meeting: ChosenMeeting | null): MeetingProviderName | null =>
  meeting && meeting.state !== 'removalFailed' ? meeting.provider : null

/** Whether a choice gives an occasion another meeting, or none; an absent choice leaves it as it is. */
export const isOtherChoice = (chosen: MeetingProviderName | null | undefined, meeting: ChosenMeeting | null): boolean =>
  chosen !== undefined && chosen !== keptProvider(meeting)

/** Attempts without an answer, before a person has to press again. */
const maxAttempts = 5

/**
 * Returns when a meeting is tried again after that many attempts without an answer, not before `earliest`; null after
 * the last one.
 */
export const nextAttemptAt = (attempts: number, now: Date, earliest = now): Date | null =>
  attempts >= maxAttempts ? null : max([earliest, addSeconds(now, 10 * 4 ** (attempts - 1))])

/** Returns when a service that asks to wait is asked again: when it says, but no earlier than in a minute. */
export const toRetryAt = (named: Date | null, now: Date): Date => max([named ?? now, addSeconds(now, 60)])

interface Period {
  start: Date
  end: Date
}

/** Title and time of an occasion as a service gets them; nothing about people. */
export interface MeetingSchedule {
  title: string
  start: string
  end: string
  /** End of the first day: a service has no meeting of several days. */
  firstEnd: string
  hasSeveralDays: boolean
}

interface ScheduledOccasion {
  title: string | null
  educationTitle: string
  partTitle: string
  startDate: Date
  endDate: Date
  sessions: readonly Period[]
}

const maxTitle = 200

/** Returns the title and time of the meeting of an occasion. The title names the education, unless it has the same. */
export function toSchedule(occasion: ScheduledOccasion): MeetingSchedule {
  const { educationTitle, startDate, endDate, sessions } = occasion
  const own = occasion.title ?? occasion.partTitle
  const title = own === educationTitle ? own : `${educationTitle}: ${own}`
  const ordered = sessions.toSorted((a, b) => a.start.getTime() - b.start.getTime())
  return {
    title: title.slice(0, maxTitle),
    start: startDate.toISOString(),
    end: endDate.toISOString(),
    firstEnd: (ordered[0]?.end ?? endDate).toISOString(),
    hasSeveralDays: sessions.length > 1,
  }
}

/** Length of a period in whole minutes, at least one. */
export const minutesBetween = (start: string, end: string): number =>
  Math.max(1, Math.round((Date.parse(end) - Date.parse(start)) / 60_000))
