import { insertMaterialCompletion } from '#api/catalogue/educator-materials/storage.ts'
import type { Visitor } from '#api/context.ts'
import { recordAudit } from '#api/foundation/audit/storage.ts'
import { completeLatestResult } from '#api/participation/results/complete-part.ts'
import type { Statement as Write } from '#platform/database.ts'
import { findAttemptStart } from './attempt-storage.ts'
import { isSessionLaunch, listContainers, satisfiedWrites } from './cmi5/portal-statements.ts'
import { isDefined } from './cmi5/session-rules.ts'
import { verbs } from './cmi5/vocabulary.ts'
import { type Demand, type Evidence, findDemand, isDemandMet, mergeEvidence, toEvidence } from './completion.ts'
import {
  type EvidenceStatement,
  findVoidedIds,
  listEvidenceStatements,
  listSatisfiedActivities,
} from './evidence-storage.ts'
import { type JudgedCourse, loadJudgedCourse, loadPublishedCourse } from './judged-course.ts'
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
  const [evidence, demand] = [toEvidence(statement), findDemand(statement, demands)]
  if (!evidence || !demand || !counts(launch, isDefined(statement))) return false
  return evidence.completed || evidence.passed || demand.score !== null
}

/**
 * Collects the evidence in an attempt's statements for each unit, by activity id; that of a unit without statements is
 * empty. Statements about other activities are ignored.
 */
export function collectEvidence(
  demands: readonly Demand[],
  statements: readonly Pick<EvidenceStatement, 'verb' | 'object' | 'result'>[],
) {
  const lists = new Map<string, Evidence[]>(demands.map(({ activityId }) => [activityId, []]))
  for (const statement of statements) {
    const [evidence, demand] = [toEvidence(statement), findDemand(statement, demands)]
    if (evidence && demand) lists.get(demand.activityId)?.push(evidence)
  }
  return new Map([...lists].map(([activityId, evidence]) => [activityId, mergeEvidence(evidence)]))
}

/**
 * Lists the ids of the activities whose demands are met by the evidence, in the order of `demands`. A demand
 * `NotApplicable` is met once its unit is in `evidenceByActivity`.
 */
export const listMetActivities = (
  demands: readonly Demand[],
  evidenceByActivity: ReadonlyMap<string, Evidence>,
): string[] =>
  demands.flatMap((demand) => {
    const evidence = evidenceByActivity.get(demand.activityId)
    return evidence && isDemandMet(demand, evidence) ? [demand.activityId] : []
  })

/**
 * Returns the mean of the scores of the units, 0 to 1; units without one are left out. Null when no unit has a score.
 */
export function averageScore(evidenceByActivity: ReadonlyMap<string, Evidence>): number | null {
  const scores = [...evidenceByActivity.values()].flatMap(({ score }) => score ?? [])
  return scores.length === 0 ? null : scores.reduce((sum, score) => sum + score, 0) / scores.length
}

/** Writes `satisfied` statements for the blocks and the course that became satisfied with this batch (cmi5, 9.3.9). */
async function satisfaction(ctx: Visitor, launch: Launch, course: JudgedCourse, met: readonly string[]) {
  if (!isSessionLaunch(launch)) return []
  const [published, before] = await Promise.all([
    loadPublishedCourse(ctx, launch),
    listSatisfiedActivities(ctx.db, launch.registration, verbs.satisfied),
  ])
  const containers = listContainers({ activityId: course.activityId, ...published }, course.units)
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
 * Returns the writes by which a batch completes the launched part or material, with audit entries; none when it
 * completes nothing. They also complete educations whose last mandatory part it was, and of a cmi5 session store the
 * `satisfied` statements of its blocks. The caller commits them.
 *
 * The whole attempt so far is evaluated, so the order of statements does not matter; one of an earlier sign-up
 * completes no part. `statements` are the batch, stored or not; those that are void, or that the batch voids, are no
 * evidence. The score is the mean of the units'. Repeating the writes is harmless.
 */
export async function completionWrites(
  statements: readonly StoredStatement[],
  launch: Launch,
  ctx: Visitor,
): Promise<Write[]> {
  // The demands are loaded only when a statement could complete something.
  if (!statements.some(toEvidence)) return []
  const [course, voided] = await Promise.all([loadJudgedCourse(ctx, launch), findVoidedIds(ctx.db, statements, launch)])
  const valid = statements.filter(({ id }) => !voided.has(id.toLowerCase()))
  const last = valid.findLast((one) => mayMeet(one, course.demands, launch))
  if (!last) return []
  const registration = last.context?.registration ?? launch.registration
  const [before, startedAt] = await Promise.all([
    listEvidenceStatements(ctx.db, launch.userId, registration),
    findAttemptStart(ctx.db, launch.userId, registration),
  ])
  const evidence = collectEvidence(course.demands, [
    ...before.filter(({ id, isCmi5Defined }) => !voided.has(id) && counts(launch, isCmi5Defined)),
    ...valid.filter((one) => counts(launch, isDefined(one))),
  ])
  const met = listMetActivities(course.demands, evidence)
  const satisfied = await satisfaction(ctx, launch, course, met)
  if (met.length < course.demands.length) return satisfied
  const completedAt = momentOf(last, launch, ctx.now)
  const { userId, educationPartId, educatorMaterialId } = launch
  if (educatorMaterialId !== null)
    return [...satisfied, ...materialWrites(ctx, launch, educatorMaterialId, completedAt)]
  if (educationPartId === null) return satisfied
  const score = averageScore(evidence)
  const attemptStartedAt = startedAt ?? launch.createdAt
  const completion = { userId, educationPartId, completedAt, score, attemptStartedAt }
  return [...satisfied, ...(await completeLatestResult(ctx, completion))]
}
