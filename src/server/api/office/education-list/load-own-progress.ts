import { and, desc, eq, sql } from 'drizzle-orm'
import type { Actor } from '#api/actor.ts'
import { latestAdultBirth } from '#api/ages.ts'
import { favoriteCategories } from '#api/catalogue/education-categories/table.ts'
import { educations } from '#api/catalogue/educations/table.ts'
import { educationsView, partsOfEducations, prerequisitesOfEducations } from '#api/catalogue/educations/views.ts'
import { listMediaOfEducation, toMedium } from '#api/catalogue/media/storage.ts'
import { occasions } from '#api/catalogue/occasions/table.ts'
import { occasionsView } from '#api/catalogue/occasions/views.ts'
import type { Ctx } from '#api/context.ts'
import { selectOwnThreads, toComment } from '#api/participation/comments/storage.ts'
import { nextStepIn, noStep } from '#api/participation/next-steps/rules.ts'
import { parseStepFacts, stepFacts } from '#api/participation/next-steps/storage.ts'
import { educationPartResults, educationResults } from '#api/participation/results/table.ts'
import {
  countsFrom,
  educationResultsView,
  liveResults,
  partsCompleted,
  resultsOfEducations,
} from '#api/participation/results/views.ts'
import { selectSubmissionsInEducation, toSubmission } from '#api/participation/submissions/storage.ts'
import { toPortalDay } from '#api/zone.ts'
import { prepareQuery } from '#platform/prepare-query.ts'
import type { OwnEducation, OwnPartResult, OwnProgress } from './contract.ts'
import { selectSignUpTerms, toSignUpTerms } from './sign-up-terms.ts'

/** SQL `from` clause: live results of a person in the parts of the current row of `educations`. */
const ownResults = (userId: number) =>
  sql`from ${resultsOfEducations} r where r.user_id = ${userId} and r.education_id = educations.id`

/** Selects progress in several educations. `ids` is a JSON array. */
const selectOwnEducations = prepareQuery(
  ({ query }, { userId, ids, now }: { userId: number; ids: string; now: string }) =>
    query
      .select({
        id: educations.id,
        partsTotal:
          sql<number>`(select count(*) from ${partsOfEducations} ep where ep.education_id = educations.id)`.as(
            'parts_total',
          ),
        partsCompleted: partsCompleted(userId, sql`educations.id`).as('parts_completed'),
        begun: sql<number | null>`(
        select max(r.signed_up_at is not null) ${ownResults(userId)}
      )`.as('begun'),
        result: sql<number | null>`(
        select max(completed) from ${educationResultsView} where user_id = ${userId} and education_id = educations.id
      )`.as('own_result'),
        booking: sql<string | null>`(
        select json_object('startsAt', o.starts_at, 'city', o.city, 'signedUpAt', own.signed_up_at)
        from ${resultsOfEducations} r join ${liveResults} own on own.id = r.result_id
        join ${occasionsView} o on o.id = own.occasion_id
        where r.user_id = ${userId} and r.education_id = educations.id and own.completed = 0 and o.canceled_at is null and o.ends_at > ${now} order by o.starts_at limit 1
      )`.as('booking'),
      })
      .from(educations)
      .where(sql`${educations.id} in (select value from json_each(${ids}))`),
)

const selectFavorites = prepareQuery(({ query }, { userId }: { userId: number }) =>
  query.select().from(favoriteCategories).where(eq(favoriteCategories.userId, userId)),
)

type OwnRow = Awaited<ReturnType<typeof selectOwnEducations>>[number]

function stateOf({ begun, result }: OwnRow): OwnEducation['state'] {
  if (result === 1) return 'completed'
  if (begun === 1 || result === 0) return 'started'
  return begun === 0 ? 'pending' : 'none'
}

function bookingFrom({ booking }: OwnRow): OwnEducation['booking'] {
  if (booking === null) return null
  const { startsAt, city, signedUpAt } = JSON.parse(booking) as Record<'startsAt' | 'city', string> & {
    signedUpAt: string | null
  }
  return { startDate: new Date(startsAt), city, pending: signedUpAt === null }
}

/** Loads the caller's state in several educations and the caller's favourite categories. One round trip. */
export async function loadOwnStates(ctx: Ctx, ids: number[]) {
  const userId = ctx.actor.id
  const [rows, favorites] = await Promise.all([
    selectOwnEducations(ctx.db, { userId, ids: JSON.stringify(ids), now: ctx.now.toISOString() }),
    selectFavorites(ctx.db, { userId }),
  ])
  return {
    educations: rows.map((row) => ({
      educationId: row.id,
      state: stateOf(row),
      partsTotal: row.partsTotal,
      partsCompleted: row.partsCompleted,
      booking: bookingFrom(row),
    })),
    favoriteCategoryIds: favorites.map(({ educationCategoryId }) => educationCategoryId),
  }
}

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

/** Selects selectCompletions of the education and of its prerequisites, latest first. */
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

/** Loads the person's next step in an education. */
async function stepIn(ctx: Ctx<Actor>, educationId: number) {
  const bornBy = latestAdultBirth(toPortalDay(ctx.now))
  const [row] = await selectStep(ctx.db, { userId: ctx.actor.id, educationId, now: ctx.now.toISOString(), bornBy })
  return {
    step: row?.facts ? nextStepIn(parseStepFacts(row.facts, ctx.now)) : noStep,
    renewedFrom: row?.renewedFrom ? new Date(row.renewedFrom) : null,
  }
}

/** Loads everything personal that the education's page needs. One round trip. */
export async function loadOwnProgress(ctx: Ctx<Actor>, educationId: number): Promise<OwnProgress> {
  const { db, actor } = ctx
  const own = { userId: actor.id, educationId }
  const [next, completed, partResults, [terms], media, submissions, comments] = await Promise.all([
    stepIn(ctx, educationId),
    selectCompletions(db, own),
    selectPartResults(db, own),
    selectSignUpTerms(db, actor.id, educationId, ctx.now),
    listMediaOfEducation(db, actor, educationId),
    selectSubmissionsInEducation(db, own),
    selectOwnThreads(db, own),
  ])
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
    media: media.map((row) => toMedium(ctx, row)),
    submissions: submissions.map((row) => toSubmission(ctx, row)),
    comments: comments.map(toComment),
  }
}
