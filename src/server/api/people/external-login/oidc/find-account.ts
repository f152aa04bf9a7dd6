import { latestAdultBirth } from '#api/ages.ts'
import type { Visitor } from '#api/context.ts'
import { hasSecondFactor } from '#api/people/authentication/factors/storage.ts'
import { wasAddressChangedRecently } from '#api/people/email-changes/storage.ts'
import { Refused } from '#api/refusals.ts'
import { toPortalDay } from '#api/zone.ts'
import type { VerifiedPerson } from '../providers/provider.ts'
import { refuseSignIn } from './call-openid.ts'
import { readVerifiedEmail } from './rules.ts'
import { listAccounts, type StaffAccount } from './storage.ts'

/**
 * Returns whether an account is linked to the person at the OpenID provider, by issuer and subject. A link to an
 * earlier provider opens nothing.
 */
export const isLinkedTo = (account: StaffAccount, { issuer, subject }: VerifiedPerson) =>
  account.issuer === issuer && account.subject === subject

/**
 * Finds the account of a person at the provider: by the link, or at first by a verified e-mail address that exactly one
 * adult has, openly or hidden. For 72 hours after any change of that address it links nothing.
 */
async function matchAccount(
  ctx: Visitor,
  { issuer, subject, claims }: VerifiedPerson,
  bornBy: string,
): Promise<StaffAccount> {
  const [linked] = await listAccounts(ctx.db, { issuer, subject })
  if (linked) return linked
  const email = readVerifiedEmail(claims, issuer)
  if (!email) throw refuseSignIn(ctx, 'no link and no verified e-mail address')
  const [account, other] = await listAccounts(ctx.db, { email, bornBy })
  if (!account || other) throw refuseSignIn(ctx, account ? 'several accounts with the address' : 'no account')
  if (account.issuer === issuer) throw refuseSignIn(ctx, 'the account is linked to another person')
  if (await wasAddressChangedRecently(ctx.db, account.id, ctx.now))
    throw refuseSignIn(ctx, 'the address was changed in the last 72 hours')
  return account
}

/**
 * Finds the account that a person at the OpenID provider signs in to: the linked one, or at first the only adult's with
 * the verified e-mail address. Writes nothing.
 * @throws Refused('oidc_refused') when there is none, it is inactive or protected, or a minor's, or its e-mail address
 * was changed within 72 hours before the first sign-in.
 */
export async function findAccount(ctx: Visitor, person: VerifiedPerson): Promise<StaffAccount> {
  const bornBy = latestAdultBirth(toPortalDay(ctx.now))
  const account = await matchAccount(ctx, person, bornBy)
  if (account.birthOn && account.birthOn > bornBy) throw refuseSignIn(ctx, 'the account is of a minor')
  if (account.inactiveAt || account.protectedAt) throw refuseSignIn(ctx, 'the account is closed or protected')
  return account
}

/** Whether this browser is signed in to the account, with its second step. A sign-on link does not count. */
const isSignedInTo = ({ actor }: Visitor, userId: number) =>
  actor?.id === userId && !actor.awaits && !actor.signedOnByUserId

interface FirstLink {
  /** Whether the link gives the account a role that it does not have. */
  addsRoles: boolean
  /** Whether the provider reports several factors. */
  isMultiFactor: boolean
  /** Whether the portal made the account for the person, and nobody has ever signed in to it. */
  isUnused: boolean
}

/**
 * Requires that this browser proves that an account is the person's own before it is linked to a person at the OpenID
 * provider. A link that adds roles needs a session of this browser, as somebody else may have given the account its
 * e-mail address. An account with a second factor needs one too, unless the provider has asked for several factors. An
 * account that the portal made by provisioning needs none at its very first sign-in.
 *
 * A session that waits for its second step or that a sign-on link opened does not count.
 *
 * @throws Refused('oidc_needs_session') or Refused('oidc_needs_step') without such a session.
 */
export async function requireOwnAccount(ctx: Visitor, userId: number, link: FirstLink): Promise<void> {
  if (link.isUnused || isSignedInTo(ctx, userId)) return
  if (link.addsRoles) throw new Refused('oidc_needs_session')
  if (!link.isMultiFactor && (await hasSecondFactor(ctx.db, userId))) throw new Refused('oidc_needs_step')
}
