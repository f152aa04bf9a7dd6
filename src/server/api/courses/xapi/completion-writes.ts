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

/** When it happened by the course's clock, unless that clock is off: before the launch, or ahead of ours. */
function momentOf(statement: StoredStatement, launch: Launch, now: Date): Date {
  const told = new Date(statement.timestamp)
  return told >= launch.createdAt && told <= now ? told : now
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

/** Of a session of cmi5 only what cmi5 defines counts. */
const counts = (launch: Launch, isCmi5Defined: boolean) => launch.session === null || isCmi5Defined

/** Whether a statement may be the one that was missing: a failure or a look back never is. */
function mayMeet(statement: StoredStatement, demands: readonly Demand[], launch: Launch): boolean {
  const [told, demand] = [evidenceIn(statement), demandFor(statement, demands)]
  if (!told || !demand || !counts(launch, isDefined(statement))) return false
  return told.completed || told.passed || demand.score !== null
}

/** What has been told of each unit of an attempt, by activity. */
export function evidenceOf(demands: readonly Demand[], told: readonly Pick<Telling, 'verb' | 'object' | 'result'>[]) {
  const heard = new Map<string, Evidence[]>(demands.map(({ activityId }) => [activityId, []]))
  for (const one of told) {
    const [evidence, demand] = [evidenceIn(one), demandFor(one, demands)]
    if (evidence && demand) heard.get(demand.activityId)?.push(evidence)
  }
  return new Map([...heard].map(([activityId, evidence]) => [activityId, together(evidence)]))
}

export const metAmong = (demands: readonly Demand[], heard: ReadonlyMap<string, Evidence>): string[] =>
  demands.flatMap((demand) => {
    const evidence = heard.get(demand.activityId)
    return evidence && isMet(demand, evidence) ? [demand.activityId] : []
  })

/** The mean of what its units told, or null when none told any. */
export function scoreIn(heard: ReadonlyMap<string, Evidence>): number | null {
  const scores = [...heard.values()].flatMap(({ score }) => score ?? [])
  return scores.length === 0 ? null : scores.reduce((sum, score) => sum + score, 0) / scores.length
}

/** The blocks that are satisfied now and were not before, and the course; told by the portal (cmi5, 9.3.9). */
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
 * The writes by which a batch completes the launched part or material; none when it does not. Judged together with all that was
 * told in the same attempt before, so that the order makes no difference. Harmless to repeat.
 */
export async function completionWrites(
  statements: readonly StoredStatement[],
  launch: Launch,
  ctx: Visitor,
): Promise<Write[]> {
  // What is asked for is only looked up when something could complete it at all.
  if (!statements.some(evidenceIn)) return []
  const course = await courseOf(ctx, launch)
  const missing = statements.filter((one) => mayMeet(one, course.demands, launch))
  const last = missing.at(-1)
  if (!last) return []
  const registration = last.context?.registration ?? launch.registration
  const before = await listTellingOf(ctx.db, launch.userId, registration)
  const heard = evidenceOf(course.demands, [
    ...before.filter(({ isCmi5Defined }) => counts(launch, isCmi5Defined)),
    ...statements.filter((one) => counts(launch, isDefined(one))),
  ])
  const met = metAmong(course.demands, heard)
  const satisfied = await satisfaction(ctx, launch, course, met)
  if (met.length < course.demands.length) return satisfied
  const completedAt = momentOf(last, launch, ctx.now)
  const { userId, educationPartId, educatorMaterialId } = launch
  if (educatorMaterialId !== null)
    return [...satisfied, ...materialWrites(ctx, launch, educatorMaterialId, completedAt)]
  if (educationPartId === null) return satisfied
  const score = scoreIn(heard)
  return [...satisfied, ...(await partCompletion(ctx, { userId, educationPartId, completedAt, score }))]
}
