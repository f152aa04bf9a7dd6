import { cameOfAgeOn } from '#api/ages.ts'
import type { Ctx } from '#api/context.ts'
import { recordAudit } from '#api/foundation/audit/storage.ts'
import { holdsAnyRole } from '#api/held-roles.ts'
import { limitAttemptsAt } from '#api/people/attempts/limit-attempts.ts'
import { Refused } from '#api/refusals.ts'
import { dayIn } from '#api/zone.ts'
import type { GuardianLink, NewLink } from './contract.ts'
import { pairFor, requestedLink, type StandingPair, wireLinkOf } from './find-link.ts'
import { findRequest, insertRequestedLink, noteRequest, removeRequest } from './requests-storage.ts'
import { daysOpen, refuseLink } from './rules.ts'
import { findLink, findListedLink, insertLink, isNotConfirmed } from './storage.ts'
import { tellConfirmed, tellRequested } from './tell.ts'

/** Requests within a quarter of an hour, whatever comes of them. */
const attemptsAtMost = 6

const mustAskSeldom = (ctx: Ctx) => limitAttemptsAt(ctx, `guardian:${ctx.actor.id}`, attemptsAtMost)

type Whole = StandingPair & { adult: NonNullable<StandingPair['adult']>; child: NonNullable<StandingPair['child']> }

const isWhole = (people: StandingPair): people is Whole => people.adult !== null && people.child !== null

/** Writes a link between two people that the caller may know: confirmed at once by somebody who decides. */
async function write(ctx: Ctx, { adult, child, decides }: Whole, link: NewLink): Promise<GuardianLink> {
  const refusal = refuseLink(adult, child, dayIn(ctx.now))
  if (refusal) throw new Refused(refusal)
  const { relation, ...pair } = link
  const confirmed = decides ? { confirmedAt: ctx.now, confirmedByUserId: ctx.actor.id } : { confirmedAt: null }
  const childAgreedAt = ctx.actor.id === child.id ? ctx.now : null
  await ctx.db.commit([
    ...(decides
      ? [tellConfirmed(ctx, { ...link, adult, child }, isNotConfirmed(pair)), removeRequest(ctx.db, pair)]
      : []),
    insertLink(ctx.db, { ...link, ...confirmed, childAgreedAt, createdByUserId: ctx.actor.id, createdAt: ctx.now }),
    recordAudit(ctx, 'guardian.linked', { type: 'user', id: child.id }, { ...pair, relation, confirmed: decides }),
    tellRequested(ctx, { ...link, adult, child }),
  ])
  return wireLinkOf(ctx, pair)
}

/** A child names an adult of the federation; anybody else is refused in one way, so that the answer tells of nobody. */
async function asChild(ctx: Ctx, people: StandingPair, link: NewLink): Promise<GuardianLink> {
  const found = await findLink(ctx.db, link)
  if (found) return wireLinkOf(ctx, link)
  await mustAskSeldom(ctx)
  if (!isWhole(people)) throw new Refused('guardian_not_adult')
  const { isExternal, inactiveAt, protectedAt } = people.adult
  if (isExternal || inactiveAt || protectedAt) throw new Refused('guardian_not_adult')
  return write(ctx, people, link)
}

/** An adult asks about somebody. Adult, child and nobody are answered, counted and listed alike. */
async function asAdult(ctx: Ctx, people: StandingPair, link: NewLink): Promise<GuardianLink> {
  const today = dayIn(ctx.now)
  const { adult } = people
  if (!adult || refuseLink(adult, { id: link.childUserId, birthOn: null }, today))
    throw new Refused('guardian_not_adult')
  if ((await findListedLink(ctx, link))?.link.confirmedAt) return wireLinkOf(ctx, link)
  await mustAskSeldom(ctx)
  const { relation, ...pair } = link
  const child = people.child ?? { firstName: '', lastName: '' }
  await ctx.db.commit([
    ...noteRequest(ctx, link, new Date(ctx.now.getTime() + daysOpen * 86_400_000)),
    insertRequestedLink(ctx, link, cameOfAgeOn(today)),
    recordAudit(ctx, 'guardian.requested', { type: 'user', id: pair.childUserId }, { ...pair, relation }),
    tellRequested(ctx, { ...link, adult, child }),
  ])
  const request = await findRequest(ctx.db, pair)
  if (!request) throw new Refused('internal')
  return requestedLink(ctx, request)
}

/** @throws Refused('guardian_requests_full') when three requests of the adult, or about the child, wait already. */
export async function makeLink(ctx: Ctx, userId: number, link: NewLink): Promise<GuardianLink> {
  const { actor } = ctx
  const people = await pairFor(ctx, userId, link)
  if (actor.isExternal && !holdsAnyRole(actor)) throw new Refused('not_allowed')
  if (link.adultUserId === link.childUserId) throw new Refused('guardian_of_self')
  if (isWhole(people) && people.decides) return write(ctx, people, link)
  if (actor.id === link.childUserId) return asChild(ctx, people, link)
  if (actor.id === link.adultUserId) return asAdult(ctx, people, link)
  if (isWhole(people) && people.looksAfter) return write(ctx, people, link)
  throw new Refused('not_allowed')
}
