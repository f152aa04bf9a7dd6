import { type SQL, sql } from 'drizzle-orm'
import { educationsView, firstEducationOrder, partsOfEducations } from '#api/catalogue/educations/views.ts'
import { occasionsView } from '#api/catalogue/occasions/views.ts'
import { educationOfTag } from '#api/participation/tags/views.ts'
import { selectGuardianIds } from '#api/people/guardians/recipients.ts'
import { guardianLinksView } from '#api/people/guardians/views.ts'

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

/** SQL: the adult is each member of the entry `e`, or an active guardian of the member with a confirmed link. */
const answersForParty = (adultId: SQL, now: Date): SQL => sql`not exists (
  select 1 from waiting_seats answered_seat where answered_seat.entry_id = e.id and answered_seat.user_id <> ${adultId}
    and ${adultId} not in (${selectGuardianIds(sql`answered_seat.user_id`, now, 0)}))`

/** SQL: the person who joined the queue with the entry `e` may still answer for each member. */
export const joinerAnswers = (now: Date): SQL => answersForParty(sql`e.user_id`, now)

/**
 * SQL: no member of the entry `e`, and no guardian of a member, may answer for all of the party any more. A guardian
 * was removed, or a child came of age or was given a protected identity. A single person always answers alone.
 */
export const isDivided = (now: Date): SQL => sql`(not exists (select 1 from waiting_seats member_seat
    where member_seat.entry_id = e.id and ${answersForParty(sql`member_seat.user_id`, now)})
  and not exists (select 1 from waiting_seats child_seat
    join ${guardianLinksView} child_link on child_link.child_user_id = child_seat.user_id
    where child_seat.entry_id = e.id and ${answersForParty(sql`child_link.adult_user_id`, now)}))`

/** SQL condition: there is room on the occasion for a whole party that waits for an offer, so the seats are for it. */
export const isForQueue = (occasionId: SQL): SQL => sql`exists (select 1 from waiting_seats queued_seat
  join waiting_fitting queued_entry on queued_entry.entry_id = queued_seat.entry_id where queued_seat.occasion_id = ${occasionId})`
