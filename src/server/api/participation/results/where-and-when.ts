import { portalZone } from '#api/zone.ts'
import { localeTag } from '#locales/tags.ts'

interface Place {
  startDate: Date
  city: string
  venue: string | null
}

/** Formats the time, venue and city of an occasion or exam for a mail. */
export function whereAndWhen({ startDate, city, venue }: Place, language: string): string {
  const format = new Intl.DateTimeFormat(localeTag(language), {
    dateStyle: 'full',
    timeStyle: 'short',
    timeZone: portalZone,
  })
  return [format.format(startDate), venue, city].filter(Boolean).join(', ')
}
