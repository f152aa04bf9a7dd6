import { hasMeetingLink } from '#api/participation/sign-ups/rules.ts'
import type { CalendarEvent, EventStatus } from '../write-calendar.ts'

/** An occasion or an exam, with everything that a calendar event shows. */
export interface ScheduledEvent {
  kind: 'occasion' | 'exam'
  id: number
  /** Version of the event for calendar programs (iCalendar SEQUENCE); only grows. */
  sequence: number
  startsAt: Date
  endsAt: Date
  /** Start and end as ISO texts; with fewer than two the event is one stretch. */
  sessions: readonly { start: string; end: string }[]
  /** Highest number of sessions that it has ever had. */
  days: number
  title: string | null
  city: string
  venue: string | null
  address: string | null
  onlineUrl: string | null
  canceled: boolean
  changedAt: Date
  educationId: number
  educationTitle: string
  partTitle: string
  bookedCount: number
  maxParticipants: number | null
  /**
   * The subscriber's own sign-up: `live` when it is not cancelled. Null in a calendar that is not about own bookings.
   */
  own: { live: boolean; approved: boolean } | null
}

type Translate = (key: string, values?: Record<string, unknown>) => string

/** Portal origin, texts and options for the events of a feed. */
export interface EventContext {
  origin: string
  /** Whether the description contains the number of participants, for leaders. */
  showsParticipantCount: boolean
  t: Translate
}

const statusOf = ({ canceled, own }: ScheduledEvent): EventStatus => {
  if (canceled || (own && !own.live)) return 'canceled'
  return own && !own.approved ? 'tentative' : 'confirmed'
}

/** Whether the subscriber may see the link to an online meeting; leaders may, participants by their seat. */
const canSeeMeetingLink = ({ own, canceled }: ScheduledEvent, counts: boolean) =>
  own ? hasMeetingLink({ isApproved: own.approved, isCanceled: canceled || !own.live }) : counts

function descriptionOf(one: ScheduledEvent, { showsParticipantCount: counts, t, origin }: EventContext): string {
  const { bookedCount: count, maxParticipants: max } = one
  return [
    one.partTitle === one.educationTitle ? null : one.partTitle,
    statusOf(one) === 'tentative' ? t('feed.pending') : null,
    counts ? (max === null ? t('feed.participants', { count }) : t('feed.participantsOf', { count, max })) : null,
    one.onlineUrl && canSeeMeetingLink(one, counts) ? t('feed.online', { link: one.onlineUrl }) : null,
    `${origin}/education/${one.educationId}`,
  ]
    .filter((line) => line !== null)
    .join('\n')
}

const uidOf = ({ kind, id }: ScheduledEvent, at: number, { origin }: EventContext) =>
  `${kind}-${id}${at > 0 ? `-${at + 1}` : ''}@${new URL(origin).hostname}`

/**
 * Converts an occasion or exam to one calendar event per session, in their order; to one event without several
 * sessions. The UIDs stay when it changes: they have kind, id and, from the second session, its number.
 *
 * Each event is cancelled when the occasion or the subscriber's own sign-up is, and tentative while that waits for
 * approval. With `showsParticipantCount`, for leaders, the description has the number of participants. The meeting link
 * is for leaders and, unless cancelled, people with an approved seat.
 */
export function toEvents(one: ScheduledEvent, about: EventContext): CalendarEvent[] {
  const { startsAt, endsAt, sessions } = one
  const stretches =
    sessions.length > 1
      ? sessions.map(({ start, end }) => ({ start: new Date(start), end: new Date(end) }))
      : [{ start: startsAt, end: endsAt }]
  return stretches.map(({ start, end }, at) => ({
    uid: uidOf(one, at, about),
    sequence: one.sequence,
    status: statusOf(one),
    start,
    end,
    summary: one.title ?? one.educationTitle,
    location: [one.venue, one.address, one.city].filter(Boolean).join(', '),
    description: descriptionOf(one, about),
    url: `${about.origin}/education/${one.educationId}`,
    changedAt: one.changedAt,
  }))
}

/**
 * Returns cancelled events for removed sessions, so that calendars that imported them one by one remove them. They have
 * the times of the first session; empty when there were never more sessions than now.
 */
export function toRemovedEvents(one: ScheduledEvent, about: EventContext): CalendarEvent[] {
  const events = toEvents(one, about)
  const [first] = events
  const from = events.length
  return Array.from({ length: Math.max(0, one.days - from) }, (_, at) =>
    first ? [{ ...first, uid: uidOf(one, from + at, about), status: 'canceled' as const }] : [],
  ).flat()
}
