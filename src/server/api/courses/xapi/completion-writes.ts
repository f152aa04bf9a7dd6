import { insertMaterialCompletion } from '#api/catalogue/educator-materials/storage.ts'
import type { Visitor } from '#api/context.ts'
import { recordAudit } from '#api/foundation/audit/storage.ts'
import { partCompletion } from '#api/participation/results/complete-part.ts'
import type { Statement as Write } from '#platform/database.ts'
import { containersOf, isSessionLaunch, satisfiedWrites } from './cmi5/portal-statements.ts'
import { isDefined } from './cmi5/session-rules.ts'
import { verbs } from './cmi5/vocabulary.ts'
import { type Demand, demandFor, type Evidence, evidenceIn, isMet, together } from './completion.ts'
import { listSatisfied, listTellingOf, type Telling } from './evidence-storage.ts'
import { courseOf, type JudgedCourse, publishedCourse } from './judged-course.ts'
import type { Launch } from './launch-storage.ts'
import type { StoredStatement } from './statement.ts'

/** Time of a statement by the course's clock; `now` when that clock is wrong: before the launch or in the future. */
function momentOf(statement: StoredStatement, launch: Launch, now: Date): Date {
  const at = new Date(statement.timestamp)
  return at >= launch.createdAt && at <= now ? at : now
}

function materialWrites(ctx: Visitor, launch: Launch, materialId: number, at: Date): Write[] {
  return [
    insertMaterialCompletion(ctx, { educatorMaterialId: materialId, userId: launch.userId, completedAt: at }),
    recordAudit(
      ctx,
      'educatorMaterial.completed',
      { type: 'educatorMaterial', id: materialId },
      { userId: launch.userId },
    ),
  ]
}

/** In a cmi5 session, only statements that cmi5 defines count. */
const counts = (launch: Launch, isCmi5Defined: boolean) => launch.session === null || isCmi5Defined

/** Whether a statement may complete something: a failure or a statement of a review session does not. */
function mayMeet(statement: StoredStatement, demands: readonly Demand[], launch: Launch): boolean {
  const [evidence, demand] = [evidenceIn(statement), demandFor(statement, demands)]
  if (!evidence || !demand || !counts(launch, isDefined(statement))) return false
  return evidence.completed || evidence.passed || demand.score !== null
}

/** Collects the evidence of an attempt for each unit, by activity id. */
export function evidenceOf(
  demands: readonly Demand[],
  statements: readonly Pick<Telling, 'verb' | 'object' | 'result'>[],
) {
  const lists = new Map<string, Evidence[]>(demands.map(({ activityId }) => [activityId, []]))
  for (const statement of statements) {
    const [evidence, demand] = [evidenceIn(statement), demandFor(statement, demands)]
    if (evidence && demand) lists.get(demand.activityId)?.push(evidence)
  }
  return new Map([...lists].map(([activityId, evidence]) => [activityId, together(evidence)]))
}

/** Lists the activities whose demands are met by the evidence. */
export const metAmong = (demands: readonly Demand[], evidenceByActivity: ReadonlyMap<string, Evidence>): string[] =>
  demands.flatMap((demand) => {
    const evidence = evidenceByActivity.get(demand.activityId)
    return evidence && isMet(demand, evidence) ? [demand.activityId] : []
  })

/** Returns the mean of the scores of the units, or null when no unit has a score. */
export function scoreIn(evidenceByActivity: ReadonlyMap<string, Evidence>): number | null {
  const scores = [...evidenceByActivity.values()].flatMap(({ score }) => score ?? [])
  return scores.length === 0 ? null : scores.reduce((sum, score) => sum + score, 0) / scores.length
}

/** Writes `satisfied` statements for the blocks and the course that became satisfied with this batch (cmi5, 9.3.9). */
async function satisfaction(ctx: Visitor, launch: Launch, course: JudgedCourse, met: readonly string[]) {
  if (!isSessionLaunch(launch)) return []
  const [published, before] = await Promise.all([
    publishedCourse(ctx, launch),
    listSatisfied(ctx.db, launch.registration, verbs.satisfied),
  ])
  const containers = containersOf({ activityId: course.activityId, ...published }, course.units)
  const satisfied = containers.filter(
    ({ container, units }) => !before.includes(container.activityId) && units.every((unit) => met.includes(unit)),
  )
  return satisfiedWrites(
    ctx,
    launch,
    satisfied.map(({ container }) => container),
  )
}

/**
 * Returns the writes by which a batch completes the launched part or material; none when it does not. The whole attempt
 * so far is evaluated, so the order of statements does not matter. Repeating the writes is harmless.
 */
export async function completionWrites(
  statements: readonly StoredStatement[],
  launch: Launch,
  ctx: Visitor,
): Promise<Write[]> {
  // The demands are loaded only when a statement could complete something.
  if (!statements.some(evidenceIn)) return []
  const course = await courseOf(ctx, launch)
  const missing = statements.filter((one) => mayMeet(one, course.demands, launch))
  const last = missing.at(-1)
  if (!last) return []
  const registration = last.context?.registration ?? launch.registration
  const before = await listTellingOf(ctx.db, launch.userId, registration)
  const evidence = evidenceOf(course.demands, [
    ...before.filter(({ isCmi5Defined }) => counts(launch, isCmi5Defined)),
    ...statements.filter((one) => counts(launch, isDefined(one))),
  ])
  const met = metAmong(course.demands, evidence)
  const satisfied = await satisfaction(ctx, launch, course, met)
  if (met.length < course.demands.length) return satisfied
  const completedAt = momentOf(last, launch, ctx.now)
  const { userId, educationPartId, educatorMaterialId } = launch
  if (educatorMaterialId !== null)
    return [...satisfied, ...materialWrites(ctx, launch, educatorMaterialId, completedAt)]
  if (educationPartId === null) return satisfied
  const score = scoreIn(evidence)
  return [...satisfied, ...(await partCompletion(ctx, { userId, educationPartId, completedAt, score }))]
}
