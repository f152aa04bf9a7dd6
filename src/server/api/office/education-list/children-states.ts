import { and, sql } from 'drizzle-orm'
import { educations } from '#api/catalogue/educations/table.ts'
import { isEducationReadable, type ScopeActor } from '#api/catalogue/scope/education-scope.ts'
import { nextStepIn } from '#api/participation/next-steps/rules.ts'
import { parseStepFacts, stepFacts } from '#api/participation/next-steps/storage.ts'
import { wardsOfGuardians } from '#api/people/guardians/views.ts'
import { prepareQuery } from '#platform/prepare-query.ts'
import type { OwnEducation } from './contract.ts'

const stepOfChild = stepFacts({
  userId: sql`child.id`,
  educationId: sql`educations.id`,
  now: sql`child.at`,
  bornBy: sql`child.born_by`,
})

type ChildrenQuery = { userId: number; ids: string; now: string; bornBy: string }

/**
 * Selects the facts of the next step of each of the caller's children in each education that the caller may read, by
 * the child's name. `ids` is a JSON array. Without children the query reads no education.
 */
export const selectChildrenStates = prepareQuery(
  ({ query }, { userId, ids, now, bornBy }: ChildrenQuery, actor: ScopeActor) =>
    query
      .select({
        educationId: sql<number>`educations.id`.as('child_education_id'),
        childId: sql<number>`child.id`.as('child_id'),
        firstName: sql<string>`child.first_name`.as('child_first_name'),
        facts: stepOfChild.as('child_facts'),
      })
      .from(
        sql`(select id, first_name, name_key, ${now} at, ${bornBy} born_by from ${wardsOfGuardians}
          where adult_user_id = ${userId} and (birth_on is null or birth_on > ${bornBy})) child`,
      )
      .innerJoin(
        educations,
        and(sql`${educations.id} in (select value from json_each(${ids}))`, isEducationReadable(actor)),
      )
      .orderBy(sql`child.name_key, child.id`),
)

type ChildRow = Awaited<ReturnType<typeof selectChildrenStates>>[number]

/** Returns the children of the rows whom the education is for and who have not completed it, in the rows' order. */
export const childrenFor = (educationId: number, rows: readonly ChildRow[], now: Date): OwnEducation['children'] =>
  rows
    .filter((row) => row.educationId === educationId)
    .filter(({ facts }) => !['barred', 'completed'].includes(nextStepIn(parseStepFacts(facts, now)).kind))
    .map(({ childId, firstName }) => ({ id: childId, firstName }))
