import { hasAnyRole, type Role } from '#api/actor.ts'
import type { Visitor } from '#api/context.ts'
import { recordAudit } from '#api/foundation/audit/storage.ts'
import { limitAttempts } from '#api/people/attempts/limit-attempts.ts'
import { networkLimits } from '#api/people/attempts/rules.ts'
import { openSession } from '#api/people/authentication/open-session.ts'
import { removeSessionsOfUser } from '#api/people/authentication/storage.ts'
import { claimToken, findUsedToken } from '#api/people/tokens/storage.ts'
import { Refused } from '#api/refusals.ts'
import { ConstraintError, type Statement } from '#platform/database.ts'
import type { VerifiedPerson } from '../providers/provider.ts'
import { callOpenId, getOidcSettings, refuseSignIn } from './call-openid.ts'
import { writeLink } from './change-link.ts'
import type { CompletedSignIn } from './contract.ts'
import { findAccount, isLinkedTo, requireOwnAccount } from './find-account.ts'
import { writeGroupRoles } from './group-roles.ts'
import { provisionedAccess } from './provisioning.ts'
import {
  isMultiFactor,
  isOfHostedDomain,
  listLackedRoles,
  mapGroups,
  maxSignIns,
  type OidcSettings,
  readGroups,
  readVerifiedEmail,
} from './rules.ts'
import { hashSignIn, type StoredSignIn } from './start-sign-in.ts'
import { markLinkUsed, type StaffAccount } from './storage.ts'

interface Attempt {
  person: VerifiedPerson
  userAgent: string | null
  mapped: Role[] | null
  /** Groups of the sign-in that give a role; those that are provisioned replace them. */
  groups: string[]
  /** Roles whose groups the person has left. */
  lacked: Role[]
  keepsSuperadministrator: boolean
}

/** Returns the refusal of an account without a role. */
const refuseWithoutRole = (ctx: Visitor, mapped: Role[] | null) =>
  mapped ? refuseSignIn(ctx, 'the account has no role') : new Refused('oidc_groups_unknown')

/**
 * Returns the statements that link the account at the first sign-in, and end its other sessions when that adds roles:
 * nobody has shown there to be in the group.
 */
async function writeFirstLink(
  ctx: Visitor,
  account: StaffAccount,
  person: VerifiedPerson,
  { addsRoles, isUnused }: { addsRoles: boolean; isUnused: boolean },
) {
  await requireOwnAccount(ctx, account.id, { addsRoles, isUnused, isMultiFactor: isMultiFactor(person.claims) })
  const link = await writeLink(ctx, account, person)
  return addsRoles ? [...link, removeSessionsOfUser(ctx, account.id)] : link
}

/**
 * Returns the roles to give, and the statements that give a provisioned person the account. Where the provider
 * provisions groups, these decide instead of those of the sign-in: a lost group has released its roles then already.
 */
async function applyProvisioning(ctx: Visitor, account: StaffAccount, { person, userAgent: _, ...choice }: Attempt) {
  const email = readVerifiedEmail(person.claims, person.issuer)
  const provisioned = await provisionedAccess.get()(ctx, account.id, email)
  if (!provisioned) return { choice, isUnused: false, joined: [] }
  const { isActive, isUnused, groups, statements } = provisioned
  if (!isActive) throw refuseSignIn(ctx, 'the provider has deactivated the person')
  if (!groups) return { choice, isUnused, joined: statements }
  const settings = getOidcSettings(ctx)
  const mapped = mapGroups(settings, groups)
  const giving = groups.filter((group) => settings.groupRoles.has(group))
  return { choice: { ...choice, mapped, groups: giving, lacked: [] }, isUnused, joined: statements }
}

/** Signs in once; the commit fails when the person has been changed, or is the last superadministrator. */
async function attempt(ctx: Visitor, request: Attempt) {
  const { person, userAgent } = request
  const account = await findAccount(ctx, person)
  const { choice, isUnused, joined } = await applyProvisioning(ctx, account, request)
  const { roles, added, statements } = writeGroupRoles(ctx, account, choice)
  const isLinked = isLinkedTo(account, person)
  const target = { type: 'user', id: account.id } as const
  const unknown: Statement[] = choice.mapped ? [] : [recordAudit(ctx, 'openIdConnect.groupsUnknown', target)]
  if (!hasAnyRole({ roles })) {
    // Roles whose group is gone are taken back also when nothing is left to sign in for.
    if (isLinked && statements.length > 0) {
      await ctx.db.commit([...unknown, ...statements, ...joined])
      // The page that shows the refusal invalidates it.
      ctx.changedTags.push('people')
    }
    throw refuseWithoutRole(ctx, choice.mapped)
  }
  const link = isLinked
    ? [markLinkUsed(ctx.db, account.id, ctx.now)]
    : await writeFirstLink(ctx, account, person, { addsRoles: added.length > 0, isUnused })
  const by = isMultiFactor(person.claims) ? 'openid-connect-mfa' : 'openid-connect'
  return openSession(ctx, { userId: account.id, by, with: [...unknown, ...statements, ...link, ...joined], userAgent })
}

