import type { Occasion } from '#api/catalogue/occasions/contract.ts'
import { getOrganizedOccasion } from '#api/catalogue/occasions/management/save-occasion.ts'
import { findHeldMeeting, type HeldMeeting } from '#api/catalogue/occasions/meetings/held-meetings.ts'
import { MeetingError } from '#api/catalogue/occasions/meetings/meeting-error.ts'
import type { Ctx } from '#api/context.ts'
import { selectParticipants } from '#api/participation/sign-ups/participants/storage.ts'
import { recordReads } from '#api/people/reach/reads/record-reads.ts'
import { Refused } from '#api/refusals.ts'
import type { MeetingAttendance } from './contract.ts'
import { fetchAttendance } from './fetch-attendance.ts'
import { isAttendanceKept, isProposed, toPeriods, toPlannedMinutes } from './rules.ts'
import { listAddresses, listAttendees } from './storage.ts'

/** Converts what is stored of a meeting to the reply's form, limited to the participants that the caller organises. */
async function toAttendance(ctx: Ctx, occasion: Occasion, meeting: HeldMeeting): Promise<MeetingAttendance> {
  const [rows, everybody, attendees] = await Promise.all([
    selectParticipants(ctx, occasion.id),
    listAddresses(ctx.db, occasion.id),
    listAttendees(ctx.db, meeting.id),
  ])
  const live = rows.filter(({ result }) => !result.canceled)
  const ownIds = new Set(live.map(({ result }) => result.userId))
  const shown = attendees.filter(({ userId }) => userId !== null && ownIds.has(userId))
  const seesAll = everybody.every(({ userId }) => ownIds.has(userId))
  const shownIds = new Set(shown.map(({ userId }) => userId))
  await recordReads(
    ctx,
    live.flatMap(({ result, birthOn }) => (shownIds.has(result.userId) ? [{ id: result.userId, birthOn }] : [])),
  )
  const plannedMinutes = toPlannedMinutes(toPeriods(occasion))
  return {
    provider: meeting.provider,
    fetchedDate: meeting.attendanceFetchedAt,
    plannedMinutes,
    proposals: shown.flatMap(({ userId, minutes }) =>
      userId === null ? [] : [{ userId, minutes, isProposed: isProposed(minutes, plannedMinutes) }],
    ),
    unmatched: seesAll
      ? attendees.flatMap(({ userId, name, minutes }) => (userId === null ? [{ name, minutes }] : []))
      : [],
  }
}

/**
 * Returns who was in the meeting of an occasion that the caller organises; null without a meeting of the portal.
 *
 * @throws Refused('not_found') or Refused('not_allowed') as `requireOrganized` does.
 */
export async function readAttendance(ctx: Ctx, occasionId: number): Promise<MeetingAttendance | null> {
  const [occasion, meeting] = await Promise.all([
    getOrganizedOccasion(ctx, occasionId),
    findHeldMeeting(ctx.db, occasionId),
  ])
  return meeting && toAttendance(ctx, occasion, meeting)
}

/**
 * Fetches who was in the meeting of an occasion that the caller organises, and returns it. Marks nobody as present.
 *
 * @throws Refused('not_found') without a meeting of the portal, and with 'not_allowed' as `requireOrganized` does.
 * @throws Refused('meeting_not_begun') before the occasion begins.
 * @throws Refused('meeting_attendance_missing') while the service has no report, and later than 30 days after the
 * occasion, without a call of the service.
 * @throws Refused('meeting_unavailable') when the service refuses or does not answer, or is no longer configured.
 */
export async function refreshAttendance(ctx: Ctx, occasionId: number): Promise<MeetingAttendance> {
  const [occasion, meeting] = await Promise.all([
    getOrganizedOccasion(ctx, occasionId),
    findHeldMeeting(ctx.db, occasionId),
  ])
  if (!meeting) throw new Refused('not_found')
  if (occasion.startDate > ctx.now) throw new Refused('meeting_not_begun')
  if (!isAttendanceKept(occasion.endDate, ctx.now)) throw new Refused('meeting_attendance_missing')
  try {
    const outcome = await fetchAttendance(ctx, meeting, occasion)
    if (outcome === 'missing') throw new Refused('meeting_attendance_missing')
    if (outcome === 'not_configured') throw new Refused('meeting_unavailable')
  } catch (error) {
    if (!(error instanceof MeetingError)) throw error
    ctx.log.warn('meetingAttendance.fetch', { meetingId: meeting.id, reason: error.kind })
    throw new Refused('meeting_unavailable')
  }
  const current = { ...ctx, db: ctx.db.onPrimary() }
  return toAttendance(current, occasion, { ...meeting, attendanceFetchedAt: ctx.now })
}
