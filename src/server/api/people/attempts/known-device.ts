import { randomToken } from '#platform/digest.ts'
import { isSigned, signText } from '#platform/rotating-secret.ts'
import { deviceDays } from './rules.ts'

/*
 * A device that a person has signed in on stores a signed random number for the user name. It grants no access: failed
 * attempts from the device count separately. The cookie holds `<number>.<expiry, epoch seconds>.<signature>` for up to
 * four people.
 */

const maxPeople = 4

const signedText = (userName: string, number: string, end: string) =>
  `device ${number} ${end} ${userName.trim().toLowerCase()}`

const parseEntries = (cookie: string | null) => (cookie ?? '').split('~').filter(Boolean).slice(0, maxPeople)

function readNumber(secret: string, entry: string, userName: string, now: Date): string | null {
  const [number, end, signature, ...rest] = entry.split('.')
  if (!number || !end || !signature || rest.length > 0 || Number(end) * 1000 <= now.getTime()) return null
  return isSigned(secret, signedText(userName, number, end), signature) ? number : null
}

interface DeviceQuery {
  secret: string
  cookie: string | null
  userName: string
  now: Date
}

/**
 * Returns the random number of the browser in the cookie of known devices when the user has signed in on it within 180
 * days; null for any other device. The case of the user name does not count. It grants no access.
 */
export function findDeviceNumber({ secret, cookie, userName, now }: DeviceQuery): string | null {
  const numbers = parseEntries(cookie).map((entry) => readNumber(secret, entry, userName, now))
  return numbers.find((number) => number !== null) ?? null
}

/**
 * Returns the value of the cookie of known devices after a sign-in: the person's entry first, valid for 180 days from
 * now, and at most three other people's entries. The number of a known device stays.
 */
export function rememberDevice({ secret, cookie, userName, now }: DeviceQuery): string {
  const entries = parseEntries(cookie)
  const own = entries.map((entry) => readNumber(secret, entry, userName, now))
  const number = own.find((knownNumber) => knownNumber !== null) ?? randomToken()
  const end = String(Math.floor(now.getTime() / 1000) + deviceDays * 86_400)
  const entry = `${number}.${end}.${signText(secret, signedText(userName, number, end))}`
  const others = entries.filter((_, index) => own[index] === null)
  return [entry, ...others].slice(0, maxPeople).join('~')
}
