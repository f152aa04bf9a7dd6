import { cameOfAgeOn } from '#api/ages.ts'
import type { Ctx } from '#api/context.ts'
import { personPicture } from '#api/foundation/files/address.ts'
import { protectedAmong, recordProtectedReads } from '#api/people/reach/reads/record-reads.ts'
import { answersFor, looksAfter } from '#api/people/reach/within-reach.ts'
import { Refused } from '#api/refusals.ts'
import { dayIn } from '#api/zone.ts'
import type { GuardianLink, Pair } from './contract.ts'
import { decidesAsGuardian } from './readers.ts'
import { type GuardianRequest, selectOpenRequests } from './requests-storage.ts'
import { mayDecide } from './rules.ts'
import { findLink, findPair, type LinkedPeople, type ListedLink, listLinks } from './storage.ts'

const named = (ctx: Ctx, { id, firstName, lastName, pictureFileId }: ListedLink['adult']) => ({
  id,
  name: `${firstName} ${lastName}`,
  pictureUrl: personPicture(ctx, pictureFileId),
})

const wireLink = (ctx: Ctx, { link, adult, child }: ListedLink): GuardianLink => ({
  id: link.id,
  adultUserId: link.adultUserId,
  childUserId: link.childUserId,
  confirmed: link.confirmedAt !== null,
  relation: link.relation,
  childAgreed: link.childAgreedAt !== null,
  adult: named(ctx, adult),
  child: named(ctx, child),
})

/** A request as the adult who made it sees it: the same of a child, of an adult and of nobody. */
export const requestedLink = ({ actor }: Ctx, request: GuardianRequest): GuardianLink => ({
  id: request.id,
  adultUserId: request.adultUserId,
  childUserId: request.childUserId,
  confirmed: false,
  relation: request.relation,
  childAgreed: false,
  adult: { id: actor.id, name: actor.name, pictureUrl: actor.pictureUrl },
  child: { id: request.childUserId, name: '', pictureUrl: null },
})

export interface StandingPair extends LinkedPeople {
  isOffice: boolean
  isGuardian: boolean
  looksAfter: boolean
  /** The caller may open the child's data to the adult. */
  decides: boolean
}

/** The two people of a call under one of them, with what the caller is to the child. */
export async function pairFor(ctx: Ctx, userId: number, pair: Pair): Promise<StandingPair> {
  if (userId !== pair.adultUserId && userId !== pair.childUserId) throw new Refused('not_found')
  const { actor } = ctx
  const people = await findPair(ctx.db, pair, {
    isOffice: answersFor(actor, pair.childUserId),
    isGuardian: decidesAsGuardian(actor.id, pair.childUserId, cameOfAgeOn(dayIn(ctx.now))),
    looksAfter: looksAfter(actor, pair.childUserId),
  })
  const { adult, child } = people
  const trust = { isOffice: child?.isOffice === 1, isGuardian: child?.isGuardian === 1 }
  const decides = mayDecide(actor.id, pair, { ...trust, isAdultExternal: adult?.isExternal ?? false })
  return { ...people, ...trust, looksAfter: child?.looksAfter === 1, decides }
}

export async function wireLinkOf(ctx: Ctx, pair: Pair): Promise<GuardianLink> {
  const link = await findLink(ctx.db, pair)
  if (!link) throw new Refused('not_found')
  return wireLink(ctx, link)
}

/** The adult's own requests are listed as they were made, not by what they came to. */
const isOwnRequest = ({ actor }: Ctx, { link }: ListedLink) =>
  link.adultUserId === actor.id && link.createdByUserId === actor.id && link.confirmedAt === null

export async function listLinksOf(ctx: Ctx, userId: number): Promise<GuardianLink[]> {
  const [links, requests] = await Promise.all([
    listLinks(ctx, userId),
    userId === ctx.actor.id ? selectOpenRequests(ctx.db, userId, ctx.now) : [],
  ])
  const shown = links.filter((row) => !isOwnRequest(ctx, row))
  await recordProtectedReads(
    ctx,
    protectedAmong(shown.flatMap(({ adult, child }) => [adult, child].filter(({ id }) => id !== userId))),
  )
  return [...shown.map((row) => wireLink(ctx, row)), ...requests.map((row) => requestedLink(ctx, row))]
}
