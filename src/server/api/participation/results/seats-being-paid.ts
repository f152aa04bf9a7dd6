import type { Visitor } from '#api/context.ts'
import { declareContributedView, declareContribution } from '#api/contributed.ts'
import type { Statement } from '#platform/database.ts'

/**
 * SQL: seats held by unfinished payments, expired ones too until they are released: `payment_id`, `user_id`,
 * `education_part_id`, `occasion_id`, `expires_at`, `payer_user_id`, `requested_by_user_id`. Supplied by `money`.
 */
export const seatsBeingPaid = declareContributedView('seats that are being paid for')

interface RequestedSeatsRelease {
  /** Ends the requests. The person's sign-up takes over the seats that they hold. */
  before: Statement[]
  /** Lets the seats go that the sign-up did not take. */
  after: Statement[]
}

type ReleaseRequestedSeats = (ctx: Visitor, seat: { userId: number; educationId: number }) => RequestedSeatsRelease

/**
 * Ends a child's open requests to its guardians to pay for an education, around the sign-up of the same commit. No seat
 * is free in between. Supplied by `money`.
 */
export const releaseRequestedSeats = declareContribution<ReleaseRequestedSeats>('release of requested seats')
