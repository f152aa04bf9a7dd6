import { contributedView } from '#api/contributed.ts'

/** Places that payments under way hold: `payment_id`, `user_id`, `education_part_id`, `payer_user_id`. Payments own them. */
export const placesBeingPaid = contributedView('places that are being paid for')
