import type { Ctx } from '#api/context.ts'
import { recordAudit, recordAuditWhen } from '#api/foundation/audit/storage.ts'
import { Refused } from '#api/refusals.ts'
import { dayIn } from '#api/zone.ts'
import type { GuardianLink, Pair } from './contract.ts'
import { pairFor, wireLinkOf } from './find-link.ts'
import { findRequest, markRequestDeclined, markRequestWithdrawn, removeRequest } from './requests-storage.ts'
import { mayRemove, refuseLink } from './rules.ts'
import { findLink, isUnconfirmed, type LinkedPeople, markAgreed, markConfirmed, removeLink } from './storage.ts'
import { tellConfirmed } from './tell.ts'

/** A child's own yes is noted; it opens nothing by itself. */
async function agree(ctx: Ctx, pair: Pair): Promise<GuardianLink> {
  await wireLinkOf(ctx, pair)
  const target = { type: 'user', id: pair.childUserId } as const
  await ctx.db.commit([
    recordAuditWhen(ctx, isUnconfirmed(pair), 'guardian.agreed', target, { ...pair }),
    markAgreed(ctx.db, pair, ctx.now),
  ])
  return wireLinkOf(ctx, pair)
}

async function open(ctx: Ctx, pair: Pair, { adult, child }: LinkedPeople): Promise<GuardianLink> {
  const found = await findLink(ctx.db, pair)
  if (!found || !adult || !child) throw new Refused('not_found')
  const refusal = refuseLink(adult, child, dayIn(ctx.now))
  if (refusal) throw new Refused(refusal)
  const target = { type: 'user', id: pair.childUserId } as const
  const { relation } = found.link
  await ctx.db.commit([
    recordAuditWhen(ctx, isUnconfirmed(pair), 'guardian.confirmed', target, { ...pair }),
    tellConfirmed(ctx, { ...pair, adult, child, relation }, isUnconfirmed(pair)),
    markConfirmed(ctx.db, pair, ctx.actor.id, ctx.now),
    removeRequest(ctx.db, pair),
  ])
  return wireLinkOf(ctx, pair)
}

/** Opens the child's data to the adult, when a guardian or the office says so. Of two at once one is recorded. */
export async function confirmLink(ctx: Ctx, userId: number, pair: Pair): Promise<GuardianLink> {
  const { decides, ...people } = await pairFor(ctx, userId, pair)
  if (decides) return open(ctx, pair, people)
  if (ctx.actor.id === pair.childUserId) return agree(ctx, pair)
  throw new Refused('not_allowed')
}

/** The adult leaves a link or withdraws a request; neither tells what the request came to. */
async function leave(ctx: Ctx, pair: Pair): Promise<void> {
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

export async function unlink(ctx: Ctx, pair: Pair): Promise<void> {
  if (ctx.actor.id === pair.adultUserId) return leave(ctx, pair)
  const people = await pairFor(ctx, pair.childUserId, pair)
  const found = await findLink(ctx.db, pair)
  const link = { ...pair, confirmed: found !== null && found.link.confirmedAt !== null }
  if (!mayRemove(ctx.actor.id, link, people)) throw new Refused('not_allowed')
  if (!found) throw new Refused('not_found')
  await ctx.db.commit([
    removeLink(ctx.db, pair),
    markRequestDeclined(ctx.db, pair, ctx.now),
    recordAudit(ctx, 'guardian.unlinked', { type: 'user', id: pair.childUserId }, { ...pair }),
  ])
}
