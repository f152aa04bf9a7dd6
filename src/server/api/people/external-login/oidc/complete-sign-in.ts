import { hasAnyRole, type Role } from '#api/actor.ts'
import type { Visitor } from '#api/context.ts'
import { recordAudit } from '#api/foundation/audit/storage.ts'
import { limitAttempts } from '#api/people/attempts/limit-attempts.ts'
import { networkLimits } from '#api/people/attempts/rules.ts'
import { openSession } from '#api/people/authentication/open-session.ts'
import { findResetHoldEnd } from '#api/people/email-changes/storage.ts'
import { claimToken } from '#api/people/tokens/storage.ts'
import { ConstraintError } from '#platform/database.ts'
import type { VerifiedPerson } from '../providers/provider.ts'
import { callOpenId, getOidcSettings, refuseSignIn } from './call-openid.ts'
import type { CompletedSignIn } from './contract.ts'
import { writeGroupRoles } from './group-roles.ts'
import { isMultiFactor, mapGroups, maxSignIns, readGroups, readVerifiedEmail } from './rules.ts'
import { hashSignIn, type StoredSignIn } from './start-sign-in.ts'
import { insertLink, listAccounts, type StaffAccount } from './storage.ts'

/**
 * Finds the account of a person at the provider: by the link, or at first by a verified e-mail address that exactly one
 * account has. For 72 hours after another person wrote that address it links nothing, as no password is reset by it.
 */
async function findAccount(ctx: Visitor, { issuer, subject, claims }: VerifiedPerson): Promise<StaffAccount> {
  const [linked] = await listAccounts(ctx.db, { issuer, subject })
  if (linked) return linked
  const email = readVerifiedEmail(claims)
  if (!email) throw refuseSignIn(ctx, 'no link and no verified e-mail address')
  const [account, other] = await listAccounts(ctx.db, { email })
  if (!account || other) throw refuseSignIn(ctx, account ? 'several accounts with the address' : 'no account')
  if (account.subject !== null) throw refuseSignIn(ctx, 'the account is linked to another person')
  if (await findResetHoldEnd(ctx.db, account.id, ctx.now)) throw refuseSignIn(ctx, 'another person wrote the address')
  return account
}

const isClosed = ({ inactiveAt, protectedAt, erasedAt, mergedInto }: StaffAccount) =>
  Boolean(inactiveAt || protectedAt || erasedAt || mergedInto)

interface Attempt {
  person: VerifiedPerson
  userAgent: string | null
  mapped: Role[] | null
  keepsSuperadministrator: boolean
}

/** Signs in once; the commit fails when the person has been changed, or is the last superadministrator. */
async function attempt(ctx: Visitor, { person, userAgent, ...choice }: Attempt) {
  const account = await findAccount(ctx, person)
  if (isClosed(account)) throw refuseSignIn(ctx, 'the account is closed or protected')
  const { roles, givenRoles, statements } = writeGroupRoles(ctx, account, choice)
  if (!hasAnyRole({ roles })) {
    // Roles whose group is gone are taken back also when nothing is left to sign in for.
    if (account.subject !== null && statements.length > 0) await ctx.db.commit([...statements])
    throw refuseSignIn(ctx, 'the account has no role')
  }
  const { issuer, subject } = person
  const link =
    account.subject === null
      ? [
          insertLink(ctx.db, { userId: account.id, issuer, subject, givenRoles, createdAt: ctx.now }),
          recordAudit(ctx, 'openIdConnect.connected', { type: 'user', id: account.id }, {}, account.id),
        ]
      : []
  const by = isMultiFactor(person.claims) ? 'openid-connect-mfa' : 'openid-connect'
  return openSession(ctx, { userId: account.id, by, with: [...link, ...statements], userAgent })
}

const maxTries = 3

/** Signs in, again when somebody changes the person at the same time, and without removing the last superadministrator. */
async function signIn(ctx: Visitor, request: Attempt, tries = maxTries): Promise<{ token: string; userId: number }> {
  try {
    return await attempt(ctx, request)
  } catch (error) {
    if (!(error instanceof ConstraintError) || tries === 0) throw error
    const isLast = error.text === 'last_superadministrator'
    const isRace = error.text === 'changed_meanwhile' || error.message.includes('oidc_links')
    if (!isLast && !isRace) throw error
    const keepsSuperadministrator = request.keepsSuperadministrator || isLast
    return signIn(ctx, { ...request, keepsSuperadministrator }, tries - 1)
  }
}

/**
 * Completes a sign-in of this browser by the query that the provider led it back with: checks the answer, links the
 * account at the first sign-in, gives and takes back the roles of the groups, and opens a session.
 *
 * @throws Refused('not_found') when no provider is configured.
 * @throws Refused('too_many_requests') after 60 answers of the network within a quarter of an hour.
 * @throws Refused('oidc_refused') for every other failure of the answer or the account, always with the same text.
 * @throws Refused('oidc_unavailable') when the provider cannot be reached.
 */
export async function completeSignIn(ctx: Visitor, search: string, userAgent: string | null): Promise<CompletedSignIn> {
  const settings = getOidcSettings(ctx)
  await limitAttempts(ctx, networkLimits(ctx.address, 'oidc-back', maxSignIns))
  const parameters = new URLSearchParams(search)
  const state = parameters.get('state')
  const key = ctx.browserKey.received
  const row = state && key && (await claimToken(ctx.db, 'OidcSignIn', await hashSignIn(state, key), ctx.now))
  if (!row) throw refuseSignIn(ctx, 'no such sign-in of this browser')
  // Only `startSignIn` writes rows of this purpose.
  const { returnPath, ...secrets } = row.data as StoredSignIn
  const person = await callOpenId(ctx, (provider) => provider.complete({ state, ...secrets, parameters }))
  const groups = readGroups(person.claims, settings.groupsClaim)
  if (!groups) ctx.log.warn('openid-connect', { reason: 'the groups are not in the token' })
  const mapped = groups && mapGroups(settings, groups)
  const session = await signIn(ctx, { person, userAgent, mapped, keepsSuperadministrator: false })
  return { ...session, returnPath }
}
