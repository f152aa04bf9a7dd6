import { eq, sql } from 'drizzle-orm'
import type { HeldRoles } from '#api/actor.ts'
import { educations } from '#api/catalogue/educations/table.ts'
import { readableBy } from '#api/catalogue/scope/education-scope.ts'
import type { Ctx } from '#api/context.ts'
import { users } from '#api/people/users/table.ts'
import { Refused } from '#api/refusals.ts'
import { dayIn } from '#api/zone.ts'
import { prepareQuery } from '#platform/prepare-query.ts'
import { type Asker, educationFacts, educationsFrom, type StoredEducation } from './education-facts.ts'
import { type Facts, type Leaf, type Requirement, readinessFor, type Standing } from './rules.ts'

/** Returns the requirement of an education: its prerequisites and its minimum age. People without a birth date pass. */
export function educationRequirement(
  before: Requirement | undefined,
  minAge: number | null,
): { kind: 'all'; of: Requirement[] } {
  const age: Leaf[] = minAge === null ? [] : [{ kind: 'age', years: minAge, unknownPasses: true }]
  return { kind: 'all', of: [...(before && 'of' in before ? before.of : []), ...age] }
}

/** Returns the facts of a sign-up, which has no requirements of licences, other requirements or credits. */
export const signUpFacts = (facts: Pick<Facts, 'dayOn' | 'birthOn' | 'educations' | 'parts'>): Facts => ({
  ...facts,
  licenses: new Map(),
  otherRequirements: new Map(),
  credits: [],
  creditTotal: 0,
})

type EducationRequest = Asker & { educationId: number; readerId: number }

const minAgeAndFacts = prepareQuery((db, { userId, now, educationId, readerId }: EducationRequest, roles: HeldRoles) =>
  db.query
    .select({
      minAge: educations.minAge,
      birthOn: users.birthOn,
      facts: educationFacts({ userId, now }, sql`select ${educationId}`).as('facts'),
    })
    .from(educations)
    .innerJoin(users, eq(users.id, userId))
    .where(sql`${educations.id} = ${educationId} and ${readableBy({ id: readerId, roles })}`),
)

/**
 * Evaluates the requirements of an education for a person. When they are met, the next step is that of the education
 * itself.
 *
 * @throws Refused('not_found') when the education or the person does not exist, or the caller may not read the
 * education.
 */
export async function standingTowardsEducation(ctx: Ctx, userId: number, educationId: number): Promise<Standing> {
  const request = { userId, educationId, readerId: ctx.actor.id, now: ctx.now.toISOString() }
  const [row] = await minAgeAndFacts(ctx.db, request, ctx.actor.roles)
  if (!row) throw new Refused('not_found')
  const educationsById = educationsFrom(JSON.parse(row.facts) as StoredEducation[])
  const facts = { dayOn: dayIn(ctx.now), birthOn: row.birthOn, educations: educationsById, parts: new Map() }
  const standing = readinessFor(
    educationRequirement(educationsById.get(educationId)?.before, row.minAge),
    signUpFacts(facts),
  )
  // A person who is ready gets the step that begins the education.
  return standing.met ? { ...standing, next: educationsById.get(educationId)?.next ?? null } : standing
}
