import { sql } from 'drizzle-orm'
import { educationPartsView } from '#api/catalogue/education-parts/views.ts'
import { educationsView } from '#api/catalogue/educations/views.ts'
import { driverExamsView } from '#api/catalogue/exams/views.ts'
import { occasionsView } from '#api/catalogue/occasions/views.ts'
import { invoicedResults } from '#api/money/invoices/views.ts'
import { isInScope, type ParticipationScope } from '#api/office/participations/participations.ts'
import { resultEducationId } from '#api/participation/results/storage.ts'
import { partResultsView } from '#api/participation/results/views.ts'
import { organizationsView } from '#api/people/organizations/views.ts'
import { peopleView } from '#api/people/users/views.ts'
import type { Database } from '#platform/database.ts'
import { countRows } from './storage.ts'

export interface InvoicingRow {
  id: number
  userId: number
  recipient: string
  orgNr: string | null
  address: string
  postalNumber: string | null
  city: string | null
  email: string | null
  participant: string
  educationId: number | null
  partTitle: string
  startsAt: string | null
  signedUpAt: string
  completed: number
  /** 1 for a cancelled sign-up whose fee is due anyway. */
  canceled: number
  attended: number
  feeMinor: number
  vatRate: number
}

const invoicingRows = (slice: ParticipationScope, after: number, limit: number) => sql`
    select reported.id, reported.user_id as userId, o.name as recipient, o.org_nr as orgNr,
      trim(coalesce(o.address_line_1, '') || ' ' || coalesce(o.address_line_2, '')) as address,
      o.postal_number as postalNumber, o.city, coalesce(o.invoice_email, o.email) as email,
      u.first_name || ' ' || u.last_name as participant, reported.education_id as educationId, p.title as partTitle,
      coalesce((select c.starts_at from ${occasionsView} c where c.id = reported.occasion_id),
        (select x.starts_at from ${driverExamsView} x where x.id = reported.practical_driver_exam_id)) as startsAt,
      reported.signed_up_at as signedUpAt, reported.completed, reported.canceled, reported.attended is 1 as attended,
      reported.fee_at_sign_up_minor as feeMinor,
      coalesce((select e.vat_rate from ${educationsView} e where e.id = reported.education_id), 0) as vatRate
    from (select id, user_id, education_part_id, occasion_id, practical_driver_exam_id, signed_up_at, completed,
        canceled, canceled_due, attended, fee_at_sign_up_minor, invoice_recipient_id, payment_id,
        ${resultEducationId} as education_id
      from ${partResultsView} education_part_results) reported
    join ${organizationsView} o on o.id = reported.invoice_recipient_id
    join ${educationPartsView} p on p.id = reported.education_part_id join ${peopleView} u on u.id = reported.user_id
    where reported.id > ${after} and (reported.canceled = 0 or reported.canceled_due = 1) and reported.fee_at_sign_up_minor > 0 and reported.payment_id is null
      and not exists (select 1 from ${invoicedResults} i where i.result_id = reported.id)
      and reported.signed_up_at between ${slice.from.toISOString()} and ${slice.until.toISOString()}
      and ${isInScope(slice, sql`reported.user_id`, sql`reported.education_id`, { occasionId: sql`reported.occasion_id`, examId: sql`reported.practical_driver_exam_id` })}
    order by reported.id limit ${limit}`

/**
 * Lists at most `limit` sign-ups made in the period and scope with a fee for an organisation, neither paid nor
 * invoiced. They are by id after `after` (0 for the first page). Both ends of the period are inclusive. Late
 * cancellations whose fee is due are listed too, sign-ups that wait for approval are not. Fees are öre.
 */
export const listInvoicingRows = (db: Database, slice: ParticipationScope, after: number, limit: number) =>
  db.rows<InvoicingRow>(invoicingRows(slice, after, limit))

/** Counts all rows of `listInvoicingRows` in the period and scope. */
export const countInvoicingRows = (db: Database, slice: ParticipationScope): Promise<number> =>
  countRows(db, (after, limit) => invoicingRows(slice, after, limit))
