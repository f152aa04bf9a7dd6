import { eq, sql } from 'drizzle-orm'
import type { HeldRoles } from '#api/actor.ts'
import { educations } from '#api/catalogue/educations/table.ts'
import { isEducationReadable } from '#api/catalogue/scope/education-scope.ts'
import type { Ctx } from '#api/context.ts'
import { users } from '#api/people/users/table.ts'
import { Refused } from '#api/refusals.ts'
import { toPortalDay } from '#api/zone.ts'
import { prepareQuery } from '#platform/prepare-query.ts'
import {
  educationFacts,
  type FactsRequest,
  parseEducationFacts,
  type StoredEducation,
  toFactsRequest,
} from './education-facts.ts'
import { type Evaluation, evaluateRequirement, type Leaf, type ReadinessFacts, type RequirementOfAll } from './rules.ts'

/**
 * Returns the requirement for taking an education: the members of `before`, its prerequisites, and its ages, all of
 * them required. Undefined for `before` is no prerequisite.
 *
 * `minAge` and `maxAge` are years on the day and both count; null sets no limit. People without a birth date pass.
 */
export function toEducationRequirement(
  before: RequirementOfAll | undefined,
  { minAge, maxAge }: { minAge: number | null; maxAge: number | null },
): RequirementOfAll {
  const age: Leaf[] = minAge === null ? [] : [{ kind: 'age', years: minAge, unknownPasses: true }]
  const highest: Leaf[] = maxAge === null ? [] : [{ kind: 'maxAge', years: maxAge }]
  return { kind: 'all', of: [...(before?.of ?? []), ...age, ...highest] }
}

/**
 * Returns the facts for evaluating a sign-up: those given, and no licences, other requirements or credits, which a
 * sign-up never requires.
 */
export const toSignUpFacts = (
  facts: Pick<ReadinessFacts, 'dayOn' | 'birthOn' | 'educations' | 'parts'>,
): ReadinessFacts => ({
  ...facts,
  licenses: new Map(),
  otherRequirements: new Map(),
  credits: [],
  creditTotal: 0,
})

type EducationRequest = FactsRequest & { educationId: number; readerId: number }

const agesAndFacts = prepareQuery(
  (db, { userId, now, bornBy, educationId, readerId }: EducationRequest, roles: HeldRoles) =>
    db.query
      .select({
        minAge: educations.minAge,
        maxAge: educations.maxAge,
        birthOn: users.birthOn,
        facts: educationFacts({ userId, now, bornBy }, sql`select ${educationId}`).as('facts'),
      })
      .from(educations)
      .innerJoin(users, eq(users.id, userId))
      .where(sql`${educations.id} = ${educationId} and ${isEducationReadable({ id: readerId, roles })}`),
)

/**
 * Evaluates whether a person meets the requirements of an education (prerequisites and ages) today. When they are met,
 * the next step is the one that begins the education itself, null without one. Access to the person is not checked
 * here.
 *
 * @throws Refused('not_found') when the education or the person does not exist, or the caller may not read the
 * education.
 */
export async function evaluateEducation(ctx: Ctx, userId: number, educationId: number): Promise<Evaluation> {
  const request = { ...toFactsRequest(userId, ctx.now), educationId, readerId: ctx.actor.id }
  const [row] = await agesAndFacts(ctx.db, request, ctx.actor.roles)
  if (!row) throw new Refused('not_found')
  const educationsById = parseEducationFacts(JSON.parse(row.facts) as StoredEducation[], ctx.now)
  const facts = { dayOn: toPortalDay(ctx.now), birthOn: row.birthOn, educations: educationsById, parts: new Map() }
  const standing = evaluateRequirement(
    toEducationRequirement(educationsById.get(educationId)?.before, row),
    toSignUpFacts(facts),
  )
  // A person who is ready gets the step that begins the education.
  return standing.met ? { ...standing, next: educationsById.get(educationId)?.next ?? null } : standing
}
