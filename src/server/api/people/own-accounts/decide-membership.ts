import { sql } from 'drizzle-orm'
import type { Ctx } from '#api/context.ts'
import { recordAudit } from '#api/foundation/audit/storage.ts'
import { writeMail } from '#api/foundation/mails/write-mail.ts'
import { notify } from '#api/foundation/notices/storage.ts'
import { getOrganization } from '#api/people/organizations/storage.ts'
import { insertMemberships } from '#api/people/users/membership-storage.ts'
import { makeMembers } from '#api/people/users/piece-storage.ts'
import { findAddressee } from '#api/people/users/storage.ts'
import { Refused } from '#api/refusals.ts'
import type { Statement } from '#platform/database.ts'
import { decideMembershipRequest, findMembershipRequest, type StoredMembership } from './membership-storage.ts'
import { mayDecideMembership } from './office-storage.ts'

async function notifyDecision(ctx: Ctx, { userId, organizationId }: StoredMembership, isApproved: boolean) {
  const [person, organization] = await Promise.all([
    findAddressee(ctx.db, { id: userId }),
    getOrganization(ctx.db, organizationId),
  ])
  if (!person) throw new Refused('not_found')
  const context = isApproved ? 'approved' : 'declined'
  const { email, firstName, language } = person
  const mail = { userId, language, name: 'membershipDecided' }
  const values = { name: firstName, organization: organization.name, context }
  return [
    ...(email ? writeMail(ctx, { recipient: email, ...mail, values }) : []),
    notify(ctx, {
      userId,
      kind: 'membershipDecided',
      values: { organization: organization.name, context },
      path: '/profile',
    }),
  ]
}

const join = (ctx: Ctx, { userId, organizationId }: StoredMembership): Statement[] => [
  insertMemberships(ctx.db, userId, [organizationId]),
  makeMembers(ctx, sql`select joined.id from users joined where joined.id = ${userId} and joined.is_external = 1`),
]

/**
 * Approves a request for membership of an organisation, which makes the person a member, or declines it. The person is
 * notified and gets a mail; the audit entry has the reason, which may be absent and is not mailed.
 *
 * @throws Refused('not_found') when the caller does not administer the organisation.
 * @throws Refused('already_done') when the request is decided, also at the same time.
 */
export async function decideMembership(
  ctx: Ctx,
  id: number,
  { isApproved, reason }: { isApproved: boolean; reason?: string | null | undefined },
): Promise<void> {
  if (!(await mayDecideMembership(ctx.db, ctx.actor, id))) throw new Refused('not_found')
  const request = await findMembershipRequest(ctx.db, id)
  if (!request) throw new Refused('not_found')
  if (request.decidedAt !== null) throw new Refused('already_done')
  const { userId, organizationId } = request
  await ctx.db.commit([
    decideMembershipRequest(ctx, id, isApproved),
    ...(isApproved ? join(ctx, request) : []),
    recordAudit(
      ctx,
      isApproved ? 'membership.approved' : 'membership.declined',
      { type: 'user', id: userId },
      { organizationId, ...(reason ? { reason } : {}) },
    ),
    ...(await notifyDecision(ctx, request, isApproved)),
  ])
}
