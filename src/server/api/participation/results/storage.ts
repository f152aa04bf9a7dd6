import { and, desc, eq, isNotNull, type SQL, sql } from 'drizzle-orm'
import type { Actor } from '#api/actor.ts'
import { educationPartsView } from '#api/catalogue/education-parts/views.ts'
import { educationsView, partsOfEducations } from '#api/catalogue/educations/views.ts'
import type { Visitor } from '#api/context.ts'
import { selectPortalDay } from '#api/zone-sql.ts'
import type { Database, Statement } from '#platform/database.ts'
import { insertFrom } from '#platform/insert-from.ts'
import { prepareQuery } from '#platform/prepare-query.ts'
import type { EducationPartResult } from './contract.ts'
import { educationPartResults, educationResults } from './table.ts'
import { educationOfResult } from './views.ts'
import { canOrganize, canReadResult } from './within-reach.ts'

/**
 * Finds a person's result on a part that an attempt writes to, with the ids of the educations that contain the part. It
 * is the latest by `changed_at` that is approved and not cancelled, completed or not (spec G-038); null without one.
 */
export async function findLatestResult(db: Database, of: { userId: number; educationPartId: number }) {
  const [row] = await db.query
    .select({
      resultId: educationPartResults.id,
      completed: educationPartResults.completed,
      educationIds: sql<string>`(select json_group_array(education_id) from ${partsOfEducations}
        where education_part_id = ${of.educationPartId})`,
    })
    .from(educationPartResults)
    .where(
      and(
        eq(educationPartResults.userId, of.userId),
        eq(educationPartResults.educationPartId, of.educationPartId),
        eq(educationPartResults.canceled, false),
        isNotNull(educationPartResults.signedUpAt),
      ),
    )
    .orderBy(desc(educationPartResults.changedAt), desc(educationPartResults.id))
    .limit(1)
  return row ? { ...row, educationIds: JSON.parse(row.educationIds) as number[] } : null
}

/**
 * Lists a person's sign-ups on a part, the newest first, cancelled and completed ones too; one that waits for approval
 * is not `isOpen`. Access is not checked here.
 */
export function listSignUps(db: Database, of: { userId: number; educationPartId: number }) {
  const { id, createdAt, completedAt, canceledAt } = educationPartResults
  return db.query
    .select({
      id,
      createdAt,
      completedAt,
      canceledAt,
      isOpen: sql<0 | 1>`completed = 0 and canceled = 0 and signed_up_at is not null`.as('is_open'),
    })
    .from(educationPartResults)
    .where(
      and(eq(educationPartResults.userId, of.userId), eq(educationPartResults.educationPartId, of.educationPartId)),
    )
    .orderBy(desc(createdAt), desc(id))
}

interface CompletedResult {
  resultId: number
  userId: number
  completedAt: Date
  /** Score of a digital course, from 0 to 1; null without one. */
  score: number | null
  /** The person who approved it; null for a completion by the course. */
  approvedByUserId: number | null
}

/**
 * Returns the statement that completes a part result if it is not completed, with the given date, score and approver.
 * The person's open course players are notified once the call has succeeded, also when it was completed before.
 * Education results are not touched.
 */
export function markCompleted(ctx: Visitor, { resultId, userId, ...completion }: CompletedResult): Statement {
  ctx.openPlayers.ask.push(userId)
  return ctx.db.query
    .update(educationPartResults)
    .set({ completed: true, ...completion, changedAt: ctx.now })
    .where(and(eq(educationPartResults.id, resultId), eq(educationPartResults.completed, false)))
}

interface EducationOfUser {
  userId: number
  educationId: number
}

/**
 * SQL: the mandatory parts completed since the education was last completed. Renewing it takes all of them once more.
 */
const completedSince = ({ userId, educationId }: EducationOfUser) => sql`
  select r.education_part_id, max(r.completed_at) completed_at
  from education_part_results r
  join ${partsOfEducations} l on l.education_part_id = r.education_part_id and l.education_id = ${educationId}
  join ${educationPartsView} p on p.id = r.education_part_id and p.mandatory = 1
  where r.user_id = ${userId} and r.completed = 1 and r.canceled = 0
    and r.completed_at > coalesce((select max(completed_at) from education_results
      where user_id = ${userId} and education_id = ${educationId} and completed = 1), '')
  group by r.education_part_id`

const isComplete = (target: EducationOfUser) => sql`
  (select count(*) from (${completedSince(target)})) >= max(1, (
    select count(*) from ${partsOfEducations} l join ${educationPartsView} p on p.id = l.education_part_id
    where l.education_id = ${target.educationId} and p.mandatory = 1))`

