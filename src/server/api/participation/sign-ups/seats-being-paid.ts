import { contributedView } from '#api/contributed.ts'

/** Seats that payments under way hold: `payment_id`, `user_id`, `education_part_id`, `payer_user_id`. Payments own them. */
export const seatsBeingPaid = contributedView('seats that are being paid for')
