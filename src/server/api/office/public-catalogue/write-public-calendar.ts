import type { Language } from '#api/actor.ts'
import type { Visitor } from '#api/context.ts'
import { type CalendarEvent, writeCalendar } from '#api/office/calendar/write-calendar.ts'
import { periodText } from '#locales/moments.ts'
import { translator } from '#locales/translate.ts'
import type { PublicOccasion } from './contract.ts'
import { cataloguePath } from './rules.ts'

const describeAlong = (language: Language, { along }: PublicOccasion): string[] =>
  along.map(({ partTitle, startDate, endDate, city }) =>
    translator(language, 'public-catalogue')('along', {
      title: partTitle,
      when: periodText(startDate, endDate, language),
      city,
    }),
  )

const toCalendarEvent = ({ env, language }: Visitor, occasion: PublicOccasion): CalendarEvent => ({
  uid: `occasion-${occasion.id}@${new URL(env.PORTAL_ORIGIN).host}`,
  sequence: 0,
  status: 'confirmed',
  start: occasion.startDate,
  end: occasion.endDate,
  summary: occasion.education.title,
  location: [occasion.venue, occasion.city].filter(Boolean).join(', '),
  description: [occasion.partTitle, occasion.organizer, ...describeAlong(language, occasion)]
    .filter(Boolean)
    .join('\n'),
  url: env.PORTAL_ORIGIN + cataloguePath(language, 'education', occasion.education),
  changedAt: occasion.lastChange,
})

/**
 * Writes public occasions as an iCalendar file, with links in the language of the request. Events are in the order of
 * `occasions`.
 */
export const writePublicCalendar = (ctx: Visitor, occasions: readonly PublicOccasion[]): string =>
  writeCalendar({
    name: translator(ctx.language, 'public-catalogue')('widgetTitle'),
    events: occasions.map((occasion) => toCalendarEvent(ctx, occasion)),
  })
