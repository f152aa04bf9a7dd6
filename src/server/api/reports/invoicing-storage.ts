import { sql } from 'drizzle-orm'
import type { Database } from '#platform/database.ts'
import { inSlice, type Slice } from '../overview/participations.ts'
import { educationOfResult } from '../results/storage.ts'
import { countOf } from './storage.ts'

export interface InvoicingRow {
  id: number
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
  /** Only what is due all the same. */
  canceled: number
  attended: number
  feeMinor: number
  vatRate: number
}

const invoicingRows = (slice: Slice, after: number, limit: number) => sql`
    select r.id, o.name as recipient, o.org_nr as orgNr,
      trim(coalesce(o.address_line_1, '') || ' ' || coalesce(o.address_line_2, '')) as address,
      o.postal_number as postalNumber, o.city, coalesce(o.invoice_email, o.email) as email,
      u.first_name || ' ' || u.last_name as participant, r.education_id as educationId, p.title as partTitle,
      coalesce((select c.starts_at from occasions c where c.id = r.occasion_id),
        (select x.starts_at from driver_exams x where x.id = r.practical_driver_exam_id)) as startsAt,
      r.signed_up_at as signedUpAt, r.completed, r.canceled, r.attended is 1 as attended,
      r.fee_at_sign_up_minor as feeMinor,
      coalesce((select e.vat_rate from educations e where e.id = r.education_id), 0) as vatRate
    from (select id, user_id, education_part_id, occasion_id, practical_driver_exam_id, signed_up_at, completed,
        canceled, canceled_due, attended, fee_at_sign_up_minor, invoice_recipient_id, payment_id,
        ${educationOfResult} as education_id
      from education_part_results) r
    join organizations o on o.id = r.invoice_recipient_id
    join education_parts p on p.id = r.education_part_id join users u on u.id = r.user_id
    where r.id > ${after} and (r.canceled = 0 or r.canceled_due = 1) and r.fee_at_sign_up_minor > 0 and r.payment_id is null
      and not exists (select 1 from invoice_rows i where i.result_id = r.id and i.live = 1)
      and r.signed_up_at between ${slice.from.toISOString()} and ${slice.until.toISOString()}
      and ${inSlice(slice, sql`r.user_id`, sql`r.education_id`, { occasionId: sql`r.occasion_id`, examId: sql`r.practical_driver_exam_id` })}
    order by r.id limit ${limit}`

/** Sign-ups of the period that have a fee for an organisation and that nobody has paid or been invoiced for. */
export const listInvoicingRows = (db: Database, slice: Slice, after: number, limit: number) =>
  db.query.all<InvoicingRow>(invoicingRows(slice, after, limit))

export const countInvoicingRows = (db: Database, slice: Slice): Promise<number> =>
  countOf(db, (after, limit) => invoicingRows(slice, after, limit))
