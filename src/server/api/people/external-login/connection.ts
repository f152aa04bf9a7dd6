import type { Ctx, Visitor } from '#api/context.ts'
import { recordAudit } from '#api/foundation/audit/storage.ts'
import { writeMail } from '#api/foundation/mails/write-mail.ts'
import { hasJustSignedIn } from '#api/people/authentication/passwords/recent-password.ts'
import { getUser } from '#api/people/reach/get-user.ts'
import { standsAbove } from '#api/people/users/access.ts'
import { findAddressee, hasPersonalNumber, setPersonalNumberHash } from '#api/people/users/storage.ts'
import { Refused } from '#api/refusals.ts'
import { Constraint } from '#platform/database.ts'

/** The person whose account it is hears of it, in case it was somebody else. */
async function mailAbout(ctx: Visitor, userId: number, name: string) {
  const person = await findAddressee(ctx.db, { id: userId })
  if (!person?.email) return []
  const values = { name: person.firstName, link: `${ctx.env.PORTAL_ORIGIN}/login/connect` }
  return writeMail(ctx, { recipient: person.email, userId, language: person.language, name, values })
}

async function write(ctx: Visitor, userId: number, hash: string | null): Promise<void> {
  const [action, mail] = hash
    ? (['electronicIdentification.connected', 'identificationConnected'] as const)
    : (['electronicIdentification.forgotten', 'identificationForgotten'] as const)
  await ctx.db.commit([
    setPersonalNumberHash(ctx.db, userId, hash),
    recordAudit(ctx, action, { type: 'user', id: userId }),
    ...(await mailAbout(ctx, userId, mail)),
  ])
}

/** From now on that identification opens this account. One identification opens one account, however many ask at once. */
export async function connect(ctx: Visitor, userId: number, personHash: string): Promise<void> {
  try {
    await write(ctx, userId, personHash)
  } catch (error) {
    if (error instanceof Constraint && error.message.includes('personal_number_hash'))
      throw new Refused('external_person_taken')
    throw error
  }
}

export async function forgetConnection(ctx: Ctx): Promise<void> {
  if (await hasPersonalNumber(ctx.db, ctx.actor.id)) await write(ctx, ctx.actor.id, null)
}

/** The office takes an identification away from somebody it may edit; answered alike when there was none. */
export async function removeConnection(ctx: Ctx, userId: number): Promise<void> {
  const person = await getUser(ctx, userId)
  if (!person.answeredFor || !standsAbove(ctx.actor, person)) throw new Refused('not_allowed')
  if (person.personalNumberHash) await write(ctx, userId, null)
}

export async function findConnection(ctx: Ctx) {
  const [connected, isFresh] = await Promise.all([hasPersonalNumber(ctx.db, ctx.actor.id), hasJustSignedIn(ctx)])
  return { connected, needsPassword: !isFresh }
}
