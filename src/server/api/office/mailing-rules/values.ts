import type { Recipient } from '#api/office/mailings/recipients.ts'
import type { PlaceholderValues } from '#api/office/mailings/rules.ts'
import { momentText } from '#locales/moments.ts'
import type { RuleMail } from './rule-mails-storage.ts'

/**
 * Returns the values of the placeholders of a rule's mail to a recipient, with dates in a language and in Swedish time.
 * Those of an occasion or licence are missing when the mail is about none.
 */
export function toValues(
  { person, title, startsAt, city, venue, licenseName, endsOn }: RuleMail,
  { firstName, name }: Pick<Recipient, 'firstName' | 'name'>,
  language: string,
): PlaceholderValues {
  return {
    firstName,
    name,
    ...(person && { person }),
    ...(startsAt && {
      occasion: title ?? '',
      date: momentText(new Date(startsAt), 'moment', language),
      place: [venue, city].filter(Boolean).join(', '),
    }),
    ...(endsOn && {
      license: licenseName ?? '',
      endDate: momentText(new Date(`${endsOn}T12:00:00Z`), 'day', language),
    }),
  }
}