const maxTries = 3

/**
 * Signs in, again when somebody changes the person at the same time, and without removing the last superadministrator.
 */
async function signIn(ctx: Visitor, request: Attempt, tries = maxTries): Promise<{ token: string; userId: number }> {
  try {
    return await attempt(ctx, request)
  } catch (error) {
    if (!(error instanceof ConstraintError) || tries === 0) throw error
    const isLast = error.text === 'last_superadministrator'
    const isRace = error.text === 'changed_meanwhile' || /oidc_links|provisioning_people/.test(error.message)
    if (!isLast && !isRace) throw error
    const keepsSuperadministrator = request.keepsSuperadministrator || isLast
    return signIn(ctx, { ...request, keepsSuperadministrator }, tries - 1)
  }
}

/**
 * Claims the sign-in of this browser that the state names, so that it is completed once. The limit counts only such
 * answers, so that another site cannot use it up.
 *
 * @throws Refused('oidc_refused') when there is none.
 * @throws Refused('oidc_used') when it has been completed before, as by a reload.
 * @throws Refused('too_many_requests') after 60 answers of the network within a quarter of an hour.
 */
async function claimSignIn(ctx: Visitor, state: string | null): Promise<StoredSignIn & { state: string }> {
  const key = ctx.browserKey.received
  if (!state || !key) throw refuseSignIn(ctx, 'no such sign-in of this browser')
  const hash = await hashSignIn(state, key)
  const row = await claimToken(ctx.db, 'OidcSignIn', hash, ctx.now)
  if (!row) {
    const used = await findUsedToken(ctx.db, 'OidcSignIn', hash, ctx.now)
    if (!used) throw refuseSignIn(ctx, 'no such sign-in of this browser')
    throw new Refused('oidc_used', { details: { returnPath: (used.data as StoredSignIn).returnPath } })
  }
  await limitAttempts(ctx, networkLimits(ctx.address, 'oidc-back', maxSignIns))
  // Only `startSignIn` writes rows of this purpose.
  return { ...(row.data as StoredSignIn), state }
}

/** Runs the work, and gives its refusals the path that a new attempt should lead to. */
async function withReturnPath<Answer>(returnPath: string, work: () => Promise<Answer>): Promise<Answer> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    throw new Refused(error.code, { ...error.details, details: { returnPath } })
  }
}

/**
 * Completes a sign-in of this browser at the OpenID provider by the query of the URL that it came back to. Checks the
 * answer, links the account at the first sign-in, gives and takes back the roles of the groups, and opens a session as
 * `openSession` does. Returns its token and the path to go on to, which refusals have in their details too once the
 * sign-in is found.
 *
 * A first sign-in that adds a role ends the account's other sessions. Lost roles are taken back also when none is left
 * and the sign-in is refused.
 *
 * @throws Refused('not_found') when no provider is configured.
 * @throws Refused('too_many_requests') after 60 answers of the network within a quarter of an hour.
 * @throws Refused('oidc_used') when the answer has been used, as by a reload.
 * @throws Refused('oidc_needs_session') when the first sign-in adds a role, and this browser is not signed in.
 * @throws Refused('oidc_needs_step') when the account has a second factor that this browser has not used.
 * @throws Refused('oidc_groups_unknown') when the account has no role and the provider did not list the groups.
 * @throws Refused('oidc_refused') for every other failure of the answer or the account, always with the same text.
 * @throws Refused('oidc_unavailable') when the provider cannot be reached.
 */
export async function completeSignIn(ctx: Visitor, search: string, userAgent: string | null): Promise<CompletedSignIn> {
  const settings = getOidcSettings(ctx)
  const parameters = new URLSearchParams(search)
  const { returnPath, issuer, ...secrets } = await claimSignIn(ctx, parameters.get('state'))
  return withReturnPath(returnPath, async () => {
    if (issuer !== settings.issuer) throw refuseSignIn(ctx, 'the sign-in was begun at another provider')
    const person = await callOpenId(ctx, (provider) => provider.complete({ ...secrets, parameters }))
    if (!isOfHostedDomain(settings, person.claims)) throw refuseSignIn(ctx, 'another hosted domain')
    const roles = readMappedRoles(ctx, settings, person)
    const session = await signIn(ctx, { person, userAgent, ...roles, keepsSuperadministrator: false })
    return { ...session, returnPath }
  })
}

/**
 * Returns the roles of the person's groups, null when they are unknown; the groups that give them; and lacked roles.
 */
function readMappedRoles(ctx: Visitor, settings: OidcSettings, { claims }: VerifiedPerson) {
  if (settings.groupRoles.size === 0) return { mapped: [], groups: [], lacked: [] }
  const groups = readGroups(claims, settings.groupsClaim)
  if (!groups) ctx.log.warn('openid-connect', { reason: 'the groups are not in the token' })
  return {
    mapped: groups && mapGroups(settings, groups),
    groups: (groups ?? []).filter((group) => settings.groupRoles.has(group)),
    lacked: listLackedRoles(settings, claims),
  }
}
