/** Refusal codes of merges of two people, with their HTTP statuses. */
export const mergeRefusals = {
  erasure_open: 409,
  person_merged: 409,
  merge_bookings: 409,
  merge_of_guardian: 409,
  merge_of_birth_dates: 409,
  merge_of_roles: 409,
  merge_of_self: 409,
  merge_of_two_people: 409,
  merge_undo_ended: 409,
  merge_undo_later_first: 409,
  merge_undo_over: 409,
  merge_undoing: 409,
  merge_undone: 409,
  merge_waiting: 409,
} as const
