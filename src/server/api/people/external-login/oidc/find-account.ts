import type { Visitor } from '#api/context.ts'
import { hasSecondFactor } from '#api/people/authentication/factors/storage.ts'
import { wasAddressChangedRecently } from '#api/people/email-changes/storage.ts'
import { Refused } from '#api/refusals.ts'
import type { VerifiedPerson } from '../providers/provider.ts'
import { refuseSignIn } from './call-openid.ts'
import { readVerifiedEmail } from './rules.ts'
import { listAccounts, type StaffAccount } from './storage.ts'

/** Whether the account is linked to the person already. A link to an earlier provider opens nothing. */
export const isLinkedTo = (account: StaffAccount, { issuer, subject }: VerifiedPerson) =>
  account.issuer === issuer && account.subject === subject

/**
 * Finds the account of a person at the provider: by the link, or at first by a verified e-mail address that exactly one
 * account has. For 72 hours after any change of that address it links nothing.
 */
async function matchAccount(ctx: Visitor, { issuer, subject, claims }: VerifiedPerson): Promise<StaffAccount> {
  const [linked] = await listAccounts(ctx.db, { issuer, subject })
  if (linked) return linked
  const email = readVerifiedEmail(claims, issuer)
  if (!email) throw refuseSignIn(ctx, 'no link and no verified e-mail address')
  const [account, other] = await listAccounts(ctx.db, { email })
  if (!account || other) throw refuseSignIn(ctx, account ? 'several accounts with the address' : 'no account')
  if (account.issuer === issuer) throw refuseSignIn(ctx, 'the account is linked to another person')
  if (await wasAddressChangedRecently(ctx.db, account.id, ctx.now))
    throw refuseSignIn(ctx, 'the address was changed in the last 72 hours')
  return account
}

/**
 * Finds the account that the person at the provider signs in to; see `matchAccount`.
 * @throws Refused('oidc_refused') when there is none, or it is inactive or protected.
 */
export async function findAccount(ctx: Visitor, person: VerifiedPerson): Promise<StaffAccount> {
  const account = await matchAccount(ctx, person)
  if (account.inactiveAt || account.protectedAt) throw refuseSignIn(ctx, 'the account is closed or protected')
  return account
}

/**
 * Requires the person's own second factor before an account is linked: this browser is signed in to it, and the second
 * step is completed. A sign-on link of a superadministrator does not count.
 *
 * @throws Refused('oidc_needs_step') without such a session.
 */
export async function requireOwnStep({ db, actor }: Visitor, userId: number): Promise<void> {
  if (!(await hasSecondFactor(db, userId))) return
  const isProven = actor?.id === userId && !actor.awaits && !actor.signedOnByUserId
  if (!isProven) throw new Refused('oidc_needs_step')
}
