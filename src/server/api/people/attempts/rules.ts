import { toNetwork } from '#api/network.ts'

/**
 * Limit on attempts of a kind: the highest numbers within the last 15 minutes and the last 24 hours. Each attempt
 * counts in both.
 */
export interface AttemptLimit {
  /** Key of the counter: kind and owner, such as `account:anna`. */
  subject: string
  inQuarter: number
  inDay: number
}

/** Days for which a device stays known after the last sign-in on it. */
export const deviceDays = 180

export const quarterMs = 15 * 60_000
export const dayMs = 24 * 60 * 60_000

/**
 * A day allows five times the limit of a quarter. A person can retry, and one password is guessed at most 50 times a
 * day.
 */
const burstsInDay = 5

/**
 * Builds a limit of attempts for the counter `subject`, in a quarter of an hour and in a day; without `inDay` a day
 * allows five times `inQuarter`. Counts nothing.
 */
export const createLimit = (subject: string, inQuarter: number, inDay = inQuarter * burstsInDay): AttemptLimit => ({
  subject,
  inQuarter,
  inDay,
})

/** Highest number of failed attempts at one account, or from one known device, in a quarter of an hour (spec G-010). */
export const maxFailures = 10

/**
 * Highest number of failures from one network in a quarter of an hour. A whole course can share the IP address of one
 * club.
 */
const failuresFromNetwork = 30

/**
 * IP addresses that are no caller's own: without Cloudflare in front, all visitors have the address of the machine, and
 * one could lock out everybody.
 */
const sharedAddresses = ['unknown', '127.0.0.1', '::1']

/**
 * Returns the limit of the caller's network for a kind of attempt, a list of one; empty for an IP address that all
 * callers share.
 *
 * `address` is the client's IP address: `unknown` and those of the machine itself are shared. `inQuarter` limits a
 * quarter of an hour, and a day allows five times that.
 */
export const networkLimits = (address: string, kind: string, inQuarter: number): AttemptLimit[] =>
  sharedAddresses.includes(address) ? [] : [createLimit(`${kind}:${toNetwork(address)}`, inQuarter)]

/**
 * Number of failures before a successful sign-in that the account's owner is notified of. Somebody who tries their own
 * passwords makes fewer.
 */
const minSuspiciousFailures = 5

export type Suspicion = 'newDevice' | 'afterFailures'

/**
 * Returns why a successful sign-in is unusual for its account: at least five failures before it (`afterFailures`), or
 * an unknown device (`newDevice`). Null when it is not, and for an account that has no known device yet.
 */
export function findSuspicion(signIn: {
  isKnownDevice: boolean
  hasKnownDevices: boolean
  failures: number
}): Suspicion | null {
  if (!signIn.hasKnownDevices) return null
  if (signIn.failures >= minSuspiciousFailures) return 'afterFailures'
  return signIn.isKnownDevice ? null : 'newDevice'
}

/** Returns the counter key of an account, the same for all spellings of the user name in upper and lower case. */
export const accountSubject = (userName: string) => `account:${userName.toLowerCase()}`

/**
 * Returns the limits on guessing at the account of a user name. A known device has a counter of its own, so that other
 * people's failures cannot lock out the owner. Other attempts count by account and by network. `account` and `network`
 * are keys of counters; `inQuarter`, by default 10, limits the account or device, and 30 the network.
 */
export const guessLimits = (
  { address, device }: { address: string; device: string | null },
  { account, network, inQuarter = maxFailures }: { account: string; network: string; inQuarter?: number },
): AttemptLimit[] =>
  device
    ? [createLimit(`device-${account}:${device}`, inQuarter)]
    : [createLimit(account, inQuarter), ...networkLimits(address, network, failuresFromNetwork)]
