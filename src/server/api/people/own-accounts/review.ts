import type { Ctx } from '#api/context.ts'
import { recordAudit } from '#api/foundation/audit/storage.ts'
import { recordReads } from '#api/people/reach/reads/record-reads.ts'
import { findAddressee } from '#api/people/users/storage.ts'
import { Refused } from '#api/refusals.ts'
import { linkGuardian, toApplication } from './consent.ts'
import type { AccountRequest, MembershipRequest } from './contract.ts'
import { listMatches } from './matches-storage.ts'
import { mailDeclined } from './notify.ts'
import { listAccountRequests, listMembershipRequests, mayDecideAccount, mayReceiveAccount } from './office-storage.ts'
import { openAccount } from './open-account.ts'
import { endReview, findRequest, type StoredRequest, settleRequest } from './storage.ts'

/**
 * Lists the open requests that the caller may decide, of one organisation or of all; records reads of minors. An
 * organisation outside the caller's branches has none.
 */
export async function listRequests(
  ctx: Ctx,
  organizationId: number | undefined,
): Promise<{ accounts: AccountRequest[]; memberships: MembershipRequest[] }> {
  const [accountRows, membershipRows] = await Promise.all([
    listAccountRequests(ctx, organizationId),
    listMembershipRequests(ctx.db, ctx.actor, organizationId),
  ])
  const accounts = accountRows.map(({ candidates, created, ...request }) => ({
    ...request,
    created: new Date(created),
    candidates: JSON.parse(candidates) as AccountRequest['candidates'],
  }))
  const memberships = membershipRows.map(({ created, ...request }) => ({ ...request, created: new Date(created) }))
  await recordReads(ctx, [
    ...accounts.flatMap((request) => request.candidates.map(({ id, birthDate }) => ({ id, birthOn: birthDate }))),
    ...memberships.map(({ userId, birthDate }) => ({ id: userId, birthOn: birthDate })),
  ])
  return { accounts, memberships }
}

async function loadReviewed(ctx: Ctx, id: number): Promise<StoredRequest> {
  if (!(await mayDecideAccount(ctx.db, ctx.actor, id))) throw new Refused('not_found')
  const request = await findRequest(ctx.db, id)
  if (!request) throw new Refused('not_found')
  if (request.settledAt !== null) throw new Refused('already_done')
  return request
}

async function giveAccount(ctx: Ctx, request: StoredRequest, userId: number): Promise<void> {
  const { email, guardianUserId } = request
  const isOwn = await mayReceiveAccount(ctx, userId, email)
  const person = isOwn ? (await listMatches(ctx.db, email)).find(({ id }) => id === userId) : null
  if (!person) throw new Refused('not_found')
  const opened = await openAccount(ctx, toApplication(request), { kind: 'claim', person })
  const adult = guardianUserId === null ? null : await findAddressee(ctx.db, { id: guardianUserId })
  await ctx.db.commit([
    ...opened.statements,
    ...(adult ? linkGuardian(ctx, request, adult, { userId: opened.userId, knownId: userId }) : []),
    settleRequest(ctx, request.id, { state: 'opened', userId: opened.userId }),
    recordAudit(ctx, 'ownAccount.approved', { type: 'accountRequest', id: request.id }, { userId }),
  ])
}

/**
 * Gives a requested account to the person, whom the caller administers and who has the e-mail address and has never
 * signed in; null declines the request. The decision is mailed to the address and recorded.
 *
 * @throws Refused('not_found') when the caller may not decide the request, or the person cannot receive the account.
 * @throws Refused('already_done') when the request is settled, also by a decision at the same time.
 * @throws Refused('changed_meanwhile') when the person has changed at the same time.
 */
export async function decideAccountRequest(ctx: Ctx, id: number, userId: number | null): Promise<void> {
  const request = await loadReviewed(ctx, id)
  if (userId !== null) return giveAccount(ctx, request, userId)
  await ctx.db.commit([
    settleRequest(ctx, id, { state: 'declined' }),
    endReview(ctx.db, request.email),
    recordAudit(ctx, 'ownAccount.declined', { type: 'accountRequest', id }),
    ...mailDeclined(ctx, request),
  ])
}
