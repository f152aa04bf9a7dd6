import { and, desc, eq, type SQL, sql } from 'drizzle-orm'
import { type Actor, isSuperadministrator } from '#api/actor.ts'
import { educations } from '#api/catalogue/educations/table.ts'
import { categoriesOfEducations } from '#api/catalogue/educations/views.ts'
import type { Ctx } from '#api/context.ts'
import { educationResults } from '#api/participation/results/table.ts'
import { canOrganize, canReadResult, canSignUpDirectly } from '#api/participation/results/within-reach.ts'
import { users } from '#api/people/users/table.ts'
import type { Database } from '#platform/database.ts'
import { prepareQuery, type QueryBuilder } from '#platform/prepare-query.ts'
import type { EducationResult } from './contract.ts'

const ids = (list: readonly number[]) => sql`(select value from json_each(${JSON.stringify(list)}))`

const placeOfRow = {
  userId: sql`education_results.user_id`,
  educationId: sql`education_results.education_id`,
  occasionId: sql`null`,
}

const readable = (actor: Actor): SQL => canReadResult(actor, placeOfRow)

const categoryIds = sql<string>`(select json_group_array(education_category_id) from ${categoriesOfEducations}
  where education_id = education_results.education_id)`

const maxResults = 5000

const selectResults = (db: QueryBuilder, where: SQL | undefined) =>
  db.query
    .select({
      result: educationResults,
      title: educations.title,
      hoursHundredths: educations.hoursHundredths,
      categoryIds,
    })
    .from(educationResults)
    .innerJoin(educations, eq(educations.id, educationResults.educationId))
    .where(where)
    .orderBy(desc(educationResults.completedAt), desc(educationResults.changedAt), desc(educationResults.id))

type ResultRow = Awaited<ReturnType<typeof selectResults>>[number]

/**
 * Converts a row of an education result to the reply's form; hours are decimal, and null when the education has none.
 */
export const toEducationResult = ({ result, title, hoursHundredths, categoryIds }: ResultRow): EducationResult => ({
  resultId: result.id,
  userId: result.userId,
  educationId: result.educationId,
  educationTitle: title,
  educationCategoryIds: JSON.parse(categoryIds) as number[],
  hours: hoursHundredths === null ? null : hoursHundredths / 100,
  completed: result.completed,
  completedDate: result.completedAt,
  signUpDate: result.signedUpAt,
  lastChange: result.changedAt,
  source: result.source,
  registeredByUserId: result.registeredByUserId,
  validTo: result.validToOn,
})

/** Conditions on education results. An absent list matches all, an empty one nothing. */
export interface EducationResultFilter {
  educationIds?: readonly number[]
  userIds?: readonly number[]
}

const matching = ({ educationIds, userIds }: EducationResultFilter) =>
  and(
    educationIds && sql`${educationResults.educationId} in ${ids(educationIds)}`,
    userIds && sql`${educationResults.userId} in ${ids(userIds)}`,
  )

/**
 * Selects a person's education results, latest completion first and open ones last, at most 5,000, as a prepared query.
 * Access is not checked here.
 */
export const selectEducationResultsOfUser = prepareQuery((db, { userId }: { userId: number }) =>
  selectResults(db, eq(educationResults.userId, userId)).limit(maxResults),
)

/**
 * Selects all education results of a person, latest completion first and open ones last. Access is not checked here.
 */
export const selectAllResultsOfUser = (db: Database, userId: number) =>
  selectResults(db, eq(educationResults.userId, userId))

/**
 * Selects education results, latest completion first and open ones last, at most 5,000. With an actor only those that
 * the actor may read; without one access is not checked. Missing lists of the filter admit all, empty ones none.
 */
export const selectEducationResults = (db: Database, filter: EducationResultFilter, actor: Actor | null = null) =>
  selectResults(db, and(matching(filter), actor ? readable(actor) : undefined)).limit(maxResults)

/**
 * Lists education results in the reply's form, latest completion first and open ones last, at most 5,000. With an actor
 * only those that the actor may read; without one access is not checked. Missing lists of the filter admit all, empty
 * ones none.
 */
export const listEducationResults = async (db: Database, filter: EducationResultFilter, actor: Actor | null = null) =>
  (await selectEducationResults(db, filter, actor)).map(toEducationResult)

/**
 * Lists those of the people who exist, inactive ones too, in no order, with the actor's permissions for each in the
 * education; empty when there is no such education. `isOrganized` is 1 when the actor organises the person's results in
 * the education, `mayEnter` when the actor may sign the person up directly, and `isAddable` when the person can be
 * found and added. Inactive and merged people cannot, and protected identities only by superadministrators.
 */
export async function listOrganizedPeople(ctx: Ctx, educationId: number, userIds: readonly number[]) {
  const place = { userId: sql`users.id`, educationId, occasionId: sql`null` }
  return ctx.db.query
    .select({
      id: users.id,
      firstName: users.firstName,
      email: users.email,
      language: users.language,
      educationTitle: educations.title,
      isOrganized: sql<0 | 1>`${canOrganize(ctx.actor, place)}`.as('is_organized'),
      mayEnter: sql<0 | 1>`${canSignUpDirectly(ctx.actor, sql`users.id`)}`.as('may_enter'),
      isAddable: sql<0 | 1>`(users.inactive_at is null and users.merged_into is null
        and (users.protected_at is null or ${isSuperadministrator(ctx.actor)}))`.as('is_addable'),
    })
    .from(educations)
    .innerJoin(users, sql`users.id in ${ids(userIds)}`)
    .where(eq(educations.id, educationId))
}
export type OrganizedPerson = Awaited<ReturnType<typeof listOrganizedPeople>>[number]

/** Finds an education result by id, completed or not; null when there is none. Access is not checked here. */
export const findEducationResult = async (db: Database, id: number) => {
  const [row] = await db.query.select().from(educationResults).where(eq(educationResults.id, id))
  return row ?? null
}

/**
 * Finds the completed education result with a certificate's verification code, with its title and person; null for an
 * unknown code. Expired results are found too. The code is the access.
 */
export async function findResultByCode(db: Database, code: string) {
  const [row] = await db.query
    .select({
      userId: educationResults.userId,
      educationId: educationResults.educationId,
      title: educations.title,
      completedAt: educationResults.completedAt,
      validToOn: educationResults.validToOn,
      firstName: users.firstName,
      lastName: users.lastName,
      email: users.email,
      language: users.language,
      protectedAt: users.protectedAt,
    })
    .from(educationResults)
    .innerJoin(educations, eq(educations.id, educationResults.educationId))
    .innerJoin(users, eq(users.id, educationResults.userId))
    .where(and(eq(educationResults.verificationCode, code), eq(educationResults.completed, true)))
  return row ?? null
}
