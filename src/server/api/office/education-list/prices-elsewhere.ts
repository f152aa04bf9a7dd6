import { sql } from 'drizzle-orm'
import { educationsView, partsOfEducations } from '#api/catalogue/educations/views.ts'
import { isOfferedIn, occasionsView } from '#api/catalogue/occasions/views.ts'
import { isEducationFeeTaken } from '#api/participation/results/views.ts'
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
 * Selects the coming occasions of an education for which the person queues through another education, with what the
 * sign-up to that one costs. None is tied by a tag: those belong to one education. In no order.
 */
export const selectPricesElsewhere = prepareQuery(({ query }, { userId, educationId, now }: PriceQuery) =>
  query
    .select({
      occasionId: sql<number>`occasion_id`,
      educationId: sql<number>`charged_education_id`,
      feeMinor: sql<number>`fee_minor`,
    })
    .from(
      sql`(select o.id as occasion_id, charged.id as charged_education_id,
        o.fee_minor + iif(${isEducationFeeTaken(sql`own.user_id`, sql`charged.id`)}, 0, charged.fee_minor) as fee_minor
      from (select ${userId} as user_id, ${educationId} as education_id, ${now} as now) own
      join ${partsOfEducations} held on held.education_id = own.education_id
      join ${occasionsView} o on ${isOfferedIn('o', 'held')} and o.ends_at > own.now and o.canceled_at is null
      join ${educationsOfQueued} queued on queued.user_id = own.user_id and queued.occasion_id = o.id
      join ${educationsView} charged on charged.id = queued.education_id
      where charged.id <> own.education_id)`,
    ),
)

/** Converts a row of `selectPricesElsewhere`: the fee from öre to kronor. */
export const toPriceElsewhere = ({
  feeMinor,
  ...ids
}: Awaited<ReturnType<typeof selectPricesElsewhere>>[number]): OwnProgress['pricesElsewhere'][number] => ({
  ...ids,
  fee: feeMinor / 100,
})
