import { type SQL, sql } from 'drizzle-orm'
import type { Actor } from '#api/actor.ts'
import { partsOfEducations } from '#api/catalogue/educations/views.ts'
import { driverExamsView } from '#api/catalogue/exams/views.ts'
import { occasionsView } from '#api/catalogue/occasions/views.ts'
import { administers } from '#api/people/reach/within-reach.ts'
import { hasAgeRule, liveBookingsSince } from './taught-people.ts'

/** SQL expressions of a result by which `canSeeContact` finds out whether its booking is live. */
export interface Booking {
  userId: SQL
  occasionId: SQL
  examId: SQL
  completed: SQL
  canceled: SQL
}

/** The booking of a row of `education_part_results`, when the query does not alias the table. */
export const rowBooking: Booking = {
  userId: sql`education_part_results.user_id`,
  occasionId: sql`education_part_results.occasion_id`,
  examId: sql`education_part_results.practical_driver_exam_id`,
  completed: sql`education_part_results.completed`,
  canceled: sql`education_part_results.canceled`,
}

const isLive = ({ occasionId, examId, completed, canceled }: Booking) => sql`(${canceled} = 0 and coalesce(
  coalesce((select booked_day.ends_at from ${occasionsView} booked_day where booked_day.id = ${occasionId}),
    (select booked_exam.ends_at from ${driverExamsView} booked_exam where booked_exam.id = ${examId})) > ${liveBookingsSince},
  ${completed} = 0))`

/**
 * SQL condition: the actor may see the e-mail address and phone number of the person of a booking. The person and those
 * who administer the person always may, anybody else while the booking is live: not cancelled, and until 30 days after
 * its end or, without a date, until it is completed. So the query must select only results that the actor organises.
 */
export const canSeeContact = (actor: Actor, booking: Booking): SQL =>
  sql`(${booking.userId} = ${actor.id} or ${administers(actor, booking.userId)} or ${isLive(booking)})`

/**
 * SQL: the actor may see the person's birth date, never that of a protected identity. The office may always, anybody
 * else when an education of the part has an age rule or the result is of an exam: the query must select only results
 * that the actor organises. It must also select from `users`.
 */
export const canSeeBirthDate = (
  actor: Actor,
): SQL => sql`(users.protected_at is null and (${administers(actor, rowBooking.userId)}
  or ${rowBooking.examId} is not null or exists (select 1 from ${partsOfEducations} aged_links
    where aged_links.education_part_id = education_part_results.education_part_id
      and coalesce(education_part_results.education_id, aged_links.education_id) = aged_links.education_id
      and ${hasAgeRule(sql`aged_links.education_id`)})))`
