import type { Ctx } from '#api/context.ts'
import { recordAudit } from '#api/foundation/audit/storage.ts'
import { requestNamedGuardian } from '#api/people/guardians/named-guardian.ts'
import { refuseLink } from '#api/people/guardians/rules.ts'
import { findAddressee } from '#api/people/users/storage.ts'
import { Refused } from '#api/refusals.ts'
import { toPortalDay } from '#api/zone.ts'
import { sha256 } from '#platform/digest.ts'
import type { ConsentDecision } from './contract.ts'
import { mailDeclined, notifyReview } from './notify.ts'
import { findAccountMatch, type OpenedAccount, openAccount } from './open-account.ts'
import { findWaitingRequest, isUnderReview, passToReview, type StoredRequest, settleRequest } from './storage.ts'

/** Id of no person: the child has no account yet. */
const nobody = 0

async function loadWaiting(ctx: Ctx, token: string): Promise<StoredRequest> {
  const request = await findWaitingRequest(ctx.db, await sha256(token), ctx.now)
  if (!request) throw new Refused('own_account_link_invalid')
  return request
}

/**
 * Returns the name and date of birth of the child whose request for an account a mailed token asks for consent to. Uses
 * nothing up.
 *
 * @throws Refused('own_account_link_invalid') when the token is unknown, used or expired.
 */
export async function getConsentRequest(ctx: Ctx, token: string): Promise<{ name: string; birthDate: string }> {
  const { firstName, lastName, birthOn } = await loadWaiting(ctx, token)
  return { name: `${firstName} ${lastName}`, birthDate: birthOn }
}

async function loadAdult(ctx: Ctx, { birthOn }: StoredRequest) {
  const adult = await findAddressee(ctx.db, { id: ctx.actor.id })
  if (!adult) throw new Refused('not_found')
  const refusal = refuseLink(adult, { id: nobody, birthOn }, toPortalDay(ctx.now))
  if (refusal) throw new Refused(refusal)
  return adult
}

/**
 * Returns a request for an account that has its password or identification, as every open request does.
 *
 * @throws Refused('already_done') when it is settled.
 */
export function toApplication(request: StoredRequest): StoredRequest {
  if (request.passwordHash === null && request.personalNumberHash === null) throw new Refused('already_done')
  return request
}

/**
 * Returns the statements that link a child, whose requested account opens, to the adult who has consented as its
 * guardian, as `requestNamedGuardian` does. The relation is that of the request, or `otherAdult` without one.
 * `knownId` is the id of a child who was in the portal before; null for a new one.
 */
export function linkGuardian(
  ctx: Ctx,
  request: StoredRequest,
  adult: { id: number; firstName: string; lastName: string },
  { userId, knownId }: Pick<OpenedAccount, 'userId'> & { knownId: number | null },
) {
  const relation = request.guardianRelation ?? 'otherAdult'
  return requestNamedGuardian(ctx, { adult, child: request, childId: userId, knownChildId: knownId, relation })
}

async function consent(ctx: Ctx, request: StoredRequest, { relation }: ConsentDecision): Promise<void> {
  const adult = await loadAdult(ctx, request)
  const match = await findAccountMatch(ctx, { ...request, needsReview: await isUnderReview(ctx.db, request.email) })
  const consented = { ...request, guardianUserId: adult.id, guardianRelation: relation }
  const audit = recordAudit(ctx, 'ownAccount.consented', { type: 'accountRequest', id: request.id })
  if (match.kind === 'duplicate') {
    const { isProtected } = match
    await ctx.db.commit([
      passToReview(ctx.db, request.id, {
        guardianUserId: adult.id,
        guardianRelation: relation,
        isProtectedMatch: isProtected,
      }),
      audit,
      notifyReview(ctx, { organizationId: request.organizationId, isProtected }),
    ])
    return
  }
  const opened = await openAccount(ctx, toApplication(request), match)
  const knownId = match.kind === 'claim' ? match.person.id : null
  await ctx.db.commit([
    ...opened.statements,
    ...linkGuardian(ctx, consented, adult, { userId: opened.userId, knownId }),
    settleRequest(ctx, request.id, { state: 'opened', userId: opened.userId, guardianUserId: adult.id }),
    audit,
  ])
}

/**
 * Decides, as the adult whom a child has named, about the child's request for an account. Consent opens the child's
 * account, or passes a possible duplicate to the office; the link of the two gives access once a guardian or the office
 * confirms it. Declining is mailed to the child, and needs only the token: the caller's age does not matter. Both write
 * an audit entry.
 *
 * @throws Refused('own_account_link_invalid') when the token is unknown, used or expired.
 * @throws Refused('not_found') when the caller who consents has no account any more.
 * @throws Refused('guardian_not_adult') when the caller who consents is under age, or of unknown age.
 * @throws Refused('guardian_of_adult') when the child is of age by now.
 * @throws Refused('email_taken') when the child's e-mail address has an account by now.
 * @throws Refused('already_done') when another decision came first.
 */
export async function decideConsent(ctx: Ctx, decision: ConsentDecision): Promise<void> {
  const request = await loadWaiting(ctx, decision.token)
  if (decision.consents) return consent(ctx, request, decision)
  await ctx.db.commit([
    settleRequest(ctx, request.id, { state: 'declined' }),
    recordAudit(ctx, 'ownAccount.declined', { type: 'accountRequest', id: request.id }),
    ...mailDeclined(ctx, request),
  ])
}