/**
 * Returns the statement that inserts an open education result when the person has completed all mandatory parts and has
 * no open one. Only parts completed since the education was last completed count; without mandatory parts it does
 * nothing.
 */
export const openEducationResult = (ctx: Visitor, userId: number, educationId: number): Statement => {
  const now = ctx.now.toISOString()
  return insertFrom(
    ctx.db.query,
    educationResults,
    { userId, educationId, completed: 0, signedUpAt: now, source: 0, createdAt: now, changedAt: now },
    sql`where ${isComplete({ userId, educationId })}
      and not exists (select 1 from education_results
        where user_id = ${userId} and education_id = ${educationId} and completed = 0)`,
  )
}

/**
 * Returns the statement that completes a person's open education result when all mandatory parts are completed, counted
 * as in `openEducationResult`. The latest of their dates becomes its date, `code` its verification code, and its
 * validity is computed.
 */
export const markEducationCompleted = (
  ctx: Visitor,
  { code, ...target }: EducationOfUser & { code: string },
): Statement => {
  const latest = sql<Date>`(select max(completed_at) from (${completedSince(target)}))`
  return ctx.db.query
    .update(educationResults)
    .set({
      completed: true,
      completedAt: latest,
      verificationCode: code,
      validToOn: sql`(select date(${selectPortalDay(sql`latest.at`)}, '+' || validity_months || ' months', 'floor')
        from ${educationsView}, (select ${latest} as at) latest where id = ${target.educationId})`,
      changedAt: ctx.now,
    })
    .where(
      and(
        eq(educationResults.userId, target.userId),
        eq(educationResults.educationId, target.educationId),
        eq(educationResults.completed, false),
        isComplete(target),
      ),
    )
}

type PartResultRow = typeof educationPartResults.$inferSelect

/** Converts a row of a part result to the reply's form, with the fee in kronor. */
export function toPartResult(row: PartResultRow): EducationPartResult {
  const { id, educationPartId, completedAt, signedUpAt, changedAt, createdAt: _, feeAtSignUpMinor, ...same } = row
  return {
    ...same,
    resultId: id,
    referenceId: educationPartId,
    completedDate: completedAt,
    signUpDate: signedUpAt,
    lastChange: changedAt,
    feeAtSignUp: feeAtSignUpMinor / 100,
  }
}

const ownPartResults = prepareQuery(({ query }) =>
  query
    .select()
    .from(educationPartResults)
    .where(
      and(
        eq(educationPartResults.userId, sql.placeholder('userId')),
        eq(educationPartResults.educationPartId, sql.placeholder('educationPartId')),
      ),
    )
    .orderBy(desc(educationPartResults.changedAt), desc(educationPartResults.id))
    .limit(50),
)

/**
 * Lists a person's results on a part, latest change first, at most 50, cancelled ones too. Course players poll this.
 * Access is not checked here.
 */
export async function listOwnPartResults(db: Database, educationPartId: number, userId: number) {
  const rows = await ownPartResults(db, { userId, educationPartId })
  return rows.map(toPartResult)
}

/** Selects all part results of a person, latest change first, cancelled ones too. Access is not checked here. */
export const selectPartResults = (db: Database, userId: number) =>
  db.query
    .select()
    .from(educationPartResults)
    .where(eq(educationPartResults.userId, userId))
    .orderBy(desc(educationPartResults.changedAt))

/** SQL: the education that a row of `education_part_results` counts towards. */
export const resultEducationId = educationOfResult('education_part_results')

const placeOfRow = {
  userId: sql`education_part_results.user_id`,
  educationId: resultEducationId,
  occasionId: sql`education_part_results.occasion_id`,
  examId: sql`education_part_results.practical_driver_exam_id`,
}

/**
 * SQL condition on `education_part_results`: the actor may read the result. That is an own one, a child's, one of a
 * person whom the actor administers, or one that the actor organises (`isOrganizedResult`).
 */
export const isReadableResult = (actor: Actor): SQL => canReadResult(actor, placeOfRow)

/**
 * SQL condition on `education_part_results`: the actor may approve the result, note attendance on it and cancel it.
 * Administrators may in their branch or as examiners, educators in their organisations for what they manage or lead,
 * integrations for people to whom they may write.
 */
export const isOrganizedResult = (actor: Actor): SQL => canOrganize(actor, placeOfRow)

/**
 * Lists part results by their ids, in no order, cancelled ones too; unknown ids are left out. Access is not checked
 * here.
 */
export async function listResultsByIds(db: Database, resultIds: readonly number[]) {
  if (resultIds.length === 0) return []
  const rows = await db.query
    .select()
    .from(educationPartResults)
    .where(sql`${educationPartResults.id} in (select value from json_each(${JSON.stringify(resultIds)}))`)
  return rows.map(toPartResult)
}
