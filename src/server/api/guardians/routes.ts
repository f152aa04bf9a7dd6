import { recordAudit } from '../audit/storage.ts'
import type { Ctx } from '../context.ts'
import { personPicture } from '../files/address.ts'
import { Refused } from '../refusals.ts'
import { serve } from '../serve.ts'
import { looksAfter, mustSeeAll } from '../users/within-reach.ts'
import { dayIn } from '../zone.ts'
import { findCandidates } from './candidates.ts'
import { type GuardianLink, guardians, type Pair } from './contract.ts'
import { mayConfirm, mayRemove, refuseLink } from './rules.ts'
import { findLink, findPair, insertLink, type ListedLink, listLinks, markConfirmed, removeLink } from './storage.ts'

const named = (ctx: Ctx, { id, firstName, lastName, pictureFileId }: ListedLink['adult']) => ({
  id,
  name: `${firstName} ${lastName}`,
  pictureUrl: personPicture(ctx, pictureFileId),
})

const wire = (ctx: Ctx, { link, adult, child }: ListedLink): GuardianLink => ({
  id: link.id,
  adultUserId: link.adultUserId,
  childUserId: link.childUserId,
  confirmed: link.confirmedAt !== null,
  adult: named(ctx, adult),
  child: named(ctx, child),
})

/** The two people of a call under one of them, with what the caller may decide for the child. */
async function pairFor(ctx: Ctx, userId: number, pair: Pair) {
  const people = await findPair(ctx.db, pair, looksAfter(ctx.actor, pair.childUserId))
  if (!people || (userId !== pair.adultUserId && userId !== pair.childUserId)) throw new Refused('not_found')
  const trust = { looksAfterChild: people.looksAfterChild, isAdultExternal: people.adult.isExternal }
  return { ...people, trust, confirms: mayConfirm(ctx.actor.id, pair.childUserId, trust) }
}

async function linkOf(ctx: Ctx, pair: Pair): Promise<GuardianLink> {
  const link = await findLink(ctx.db, pair)
  if (!link) throw new Refused('not_found')
  return wire(ctx, link)
}

async function link(ctx: Ctx, userId: number, pair: Pair): Promise<GuardianLink> {
  const { adult, child, confirms } = await pairFor(ctx, userId, pair)
  if (!confirms && ctx.actor.id !== pair.adultUserId) throw new Refused('not_allowed')
  const refusal = refuseLink(adult, child, dayIn(ctx.now))
  if (refusal) throw new Refused(refusal)
  const confirmedAt = confirms ? ctx.now : null
  await ctx.db.commit([
    insertLink(ctx.db, { ...pair, createdByUserId: ctx.actor.id, confirmedAt, createdAt: ctx.now }),
    recordAudit(ctx, 'guardian.linked', { type: 'user', id: pair.childUserId }, { ...pair, confirmed: confirms }),
  ])
  return linkOf(ctx, pair)
}

async function confirm(ctx: Ctx, userId: number, pair: Pair): Promise<GuardianLink> {
  const { confirms } = await pairFor(ctx, userId, pair)
  if (!confirms) throw new Refused('not_allowed')
  await linkOf(ctx, pair)
  await ctx.db.commit([
    markConfirmed(ctx.db, pair, ctx.now),
    recordAudit(ctx, 'guardian.confirmed', { type: 'user', id: pair.childUserId }, { ...pair }),
  ])
  return linkOf(ctx, pair)
}

async function unlink(ctx: Ctx, pair: Pair): Promise<void> {
  const { trust } = await pairFor(ctx, pair.childUserId, pair)
  if (!mayRemove(ctx.actor.id, pair, trust)) throw new Refused('not_allowed')
  await linkOf(ctx, pair)
  await ctx.db.commit([
    removeLink(ctx.db, pair),
    recordAudit(ctx, 'guardian.unlinked', { type: 'user', id: pair.childUserId }, { ...pair }),
  ])
}

export const routes = serve(guardians, {
  'GET /User/:id/guardian': async ({ params }, ctx) => {
    await mustSeeAll(ctx, params.id)
    return (await listLinks(ctx.db, params.id)).map((row) => wire(ctx, row))
  },
  'POST /User/:id/guardian': ({ params, body }, ctx) => link(ctx, params.id, body),
  'PUT /User/:id/guardian': ({ params, body }, ctx) => confirm(ctx, params.id, body),
  'DELETE /User/:id/guardian/:guardianId': ({ params }, ctx) =>
    unlink(ctx, { childUserId: params.id, adultUserId: params.guardianId }),
  'POST /User/:id/guardian/candidates': ({ params, body }, ctx) => findCandidates(ctx, params.id, body),
})
