import { sql } from 'drizzle-orm'
import type { Actor } from '#api/actor.ts'
import { latestAdultBirth } from '#api/ages.ts'
import { educations } from '#api/catalogue/educations/table.ts'
import { isEducationVisible } from '#api/catalogue/scope/education-scope.ts'
import type { Ctx } from '#api/context.ts'
import type { PartStanding } from '#api/participation/next-steps/contract.ts'
import { standingTo } from '#api/participation/next-steps/rules.ts'
import { parseStepFacts, stepFacts } from '#api/participation/next-steps/storage.ts'
import { toPortalDay } from '#api/zone.ts'

/**
 * Lists how the caller stands to each part with occasions or exams of the educations. It uses the rules of next steps,
 * as other pages do. Educations that the caller may not see are left out; the order is not defined. One round trip,
 * none for no ids.
 */
export async function listStandings(ctx: Ctx<Actor>, educationIds: readonly number[]): Promise<PartStanding[]> {
  if (educationIds.length === 0) return []
  const { actor, now } = ctx
  const scope = { userId: sql`own.id`, educationId: sql`educations.id`, now: sql`own.at`, bornBy: sql`own.born_by` }
  const bornBy = latestAdultBirth(toPortalDay(now))
  const own = sql`(select ${actor.id} id, ${now.toISOString()} at, ${bornBy} born_by) own`
  const rows = await ctx.db.query
    .select({ facts: stepFacts(scope).as('step_facts') })
    .from(educations)
    .innerJoin(own, sql`true`)
    .where(
      sql`educations.id in (select value from json_each(${JSON.stringify(educationIds)})) and ${isEducationVisible(actor)}`,
    )
  return rows
    .map(({ facts }) => parseStepFacts(facts, now))
    .flatMap((facts) =>
      facts.parts.filter(({ type }) => type === 0 || type === 2).flatMap(({ id }) => standingTo(facts, id) ?? []),
    )
}
