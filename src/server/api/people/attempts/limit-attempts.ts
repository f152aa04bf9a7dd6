import type { Visitor } from '#api/context.ts'
import { toNetwork } from '#api/network.ts'
import { Refused } from '#api/refusals.ts'
import { findDeviceNumber, rememberDevice } from './known-device.ts'
import { type AttemptLimit, createLimit } from './rules.ts'
import { countAttempts, secondsToWait } from './storage.ts'

/**
 * Returns the refusal `too_many_requests` for an attempt that has reached one of the limits, with the seconds until
 * another attempt is possible. Counts nothing and does not throw it.
 */
export const buildAttemptRefusal = async ({ db, now }: Visitor, limits: readonly AttemptLimit[]): Promise<Refused> =>
  new Refused('too_many_requests', { details: { retryAfterSeconds: await secondsToWait(db, limits, now) } })

/**
 * Counts an attempt against every limit, and commits that at once, whatever becomes of the attempt. A limit that is
 * reached does not count it further; the others do.
 *
 * @throws Refused('too_many_requests') when one of the limits is reached, with the seconds to wait.
 */
export async function limitAttempts(ctx: Visitor, limits: readonly AttemptLimit[]): Promise<void> {
  if (!(await countAttempts(ctx.db, limits, ctx.now))) throw await buildAttemptRefusal(ctx, limits)
}

/**
 * Counts an attempt of one subject against a limit per quarter of an hour, and five times that per day. A subject is
 * any text, such as an account's key. Commits that at once.
 *
 * @throws Refused('too_many_requests') when the limit is reached, with the seconds to wait.
 */
export const limitSubjectAttempts = (ctx: Visitor, subject: string, inQuarter: number): Promise<void> =>
  limitAttempts(ctx, [createLimit(subject, inQuarter)])

const toDeviceQuery = ({ env, knownDevices, now }: Visitor, userName: string) => ({
  secret: env.SESSION_SECRET,
  cookie: knownDevices.newValue ?? knownDevices.received,
  userName,
  now,
})

/** Limits on attempts that mail an e-mail address, by one network and by all networks together. */
export interface AddressLimits {
  fromNetwork: { inQuarter: number; inDay: number }
  inAll: { inQuarter: number; inDay: number }
}

/**
 * Counts an attempt to have a mail sent to an e-mail address against the limit of the caller's network and then that of
 * all networks. Each `kind` of mail counts apart, and each count is committed at once. The refused attempts of a
 * network do not count for all, so that a stranger on one network does not block the owner of the mailbox on another.
 *
 * @throws Refused('too_many_requests') when a limit is reached, with the seconds to wait.
 */
export async function limitAddressAttempts(ctx: Visitor, kind: string, email: string, limits: AddressLimits) {
  const subject = `${kind}:${email.toLowerCase()}`
  const { fromNetwork, inAll } = limits
  await limitAttempts(ctx, [
    createLimit(`${subject} ${toNetwork(ctx.address)}`, fromNetwork.inQuarter, fromNetwork.inDay),
  ])
  await limitAttempts(ctx, [createLimit(subject, inAll.inQuarter, inAll.inDay)])
}

/**
 * Returns the source of an attempt to sign in: the caller's IP address as `address`, and as `device` the number of the
 * known device when the user has signed in on it before, else null.
 */
export const findAttemptSource = (ctx: Visitor, userName: string) => ({
  address: ctx.address,
  device: findDeviceNumber(toDeviceQuery(ctx, userName)),
})

/**
 * Makes the browser a known device of the user who has just signed in, for 180 days: the response sets the cookie.
 * Writes nothing to the database.
 */
export function markDeviceKnown(ctx: Visitor, userName: string): void {
  ctx.knownDevices.newValue = rememberDevice(toDeviceQuery(ctx, userName))
}
