import { sql } from 'drizzle-orm'
import type { Ctx } from '#api/context.ts'
import { recordAudit, recordAuditOfEach } from '#api/foundation/audit/storage.ts'
import { recordReads } from '#api/people/reach/reads/record-reads.ts'
import { findAddressee } from '#api/people/users/storage.ts'
import { Refused } from '#api/refusals.ts'
import { translator } from '#locales/translate.ts'
import { linkGuardian, toApplication } from './consent.ts'
import type { AccountDecision, AccountRequest, MembershipRequest } from './contract.ts'
import { findMatch, listMatches } from './matches-storage.ts'
import { mailDeclined } from './notify.ts'
import { listAccountRequests, listMembershipRequests, mayDecideAccount, mayReceiveAccount } from './office-storage.ts'
import { openAccount } from './open-account.ts'
import { type AddressMatch, hasAccount } from './rules.ts'
import { endReview, findRequest, type StoredRequest, setRequestUser, settleRequest } from './storage.ts'

/**
 * Lists the open requests for accounts and memberships that the caller may decide, the oldest first, at most 100 of
 * each kind. They are of one organisation or of all. Records reads of minors' data. An organisation outside the
 * caller's branches has none.
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

/** Finds the person who receives the account: of the caller's branch, a candidate of the request, without a sign-in. */
async function findReceiver(ctx: Ctx, requestId: number, userId: number): Promise<AddressMatch> {
  const isOwn = await mayReceiveAccount(ctx, userId, requestId)
  const person = isOwn ? await findMatch(ctx.db, userId) : null
  if (!person) throw new Refused('not_found')
  return person
}

/** Opens the account of a person who exists, or of a new one when `userId` is null. */
async function giveAccount(ctx: Ctx, request: StoredRequest, { userId, reason }: AccountDecision): Promise<void> {
  const { email, guardianUserId } = request
  const person = userId === null ? null : await findReceiver(ctx, request.id, userId)
  if (!person && hasAccount(await listMatches(ctx.db, email))) throw new Refused('email_taken')
  const opened = await openAccount(ctx, toApplication(request), person ? { kind: 'claim', person } : { kind: 'new' })
  const adult = guardianUserId === null ? null : await findAddressee(ctx.db, { id: guardianUserId })
  await ctx.db.commit([
    // The request is settled first, so that of two decisions at once the second makes nobody.
    settleRequest(ctx, request.id, { state: 'opened' }),
    ...opened.statements,
    ...(adult ? linkGuardian(ctx, request, adult, { userId: opened.userId, knownId: userId }) : []),
    setRequestUser(ctx.db, request.proofHash, opened.userId),
    endReview(ctx.db, email),
    recordAuditOfEach(
      ctx,
      'ownAccount.approved',
      'accountRequest',
      sql`select cast(${request.id} as integer) as id, json_patch(json_object('userId', ${opened.userId}), ${JSON.stringify(toData(reason) ?? {})}) as data`,
    ),
  ])
}

const refuseMissingReason = ({ language }: Ctx) =>
  new Refused('invalid_input', { fields: { reason: translator(language, 'refusals')('invalid.empty') } })

const toData = (reason: string | null | undefined) => (reason ? { reason } : undefined)

/**
 * Decides a request for an account that is under review. It gives the account to the person `userId` of the caller's
 * branch who has the e-mail address and has never signed in. With `createsPerson` it opens the account of a new person
 * who shares the e-mail address, otherwise it declines the request, and later requests for the e-mail address need no
 * review for its sake. The decision is mailed to the e-mail address; the audit entry has the reason, which is not
 * mailed.
 *
 * @throws Refused('not_found') when the caller may not decide the request, or the person cannot receive the account.
 * @throws Refused('invalid_input') at `reason` when a new person has none.
 * @throws Refused('email_taken') when somebody signs in with the e-mail address by now, and a new person would share
 * it.
 * @throws Refused('already_done') when the request is settled, also by a decision at the same time.
 * @throws Refused('changed_meanwhile') when the person has changed at the same time.
 */
export async function decideAccountRequest(ctx: Ctx, id: number, decision: AccountDecision): Promise<void> {
  const request = await loadReviewed(ctx, id)
  if (decision.createsPerson && !decision.reason) throw refuseMissingReason(ctx)
  if (decision.userId !== null || decision.createsPerson) return giveAccount(ctx, request, decision)
  await ctx.db.commit([
    settleRequest(ctx, id, { state: 'declined' }),
    endReview(ctx.db, request.email),
    recordAudit(ctx, 'ownAccount.declined', { type: 'accountRequest', id }, toData(decision.reason)),
    ...mailDeclined(ctx, request),
  ])
}
