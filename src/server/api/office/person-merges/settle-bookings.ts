import { sql } from 'drizzle-orm'
import { partResultsView } from '#api/participation/results/views.ts'
import type { Database } from '#platform/database.ts'
import { type MergePair, type SettledBookings, settleBookings } from './rules.ts'

interface CollisionRow {
  ownId: number
  ownCompleted: number
  ownAttended: number | null
  ownCharged: number
  otherId: number
  otherCompleted: number
  otherAttended: number | null
  otherCharged: number
}

const isCharged = (alias: string) =>
  sql.raw(
    `(${alias}.payment_id is not null or (${alias}.invoice_recipient_id is not null and ${alias}.fee_at_sign_up_minor > 0))`,
  )

/**
 * Loads the live bookings of two people that one person cannot have both, and returns how the merge settles each; those
 * that it cannot settle are `open`. Writes nothing. Such are two of one occasion or exam, and two open ones of one
 * part. Without collisions the lists are empty.
 */
export async function loadSettledBookings(
  db: Database,
  { fromUserId, intoUserId }: MergePair,
): Promise<SettledBookings> {
  const rows = await db.rows<CollisionRow>(sql`
    select own.id as ownId, own.completed as ownCompleted, own.attended as ownAttended, ${isCharged('own')} as ownCharged,
      other.id as otherId, other.completed as otherCompleted, other.attended as otherAttended,
      ${isCharged('other')} as otherCharged
    from ${partResultsView} other join ${partResultsView} own on own.user_id = ${intoUserId} and own.canceled = 0 and (
      own.occasion_id = other.occasion_id or own.practical_driver_exam_id = other.practical_driver_exam_id
      or (own.education_part_id = other.education_part_id and own.completed = 0 and other.completed = 0))
    where other.user_id = ${fromUserId} and other.canceled = 0
    order by other.id, own.id`)
  const booking = (id: number, completed: number, attended: number | null, charged: number) => ({
    id,
    completed: completed === 1,
    attended: attended === 1,
    isCharged: charged === 1,
  })
  return settleBookings(
    rows.map((row) => ({
      own: booking(row.ownId, row.ownCompleted, row.ownAttended, row.ownCharged),
      other: booking(row.otherId, row.otherCompleted, row.otherAttended, row.otherCharged),
    })),
  )
}
