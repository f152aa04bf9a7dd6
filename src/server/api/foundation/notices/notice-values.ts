import { momentText } from '#locales/moments.ts'
import { moneyText } from '#locales/money.ts'
import { translator } from '#locales/translate.ts'
import { type TimeAndPlace, whereAndWhen } from './where-and-when.ts'

/** Facts of a notification, which are formatted in the language of each reader. */
export interface NotificationFacts {
  /** Titles of educations, parts or occasions. */
  titles?: readonly string[]
  /** Times and places, in the order in which they are read. */
  places?: readonly TimeAndPlace[]
  amountMinor?: number
  until?: Date
  /** Browser and operating system of a sign-in by their names; each is null when unknown. */
  device?: { browser: string | null; system: string | null }
}

/**
 * Converts facts of a notification to the values that a notice stores: raw as JSON or text, so that each language can
 * format them. The text in the recipient's `language` is stored beside them: the version before this one reads it after
 * a rollback.
 */
export function toNoticeValues(facts: NotificationFacts, language: string): Record<string, string> {
  const { titles, places, amountMinor, until, device } = facts
  const values = formatFacts(facts, language)
  if (titles) values.titles = JSON.stringify(titles)
  if (places) values.places = JSON.stringify(places.map(({ startDate, city, venue }) => ({ startDate, city, venue })))
  if (amountMinor !== undefined) values.amountMinor = String(amountMinor)
  if (until) values.untilAt = until.toISOString()
  if (device) values.signInDevice = JSON.stringify(device)
  return values
}

const joinTitles = (titles: readonly string[], language: string) =>
  new Intl.ListFormat(language, { type: 'conjunction' }).format(new Set(titles))

function deviceText({ browser, system }: NonNullable<NotificationFacts['device']>, language: string): string {
  const t = translator(language, 'account-security')
  if (browser && system) return t('device', { browser, system })
  return browser ?? system ?? t('deviceUnknown')
}

/**
 * Formats facts as the placeholders `title`, `when`, `amount`, `until` and `device`; absent facts give none. Titles are
 * joined with "and", each once, places by `; `; times are in Swedish time, and amounts in kronor.
 */
export function formatFacts(facts: NotificationFacts, language: string): Record<string, string> {
  const { titles, places, amountMinor, until, device } = facts
  const values: Record<string, string> = {}
  if (titles) values.title = joinTitles(titles, language)
  if (places) values.when = places.map((place) => whereAndWhen(place, language)).join('; ')
  if (amountMinor !== undefined) values.amount = moneyText(amountMinor / 100, language)
  if (until) values.until = momentText(until, 'moment', language)
  if (device) values.device = deviceText(device, language)
  return values
}

/**
 * Returns a time and place as it follows a title in a sentence, after a comma: the placeholder `at`. Empty for a part
 * without dates.
 */
export const appendWhen = (when: string | undefined): string => (when ? `, ${when}` : '')

const isoDay = /^\d{4}-\d{2}-\d{2}$/

/** Formats the values that are days, such as `due`. */
const formatDays = (values: Record<string, string>, language: string): Record<string, string> =>
  Object.fromEntries(
    Object.entries(values).map(([key, text]) => [
      key,
      isoDay.test(text) ? momentText(new Date(`${text}T12:00:00Z`), 'day', language) : text,
    ]),
  )

type StoredPlace = Omit<TimeAndPlace, 'startDate'> & { startDate: string }

/** Returns parsed JSON; null for the plain text that older notices store. */
function parseJson<Value>(text: string | undefined): Value | null {
  return text?.startsWith('{') || text?.startsWith('[') ? (JSON.parse(text) as Value) : null
}

/**
 * Returns the values of a stored notice as text in the recipient's language. Notices of earlier versions store text,
 * which stays. Facts become the placeholders of `formatFacts`; other values that are a day (`yyyy-MM-dd`) are written
 * out, and the rest stays as it is.
 */
export function formatNoticeValues(stored: Record<string, string>, language: string): Record<string, string> {
  const { titles, places, amountMinor, untilAt, signInDevice, ...rest } = stored
  const facts: NotificationFacts = {}
  const readTitles = parseJson<string[]>(titles)
  const readPlaces = parseJson<StoredPlace[]>(places)
  const readDevice = parseJson<NonNullable<NotificationFacts['device']>>(signInDevice)
  if (readTitles) facts.titles = readTitles
  if (readPlaces) facts.places = readPlaces.map((place) => ({ ...place, startDate: new Date(place.startDate) }))
  if (amountMinor !== undefined) facts.amountMinor = Number(amountMinor)
  if (untilAt) facts.until = new Date(untilAt)
  if (readDevice) facts.device = readDevice
  return { ...formatDays(rest, language), ...formatFacts(facts, language) }
}
