import type { Occasion } from '#api/catalogue/occasions/contract.ts'
import { findOccasionForJobs } from '#api/catalogue/occasions/management/storage.ts'
import {
  type HeldMeeting,
  listUnfetchedMeetings,
  markAttendanceFetched,
} from '#api/catalogue/occasions/meetings/held-meetings.ts'
import { MeetingError } from '#api/catalogue/occasions/meetings/meeting-error.ts'
import { findProvider } from '#api/catalogue/occasions/meetings/providers.ts'
import type { Ctx, Visitor } from '#api/context.ts'
import { recordAudit } from '#api/foundation/audit/storage.ts'
import type { JobHandler } from '#api/foundation/jobs/run.ts'
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
const maxMeetings = 100

/** Fetches the attendance of occasions that ended in the last three days, where nobody has. Repeatable. */
export const fetchOfYesterday: JobHandler = async (ctx: Ctx<null>) => {
  const since = new Date(ctx.now.getTime() - daysToTry * msPerDay)
  for (const meeting of await listUnfetchedMeetings(ctx.db, { since, until: ctx.now, limit: maxMeetings })) {
    const occasion = await findOccasionForJobs(ctx.db, meeting.occasionId)
    if (!occasion) continue
    try {
      await fetchAttendance(ctx, meeting, occasion)
    } catch (error) {
      if (!(error instanceof MeetingError)) throw error
      ctx.log.warn('meetingAttendance.fetch', { meetingId: meeting.id, reason: error.kind })
      if (error.kind === 'busy') return undefined
    }
  }
  return undefined
}
