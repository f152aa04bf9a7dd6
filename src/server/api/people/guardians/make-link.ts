import { latestAdultBirth } from '#api/ages.ts'
import type { Ctx } from '#api/context.ts'
import { recordAudit, recordAuditWhen } from '#api/foundation/audit/storage.ts'
import { hasAnyRole } from '#api/held-roles.ts'
import { limitSubjectAttempts } from '#api/people/attempts/limit-attempts.ts'
import { Refused } from '#api/refusals.ts'
import { toPortalDay } from '#api/zone.ts'
import type { GuardianLink, NewLink } from './contract.ts'
import { type LinkPair, loadPair, loadWireLink, toRequestedLink } from './find-link.ts'
import { notifyConfirmed, notifyRequested } from './notify.ts'
import { findRequest, insertRequestedLink, removeRequest, saveRequest } from './requests-storage.ts'
import { maxDaysOpen, refuseLink } from './rules.ts'
import { findLink, findListedLink, hasNoConfirmedLink, insertLink, isLinkChanged } from './storage.ts'

/** Highest number of requests within a quarter of an hour, successful or not. */
const maxAttempts = 6

const limitRequests = (ctx: Ctx) => limitSubjectAttempts(ctx, `guardian:${ctx.actor.id}`, maxAttempts)

type ExistingPair = LinkPair & {
  adult: NonNullable<LinkPair['adult']>
  child: NonNullable<LinkPair['child']>
}

const isExistingPair = (people: LinkPair): people is ExistingPair => people.adult !== null && people.child !== null

/** Writes a link between two people that the caller may know; confirms it at once when the caller may decide. */
async function writeLink(ctx: Ctx, { adult, child, decides }: ExistingPair, link: NewLink): Promise<GuardianLink> {
  const refusal = refuseLink(adult, child, toPortalDay(ctx.now))
  if (refusal) throw new Refused(refusal)
  const { relation, ...pair } = link
  const confirmed = decides ? { confirmedAt: ctx.now, confirmedByUserId: ctx.actor.id } : { confirmedAt: null }
  const childAgreedAt = ctx.actor.id === child.id ? ctx.now : null
  const row = { ...link, ...confirmed, childAgreedAt, createdByUserId: ctx.actor.id, createdAt: ctx.now }
  await ctx.db.commit([
    ...(decides
      ? [notifyConfirmed(ctx, { ...link, adult, child }, hasNoConfirmedLink(pair)), removeRequest(ctx.db, pair)]
      : []),
    recordAuditWhen(
      ctx,
      isLinkChanged(row),
      'guardian.linked',
      { type: 'user', id: child.id },
      { ...pair, relation, confirmed: decides },
    ),
    insertLink(ctx.db, row),
    notifyRequested(ctx, { ...link, adult, child }),
  ])
  return loadWireLink(ctx, pair)
}

/**
 * Writes the link that a child asks for. Everybody except adults of the federation is refused with the same code, so
 * that the reply reveals nothing about them.
 */
async function linkAsChild(ctx: Ctx, people: LinkPair, link: NewLink): Promise<GuardianLink> {
  const existing = await findLink(ctx.db, link)
  if (existing) return loadWireLink(ctx, link)
  await limitRequests(ctx)
  if (!isExistingPair(people)) throw new Refused('guardian_not_adult')
  const { isExternal, inactiveAt, protectedAt } = people.adult
  if (isExternal || inactiveAt || protectedAt) throw new Refused('guardian_not_adult')
  return writeLink(ctx, people, link)
}

/**
 * Requests a link as the adult. Replies, counts and lists are the same whether the id belongs to a child, an adult or
 * nobody.
 */
async function requestAsAdult(ctx: Ctx, people: LinkPair, link: NewLink): Promise<GuardianLink> {
  const today = toPortalDay(ctx.now)
  const { adult } = people
  if (!adult || refuseLink(adult, { id: link.childUserId, birthOn: null }, today))
    throw new Refused('guardian_not_adult')
  if ((await findListedLink(ctx, link))?.link.confirmedAt) return loadWireLink(ctx, link)
  const open = await findRequest(ctx.db, link)
  if (open && open.withdrawnAt === null && open.expiresAt > ctx.now) return toRequestedLink(ctx, open)
  await limitRequests(ctx)
  const { relation, ...pair } = link
  const child = people.child ?? { firstName: '', lastName: '' }
  await ctx.db.commit([
    ...saveRequest(ctx, link, new Date(ctx.now.getTime() + maxDaysOpen * 86_400_000)),
    insertRequestedLink(ctx, link, latestAdultBirth(today)),
    recordAudit(ctx, 'guardian.requested', { type: 'user', id: pair.childUserId }, { ...pair, relation }),
    notifyRequested(ctx, { ...link, adult, child }),
  ])
  const request = await findRequest(ctx.db, pair)
  if (!request) throw new Refused('internal')
  return toRequestedLink(ctx, request)
}

/**
 * Creates a guardian link between an adult and a child, or an adult's request for one, with an audit entry, and
 * notifies those concerned. It is confirmed at once when the caller, a guardian or the office, may decide; an existing
 * link otherwise only gets a relation that it lacks. A repeated request is answered like the first one, and is neither
 * counted nor recorded.
 *
 * @throws Refused('not_found') when neither of the two is the person in the path.
 * @throws Refused('guardian_of_self') when both are the same person.
 * @throws Refused('guardian_not_adult') when the adult is under age, or, for a child who asks, unknown, external,
 * inactive or protected.
 * @throws Refused('guardian_of_adult') when the child is of age; an adult who requests the link does not learn that.
 * @throws Refused('not_allowed') when the caller is from outside the federation without a role, or may not link the
 * two.
 * @throws Refused('too_many_requests') after six requests within a quarter of an hour.
 * @throws Refused('guardian_requests_full') when three requests of the adult, or about the child, are open already.
 * @throws Refused('person_erased') when one of the two is erased.
 * @throws Refused('internal') when the request cannot be read afterwards.
 */
export async function makeLink(ctx: Ctx, userId: number, link: NewLink): Promise<GuardianLink> {
  const { actor } = ctx
  const people = await loadPair(ctx, userId, link)
  if (actor.isExternal && !hasAnyRole(actor)) throw new Refused('not_allowed')
  if (link.adultUserId === link.childUserId) throw new Refused('guardian_of_self')
  if (isExistingPair(people) && people.decides) return writeLink(ctx, people, link)
  if (actor.id === link.childUserId) return linkAsChild(ctx, people, link)
  if (actor.id === link.adultUserId) return requestAsAdult(ctx, people, link)
  if (isExistingPair(people) && people.looksAfter) return writeLink(ctx, people, link)
  throw new Refused('not_allowed')
}
