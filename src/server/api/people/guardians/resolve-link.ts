import type { Ctx } from '#api/context.ts'
import { recordAudit, recordAuditWhen } from '#api/foundation/audit/storage.ts'
import { Refused } from '#api/refusals.ts'
import { toPortalDay } from '#api/zone.ts'
import type { GuardianLink, Pair } from './contract.ts'
import { loadPair, loadWireLink } from './find-link.ts'
import { notifyConfirmed } from './notify.ts'
import { findRequest, markRequestDeclined, markRequestWithdrawn, removeRequest } from './requests-storage.ts'
import { mayRemove, refuseLink } from './rules.ts'
import {
  findLink,
  hasUnconfirmedLink,
  type LinkedPeople,
  markChildAgreed,
  markLinkConfirmed,
  removeLink,
} from './storage.ts'

/** Records the child's agreement, which by itself gives no access. */
async function recordAgreement(ctx: Ctx, pair: Pair): Promise<GuardianLink> {
  await loadWireLink(ctx, pair)
  const target = { type: 'user', id: pair.childUserId } as const
  await ctx.db.commit([
    recordAuditWhen(ctx, hasUnconfirmedLink(pair), 'guardian.agreed', target, { ...pair }),
    markChildAgreed(ctx.db, pair, ctx.now),
  ])
  return loadWireLink(ctx, pair)
}

async function confirm(ctx: Ctx, pair: Pair, { adult, child }: LinkedPeople): Promise<GuardianLink> {
  const existing = await findLink(ctx.db, pair)
  if (!existing || !adult || !child) throw new Refused('not_found')
  const refusal = refuseLink(adult, child, toPortalDay(ctx.now))
  if (refusal) throw new Refused(refusal)
  const target = { type: 'user', id: pair.childUserId } as const
  const { relation } = existing.link
  await ctx.db.commit([
    recordAuditWhen(ctx, hasUnconfirmedLink(pair), 'guardian.confirmed', target, { ...pair }),
    notifyConfirmed(ctx, { ...pair, adult, child, relation }, hasUnconfirmedLink(pair)),
    markLinkConfirmed(ctx.db, pair, ctx.actor.id, ctx.now),
    removeRequest(ctx.db, pair),
  ])
  return loadWireLink(ctx, pair)
}

/**
 * Confirms a guardian link when the caller is the office or another guardian. A guardian confirms only an adult of the
 * federation. It then removes the adult's request and notifies those concerned. For the child as caller it stores the
 * agreement, which gives no access. Writes an audit entry and returns the link. A repetition, also at the same time,
 * records and notifies nothing.
 *
 * @throws Refused('not_found') when there is no link, or neither of the two is the person in the path.
 * @throws Refused('not_allowed') when the caller is none of these.
 * @throws Refused('guardian_of_self'), Refused('guardian_not_adult') or Refused('guardian_of_adult') when the two can
 * no longer be linked.
 */
export async function confirmLink(ctx: Ctx, userId: number, pair: Pair): Promise<GuardianLink> {
  const { decides, ...people } = await loadPair(ctx, userId, pair)
  if (decides) return confirm(ctx, pair, people)
  if (ctx.actor.id === pair.childUserId) return recordAgreement(ctx, pair)
  throw new Refused('not_allowed')
}

/** Removes a link or withdraws a request as the adult. The reply does not show whether the request was declined. */
async function leaveAsAdult(ctx: Ctx, pair: Pair): Promise<void> {
  const [link, request] = await Promise.all([findLink(ctx.db, pair), findRequest(ctx.db, pair)])
  const isOpen = request !== null && request.withdrawnAt === null && request.expiresAt > ctx.now
  const isOwnRequest = link?.link.createdByUserId === ctx.actor.id && link.link.confirmedAt === null
  if (!isOpen && (!link || isOwnRequest)) throw new Refused('not_found')
  await ctx.db.commit([
    removeLink(ctx.db, pair),
    markRequestWithdrawn(ctx.db, pair, ctx.now),
    recordAudit(ctx, 'guardian.unlinked', { type: 'user', id: pair.childUserId }, { ...pair }),
  ])
}

/**
 * Removes a guardian link with an audit entry. Also declines the adult's request; when the adult is the caller, the
 * request is withdrawn instead. Notifies nobody.
 *
 * @throws Refused('not_found') when there is no link; for the adult, when there is neither a link nor an open request.
 * @throws Refused('not_allowed') when the caller may not remove it.
 */
export async function removeLinkOrRequest(ctx: Ctx, pair: Pair): Promise<void> {
  if (ctx.actor.id === pair.adultUserId) return leaveAsAdult(ctx, pair)
  const people = await loadPair(ctx, pair.childUserId, pair)
  const existing = await findLink(ctx.db, pair)
  const link = { ...pair, confirmed: existing !== null && existing.link.confirmedAt !== null }
  if (!mayRemove(ctx.actor.id, link, people)) throw new Refused('not_allowed')
  if (!existing) throw new Refused('not_found')
  await ctx.db.commit([
    removeLink(ctx.db, pair),
    markRequestDeclined(ctx.db, pair, ctx.now),
    recordAudit(ctx, 'guardian.unlinked', { type: 'user', id: pair.childUserId }, { ...pair }),
  ])
}
