import type { Occasion } from '#api/catalogue/occasions/contract.ts'
import { getOrganizedOccasion } from '#api/catalogue/occasions/management/save-occasion.ts'
import { hasEnded } from '#api/catalogue/occasions/rules.ts'
import { listOccasions } from '#api/catalogue/occasions/storage.ts'
import type { Ctx } from '#api/context.ts'
import { requireExpectedCount } from '#api/expected-count.ts'
import { recordProtectedReadsById } from '#api/people/reach/reads/record-reads.ts'
import { Refused } from '#api/refusals.ts'
import { toPortalDay } from '#api/zone.ts'
import type { MoveTarget, Participant } from './contract.ts'
import { countOpenSignUps } from './open-sign-ups-storage.ts'
import { maxMatchingParticipants, planMove } from './rules.ts'
import { listParticipants, listPeopleOnOccasions } from './storage.ts'

/** Most dates that are offered. */
const maxTargets = 20

const isOpen = ({ canceled, completed }: Participant) => !canceled && !completed

/**
 * Whether people of an occasion may be moved to another one together: it is for their education, or for every one that
 * has the part, and belongs to no set, of which they would get one date.
 */
export const takesWhole = (before: Occasion, { educationId, tagId }: Occasion): boolean =>
  tagId === null && (educationId === null || educationId === before.educationId)

/** Returns the occasion when the caller organises it, otherwise null. */
const orNull = (ctx: Ctx, { id }: Occasion) =>
  getOrganizedOccasion(ctx, id).catch((error: unknown) => {
    if (error instanceof Refused) return null
    throw error
  })

/** Plans the move of the open sign-ups of an occasion that the caller organises, to each of the other occasions. */
async function planFor(ctx: Ctx, from: number, targets: readonly Occasion[]) {
  const targetIds = targets.map(({ id }) => id)
  const [participants, seatHolders, openCount] = await Promise.all([
    listParticipants(ctx, from),
    listPeopleOnOccasions(ctx.db, targetIds),
    countOpenSignUps(ctx.db, from),
  ])
  const open = participants.filter(isOpen)
  return targets.map((target) => {
    const there = new Set(seatHolders.filter(({ occasionId }) => occasionId === target.id).map(({ userId }) => userId))
    const seats = Math.min(target.availableSpots ?? maxMatchingParticipants, maxMatchingParticipants)
    return { target, ...planMove(open, there, seats), unlisted: Math.max(0, openCount - open.length) }
  })
}

/**
 * Lists the coming occasions of the same part that the caller organises too, by time and at most 20. Each says how many
 * of the open sign-ups fit, those that were made first and at most 200, and names the others. It counts the open
 * sign-ups of people whom the caller does not organise. Records the reads of protected identities among the named.
 *
 * @throws Refused('not_found') or Refused('not_allowed') as `requireOrganized` does.
 */
export async function listMoveTargets(ctx: Ctx, id: number): Promise<MoveTarget[]> {
  const before = await getOrganizedOccasion(ctx, id)
  const all = await listOccasions(ctx.db, ctx.actor, {
    educationPartId: before.educationPartId,
    startDate: toPortalDay(ctx.now),
    educationId: [],
    city: [],
    page: 1,
    pageSize: 200,
  })
  const coming = all.filter(
    (one) => one.id !== id && !one.canceled && !hasEnded(one, ctx.now) && takesWhole(before, one),
  )
  const organized = await Promise.all(coming.map((one) => orNull(ctx, one)))
  const offered = organized.filter((one) => one !== null).slice(0, maxTargets)
  const plans = await planFor(ctx, id, offered)
  const named = plans.flatMap(({ others }) => others.map(({ userId }) => userId))
  await recordProtectedReadsById(ctx, [...new Set(named)])
  return plans.map(({ target, fitting, others, unlisted }) => ({
    occasionId: target.id,
    startDate: target.startDate,
    city: target.city,
    fits: fitting.length,
    others: others.map(({ name }) => name),
    unlisted,
  }))
}

/**
 * Returns the ids of the open sign-ups of an occasion that fit on `target`, as `listMoveTargets` counts them. These are
 * sign-ups that the caller organises, of people who are not on `target`. The first to sign up fit, as many as `target`
 * has free seats, at most 200. Access to the two occasions is not checked here.
 *
 * @throws Refused('selection_changed') with the present number, when it differs from `expectedCount`.
 */
export async function listFittingResultIds(
  ctx: Ctx,
  from: number,
  { target, expectedCount }: { target: Occasion; expectedCount: number },
): Promise<number[]> {
  const fitting = (await planFor(ctx, from, [target])).flatMap((plan) => plan.fitting)
  requireExpectedCount(fitting.length, expectedCount)
  return fitting.map(({ resultId }) => resultId)
}
