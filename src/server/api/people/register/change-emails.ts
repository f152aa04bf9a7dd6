import type { Ctx } from '#api/context.ts'
import { notifyChanged } from '#api/people/email-changes/notify.ts'
import { type EmailChange, insertConfirmedChanges } from '#api/people/email-changes/storage.ts'
import { removeTokensOfUsers } from '#api/people/tokens/storage.ts'
import { setEmails } from '#api/people/users/piece-storage.ts'
import { findAddressee } from '#api/people/users/storage.ts'
import type { Statement } from '#platform/database.ts'
import { toJsonParameters } from '#platform/json-parameters.ts'
import { type ChangedPerson, isHiddenAfter } from './write-changes.ts'

const isAddressChanged = (person: ChangedPerson): boolean => person.change.email !== null && !isHiddenAfter(person)

/**
 * Returns whether the register gives another e-mail address to a person who has signed in before. A previous e-mail
 * address then gets a mail. False for an identity that is protected after the change.
 */
export const isAddressInUse = (person: ChangedPerson): boolean => isAddressChanged(person) && person.known.hasSignedIn

const toChange = (ctx: Ctx<null>, { known, change }: ChangedPerson): EmailChange => ({
  id: ctx.newId(),
  userId: known.userId,
  email: change.email,
  previousEmail: known.email,
  requestedByUserId: known.userId,
  tokenHash: null,
  createdAt: ctx.now,
  expiresAt: ctx.now,
  confirmedAt: ctx.now,
  withdrawnAt: null,
  objectedAt: null,
  // Nobody has an account to lose before the first sign-in.
  restLiftedAt: known.hasSignedIn ? null : ctx.now,
  fromRegister: true,
})

const writeAddresses = (ctx: Ctx<null>, changes: readonly EmailChange[]): Statement[] =>
  toJsonParameters(changes).flatMap((piece) => [
    ...insertConfirmedChanges(ctx, piece),
    setEmails(ctx, piece),
    removeTokensOfUsers(
      ctx.db,
      changes.map(({ userId }) => userId),
      'Reset',
    ),
  ])

async function notifyOwner(ctx: Ctx<null>, change: EmailChange): Promise<Statement[]> {
  const owner = await findAddressee(ctx.db, { id: change.userId })
  return owner ? notifyChanged(ctx, owner, change) : []
}

/**
 * Returns the statements that change the e-mail addresses of people as the register says, at once, and end their open
 * password resets. Those of protected identities are not among them. An e-mail address of somebody who has signed in
 * counts as changed by another person: the previous e-mail address gets a mail with a link that takes it back,
 * guardians and office are notified (`notifyChanged`), and passwords are not reset by mail for three days.
 */
export async function changeEmails(ctx: Ctx<null>, people: readonly ChangedPerson[]): Promise<Statement[]> {
  const changed = people.filter(isAddressChanged).map((person) => ({ person, change: toChange(ctx, person) }))
  const notifications: Statement[] = []
  for (const { person, change } of changed)
    if (isAddressInUse(person)) notifications.push(...(await notifyOwner(ctx, change)))
  return [
    ...writeAddresses(
      ctx,
      changed.map(({ change }) => change),
    ),
    ...notifications,
  ]
}
