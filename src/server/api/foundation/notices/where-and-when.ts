import { portalZone } from '#api/zone.ts'
import { localeTag } from '#locales/tags.ts'

/** Time and place of an occasion or exam, formatted for each reader. */
export interface TimeAndPlace {
  startDate: Date
  city: string
  venue: string | null
}

/**
 * Formats the day and time at which an occasion or exam starts in Swedish time, then its venue and city, joined by
 * commas. A venue or city that is null or empty is left out.
 */
export function whereAndWhen({ startDate, city, venue }: TimeAndPlace, language: string): string {
  const format = new Intl.DateTimeFormat(localeTag(language), {
    dateStyle: 'full',
    timeStyle: 'short',
    timeZone: portalZone,
  })
  return [format.format(startDate), venue, city].filter(Boolean).join(', ')
}
