import { sql } from 'drizzle-orm'
import type { Ctx } from '#api/context.ts'
import { isOrganizedResult } from '#api/participation/results/storage.ts'
import type { WrittenResult } from '#api/participation/sign-ups/contract.ts'
import { isGuardianOf } from '#api/people/reach/within-reach.ts'
import { maxQuestionId, type SignUpGroup } from './load-sign-up.ts'
import type { SignUpTarget } from './storage.ts'
import { listTiedOccasions, listTiedResults, type TiedOccasion, type TiedResult } from './tied-storage.ts'

interface TiedTarget {
  target: SignUpTarget
  company: SignUpGroup
}

interface GroupedWrite {
  written: WrittenResult
  group?: SignUpGroup | undefined
}

/** Returns the group for the occasion at an index: the requested one is first, then the others by time. */
function groupOf(set: readonly TiedOccasion[], at: number): SignUpGroup {
  return {
    partIds: set.map(({ educationPartId }) => educationPartId),
    isEducationFeePaid: at > 0,
    needsApproval: set.some(({ needsApproval }) => needsApproval === 1),
    questionIdOffset: at * maxQuestionId,
  }
}

/** Maps each occasion that has a tag to all occasions of the tag, itself first. */
async function setsOf(ctx: Ctx, occasionIds: readonly number[]): Promise<Map<number, TiedOccasion[]>> {
  if (occasionIds.length === 0) return new Map()
  const sets = Map.groupBy(await listTiedOccasions(ctx.db, occasionIds), ({ askedId }) => askedId)
  for (const [askedId, set] of sets)
    sets.set(askedId, [...set.filter(({ id }) => id === askedId), ...set.filter(({ id }) => id !== askedId)])
  return sets
}

const placeOf = ({ userId, occasionId }: Pick<WrittenResult, 'userId' | 'occasionId'>) => `${userId} ${occasionId}`

/**
 * Returns the requested writes and sign-ups to the tied occasions with the same answers; each person once per occasion.
 */
async function tiedSignUps(ctx: Ctx, requested: readonly WrittenResult[]): Promise<GroupedWrite[]> {
  const ids = requested.flatMap(({ resultId, occasionId }) => (resultId ? [] : (occasionId ?? [])))
  const sets = await setsOf(ctx, [...new Set(ids)])
  const takenPlaces = new Set<string>()
  const first: GroupedWrite[] = []
  const more: GroupedWrite[] = []
  for (const written of requested) {
    const set = written.resultId ? undefined : sets.get(written.occasionId ?? 0)
    const isIncluded = !written.resultId && set && takenPlaces.has(placeOf(written))
    if (isIncluded) continue
    // Through the education of the tag, even when other educations hold the part.
    const taggedEducationId = set?.[0]?.educationId ?? written.educationId
    first.push({ written: { ...written, educationId: taggedEducationId }, group: set && groupOf(set, 0) })
    for (const [at, { id, educationId, educationPartId }] of (set ?? []).entries()) {
      const tied = { ...written, occasionId: id, educationId, referenceId: educationPartId }
      takenPlaces.add(placeOf(tied))
      if (at > 0 && set) more.push({ written: tied, group: groupOf(set, at) })
    }
  }
  return [...first, ...more]
}

/**
 * Returns the change of a tied result: a person cancels the whole group, and an organiser approves or refuses all of
 * it.
 */
function changeTied(requested: WrittenResult, tied: TiedResult): WrittenResult | null {
  const { resultId, userId } = tied
  const isDecided = tied.organized === 1 && tied.askedIsPending === 1 && tied.isPending === 1
  if (requested.canceled && (tied.own === 1 || isDecided)) return { resultId, userId, canceled: true }
  return requested.signUpDate && isDecided ? { resultId, userId, signUpDate: requested.signUpDate } : null
}

async function tiedChanges(ctx: Ctx, requested: readonly WrittenResult[]): Promise<GroupedWrite[]> {
  const decisions = requested.filter(({ resultId, canceled, signUpDate }) => resultId && (canceled || signUpDate))
  if (decisions.length === 0) return []
  const person = sql`education_part_results.user_id`
  const own = sql`(${person} = ${ctx.actor.id} or ${isGuardianOf(ctx.actor, person)})`
  const ids = decisions.flatMap(({ resultId }) => resultId ?? [])
  const tied = await listTiedResults(ctx.db, ids, { own, organized: isOrganizedResult(ctx.actor) })
  const written = new Set(requested.map(({ resultId }) => resultId))
  const changes: GroupedWrite[] = []
  for (const one of tied) {
    const because = decisions.find(({ resultId }) => resultId === one.askedId)
    const change = because && !written.has(one.resultId) ? changeTied(because, one) : null
    if (!change) continue
    written.add(one.resultId)
    changes.push({ written: change })
  }
  return changes
}

/**
 * Returns the requested writes of sign-ups and results in their order, followed by those of the occasions that their
 * tags tie to them. A sign-up is made for all occasions of a tag; a cancellation, approval or refusal is for all tied
 * results. A sign-up that another one already includes by its tag is left out.
 */
export const addTiedWrites = async (ctx: Ctx, requested: readonly WrittenResult[]): Promise<GroupedWrite[]> => [
  ...(await tiedSignUps(ctx, requested)),
  ...(await tiedChanges(ctx, requested)),
]

/**
 * Lists the targets of a sign-up to an occasion whose tag ties it to others, itself first, then by time; empty without
 * a tag or an occasion. Each has the group of all.
 */
export async function listTiedTargets(ctx: Ctx, target: SignUpTarget): Promise<TiedTarget[]> {
  const set = target.occasionId ? (await setsOf(ctx, [target.occasionId])).get(target.occasionId) : undefined
  return (set ?? []).map(({ id, educationId }, at) => ({
    target: { ...target, occasionId: id, educationPartId: null, educationId },
    company: groupOf(set ?? [], at),
  }))
}
