import { isAdministrator } from '#api/actor.ts'
import type { Ctx } from '#api/context.ts'
import { recordAudit } from '#api/foundation/audit/storage.ts'
import type { Evaluation } from '#api/participation/readiness/rules.ts'
import { toReadiness } from '#api/participation/readiness/show-readiness.ts'
import { loadReach, requireFullAccess } from '#api/people/reach/within-reach.ts'
import { Refused } from '#api/refusals.ts'
import { serve } from '#api/serve.ts'
import { evaluateNextCycle, findAim, findValidCycle } from '../issuing/rules.ts'
import { type LicenseFactsOfUser, selectLicenseFacts, toLicenseFacts } from '../person-storage.ts'
import type { LicenseDefinition } from '../rules.ts'
import { selectDefinitions } from '../storage.ts'
import { type LicenseGoal, type LicenseQualification, licenseGoals } from './contract.ts'
import { buildGoalsQuery, type GoalRow, insertGoal, removeGoal, selectGoals } from './storage.ts'

/**
 * Reads a person's goals, in the order in which they were chosen, and the facts to evaluate them.
 *
 * @throws Refused with the codes of `requireFullAccess`.
 */
async function readGoals(ctx: Ctx, userId: number): Promise<{ facts: LicenseFactsOfUser; goals: GoalRow[] }> {
  await requireFullAccess(ctx, userId)
  const [[person], rows, goals] = await Promise.all([
    selectLicenseFacts(ctx, userId),
    selectDefinitions(ctx.db),
    selectGoals(ctx.db, { userId }),
  ])
  if (!person) throw new Refused('not_found')
  return { facts: toLicenseFacts(ctx.now, person, rows), goals }
}

const definitionIn = (facts: LicenseFactsOfUser, licenseId: number) =>
  facts.definitions.find(({ id }) => id === licenseId)

/** Counts the requirements of a licence as every screen does: the outermost ones, a group as one. */
const countRequirements = ({ of }: Evaluation) => ({
  requirementsMet: of.filter(({ met }) => met).length,
  requirementsTotal: of.length,
})

function goalFrom(facts: LicenseFactsOfUser, goal: GoalRow): LicenseGoal[] {
  const definition = definitionIn(facts, goal.licenseId)
  if (!definition) return []
  const standing = evaluateNextCycle(facts, definition)
  return [
    {
      id: goal.id,
      userId: goal.userId,
      licenseId: goal.licenseId,
      licenseName: definition.name,
      active: definition.active,
      created: goal.createdAt,
      ...countRequirements(standing),
      achieved: findValidCycle(facts, goal.licenseId) !== null,
      readiness: toReadiness(standing),
    },
  ]
}

const kinds = { education: 0, license: 1, otherRequirement: 2, age: 3 } as const

function leavesOf(standing: Evaluation): LicenseQualification['requirements'] {
  const { requirement, name, met, evidence, until, of } = standing
  if (!(requirement.kind in kinds)) return of.flatMap(leavesOf)
  const kind = kinds[requirement.kind as keyof typeof kinds]
  const referenceId = 'id' in requirement ? requirement.id : null
  return [{ kind, referenceId, name, met, metDate: evidence?.on ?? null, validTo: until }]
}

const qualification = (
  facts: LicenseFactsOfUser,
  userId: number,
  definition: LicenseDefinition,
): LicenseQualification => {
  const standing = evaluateNextCycle(facts, definition)
  const requirements = leavesOf(standing)
  const dates = requirements.flatMap(({ metDate }) => metDate ?? []).toSorted()
  return {
    id: definition.id,
    userId,
    licenseId: definition.id,
    licenseName: definition.name,
    qualified: standing.met,
    ...countRequirements(standing),
    achieved: findValidCycle(facts, definition.id) !== null,
    aim: findAim(facts, definition),
    requirements,
    readiness: toReadiness(standing),
    qualifiedDate: standing.met ? (dates.at(-1) ?? null) : null,
  }
}

async function chooseGoal(ctx: Ctx, userId: number, licenseId: number): Promise<LicenseGoal> {
  if (userId !== ctx.actor.id) throw new Refused('not_allowed')
  const { facts } = await readGoals(ctx, userId)
  if (!definitionIn(facts, licenseId)?.active) throw new Refused('not_found')
  const [, , goals] = await ctx.db.commit([
    insertGoal(ctx.db, userId, licenseId, ctx.now),
    recordAudit(ctx, 'licenseGoal.chosen', { type: 'user', id: userId }, { licenseId }),
    buildGoalsQuery(ctx.db, userId),
  ] as const)
  const [goal] = goals.filter((one) => one.licenseId === licenseId).flatMap((one) => goalFrom(facts, one))
  if (!goal) throw new Error('the goal was not inserted')
  return goal
}

async function leaveGoal(ctx: Ctx, userId: number, goalId: number): Promise<undefined> {
  const answers = isAdministrator(ctx.actor) && (await loadReach(ctx, userId))?.answersFor
  if (userId !== ctx.actor.id && !answers) throw new Refused('not_allowed')
  const [removed] = await ctx.db.commit([
    removeGoal(ctx.db, userId, goalId),
    recordAudit(ctx, 'licenseGoal.left', { type: 'user', id: userId }, { goalId }),
  ] as const)
  if (removed.length === 0) throw new Refused('not_found')
}

export const routes = serve(licenseGoals, {
  'GET /user/:id/LicenseGoals': async ({ params }, ctx) => {
    const { facts, goals } = await readGoals(ctx, params.id)
    return goals.flatMap((goal) => goalFrom(facts, goal))
  },
  'POST /Licenses/LicenseGoals': ({ body }, ctx) => chooseGoal(ctx, body.userId, body.licenseId),
  'DELETE /user/:id/LicenseGoals/:goalId': ({ params: { id, goalId } }, ctx) => leaveGoal(ctx, id, goalId),
  'GET /user/:id/LicenseQualifications': async ({ params }, ctx) => {
    const { facts } = await readGoals(ctx, params.id)
    return facts.definitions.filter(({ active }) => active).map((one) => qualification(facts, params.id, one))
  },
})
