import { networkOf } from '#api/network.ts'

/** How often something may be attempted. Each attempt counts in both windows. */
export interface AttemptLimit {
  /** Key of the counter: a kind and its owner, such as `account:anna`. */
  subject: string
  inQuarter: number
  inDay: number
}

/** How long a device is known after the last sign-in on it. */
export const deviceDays = 180

export const quarterMs = 15 * 60_000
export const dayMs = 24 * 60 * 60_000

/** A day allows five bursts: enough for a person who keeps trying, and no more than 50 guesses at one password. */
const burstsInDay = 5

export const limitOf = (subject: string, inQuarter: number, inDay = inQuarter * burstsInDay): AttemptLimit => ({
  subject,
  inQuarter,
  inDay,
})

/** Failed attempts at one account, or from one known device, in a quarter of an hour (spec G-010). */
export const failuresAtMost = 10

/** From one network: a whole course may sit behind the address of one club. */
const failuresFromNetwork = 30

/** Without an edge in front, all visitors seem to come from the machine itself: one could lock out everybody. */
const tellsNobodyApart = ['unknown', '127.0.0.1', '::1']

/** The limit of the caller's network for a kind of attempt; none where addresses do not tell callers apart. */
export const networkLimits = (address: string, kind: string, inQuarter: number): AttemptLimit[] =>
  tellsNobodyApart.includes(address) ? [] : [limitOf(`${kind}:${networkOf(address)}`, inQuarter)]

/** So many failures before a success are told of: more than a person who looks for the right password in a list makes. */
const suspiciousFailures = 5

export type Suspicion = 'newDevice' | 'afterFailures'

/** Says why a sign-in is unusual for its account; null when it is not. */
export function suspicionOf(signIn: {
  isKnownDevice: boolean
  hasKnownDevices: boolean
  failures: number
}): Suspicion | null {
  if (!signIn.hasKnownDevices) return null
  if (signIn.failures >= suspiciousFailures) return 'afterFailures'
  return signIn.isKnownDevice ? null : 'newDevice'
}

export const accountSubject = (userName: string) => `account:${userName.toLowerCase()}`

/**
 * Limits on a kind of guessing at the account of a user name. A device that its owner has signed in on is counted by itself, so that
 * nobody else's failures shut the owner out; everybody else is counted by account and by network.
 */
export const guessLimits = (
  { address, device }: { address: string; device: string | null },
  { account, network, inQuarter = failuresAtMost }: { account: string; network: string; inQuarter?: number },
): AttemptLimit[] =>
  device
    ? [limitOf(`device-${account}:${device}`, inQuarter)]
    : [limitOf(account, inQuarter), ...networkLimits(address, network, failuresFromNetwork)]
