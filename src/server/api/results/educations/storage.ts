import { and, desc, eq, type SQL, sql } from 'drizzle-orm'
import type { Database, Statement } from '#platform/database.ts'
import { insertFrom } from '#platform/insert-from.ts'
import { prepareQuery, type QueryBuilder } from '#platform/prepare-query.ts'
import type { Actor } from '../../actor.ts'
import type { Ctx } from '../../context.ts'
import { educations } from '../../educations/table.ts'
import { users } from '../../users/table.ts'
import { educationResults } from '../table.ts'
import { mayEnter, organizes, readsResult } from '../within-reach.ts'
import type { EducationResult } from './contract.ts'

const ids = (list: readonly number[]) => sql`(select value from json_each(${JSON.stringify(list)}))`

const placeOfRow = {
  userId: sql`education_results.user_id`,
  educationId: sql`education_results.education_id`,
  occasionId: sql`null`,
}

const readable = (actor: Actor): SQL => readsResult(actor, placeOfRow)

const categoryIds = sql<string>`(select json_group_array(education_category_id) from education_to_category
  where education_id = education_results.education_id)`

const selectResults = (db: QueryBuilder) =>
  db.query
    .select({
      result: educationResults,
      title: educations.title,
      hoursHundredths: educations.hoursHundredths,
      categoryIds,
    })
    .from(educationResults)
    .innerJoin(educations, eq(educations.id, educationResults.educationId))
    .orderBy(desc(educationResults.completedAt), desc(educationResults.changedAt), desc(educationResults.id))
    .limit(5000)
    .$dynamic()

type ResultRow = Awaited<ReturnType<typeof selectResults>>[number]

export const educationResultFrom = ({ result, title, hoursHundredths, categoryIds }: ResultRow): EducationResult => ({
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

export interface EducationResultFilter {
  educationIds?: readonly number[]
  userIds?: readonly number[]
}

const matching = ({ educationIds, userIds }: EducationResultFilter) =>
  and(
    educationIds && sql`${educationResults.educationId} in ${ids(educationIds)}`,
    userIds && sql`${educationResults.userId} in ${ids(userIds)}`,
  )

/** One person's own, latest first. */
export const educationResultsOf = prepareQuery((db, { userId }: { userId: number }) =>
  selectResults(db).where(eq(educationResults.userId, userId)),
)

/** Latest first. Without an actor the caller has been let through already. */
export const selectEducationResults = (db: Database, filter: EducationResultFilter, actor: Actor | null = null) =>
  selectResults(db).where(and(matching(filter), actor ? readable(actor) : undefined))

export const listEducationResults = async (db: Database, filter: EducationResultFilter, actor: Actor | null = null) =>
  (await selectEducationResults(db, filter, actor)).map(educationResultFrom)

/** The people with what the actor may do about each in the education; empty when there is no such education, or nobody of them. */
export async function listOrganized(ctx: Ctx, educationId: number, userIds: readonly number[]) {
  const place = { userId: sql`users.id`, educationId, occasionId: sql`null` }
  return ctx.db.query
    .select({
      ...{ id: users.id, firstName: users.firstName, email: users.email, language: users.language },
      educationTitle: educations.title,
      isOrganized: sql<0 | 1>`${organizes(ctx.actor, place)}`.as('is_organized'),
      mayEnter: sql<0 | 1>`${mayEnter(ctx.actor, sql`users.id`)}`.as('may_enter'),
    })
    .from(educations)
    .innerJoin(users, sql`users.id in ${ids(userIds)}`)
    .where(eq(educations.id, educationId))
}
export type OrganizedPerson = Awaited<ReturnType<typeof listOrganized>>[number]

export const findEducationResult = async (db: Database, id: number) => {
  const [row] = await db.query.select().from(educationResults).where(eq(educationResults.id, id))
  return row ?? null
}

/** The completed result that carries a certificate's code, with what the certificate is about. */
export async function findByCode(db: Database, code: string) {
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

export const removeEducationResult = (db: Database, id: number): Statement =>
  db.query.delete(educationResults).where(eq(educationResults.id, id))

const validTo = (educationId: number, completedAt: Date) =>
  sql<string>`(select date(${completedAt.toISOString()}, '+' || validity_months || ' months', 'floor')
    from educations where id = ${educationId})`

export interface Completion {
  userId: number
  educationId: number
  completedAt: Date
  code: string
}

/** A result that another system writes is nobody's by hand. */
const registrarOf = ({ actor }: Ctx) => (actor.integration ? null : actor.id)
const sourceOf = ({ actor }: Ctx) => (actor.integration ? 3 : 2)

const completedSet = (ctx: Ctx, { educationId, completedAt, code }: Completion) => ({
  completed: true,
  completedAt,
  // A certificate that is out keeps its code.
  verificationCode: sql<string>`coalesce(verification_code, ${code})`,
  validToOn: validTo(educationId, completedAt),
  registeredByUserId: registrarOf(ctx),
  changedAt: ctx.now,
})

export const completeResult = (ctx: Ctx, resultId: number, completion: Completion): Statement =>
  ctx.db.query
    .update(educationResults)
    .set(completedSet(ctx, completion))
    .where(and(eq(educationResults.id, resultId), eq(educationResults.educationId, completion.educationId)))

/** A waiting result is completed; without one a completed result of that day is made, once. */
export function insertCompleted(ctx: Ctx, completion: Completion): Statement[] {
  const { userId, educationId, completedAt, code } = completion
  const at = completedAt.toISOString()
  const now = ctx.now.toISOString()
  const sameDay = sql`select 1 from education_results where user_id = ${userId} and education_id = ${educationId}
    and completed = 1 and completed_at = ${at}`
  return [
    ctx.db.query
      .update(educationResults)
      .set({ ...completedSet(ctx, completion), source: sourceOf(ctx) })
      .where(
        and(
          eq(educationResults.userId, userId),
          eq(educationResults.educationId, educationId),
          eq(educationResults.completed, false),
          sql`not exists (${sameDay})`,
        ),
      ),
    insertFrom(
      ctx.db.query,
      educationResults,
      {
        userId,
        educationId,
        completed: 1,
        completedAt: at,
        signedUpAt: now,
        source: sourceOf(ctx),
        registeredByUserId: registrarOf(ctx),
        validToOn: validTo(educationId, completedAt),
        verificationCode: code,
        createdAt: now,
        changedAt: now,
      },
      sql`where not exists (${sameDay})`,
    ),
  ]
}

export const takeBack = (ctx: Ctx, resultId: number, educationId: number): Statement =>
  ctx.db.query
    .update(educationResults)
    .set({ completed: false, completedAt: null, verificationCode: null, validToOn: null, changedAt: ctx.now })
    .where(and(eq(educationResults.id, resultId), eq(educationResults.educationId, educationId)))

export const insertOpen = (ctx: Ctx, userId: number, educationId: number): Statement =>
  ctx.db.query
    .insert(educationResults)
    .values({
      userId,
      educationId,
      signedUpAt: ctx.now,
      source: sourceOf(ctx),
      registeredByUserId: registrarOf(ctx),
      createdAt: ctx.now,
      changedAt: ctx.now,
    })
    .onConflictDoNothing()
