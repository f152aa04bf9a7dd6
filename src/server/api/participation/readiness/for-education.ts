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

/** What is asked of whoever takes an education: what comes before it, and its least age where that is known. */
export function educationRequirement(
  before: Requirement | undefined,
  minAge: number | null,
): { kind: 'all'; of: Requirement[] } {
  const age: Leaf[] = minAge === null ? [] : [{ kind: 'age', years: minAge, unknownPasses: true }]
  return { kind: 'all', of: [...(before && 'of' in before ? before.of : []), ...age] }
}

/** Facts about educations and parts alone: what a sign-up asks. */
export const signUpFacts = (known: Pick<Facts, 'dayOn' | 'birthOn' | 'educations' | 'parts'>): Facts => ({
  ...known,
  licenses: new Map(),
  otherRequirements: new Map(),
  credits: [],
  creditTotal: 0,
})

type Asked = Asker & { educationId: number; readerId: number }

const minAgeAndFacts = prepareQuery((db, { userId, now, educationId, readerId }: Asked, roles: HeldRoles) =>
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

/** Refuses when there is no such education, or the caller may not read of it. */
export async function standingTowardsEducation(ctx: Ctx, userId: number, educationId: number): Promise<Standing> {
  const asked = { userId, educationId, readerId: ctx.actor.id, now: ctx.now.toISOString() }
  const [row] = await minAgeAndFacts(ctx.db, asked, ctx.actor.roles)
  if (!row) throw new Refused('not_found')
  const known = educationsFrom(JSON.parse(row.facts) as StoredEducation[])
  const facts = { dayOn: dayIn(ctx.now), birthOn: row.birthOn, educations: known, parts: new Map() }
  const standing = readinessFor(educationRequirement(known.get(educationId)?.before, row.minAge), signUpFacts(facts))
  // Who may begin is shown where.
  return standing.met ? { ...standing, next: known.get(educationId)?.next ?? null } : standing
}
