import type { Visitor } from '#api/context.ts'
import type { Place } from '#api/place.ts'
import { translator } from '#locales/translate.ts'
import { writeCalendar } from '../write-calendar.ts'
import { toEvents, toRemovedEvents } from './rules.ts'
import { findInvitedOrFormerItem } from './storage.ts'

interface Envelope {
  userId: number
  to: string
  language: string
  organizer: { name: string; email: string }
}

/**
 * Returns one iCalendar attachment per session of a person's occasions or exams, also for cancelled and removed ones:
 * mail programs read one event per file. `envelope` has the person, the e-mail address invited, the language and the
 * organiser. Sends nothing; places that do not exist give none. A cancelled event has the method CANCEL, others
 * REQUEST.
 */
export async function writeInvitations(ctx: Visitor, places: readonly Place[], envelope: Envelope) {
  const { userId, to, language, organizer } = envelope
  const about = { origin: ctx.env.PORTAL_ORIGIN, showsParticipantCount: false, t: translator(language, 'calendar') }
  const items = await Promise.all(places.map((place) => findInvitedOrFormerItem(ctx.db, userId, place)))
  return items.flatMap((scheduled) => {
    const events = scheduled ? [...toEvents(scheduled, about), ...toRemovedEvents(scheduled, about)] : []
    return events.map((event) => {
      const method = event.status === 'canceled' ? ('CANCEL' as const) : ('REQUEST' as const)
      return {
        filename: `${event.uid.split('@')[0]}.ics`,
        mimeType: `text/calendar; charset=utf-8; method=${method}`,
        content: writeCalendar({ name: event.summary, events: [event], method, organizer, attendee: to }),
      }
    })
  })
}
