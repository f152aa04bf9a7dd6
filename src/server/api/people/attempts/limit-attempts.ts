import type { Visitor } from '#api/context.ts'
import { Refused } from '#api/refusals.ts'
import { deviceNumber, rememberDevice } from './known-device.ts'
import { type AttemptLimit, limitOf } from './rules.ts'
import { secondsToWait, takeAttempts } from './storage.ts'

/** The refusal of an attempt beyond its limits, with the seconds until there is room. */
export const tooManyAttempts = async ({ db, now }: Visitor, limits: readonly AttemptLimit[]): Promise<Refused> =>
  new Refused('too_many_requests', { details: { retryAfterSeconds: await secondsToWait(db, limits, now) } })

/** Takes one attempt of every limit. @throws Refused('too_many_requests') when one of them has none left. */
export async function limitAttempts(ctx: Visitor, limits: readonly AttemptLimit[]): Promise<void> {
  if (!(await takeAttempts(ctx.db, limits, ctx.now))) throw await tooManyAttempts(ctx, limits)
}

/** The same for one subject, by how often in a quarter of an hour; five times that in a day. */
export const limitAttemptsAt = (ctx: Visitor, subject: string, inQuarter: number): Promise<void> =>
  limitAttempts(ctx, [limitOf(subject, inQuarter)])

const lookingFor = ({ env, knownDevices, now }: Visitor, userName: string) => ({
  secret: env.SESSION_SECRET,
  cookie: knownDevices.becomes ?? knownDevices.held,
  userName,
  now,
})

/** The source of an attempt: the device, where the owner of the user name has signed in on it, and the address. */
export const attemptedFrom = async (ctx: Visitor, userName: string) => ({
  address: ctx.address,
  device: await deviceNumber(lookingFor(ctx, userName)),
})

/** Has the browser remembered as a device of this user name's owner, who has just signed in. */
export async function markDeviceKnown(ctx: Visitor, userName: string): Promise<void> {
  ctx.knownDevices.becomes = await rememberDevice(lookingFor(ctx, userName))
}
