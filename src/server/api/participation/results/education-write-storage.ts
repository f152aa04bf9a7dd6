import { and, eq, sql } from 'drizzle-orm'
import { educationsView } from '#api/catalogue/educations/views.ts'
import type { Ctx } from '#api/context.ts'
import { toPortalDay } from '#api/zone.ts'
import type { Database, Statement } from '#platform/database.ts'
import { insertFrom } from '#platform/insert-from.ts'
import { educationResults } from './table.ts'

/**
 * Returns the statement that deletes a person's result on an education, completed or not. A trigger withdraws its
 * certificate. Its part results and the sign-ups to parts stay; access is not checked here.
 */
export const removeEducationResult = (db: Database, id: number): Statement =>
  db.query.delete(educationResults).where(eq(educationResults.id, id))

const validTo = (educationId: number, completedAt: Date) =>
  sql<string>`(select date(${toPortalDay(completedAt)}, '+' || validity_months || ' months', 'floor')
    from ${educationsView} where id = ${educationId})`

/** The completion of an education, with the verification code for its certificate. */
export interface EducationCompletion {
  userId: number
  educationId: number
  completedAt: Date
  code: string
}

/** Id of the registering user; null when a connected system writes the result. */
const registrarOf = ({ actor }: Ctx) => (actor.integration ? null : actor.id)
const sourceOf = ({ actor }: Ctx) => (actor.integration ? 3 : 2)

const completedSet = (ctx: Ctx, { educationId, completedAt, code }: EducationCompletion) => ({
  completed: true,
  completedAt,
  // An issued certificate keeps its code.
  verificationCode: sql<string>`coalesce(verification_code, ${code})`,
  validToOn: validTo(educationId, completedAt),
  registeredByUserId: registrarOf(ctx),
  changedAt: ctx.now,
})

/**
 * Returns the statement that completes an existing result on an education, or changes its date of completion. It
 * computes the validity and stores the caller as the registering person (none for an integration). A verification code
 * that the result has stays, unless the date of an issued certificate changes: then a trigger issues it again with a
 * new code. A result of another education is not changed.
 */
export const completeEducationResult = (ctx: Ctx, resultId: number, completion: EducationCompletion): Statement =>
  ctx.db.query
    .update(educationResults)
    .set(completedSet(ctx, completion))
    .where(and(eq(educationResults.id, resultId), eq(educationResults.educationId, completion.educationId)))

/**
 * Returns the statements that complete a person's open result on an education, or insert a completed one, signed up
 * now. They do nothing when a completed result has the same moment. `code` becomes the verification code, the caller
 * the registering person (none for an integration).
 */
export function insertCompletedEducationResult(ctx: Ctx, completion: EducationCompletion): Statement[] {
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

/**
 * Returns the statement that reopens a completed result on an education and removes its date, validity and verification
 * code. A trigger withdraws the certificate. The commit fails as `already_signed_up` when the person has another open
 * result on the education.
 */
export const reopenEducationResult = (ctx: Ctx, resultId: number, educationId: number): Statement =>
  ctx.db.query
    .update(educationResults)
    .set({ completed: false, completedAt: null, verificationCode: null, validToOn: null, changedAt: ctx.now })
    .where(and(eq(educationResults.id, resultId), eq(educationResults.educationId, educationId)))

/**
 * Returns the statement that gives the education result with the verification code `earlier` a new one, so that the
 * earlier stops working; it does nothing when no result has it. A trigger issues its certificate again.
 */
export const replaceVerificationCode = ({ db, now }: Ctx, earlier: string, code: string): Statement =>
  db.query
    .update(educationResults)
    .set({ verificationCode: code, changedAt: now })
    .where(eq(educationResults.verificationCode, earlier))

/**
 * Returns the statement that inserts an open result of a person on an education, signed up now. The caller is the
 * registering person (nobody for an integration). Does nothing when the person has an open one; part results are not
 * touched.
 */
export const insertOpenEducationResult = (ctx: Ctx, userId: number, educationId: number): Statement =>
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
