import { declareContributedView } from '#api/contributed.ts'

/**
 * SQL: seats held by unfinished payments: `payment_id`, `user_id`, `education_part_id`, `occasion_id`, `payer_user_id`.
 * Supplied by `money`.
 */
export const seatsBeingPaid = declareContributedView('seats that are being paid for')
