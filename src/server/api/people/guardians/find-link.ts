import { latestAdultBirth } from '#api/ages.ts'
import type { Ctx } from '#api/context.ts'
import { personPictureUrl } from '#api/foundation/files/address.ts'
import { recordReadsOfList } from '#api/people/reach/reads/record-reads.ts'
import { administers, looksAfter } from '#api/people/reach/within-reach.ts'
import { Refused } from '#api/refusals.ts'
import { toPortalDay } from '#api/zone.ts'
import type { GuardianLink, Pair } from './contract.ts'
import { isDecidingGuardian } from './recipients.ts'
import { type GuardianRequest, selectOpenRequests } from './requests-storage.ts'
import { mayDecide } from './rules.ts'
import { findLink, findPair, type LinkedPeople, type ListedLink, listLinks } from './storage.ts'

const toNamedPerson = (ctx: Ctx, { id, firstName, lastName, pictureFileId }: ListedLink['adult']) => ({
  id,
  name: `${firstName} ${lastName}`,
  pictureUrl: personPictureUrl(ctx, pictureFileId),
})

const toWireLink = (ctx: Ctx, { link, adult, child }: ListedLink): GuardianLink => ({
  id: link.id,
  adultUserId: link.adultUserId,
  childUserId: link.childUserId,
  confirmed: link.confirmedAt !== null,
  relation: link.relation,
  childAgreed: link.childAgreedAt !== null,
  adult: toNamedPerson(ctx, adult),
  child: toNamedPerson(ctx, child),
})

/**
 * Converts an adult's own request to become a child's guardian to the reply for that adult, the caller. The reply is
 * the same whether the id belongs to a child, an adult or nobody: unconfirmed, and without a name.
 */
export const toRequestedLink = ({ actor }: Ctx, request: GuardianRequest): GuardianLink => ({
  id: request.id,
  adultUserId: request.adultUserId,
  childUserId: request.childUserId,
  confirmed: false,
  relation: request.relation,
  childAgreed: false,
  adult: { id: actor.id, name: actor.name, pictureUrl: actor.pictureUrl },
  child: { id: request.childUserId, name: '', pictureUrl: null },
})

export interface LinkPair extends LinkedPeople {
  isOffice: boolean
  isGuardian: boolean
  looksAfter: boolean
  /** The caller may give the adult access to the child's data. */
  decides: boolean
}

/**
 * Loads the adult and the child of a guardian link that a call names, with the caller's relation to the child: whether
 * the caller is office or guardian, looks after the child and may decide. A person who does not exist is null; what
 * that reveals is for the caller to decide.
 *
 * @throws Refused('not_found') when neither of the two is the person in the path.
 */
export async function loadPair(ctx: Ctx, userId: number, pair: Pair): Promise<LinkPair> {
  if (userId !== pair.adultUserId && userId !== pair.childUserId) throw new Refused('not_found')
  const { actor } = ctx
  const people = await findPair(ctx.db, pair, {
    isOffice: administers(actor, pair.childUserId),
    isGuardian: isDecidingGuardian(actor.id, pair.childUserId, latestAdultBirth(toPortalDay(ctx.now))),
    looksAfter: looksAfter(actor, pair.childUserId),
  })
  const { adult, child } = people
  const trust = { isOffice: child?.isOffice === 1, isGuardian: child?.isGuardian === 1 }
  const decides = mayDecide(actor.id, pair, { ...trust, isAdultExternal: adult?.isExternal ?? false })
  return { ...people, ...trust, looksAfter: child?.looksAfter === 1, decides }
}

/**
 * Loads a guardian link, confirmed or not, for the reply, with both names. Does not check access.
 *
 * @throws Refused('not_found') when there is no link between the two.
 */
export async function loadWireLink(ctx: Ctx, pair: Pair): Promise<GuardianLink> {
  const link = await findLink(ctx.db, pair)
  if (!link) throw new Refused('not_found')
  return toWireLink(ctx, link)
}

/**
 * True when the caller made the link and it is not confirmed. It is listed as a request instead, so that it does not
 * show whether such a child exists.
 */
const isOwnRequest = ({ actor }: Ctx, { link }: ListedLink) =>
  link.adultUserId === actor.id && link.createdByUserId === actor.id && link.confirmedAt === null

/**
 * Lists the guardian links of a person, as adult or child, that the caller may see, the oldest first. For the caller's
 * own person the caller's open requests follow, the oldest first; a link from such a request is left out until it is
 * confirmed. Records reads of minors and protected identities. Access to the person is checked before.
 */
export async function listWireLinks(ctx: Ctx, userId: number): Promise<GuardianLink[]> {
  const [links, requests] = await Promise.all([
    listLinks(ctx, userId),
    userId === ctx.actor.id ? selectOpenRequests(ctx.db, userId, ctx.now) : [],
  ])
  const visible = links.filter((row) => !isOwnRequest(ctx, row))
  await recordReadsOfList(
    ctx,
    visible.flatMap(({ adult, child }) => [adult, child].filter(({ id }) => id !== userId)),
  )
  return [...visible.map((row) => toWireLink(ctx, row)), ...requests.map((row) => toRequestedLink(ctx, row))]
}
