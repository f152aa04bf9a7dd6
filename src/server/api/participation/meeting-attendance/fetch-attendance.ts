import type { Occasion } from '#api/catalogue/occasions/contract.ts'
import { findOccasionForJobs } from '#api/catalogue/occasions/management/storage.ts'
import {
  type HeldMeeting,
  listUnfetchedMeetings,
  markAttendanceFetched,
} from '#api/catalogue/occasions/meetings/held-meetings.ts'
import { MeetingError } from '#api/catalogue/occasions/meetings/meeting-error.ts'
import { findProvider } from '#api/catalogue/occasions/meetings/providers.ts'
import type { MeetingProviderName } from '#api/catalogue/occasions/meetings/rules.ts'
import type { Ctx, Visitor } from '#api/context.ts'
import { recordAudit } from '#api/foundation/audit/storage.ts'
import type { JobContinuation } from '#api/foundation/jobs/run.ts'
import { toAttendees, toPeriods } from './rules.ts'
import { listAddresses, replaceAttendees } from './storage.ts'

/** Result of a fetch: `missing` while the service has no report of the meeting. */
type FetchOutcome = 'fetched' | 'missing' | 'not_configured'

/**
 * Fetches who was in a meeting and stores it in the place of an earlier fetch, with an audit entry. Stores names only
 * of people who match no participant, and no e-mail addresses. Access is not checked here.
 *
 * @throws MeetingError when the service refuses or does not answer: 'unauthorized', 'busy', 'gone', 'rejected' or
 * 'unavailable'.
 */
export async function fetchAttendance(ctx: Visitor, meeting: HeldMeeting, occasion: Occasion): Promise<FetchOutcome> {
  const provider = findProvider(ctx.env, meeting.provider)
  if (!provider) return 'not_configured'
  const presences = await provider.listPresences(meeting.externalId)
  if (presences.length === 0) return 'missing'
  const participants = await listAddresses(ctx.db, occasion.id)
  const attendees = toAttendees(presences, participants, toPeriods(occasion))
  await ctx.db.commit([
    ...replaceAttendees(ctx.db, meeting.id, attendees, ctx.now),
    markAttendanceFetched(ctx.db, meeting.id, ctx.now),
    recordAudit(ctx, 'occasion.attendanceFetched', { type: 'occasion', id: occasion.id }, { count: attendees.length }),
  ])
  return 'fetched'
}

const msPerDay = 86_400_000
/** Days after the occasion for which the portal asks again by itself; services need a while for their reports. */
const daysToTry = 3
const maxMeetings = 50
/** Time after which a run begins no further meeting, so that the other jobs of its batch wait no longer. */
const msToBegin = 60_000
/** Number of meetings without an answer after which a service is left alone. */
const maxUnanswered = 2

/** Progress that a run leaves to the next one of the same day. */
interface FetchProgress {
  /** Id of the last meeting that was tried; none at first. */
  after?: number
  /** Number of meetings without an answer, by service; a service that asks to wait has all of them. */
  unanswered?: Partial<Record<MeetingProviderName, number>>
}

/** Fetches the attendance of one meeting, and returns how many unanswered ones its outcome counts as. Logs an error. */
async function tryFetch(ctx: Ctx<null>, meeting: HeldMeeting): Promise<number> {
  try {
    const occasion = await findOccasionForJobs(ctx.db, meeting.occasionId)
    if (occasion) await fetchAttendance(ctx, meeting, occasion)
    return 0
  } catch (error) {
    const reason = error instanceof MeetingError ? error.kind : 'unexpected'
    if (error instanceof MeetingError) ctx.log.warn('meetingAttendance.fetch', { meetingId: meeting.id, reason })
    else ctx.log.error('meetingAttendance.fetch', error, { meetingId: meeting.id })
    if (reason === 'busy') return maxUnanswered
    return reason === 'unavailable' ? 1 : 0
  }
}

/**
 * Fetches the attendance of meetings whose occasion ended in the last three days, unless it was fetched after that end.
 * Occasions that were cancelled are left out. A meeting that fails is logged and passed over. A service that asks to
 * wait, or leaves two meetings unanswered, is not asked about the remaining ones.
 *
 * After a minute no further meeting is begun, and a run tries at most 50. It then returns the progress from which the
 * next run continues; undefined when nothing is left. Safe to repeat.
 */
export async function fetchRecentAttendance(
  ctx: Ctx<null>,
  { after = 0, unanswered = {} }: FetchProgress,
): Promise<JobContinuation | undefined> {
  const since = new Date(ctx.now.getTime() - daysToTry * msPerDay)
  const meetings = await listUnfetchedMeetings(ctx.db, { since, until: ctx.now, after, limit: maxMeetings })
  const until = Date.now() + msToBegin
  const counts = { ...unanswered }
  let last = after
  for (const meeting of meetings) {
    if (Date.now() > until) return { rest: { after: last, unanswered: counts } }
    last = meeting.id
    const count = counts[meeting.provider] ?? 0
    if (count < maxUnanswered) counts[meeting.provider] = count + (await tryFetch(ctx, meeting))
  }
  return meetings.length < maxMeetings ? undefined : { rest: { after: last, unanswered: counts } }
}
