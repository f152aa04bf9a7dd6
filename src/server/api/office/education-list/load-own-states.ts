import { and, eq, sql } from 'drizzle-orm'
import { latestAdultBirth } from '#api/ages.ts'
import { favoriteCategories } from '#api/catalogue/education-categories/table.ts'
import { educations } from '#api/catalogue/educations/table.ts'
import { partsOfEducations } from '#api/catalogue/educations/views.ts'
import { driverExamsView } from '#api/catalogue/exams/views.ts'
import { occasionsView } from '#api/catalogue/occasions/views.ts'
import { isEducationReadable, type ScopeActor } from '#api/catalogue/scope/education-scope.ts'
import type { Ctx } from '#api/context.ts'
import { featureIsOn } from '#api/foundation/portal-configuration/feature-is-on.ts'
import { nextStepIn } from '#api/participation/next-steps/rules.ts'
import { parseStepFacts, stepFacts } from '#api/participation/next-steps/storage.ts'
import {
  educationResultsView,
  isEducationFeeTaken,
  liveResults,
  partsCompleted,
  resultsOfEducations,
} from '#api/participation/results/views.ts'
import { toPortalDay } from '#api/zone.ts'
import { prepareQuery } from '#platform/prepare-query.ts'
import { childrenFor, selectChildrenStates } from './children-states.ts'
import type { OwnEducation } from './contract.ts'

/** SQL `from` clause: live results of a person in the parts of the current row of `educations`. */
const ownResults = (userId: number) =>
  sql`from ${resultsOfEducations} r where r.user_id = ${userId} and r.education_id = educations.id`

const stepOfListed = stepFacts({
  userId: sql`reader.id`,
  educationId: sql`educations.id`,
  now: sql`reader.at`,
  bornBy: sql`reader.born_by`,
})

type OwnQuery = { userId: number; ids: string; now: string; bornBy: string }

/** Selects progress in those of several educations that the actor may read. `ids` is a JSON array. */
const selectOwnEducations = prepareQuery(({ query }, { userId, ids, now, bornBy }: OwnQuery, actor: ScopeActor) =>
  query
    .select({
      id: educations.id,
      partsTotal: sql<number>`(select count(*) from ${partsOfEducations} ep where ep.education_id = educations.id)`.as(
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
        select json_object('startsAt', place.starts_at, 'city', place.city, 'signedUpAt', own.signed_up_at)
        from ${resultsOfEducations} r join ${liveResults} own on own.id = r.result_id
        join (
          select id occasion_id, null exam_id, starts_at, ends_at, city, canceled_at from ${occasionsView}
          union all
          select null, id, starts_at, ends_at, city, canceled_at from ${driverExamsView}
          where ${featureIsOn('PracticalDriverExamination')}
        ) place on place.occasion_id = own.occasion_id or place.exam_id = own.practical_driver_exam_id
        where r.user_id = ${userId} and r.education_id = educations.id and own.completed = 0
          and place.canceled_at is null and place.ends_at > ${now} order by place.starts_at limit 1
      )`.as('booking'),
      facts: stepOfListed.as('facts'),
      feePaid: isEducationFeeTaken(userId, sql`educations.id`).as('fee_paid'),
    })
    .from(educations)
    .innerJoin(sql`(select ${userId} id, ${now} at, ${bornBy} born_by) reader`, sql`true`)
    .where(and(sql`${educations.id} in (select value from json_each(${ids}))`, isEducationReadable(actor))),
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

/**
 * Loads the caller's own state, booking and next step in several educations, in no order, and the caller's favourite
 * categories. A state is completed, started, pending or none. One round trip. Educations that do not exist or that the
 * caller may not read are left out. `children` are those of the caller whom an education is for.
 */
export async function loadOwnStates(ctx: Ctx, ids: number[]) {
  const { id: userId, roles } = ctx.actor
  const values = {
    userId,
    ids: JSON.stringify(ids),
    now: ctx.now.toISOString(),
    bornBy: latestAdultBirth(toPortalDay(ctx.now)),
  }
  const [rows, children, favorites] = await Promise.all([
    selectOwnEducations(ctx.db, values, { id: userId, roles }),
    selectChildrenStates(ctx.db, values, { id: userId, roles }),
    selectFavorites(ctx.db, { userId }),
  ])
  return {
    educations: rows.map((row) => ({
      educationId: row.id,
      state: stateOf(row),
      partsTotal: row.partsTotal,
      partsCompleted: row.partsCompleted,
      booking: bookingFrom(row),
      step: nextStepIn(parseStepFacts(row.facts, ctx.now)),
      feePaid: row.feePaid === 1,
      children: childrenFor(row.id, children, ctx.now),
    })),
    favoriteCategoryIds: favorites.map(({ educationCategoryId }) => educationCategoryId),
  }
}
