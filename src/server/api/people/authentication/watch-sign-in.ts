import type { Visitor } from '#api/context.ts'
import { recordAudit } from '#api/foundation/audit/storage.ts'
import { writeMail } from '#api/foundation/mails/write-mail.ts'
import { formatFacts, toNoticeValues } from '#api/foundation/notices/notice-values.ts'
import { notify } from '#api/foundation/notices/storage.ts'
import { findAttemptSource, markDeviceKnown } from '#api/people/attempts/limit-attempts.ts'
import { findSuspicion } from '#api/people/attempts/rules.ts'
import { parseDevice } from '#api/people/authentication/device.ts'
import { findDeviceKnownAt, markDeviceKnownAt } from '#api/people/users/sign-in-storage.ts'
import { findAddressee } from '#api/people/users/storage.ts'
import type { Statement } from '#platform/database.ts'

const path = '/profile/security'

interface SignIn {
  userId: number
  userAgent: string | null
  /** Failed attempts at the account in the last day, before this one. */
  failures: number
}

/**
 * Returns the statements that store the device of a sign-in as known. When the sign-in is unusual (an unknown device,
 * or at least five `failures` before it), they also notify the person by notice and mail, and write an audit entry
 * (ASVS 6.3.5).
 *
 * The response sets the cookie of the device whether or not the sign-in is unusual. The first sign-in of an account
 * only stores its device. Empty, and without a cookie, for an unknown person.
 */
export async function watchSignIn(ctx: Visitor, { userId, userAgent, failures }: SignIn): Promise<Statement[]> {
  const person = await findAddressee(ctx.db, { id: userId })
  if (!person) return []
  const { device } = findAttemptSource(ctx, person.userName)
  const hasKnownDevices = (await findDeviceKnownAt(ctx.db, userId)) !== null
  markDeviceKnown(ctx, person.userName)
  const deviceKnown = markDeviceKnownAt(ctx.db, userId, ctx.now)
  const suspicion = findSuspicion({ isKnownDevice: device !== null, hasKnownDevices, failures })
  if (!suspicion) return [deviceKnown]
  const language = person.language ?? ctx.language
  const facts = { device: parseDevice(userAgent) }
  const mail = person.email
    ? writeMail(ctx, {
        recipient: person.email,
        userId,
        language,
        name: 'unusualSignIn',
        values: {
          ...formatFacts(facts, language),
          context: suspicion,
          name: person.firstName,
          link: `${ctx.env.PORTAL_ORIGIN}${path}`,
        },
      })
    : []
  return [
    deviceKnown,
    notify(ctx, {
      userId,
      kind: 'unusualSignIn',
      values: { ...toNoticeValues(facts, language), context: suspicion },
      path,
    }),
    ...mail,
    recordAudit(ctx, 'session.unusual', { type: 'user', id: userId }, { because: suspicion }, userId),
  ]
}
