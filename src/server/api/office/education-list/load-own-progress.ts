import { and, desc, eq, or, sql } from 'drizzle-orm'
import type { Actor } from '#api/actor.ts'
import { latestAdultBirth } from '#api/ages.ts'
import { educations } from '#api/catalogue/educations/table.ts'
import { educationsView, partsOfEducations, prerequisitesOfEducations } from '#api/catalogue/educations/views.ts'
import { listMediaOfEducation, toMedium } from '#api/catalogue/media/storage.ts'
import { occasions } from '#api/catalogue/occasions/table.ts'
import { isEducationReadable, participatesInEducation } from '#api/catalogue/scope/education-scope.ts'
import type { Ctx } from '#api/context.ts'
import { selectOwnThreads, toComments } from '#api/participation/comments/storage.ts'
import { nextStepIn, noStep } from '#api/participation/next-steps/rules.ts'
import { parseStepFacts, stepFacts } from '#api/participation/next-steps/storage.ts'
import { educationPartResults, educationResults } from '#api/participation/results/table.ts'
import { countsFrom } from '#api/participation/results/views.ts'
import { selectSubmissionsInEducation, toSubmission } from '#api/participation/submissions/storage.ts'
import { Refused } from '#api/refusals.ts'
import { toPortalDay } from '#api/zone.ts'
import { prepareQuery } from '#platform/prepare-query.ts'
import type { OwnPartResult, OwnProgress } from './contract.ts'
import { selectPricesElsewhere, toPriceElsewhere } from './prices-elsewhere.ts'
import { selectSignUpTerms, toSignUpTerms } from './sign-up-terms.ts'

type ProgressQuery = { userId: number; educationId: number }

const selectPartResults = prepareQuery(({ query }, { userId, educationId }: ProgressQuery) =>
  query
    .select({
      resultId: sql<number>`${educationPartResults.id}`.as('result_id'),
      educationPartId: sql<number>`${educationPartResults.educationPartId}`.as('result_part_id'),
      occasionId: educationPartResults.occasionId,
      completed: educationPartResults.completed,
      completedDate: educationPartResults.completedAt,
      signUpDate: educationPartResults.signedUpAt,
      canceled: educationPartResults.canceled,
      lastChange: educationPartResults.changedAt,
      paymentId: educationPartResults.paymentId,
      score: educationPartResults.score,
      occasionStartDate: occasions.startsAt,
      occasionCity: occasions.city,
      elsewhere: sql<
        string | null
      >`(select json_object('id', other.id, 'title', other.title) from ${educationsView} other
        where other.id = ${educationPartResults.educationId} and other.id <> ${educationId})`.as('elsewhere'),
    })
    .from(educationPartResults)
    .leftJoin(occasions, eq(occasions.id, educationPartResults.occasionId))
    .where(
      and(
        eq(educationPartResults.userId, userId),
        sql`${educationPartResults.educationPartId} in (
          select education_part_id from ${partsOfEducations} where education_id = ${educationId}
        )`,
      ),
    )
    .orderBy(desc(educationPartResults.changedAt), desc(educationPartResults.id))
    .limit(500),
)

/** Selects the completions of the education and of its prerequisites, latest first. */
const selectCompletions = prepareQuery(({ query }, { userId, educationId }: ProgressQuery) =>
  query
    .select({ educationId: educationResults.educationId, completedDate: educationResults.completedAt })
    .from(educationResults)
    .where(
      and(
        eq(educationResults.userId, userId),
        eq(educationResults.completed, true),
        sql`${educationResults.educationId} in (
          select ${educationId} union all
          select prerequisite_education_id from ${prerequisitesOfEducations} where education_id = ${educationId}
        )`,
      ),
    )
    .orderBy(desc(educationResults.completedAt)),
)

type StepQuery = ProgressQuery & { now: string; bornBy: string }

const selectStep = prepareQuery(({ query }, { userId, educationId, now, bornBy }: StepQuery) =>
  query.select({ facts: sql<string | null>`facts`, renewedFrom: sql<string>`renewed_from` }).from(sql`(
      select ${stepFacts({ userId: sql`own.id`, educationId: sql`own.education_id`, now: sql`own.at`, bornBy: sql`own.born_by` })} facts,
        ${countsFrom(sql`own.id`, sql`own.education_id`)} renewed_from
      from (select ${userId} id, ${educationId} education_id, ${now} at, ${bornBy} born_by) own)`),
)

/** Selects the education if the actor may read it, or the person takes part in it. */
const selectReadable = ({ db, actor }: Ctx<Actor>, educationId: number, userId: number) =>
  db.query
    .select({ readableId: educations.id })
    .from(educations)
    .where(
      and(
        eq(educations.id, educationId),
        or(isEducationReadable(actor), participatesInEducation({ id: userId, roles: {} }, sql`educations.id`)),
      ),
    )

/** Loads the person's next step in an education. */
async function stepIn(ctx: Ctx<Actor>, userId: number, educationId: number) {
  const bornBy = latestAdultBirth(toPortalDay(ctx.now))
  const [row] = await selectStep(ctx.db, { userId, educationId, now: ctx.now.toISOString(), bornBy })
  return {
    step: row?.facts ? nextStepIn(parseStepFacts(row.facts, ctx.now)) : noStep,
    renewedFrom: row?.renewedFrom ? new Date(row.renewedFrom) : null,
  }
}

/**
 * Loads everything personal that the page of an education shows about a person: next step, results, terms of sign-up,
 * media, submissions and comments. One round trip. Checks no access to the person. Part results are the latest 500,
 * cancelled ones included. Submissions and comments are given only to the person, not to a guardian.
 *
 * @throws Refused('not_found') when the education does not exist or the caller may not read it and the person does not
 * take part in it.
 */
export async function loadOwnProgress(ctx: Ctx<Actor>, educationId: number, userId: number): Promise<OwnProgress> {
  const { db, actor } = ctx
  const own = { userId, educationId }
  const isOwn = userId === actor.id
  const [[readable], next, completed, partResults, [terms], prices, media, submissions, comments] = await Promise.all([
    selectReadable(ctx, educationId, userId),
    stepIn(ctx, userId, educationId),
    selectCompletions(db, own),
    selectPartResults(db, own),
    selectSignUpTerms(db, userId, educationId, ctx.now),
    selectPricesElsewhere(db, { ...own, now: ctx.now.toISOString() }),
    listMediaOfEducation(db, actor, educationId),
    isOwn ? selectSubmissionsInEducation(db, own) : [],
    isOwn ? selectOwnThreads(db, own) : [],
  ])
  if (!readable) throw new Refused('not_found')
  const result = completed.find((one) => one.educationId === educationId)
  const before = completed.map((one) => one.educationId).filter((id) => id !== educationId)
  return {
    ...next,
    completed: result !== undefined,
    completedDate: result?.completedDate ?? null,
    partResults: partResults.map(({ elsewhere, ...one }) => ({
      ...one,
      elsewhere: elsewhere === null ? null : (JSON.parse(elsewhere) as OwnPartResult['elsewhere']),
    })),
    completedPrerequisiteIds: [...new Set(before)],
    signUpTerms: toSignUpTerms(terms),
    pricesElsewhere: prices.map(toPriceElsewhere),
    media: media.map((row) => toMedium(ctx, row)),
    submissions: submissions.map((row) => toSubmission(ctx, row)),
    comments: toComments(comments),
  }
}
