import { sql } from 'drizzle-orm'
import { educationsView, firstEducationOrder, partsOfEducations } from '#api/catalogue/educations/views.ts'
import { occasionsView } from '#api/catalogue/occasions/views.ts'
import { educationOfTag } from '#api/participation/tags/views.ts'

/**
 * Places in the queues of occasions, waiting and offered ones: `user_id`, `education_part_id`. An entry that is over
 * has none.
 */
export const waitingPlaces = sql`(select user_id, education_part_id from waiting_seats)`

/**
 * SQL: the education of the entry `e` for its occasion `o`, as a sign-up takes it: that of the tag, or else the stored
 * one. Entries from before it was stored are for the education of the occasion, or the first that holds the part.
 */
export const educationOf = sql`coalesce(${educationOfTag('o')}, e.education_id, o.education_id, (
  select holding.id from ${partsOfEducations} held join ${educationsView} holding on holding.id = held.education_id
  where held.education_part_id = o.education_part_id order by ${firstEducationOrder('holding')} limit 1))`

/** SQL: the education that a person queues to an occasion for: `user_id`, `occasion_id`, `education_id`. */
export const educationsOfQueued = sql`(select seat.user_id, seat.occasion_id, ${educationOf} as education_id from waiting_seats seat
  join waiting_entries e on e.id = seat.entry_id join ${occasionsView} o on o.id = e.occasion_id)`
