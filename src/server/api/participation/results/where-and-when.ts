import { portalZone } from '#api/zone.ts'

interface Place {
  startDate: Date
  city: string
  venue: string | null
}

/** Formats the time, venue and city of an occasion or exam for a mail. */
export function whereAndWhen({ startDate, city, venue }: Place, language: string): string {
  const format = new Intl.DateTimeFormat(language === 'en' ? 'en-US' : 'sv-SE', {
    dateStyle: 'full',
    timeStyle: 'short',
    timeZone: portalZone,
  })
  return [format.format(startDate), venue, city].filter(Boolean).join(', ')
}
