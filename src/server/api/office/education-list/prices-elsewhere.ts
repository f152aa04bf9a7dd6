import { sql } from 'drizzle-orm'
import { educationsView, partsOfEducations } from '#api/catalogue/educations/views.ts'
import { feeOfSet, hasTied, isGivenFor, occasionsView } from '#api/catalogue/occasions/views.ts'
import { isEducationFeeTaken } from '#api/participation/results/views.ts'
import { educationOfTag } from '#api/participation/tags/views.ts'
import { educationsOfQueued } from '#api/participation/waiting-list/views.ts'
import { prepareQuery } from '#platform/prepare-query.ts'
import type { OwnProgress } from './contract.ts'

type PriceQuery = {
  userId: number
  educationId: number
  /** ISO text. */
  now: string
}

/**
 * Selects the coming occasions of an education whose sign-up by the person is for another education: that of the tag,
 * or that of the queue. In no order.
 */
export const selectPricesElsewhere = prepareQuery(({ query }, { userId, educationId, now }: PriceQuery) =>
  query
    .select({
      occasionId: sql<number>`occasion_id`,
      educationId: sql<number>`charged_education_id`,
      feeMinor: sql<number>`fee_minor`,
      isFeeOfSet: sql<0 | 1>`is_fee_of_set`,
    })
    .from(
      sql`(select o.id as occasion_id, charged.id as charged_education_id, ${hasTied('o')} as is_fee_of_set,
        ${feeOfSet('o')} + iif(${isEducationFeeTaken(sql`own.user_id`, sql`charged.id`)}, 0, charged.fee_minor) as fee_minor
      from (select ${userId} as user_id, ${educationId} as education_id, ${now} as now) own
      join ${partsOfEducations} held on held.education_id = own.education_id
      join ${occasionsView} o on ${isGivenFor('o', 'held')} and o.ends_at > own.now and o.canceled_at is null
      join ${educationsView} charged on charged.id = coalesce(${educationOfTag('o')}, (
        select queued.education_id from ${educationsOfQueued} queued
        where queued.user_id = own.user_id and queued.occasion_id = o.id))
      where charged.id <> own.education_id)`,
    ),
)

/** Returns a price with its fee in kronor. */
export const toPriceElsewhere = ({
  feeMinor,
  isFeeOfSet,
  ...ids
}: Awaited<ReturnType<typeof selectPricesElsewhere>>[number]): OwnProgress['pricesElsewhere'][number] => ({
  ...ids,
  fee: feeMinor / 100,
  isFeeOfSet: isFeeOfSet === 1,
})
