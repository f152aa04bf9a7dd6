import type { Visitor } from '#api/context.ts'
import type { Place } from '#api/place.ts'
import { translator } from '#locales/translate.ts'
import { writeCalendar } from '../write-calendar.ts'
import { droppedEventsOf, eventsOf } from './rules.ts'
import { findFormerInvitation } from './storage.ts'

interface Envelope {
  userId: number
  to: string
  language: string
  organizer: { name: string; email: string }
}

/** A file for each day that somebody is signed up to, or no more: mail programs read one event from one file. */
export async function writeInvitations(ctx: Visitor, places: readonly Place[], envelope: Envelope) {
  const { userId, to, language, organizer } = envelope
  const about = { origin: ctx.env.PORTAL_ORIGIN, counts: false, t: translator(language, 'calendar') }
  const found = await Promise.all(places.map((place) => findFormerInvitation(ctx.db, userId, place)))
  return found.flatMap((scheduled) => {
    const events = scheduled ? [...eventsOf(scheduled, about), ...droppedEventsOf(scheduled, about)] : []
    return events.map((event) => {
      const method = event.status === 'canceled' ? ('CANCEL' as const) : ('REQUEST' as const)
      return {
        filename: `${event.uid.split('@')[0]}.ics`,
        mimeType: `text/calendar; charset=utf-8; method=${method}`,
        text: writeCalendar({ name: event.summary, events: [event], method, organizer, attendee: to }),
      }
    })
  })
}
