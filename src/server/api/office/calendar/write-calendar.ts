import { TZDate } from '@date-fns/tz'
import ical, { ICalAttendeeStatus, ICalCalendarMethod, ICalEventStatus } from 'ical-generator'
import { portalZone } from '#api/zone.ts'

export type EventStatus = 'confirmed' | 'tentative' | 'canceled'

/** One stretch of time as calendar programs know it: the same `uid` is the same event, a higher `sequence` a newer one. */
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

interface WantedCalendar {
  name: string
  events: readonly CalendarEvent[]
  /** Of a single invitation, opened or sent; a calendar that is subscribed to has none. */
  method?: 'PUBLISH' | 'REQUEST' | 'CANCEL'
  /** Whom an invitation is from. */
  organizer?: { name: string; email: string }
  /** To whom an invitation is sent: somebody who has said yes already. */
  attendee?: string
}

/** Sweden's clocks since 1980 and until further notice: summer time from the last Sunday of March to that of October. */
const swedishClocks = `BEGIN:VTIMEZONE
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

/** In the night when the clocks go back an hour comes twice, and calendar programs differ on which one its name means. */
const isNamedTwice = (moment: Date) => {
  const time = moment.getTime()
  return hourOf(time) === hourOf(time - hourMs) || hourOf(time) === hourOf(time + hourMs)
}

/** The library writes a calendar's own name as it is given, and programs differ on what a comma in it means. */
const inOneLine = (text: string) => text.replace(/[\p{Cc}\\;,\s]+/gu, ' ').trim()

/** A calendar by the book (RFC 5545): times by the Swedish clock, and by UTC in the hour that comes twice. */
export function writeCalendar({ name, events, method, organizer, attendee }: WantedCalendar): string {
  const calendar = ical({
    name: inOneLine(name),
    prodId: { company: 'Utbildningsportalen', product: 'Kalender', language: 'SV' },
    timezone: { name: null, generator: () => swedishClocks },
    // Seldom enough for everybody's programs, often enough for a change of tomorrow's hall.
    ...(method ? { method: ICalCalendarMethod[method] } : { ttl: 3600 }),
  })
  for (const { uid, start, end, status, changedAt, url, ...event } of events) {
    const inUtc = isNamedTwice(start) || isNamedTwice(end)
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
