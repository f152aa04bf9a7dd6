import { type SQL, sql } from 'drizzle-orm'
import { driverExamsView } from '#api/catalogue/exams/views.ts'
import { occasionsView } from '#api/catalogue/occasions/views.ts'
import { partResultsView } from '#api/participation/results/views.ts'
import type { Database } from '#platform/database.ts'
import { paymentAmounts } from '../views.ts'

interface Cancellation {
  kind: 'occasion' | 'exam'
  /** Id of the occasion or exam. */
  id: number
  /** Only these sign-ups; all of a cancelled occasion or a removed exam when there are none. */
  resultIds: readonly number[]
  now: Date
}

/** Condition: a cancellation concerns the result `r`; a completed one stays. */
const isOpen = sql`r.canceled = 0 and r.completed = 0`

/** Condition: the result `r` is of the occasion or exam. */
const isThere = ({ kind, id }: Cancellation): SQL =>
  kind === 'occasion' ? sql`r.occasion_id = ${id}` : sql`r.practical_driver_exam_id = ${id}`

/** Condition: the result `r` stays due when it is cancelled alone, as the database decides it. */
const isTooLate = ({ kind, now }: Cancellation): SQL =>
  kind === 'occasion'
    ? sql`exists (select 1 from ${occasionsView} o where o.id = r.occasion_id
        and ${now.toISOString()} > min(coalesce(o.last_cancel_at, o.last_sign_up_at, o.starts_at), o.starts_at))`
    : sql`exists (select 1 from ${driverExamsView} x where x.id = r.practical_driver_exam_id
        and (r.attended = 1 or ${now.toISOString()} > x.starts_at))`

/**
 * Condition: the fee of the result `r` is no longer due when it is cancelled. A cancelled occasion costs nobody
 * anything, and a removed exam only those who attended; a single sign-up that is cancelled too late stays due.
 */
function becomesFree(cancellation: Cancellation): SQL {
  const { kind, resultIds } = cancellation
  if (resultIds.length > 0)
    return sql`${isCanceled(cancellation)} and not (r.signed_up_at is not null and ${isTooLate(cancellation)})`
  const ofAll = sql`(${isOpen} or r.canceled_due = 1)`
  return kind === 'occasion' ? ofAll : sql`${ofAll} and r.attended is not 1`
}

const isCanceled = ({ resultIds }: Cancellation): SQL =>
  resultIds.length === 0
    ? isOpen
    : sql`${isOpen} and r.id in (select value from json_each(${JSON.stringify(resultIds)}))`

const counted = (name: string, count: SQL, amount: SQL) => ({
  count: sql<number>`coalesce(${count}, 0)`.as(`${name}_count`),
  minor: sql<number>`coalesce(${amount}, 0)`.as(`${name}_minor`),
})

const selectSeats = (db: Database, cancellation: Cancellation) =>
  db.query
    .select({ count: sql<number>`count(*)`.as('seat_count') })
    .from(sql`${partResultsView} r`)
    .where(sql`${isThere(cancellation)} and ${isCanceled(cancellation)}`)

/** Selects the refunds: of each payment at most what is left of it. */
const selectRefunds = (db: Database, cancellation: Cancellation) =>
  db.query.select(counted('refund', sql`sum(paid.results)`, sql`sum(min(paid.fees, paid.left_minor))`)).from(sql`(
    select count(*) as results, sum(r.fee_at_sign_up_minor) as fees, p.amount_minor - p.refunded_minor as left_minor
    from ${partResultsView} r join ${paymentAmounts} p on p.id = r.payment_id
    where ${isThere(cancellation)} and ${isCanceled(cancellation)} and r.fee_at_sign_up_minor > 0
      and p.amount_minor > p.refunded_minor
    group by p.id) paid`)

const selectCredits = (db: Database, cancellation: Cancellation) =>
  db.query
    .select(counted('credit', sql`count(*)`, sql`sum(i.amount_minor)`))
    .from(sql`${partResultsView} r join invoice_rows i on i.result_id = r.id and i.live = 1`)
    .where(sql`${isThere(cancellation)} and ${becomesFree(cancellation)}`)

const selectDropped = (db: Database, cancellation: Cancellation) =>
  db.query
    .select(counted('dropped', sql`count(*)`, sql`sum(r.fee_at_sign_up_minor)`))
    .from(sql`${partResultsView} r`)
    .where(
      sql`${isThere(cancellation)} and ${becomesFree(cancellation)} and r.payment_id is null
        and r.invoice_recipient_id is not null and r.fee_at_sign_up_minor > 0
        and not exists (select 1 from invoice_rows i where i.result_id = r.id and i.live = 1)`,
    )

/**
 * Returns four queries of what cancelling an occasion or an exam, or some of its sign-ups, would change: sign-ups,
 * refunds, credits and dropped invoice items. Nothing is cancelled; completed sign-ups do not count. Each has one row
 * with their count and, but for the sign-ups, their sum in öre. They check no access: batch them with the reads that
 * do.
 */
export const selectCancellation = (db: Database, cancellation: Cancellation) =>
  [
    selectSeats(db, cancellation),
    selectRefunds(db, cancellation),
    selectCredits(db, cancellation),
    selectDropped(db, cancellation),
  ] as const
