import { isIri } from '#api/catalogue/packages/iri.ts'
import { anything, mapOf, text, textMatching } from './check.ts'

export const iri = textMatching(isIri, 'an IRI')

const uuidForm = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
/** Whether a text is a UUID. */
export const isUuid = (value: string) => uuidForm.test(value)
export const uuid = textMatching(isUuid, 'a UUID')

/** RFC 5646: language, script, region, variants, extensions, private use; also the tags registered before it. */
const tagForm = new RegExp(
  `^(?:(?:[a-z]{2,3}(?:-[a-z]{3}){0,3}|[a-z]{4}|[a-z]{5,8})(?:-[a-z]{4})?(?:-(?:[a-z]{2}|\\d{3}))?${'(?:-(?:[a-z0-9]{5,8}|\\d[a-z0-9]{3}))*(?:-[0-9a-wyz](?:-[a-z0-9]{2,8})+)*(?:-x(?:-[a-z0-9]{1,8})+)?'}|x(?:-[a-z0-9]{1,8})+|i-[a-z]{3,8}|en-gb-oed|sgn-(?:be-fr|be-nl|ch-de))$`,
  'i',
)
export const languageTag = textMatching((value) => tagForm.test(value), 'a language tag')
export const languageMap = mapOf(languageTag, text)

const timestampForm =
  /^(\d{4})-(\d\d)-(\d\d)T([01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:[.,]\d+)?)?(?:Z|\+\d\d(?::?\d\d)?|-(?!00(?::?00)?$)\d\d(?::?\d\d)?)?$/i

/**
 * Whether a text is an ISO 8601 date and time of a day that exists. xAPI refuses the offset "-00:00", which means an
 * unknown offset.
 */
export function isTimestamp(value: string): boolean {
  const [, year, month, day] = timestampForm.exec(value)?.map(Number) ?? []
  if (year === undefined || month === undefined || day === undefined) return false
  const date = new Date(Date.UTC(year, month - 1, day))
  // Date.UTC reads years below 100 as 19xx.
  date.setUTCFullYear(year, month - 1, day)
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day && month > 0 && parseTimestamp(value) !== null
}

/** Parses a timestamp; without an offset it is UTC. Returns null when it is invalid. */
export function parseTimestamp(value: string): Date | null {
  const plain = value.replace(',', '.').toUpperCase()
  const [, rest = '', offset = 'Z'] = /^(.{10}T.*?)(Z|[+-]\d\d(?::?\d\d)?)?$/.exec(plain) ?? []
  const colon = offset.replace(/^([+-]\d\d):?(\d\d)?$/, (_all, hours, minutes = '00') => `${hours}:${minutes}`)
  const date = new Date(`${rest}${colon}`)
  return Number.isNaN(date.getTime()) ? null : date
}
export const timestamp = textMatching(isTimestamp, 'a timestamp')

const part = (letter: string) => `(?:\\d+(?:[.,]\\d+)?${letter})?`
const durationForm = new RegExp(
  `^P(?:\\d+(?:[.,]\\d+)?W|(?=[\\dT])${part('Y')}${part('M')}${part('D')}(?:T(?=\\d)${part('H')}${part('M')}${part('S')})?)$`,
)
export const duration = textMatching((value) => durationForm.test(value), 'a duration')

export const mailbox = textMatching((value) => /^mailto:[^\s@<>"]+@[^\s@<>"]+$/i.test(value), 'mailto: and an address')
export const sha1 = textMatching((value) => /^[0-9a-f]{40}$/i.test(value), 'a SHA-1 sum')
const sha2Form = /^(?:[0-9a-f]{56}|[0-9a-f]{64}|[0-9a-f]{96}|[0-9a-f]{128})$/i
export const sha2 = textMatching((value) => sha2Form.test(value), 'a SHA-2 sum')
export const mediaType = textMatching(
  (value) =>
    /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+(?:\s*;\s*[\w!#$&^.+-]+=(?:"[^"\p{Cc}]*"|[^\s;"\p{Cc}]+))*\s*;?$/u.test(value),
  'a media type',
)
export const version = textMatching((value) => /^1\.0(?:\.\d+)?$/.test(value), '1.0 or 1.0.x')

/** Extensions may hold any value, also null. */
export const extensions = mapOf(iri, anything)
