import { TZDate } from '@date-fns/tz'
import ical, { ICalAttendeeStatus, ICalCalendarMethod, ICalEventStatus } from 'ical-generator'
import { portalZone } from '#api/zone.ts'

/** Status of an event; maps to the iCalendar STATUS. */
export type EventStatus = 'confirmed' | 'tentative' | 'canceled'

/** An iCalendar event. Programs identify it by `uid`; a higher `sequence` replaces the earlier version. */
export interface CalendarEvent {
  uid: string
  sequence: number
  status: EventStatus
  start: Date
  end: Date
  summary: string
  location: string
  description: string
  url: string
  changedAt: Date
}

interface CalendarContent {
  name: string
  events: readonly CalendarEvent[]
  /** Set for an invitation, absent for a subscribed calendar. */
  method?: 'PUBLISH' | 'REQUEST' | 'CANCEL'
  /** Sender of an invitation. */
  organizer?: { name: string; email: string }
  /** E-mail address of the invited person, who has already accepted. */
  attendee?: string
}

/** Time zone of Sweden since 1980: summer time from the last Sunday of March to the last Sunday of October. */
const swedishTimeZone = `BEGIN:VTIMEZONE
TZID:${portalZone}
BEGIN:DAYLIGHT
TZOFFSETFROM:+0100
TZOFFSETTO:+0200
TZNAME:CEST
DTSTART:19810329T020000
RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU
END:DAYLIGHT
BEGIN:STANDARD
TZOFFSETFROM:+0200
TZOFFSETTO:+0100
TZNAME:CET
DTSTART:19961027T030000
RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU
END:STANDARD
END:VTIMEZONE`

const statuses = {
  confirmed: ICalEventStatus.CONFIRMED,
  tentative: ICalEventStatus.TENTATIVE,
  canceled: ICalEventStatus.CANCELLED,
}

const hourMs = 3_600_000

const hourOf = (time: number) => new TZDate(time, portalZone).getHours()

/**
 * Whether the local time is ambiguous: one hour occurs twice when summer time ends, and programs differ on which is
 * meant.
 */
const isAmbiguous = (moment: Date) => {
  const time = moment.getTime()
  return hourOf(time) === hourOf(time - hourMs) || hourOf(time) === hourOf(time + hourMs)
}

/**
 * Removes separators and line breaks: the library does not escape the calendar's name, and programs read commas
 * differently.
 */
const sanitizeName = (text: string) => text.replace(/[\p{Cc}\\;,\s]+/gu, ' ').trim()

/**
 * Writes the text of an iCalendar file (RFC 5545) with the events in the order given. Times are in the Swedish time
 * zone, or in UTC when the local time is ambiguous. An `attendee` is an e-mail address, entered as having accepted.
 * Without a `method` programs are asked to refresh it every hour.
 */
export function writeCalendar({ name, events, method, organizer, attendee }: CalendarContent): string {
  const calendar = ical({
    name: sanitizeName(name),
    prodId: { company: 'Utbildningsportalen', product: 'Kalender', language: 'SV' },
    timezone: { name: null, generator: () => swedishTimeZone },
    // Refresh once an hour: a late change of place arrives in time, and programs do not poll too often.
    ...(method ? { method: ICalCalendarMethod[method] } : { ttl: 3600 }),
  })
  for (const { uid, start, end, status, changedAt, url, ...event } of events) {
    const inUtc = isAmbiguous(start) || isAmbiguous(end)
    calendar.createEvent({
      ...event,
      id: uid,
      status: statuses[status],
      start: new TZDate(start.getTime(), portalZone),
      end: new TZDate(end.getTime(), portalZone),
      timezone: inUtc ? null : portalZone,
      stamp: changedAt,
      lastModified: changedAt,
      ...(url ? { url } : {}),
      ...(organizer ? { organizer } : {}),
      ...(attendee ? { attendees: [{ email: attendee, status: ICalAttendeeStatus.ACCEPTED, rsvp: false }] } : {}),
    })
  }
  return calendar.toString()
}
