import { sql } from 'drizzle-orm'
import type { Ctx } from '#api/context.ts'
import { recordAuditWhen } from '#api/foundation/audit/storage.ts'
import { removeUnsentMailsTo } from '#api/foundation/mails/storage.ts'
import { writeMail } from '#api/foundation/mails/write-mail.ts'
import { removeSessionsOfUser } from '#api/people/authentication/storage.ts'
import { listGuardianRecipients } from '#api/people/guardians/recipients.ts'
import { getUser } from '#api/people/reach/get-user.ts'
import { toUser } from '#api/people/reach/to-user.ts'
import { removeTokensOfUsers } from '#api/people/tokens/storage.ts'
import { mayManageAccount } from '#api/people/users/access.ts'
import { findClosure, insertClosure, isNotClosed } from '#api/people/users/closure-storage.ts'
import type { User } from '#api/people/users/contract.ts'
import { type FoundUser, findAddressee } from '#api/people/users/storage.ts'
import { Refused } from '#api/refusals.ts'
import type { Statement } from '#platform/database.ts'

/** Mails the person and the guardians of a child that the account is closed. The reason stays in the office. */
async function mailClosing(ctx: Ctx, person: FoundUser): Promise<Statement[]> {
  const [addressee, guardians] = await Promise.all([
    findAddressee(ctx.db, { id: person.id }),
    listGuardianRecipients(ctx.db, person.id, ctx.now, ctx.actor.id),
  ])
  const own = addressee?.email
    ? writeMail(ctx, {
        recipient: addressee.email,
        userId: person.id,
        language: addressee.language,
        name: 'accountClosed',
        values: { name: addressee.firstName },
      })
    : []
  const child = `${person.firstName} ${person.lastName}`
  return guardians.reduce(
    (mails, { id, email, firstName, language }) =>
      email === null
        ? mails
        : mails.concat(
            writeMail(ctx, {
              recipient: email,
              userId: id,
              language,
              name: 'accountClosed',
              values: { name: firstName, child, context: 'ofChild' },
            }),
          ),
    own,
  )
}

/**
 * Closes a person's account for a reason, with an audit entry, and returns the person. Sessions, codes and unsent mails
 * end in the same commit; the person and the guardians of a child are notified by mail. Bookings stay as they are. Does
 * nothing for an account that the office has closed already.
 *
 * @throws Refused('not_found') when there is no such person.
 * @throws Refused('not_allowed') for the caller’s own account, and unless the caller may change the account
 * (`mayManageAccount`).
 * @throws Refused('person_merged') for a record that is merged into another.
 * @throws ConstraintError('last_superadministrator') when nobody else would be superadministrator.
 */
export async function closeAccount(ctx: Ctx, userId: number, reason: string): Promise<User> {
  const { db, actor, now } = ctx
  const [person, closure] = await Promise.all([getUser(ctx, userId), findClosure(db, userId)])
  if (person.id === actor.id || !mayManageAccount(actor, person)) throw new Refused('not_allowed')
  if (person.mergedInto !== null) throw new Refused('person_merged')
  if (closure) return toUser(ctx, person)
  const mails = person.inactiveAt === null ? await mailClosing(ctx, person) : []
  await db.commit([
    recordAuditWhen(ctx, isNotClosed(userId), 'user.closed', { type: 'user', id: userId }, { reason }),
    ...insertClosure(db, { userId, reason, closedByUserId: actor.id, closedAt: now }),
    removeSessionsOfUser(ctx, userId),
    removeTokensOfUsers(db, [userId]),
    // Before the mail of the closing, which is sent.
    removeUnsentMailsTo(db, sql`${userId}`),
    ...mails,
  ])
  return toUser(ctx, await getUser(ctx, userId))
}
