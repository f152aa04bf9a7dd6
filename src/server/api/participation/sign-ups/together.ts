import { sql } from 'drizzle-orm'
import type { Ctx } from '#api/context.ts'
import { organizedResults } from '#api/participation/results/storage.ts'
import type { WrittenResult } from '#api/participation/sign-ups/contract.ts'
import { isGuardianOf } from '#api/people/reach/within-reach.ts'
import { type Company, questionsInOne } from './sign-up-scene.ts'
import type { Target } from './storage.ts'
import { listTied, listTiedResults, type Tied, type TiedResult } from './tied-storage.ts'

interface InCompany {
  written: WrittenResult
  company?: Company | undefined
}

/** The place that an occasion has in its set: the one asked about first, then the others in the order of time. */
function companyOf(set: readonly Tied[], at: number): Company {
  return {
    partIds: set.map(({ educationPartId }) => educationPartId),
    paysEducation: at > 0,
    needsApproval: set.some(({ needsApproval }) => needsApproval === 1),
    questionsFrom: at * questionsInOne,
  }
}

/** Each occasion that stands in a set, to the whole of it with itself first. */
async function setsOf(ctx: Ctx, occasionIds: readonly number[]): Promise<Map<number, Tied[]>> {
  if (occasionIds.length === 0) return new Map()
  const sets = Map.groupBy(await listTied(ctx.db, occasionIds), ({ askedId }) => askedId)
  for (const [askedId, set] of sets)
    sets.set(askedId, [...set.filter(({ id }) => id === askedId), ...set.filter(({ id }) => id !== askedId)])
  return sets
}

const placeOf = ({ userId, occasionId }: Pick<WrittenResult, 'userId' | 'occasionId'>) => `${userId} ${occasionId}`

/** Sign-ups to what is tied to what was asked for, under the same answers; nobody twice to the same. */
async function tiedSignUps(ctx: Ctx, asked: readonly WrittenResult[]): Promise<InCompany[]> {
  const ids = asked.flatMap(({ resultId, occasionId }) => (resultId ? [] : (occasionId ?? [])))
  const sets = await setsOf(ctx, [...new Set(ids)])
  const taken = new Set<string>()
  const first: InCompany[] = []
  const more: InCompany[] = []
  for (const written of asked) {
    const set = written.resultId ? undefined : sets.get(written.occasionId ?? 0)
    const isTakenAlong = !written.resultId && set && taken.has(placeOf(written))
    if (isTakenAlong) continue
    // Through the education that the tag is of, whichever other one holds the part as well.
    const through = set?.[0]?.educationId ?? written.educationId
    first.push({ written: { ...written, educationId: through }, company: set && companyOf(set, 0) })
    for (const [at, { id, educationId, educationPartId }] of (set ?? []).entries()) {
      const along = { ...written, occasionId: id, educationId, referenceId: educationPartId }
      taken.add(placeOf(along))
      if (at > 0 && set) more.push({ written: along, company: companyOf(set, at) })
    }
  }
  return [...first, ...more]
}

/** A person signs off from all of a set, and whoever decides takes it or leaves it as a whole. */
function changeAlong(asked: WrittenResult, tied: TiedResult): WrittenResult | null {
  const { resultId, userId } = tied
  const isDecided = tied.organized === 1 && tied.askedIsPending === 1 && tied.isPending === 1
  if (asked.canceled && (tied.own === 1 || isDecided)) return { resultId, userId, canceled: true }
  return asked.signUpDate && isDecided ? { resultId, userId, signUpDate: asked.signUpDate } : null
}

async function tiedChanges(ctx: Ctx, asked: readonly WrittenResult[]): Promise<InCompany[]> {
  const deciding = asked.filter(({ resultId, canceled, signUpDate }) => resultId && (canceled || signUpDate))
  if (deciding.length === 0) return []
  const person = sql`education_part_results.user_id`
  const own = sql`(${person} = ${ctx.actor.id} or ${isGuardianOf(ctx.actor, person)})`
  const ids = deciding.flatMap(({ resultId }) => resultId ?? [])
  const tied = await listTiedResults(ctx.db, ids, { own, organized: organizedResults(ctx.actor) })
  const written = new Set(asked.map(({ resultId }) => resultId))
  const changes: InCompany[] = []
  for (const one of tied) {
    const because = deciding.find(({ resultId }) => resultId === one.askedId)
    const change = because && !written.has(one.resultId) ? changeAlong(because, one) : null
    if (!change) continue
    written.add(one.resultId)
    changes.push({ written: change })
  }
  return changes
}

/** What was asked for, and after it what is tied to it. */
export const withTied = async (ctx: Ctx, asked: readonly WrittenResult[]): Promise<InCompany[]> => [
  ...(await tiedSignUps(ctx, asked)),
  ...(await tiedChanges(ctx, asked)),
]

/** The sign-ups that one to an occasion comes to, itself first; nothing where it stands alone. */
export async function tiedTargets(ctx: Ctx, target: Target): Promise<{ target: Target; company: Company }[]> {
  const set = target.occasionId ? (await setsOf(ctx, [target.occasionId])).get(target.occasionId) : undefined
  return (set ?? []).map(({ id, educationId }, at) => ({
    target: { ...target, occasionId: id, educationPartId: null, educationId },
    company: companyOf(set ?? [], at),
  }))
}
