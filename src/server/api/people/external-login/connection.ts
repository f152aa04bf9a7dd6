import type { Ctx, Visitor } from '#api/context.ts'
import { recordAudit } from '#api/foundation/audit/storage.ts'
import { writeMail } from '#api/foundation/mails/write-mail.ts'
import { hasRecentlyAuthenticated } from '#api/people/authentication/passwords/recent-authentication.ts'
import { getUser } from '#api/people/reach/get-user.ts'
import { mayManageAccount } from '#api/people/users/access.ts'
import { hasPersonalNumber, setPersonalNumberHash } from '#api/people/users/sign-in-storage.ts'
import { findAddressee } from '#api/people/users/storage.ts'
import { Refused } from '#api/refusals.ts'

/** Statements that notify the owner of the account by mail, because another person may have made the change. */
async function mailAbout(ctx: Visitor, userId: number, name: string) {
  const person = await findAddressee(ctx.db, { id: userId })
  if (!person?.email) return []
  const values = { name: person.firstName, link: `${ctx.env.PORTAL_ORIGIN}/login/connect` }
  return writeMail(ctx, { recipient: person.email, userId, language: person.language, name, values })
}

async function writeConnection(ctx: Visitor, userId: number, hash: string | null): Promise<void> {
  const [action, mail] = hash
    ? (['electronicIdentification.connected', 'identificationConnected'] as const)
    : (['electronicIdentification.forgotten', 'identificationForgotten'] as const)
  await ctx.db.commit([
    setPersonalNumberHash(ctx.db, userId, hash),
    recordAudit(ctx, action, { type: 'user', id: userId }),
    ...(await mailAbout(ctx, userId, mail)),
  ])
}

/**
 * Connects an electronic identification, by the hash of its personal number, with a person's account, in place of an
 * earlier one. Writes an audit entry and mails the person. A unique index ensures that it opens only one account.
 *
 * @throws Refused('external_person_taken') when another account has it.
 */
export async function connectIdentification(ctx: Visitor, userId: number, personHash: string): Promise<void> {
  await writeConnection(ctx, userId, personHash)
}

/**
 * Removes the caller's electronic identification, with an audit entry, and mails the caller. Does nothing when there is
 * none.
 */
export async function removeOwnConnection(ctx: Ctx): Promise<void> {
  if (await hasPersonalNumber(ctx.db, ctx.actor.id)) await writeConnection(ctx, ctx.actor.id, null)
}

/**
 * Removes the electronic identification of a person whom the caller may edit, with an audit entry, and mails the
 * person. Does nothing when there is none.
 *
 * @throws Refused('not_found') when there is no such person.
 * @throws Refused('not_allowed') when the caller may not edit the person.
 */
export async function removeConnection(ctx: Ctx, userId: number): Promise<void> {
  const person = await getUser(ctx, userId)
  if (!mayManageAccount(ctx.actor, person)) throw new Refused('not_allowed')
  if (person.personalNumberHash) await writeConnection(ctx, userId, null)
}

/**
 * Returns whether the caller's account has an electronic identification (`connected`), and whether a change of it
 * requires the password (`needsPassword`). It does unless the caller has authenticated within the last five minutes,
 * as `hasRecentlyAuthenticated` decides.
 */
export async function findConnection(ctx: Ctx) {
  const [connected, isFresh] = await Promise.all([
    hasPersonalNumber(ctx.db, ctx.actor.id),
    hasRecentlyAuthenticated(ctx),
  ])
  return { connected, needsPassword: !isFresh }
}
