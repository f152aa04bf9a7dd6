import { sql } from 'drizzle-orm'
import { type ExternalFlag, isOpenToPerson, occasionsView, offeredOccasions } from '#api/catalogue/occasions/views.ts'
import type { Visitor } from '#api/context.ts'

export interface OtherDate {
  startsAt: string
  city: string
  venue: string | null
}

/**
 * Lists the next dates with a free seat, by time and at most three, that people whose occasion is cancelled can book
 * instead. They are of the same part, cost at most `fee` kronor, and are open to external people when `isExternal` is
 * 1.
 */
export const listOtherDates = (
  { db, now }: Visitor,
  { id, educationPartId, fee }: { id: number; educationPartId: number; fee: number },
  isExternal: ExternalFlag,
): Promise<OtherDate[]> =>
  db.rows<OtherDate>(sql`
    select distinct other.starts_at as startsAt, other.city, null as venue from ${offeredOccasions(now.toISOString())} other
    where other.education_part_id = ${educationPartId} and other.occasion_id <> ${id} and other.has_available_seat and ${isOpenToPerson('other', isExternal)}
      and (select alone.fee_minor from ${occasionsView} alone where alone.id = other.occasion_id) <= ${Math.round(fee * 100)}
    order by other.starts_at limit 3`)
