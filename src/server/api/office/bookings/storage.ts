import { type SQL, sql } from 'drizzle-orm'
import type { Actor } from '#api/actor.ts'
import { educationPartsView } from '#api/catalogue/education-parts/views.ts'
import { educationsView } from '#api/catalogue/educations/views.ts'
import { driverExamsView, responsiblesOfDriverExams } from '#api/catalogue/exams/views.ts'
import { occasionsView, responsiblesOfOccasions } from '#api/catalogue/occasions/views.ts'
import { featureIsOn } from '#api/foundation/portal-configuration/feature-is-on.ts'
import { paymentAmounts, seatsHeldAt } from '#api/money/payments/views.ts'
import { isOrganizedResult } from '#api/participation/results/storage.ts'
import { educationOfResult, liveResults, partResultsView } from '#api/participation/results/views.ts'
import { guardianLinksView } from '#api/people/guardians/views.ts'
import { organizationsView } from '#api/people/organizations/views.ts'
import { canDecideAbout } from '#api/people/reach/within-reach.ts'
import { peopleView } from '#api/people/users/views.ts'
import type { Database } from '#platform/database.ts'
import { prepareQuery } from '#platform/prepare-query.ts'
import { type StoredSeatPayment, seatPayment } from './seat-payment.ts'

/** Text of a booking's JSON: moments are ISO text, amounts are öre. */
export interface StoredBooking {
  resultId: number
  signedUpAt: string | null
  feeMinor: number
  educationFeeMinor: number
  payment: StoredSeatPayment | null
  refundMinor: number
  invoiceRecipient: string | null
  educationPartId: number
  partTitle: string
  educationId: number | null
  educationTitle: string | null
  contact: { name: string; email: string | null } | null
  leaders: string[]
  organizer: string | null
  place: {
    occasionId: number | null
    examId: number | null
    tagId: number | null
    title: string | null
    description: string | null
    startsAt: string
    endsAt: string
    sessions: { start: string; end: string }[]
    lastSignUpAt: string | null
    lastCancelAt: string | null
    city: string
    venue: string | null
    address: string | null
    onlineUrl: string | null
    canceledAt: string | null
    canceledReason: string | null
  }
  /** The age rule of an exam and the person that it concerns; null for an occasion. */
  guardian: {
    userId: number | null
    birthOn: string | null
    heldOn: string
    age: number
    educationAge: number | null
  } | null
}

const nameOf = (person: string) => sql.raw(`${person}.first_name || ' ' || ${person}.last_name`)

/** SQL: names of the people of a subquery with `user_id`, without those whose identity is protected. */
const namesOf = (userIds: SQL) => sql`(select json_group_array(${nameOf('leader')}) from ${peopleView} leader
  where leader.id in ${userIds} and leader.protected_at is null and leader.erased_at is null)`

/** SQL: the contact person that the office has named. */
const contact = sql`(select json_object('name', ${nameOf('contact_person')}, 'email', contact_person.email) from ${peopleView} contact_person
  where contact_person.id = e.contact_user_id and contact_person.protected_at is null and contact_person.inactive_at is null
    and contact_person.erased_at is null)`

const nameOfOrganization = (id: string) =>
  sql`(select named_organization.name from ${organizationsView} named_organization where named_organization.id = ${sql.raw(id)})`

/** SQL: what a cancellation of the seat pays back to the card, as the database's trigger computes it. */
const refundMinor = sql`coalesce((select max(0, min(r.fee_at_sign_up_minor, covering.amount_minor - covering.refunded_minor))
  from ${paymentAmounts} covering where covering.id = r.payment_id), 0)`

const seat = (leaders: SQL, organizerId: string) => sql`
  'resultId', r.id, 'signedUpAt', r.signed_up_at, 'feeMinor', r.fee_at_sign_up_minor, 'educationFeeMinor', r.education_fee_minor,
  'payment', json(${seatPayment}), 'refundMinor', ${refundMinor},
  'invoiceRecipient', ${nameOfOrganization('r.invoice_recipient_id')},
  'educationPartId', p.id, 'partTitle', p.title, 'educationId', e.id, 'educationTitle', e.title,
  'contact', json(${contact}), 'leaders', json(${leaders}), 'organizer', ${nameOfOrganization(organizerId)}`

type BookingQuery = {
  userId: number
  /** 0 for all educations. */
  educationId: number
  now: string
}

const isShown = (place: string, { educationId, now }: BookingQuery) => {
  const endsAt = sql.raw(`${place}.ends_at`)
  return sql`((${educationId} = 0 and ${endsAt} > ${now})
    or (e.id = ${educationId} and (${endsAt} > ${now} or ${sql.raw(place)}.canceled_at is null)))`
}

/** SQL: seats on occasions, with those that were cancelled together with their occasion. */
const occasionSeats = (given: BookingQuery) => sql`
  select o.starts_at, r.id as result_id, json_object(${seat(
    namesOf(sql`(select led.user_id from ${responsiblesOfOccasions} led where led.occasion_id = o.id)`),
    'coalesce(o.organizer_organization_id, e.organizer_organization_id)',
  )},
    'place', json_object('occasionId', o.id, 'examId', null, 'tagId', o.tag_id, 'title', o.title, 'description', o.description, 'startsAt', o.starts_at,
      'endsAt', o.ends_at, 'sessions', json(o.sessions), 'lastSignUpAt', o.last_sign_up_at, 'lastCancelAt', o.last_cancel_at,
      'city', o.city, 'venue', o.venue, 'address', o.address, 'onlineUrl', o.online_url, 'canceledAt', o.canceled_at,
      'canceledReason', o.canceled_reason),
    'guardian', null) as booking
  from ${partResultsView} r
  join ${occasionsView} o on o.id = r.occasion_id
  join ${educationPartsView} p on p.id = r.education_part_id
  left join ${educationsView} e on e.id = ${educationOfResult('r')}
  where r.user_id = ${given.userId} and r.completed = 0 and ${isShown('o', given)}
    and (r.canceled = 0 or (o.canceled_at is not null and r.changed_at >= o.canceled_at))`

const examSeats = (given: BookingQuery) => sql`
  select x.starts_at, r.id, json_object(${seat(
    namesOf(
      sql`(select x.examiner_id union select led.user_id from ${responsiblesOfDriverExams} led where led.driver_exam_id = x.id)`,
    ),
    'e.organizer_organization_id',
  )},
    'place', json_object('occasionId', null, 'examId', x.id, 'tagId', null, 'title', x.title, 'description', x.description, 'startsAt', x.starts_at,
      'endsAt', x.ends_at, 'sessions', json('[]'), 'lastSignUpAt', x.last_sign_up_at, 'lastCancelAt', null, 'city', x.city,
      'venue', x.venue, 'address', x.address, 'onlineUrl', null, 'canceledAt', x.canceled_at, 'canceledReason', null),
    'guardian', json_object('userId', r.guardian_user_id, 'birthOn', driver.birth_on, 'heldOn', x.held_on, 'age', x.guardian_age,
      'educationAge', e.guardian_required_under_age))
  from ${partResultsView} r
  join ${driverExamsView} x on x.id = r.practical_driver_exam_id
  join ${educationPartsView} p on p.id = r.education_part_id
  join ${educationsView} e on e.id = x.education_id
  join ${peopleView} driver on driver.id = r.user_id
  where r.user_id = ${given.userId} and r.completed = 0 and ${isShown('x', given)} and ${featureIsOn('PracticalDriverExamination')}
    and (r.canceled = 0 or (x.canceled_at is not null and r.changed_at >= x.canceled_at))`

/**
 * Selects a person's seats on occasions and exams without a written result, by start, as JSON (`StoredBooking`); at
 * most 100. They are those that have not ended; with an `educationId` only that education's, ended ones included. The
 * person's own cancellations are left out, those of the organiser stay. Exams only while their feature is on.
 */
export const selectBookings = prepareQuery(({ query }, given: BookingQuery) =>
  query
    .select({ booking: sql<string>`booking` })
    .from(sql`(${occasionSeats(given)} union all ${examSeats(given)})`)
    .orderBy(sql`starts_at, result_id`)
    .limit(100),
)

/**
 * Lists the ids of at most 500 live sign-ups of a person that the actor may move and cancel as an organiser, in no
 * order. Completed and cancelled ones are left out.
 */
export async function listManagedResultIds(db: Database, actor: Actor, userId: number): Promise<number[]> {
  const rows = await db.query
    .select({ id: sql<number>`education_part_results.id`.as('managed_id') })
    .from(sql`${liveResults} education_part_results`)
    .where(
      sql`education_part_results.user_id = ${userId} and education_part_results.completed = 0
        and ${isOrganizedResult(actor)} and ${canDecideAbout(actor, sql`education_part_results.user_id`)}`,
    )
    .limit(500)
  return rows.map(({ id }) => id)
}

/** Text of a reservation's JSON: moments are ISO text, the amount is öre. */
export interface StoredReservation {
  paymentId: string
  expiresAt: string
  amountMinor: number
  educationId: number
  educationTitle: string
  educationPartId: number
  partTitle: string
  occasionId: number | null
  startsAt: string | null
  city: string | null
  userId: number
  isRequested: 0 | 1
  payerId: number
}

type ReservationQuery = BookingQuery & { readerId: number }

/** SQL condition: the caller is the person of the seat `held`, or is linked to that child as a guardian. */
const isOfFamily = ({ readerId }: ReservationQuery) => sql`(held.user_id = ${readerId} or exists (
  select 1 from ${guardianLinksView} payer_link where payer_link.adult_user_id = ${readerId}
    and payer_link.child_user_id = held.user_id and payer_link.confirmed_at is not null))`

/**
 * Selects the unexpired seats of a reader's open payments, and the requested ones of a child, as JSON
 * (`StoredReservation`); at most 100, as a prepared query. They are in the order of the end of the reservation, payment
 * and start. The seats that the reader pays for are those for `userId`, or all where `userId` is the reader. The person
 * and the guardians also read those that somebody else pays for. A guardian is asked to pay for a requested seat. With
 * `educationId` 0 the seats of all educations. Access is not checked here.
 */
export const selectReservedSeats = prepareQuery(({ query }, given: ReservationQuery) =>
  query
    .select({
      reservation:
        sql<string>`json_object('paymentId', held.payment_id, 'expiresAt', held.expires_at, 'amountMinor', holding_payment.amount_minor,
        'educationId', e.id, 'educationTitle', e.title, 'educationPartId', p.id, 'partTitle', p.title, 'occasionId', o.id,
        'startsAt', o.starts_at, 'city', o.city, 'userId', held.user_id, 'isRequested', held.requested_by_user_id is not null,
        'payerId', held.payer_user_id)`.as('reservation'),
    })
    .from(sql`${seatsHeldAt(given.now)} held join ${paymentAmounts} holding_payment on holding_payment.id = held.payment_id
      join ${educationsView} e on e.id = held.education_id join ${educationPartsView} p on p.id = held.education_part_id
      left join ${occasionsView} o on o.id = held.occasion_id`)
    .where(sql`((held.requested_by_user_id is null and held.payer_user_id = ${given.readerId}
        and ${given.userId} in (held.user_id, held.payer_user_id))
      or (held.requested_by_user_id is null and held.user_id = ${given.userId} and ${isOfFamily(given)})
      or (held.requested_by_user_id is not null and held.user_id = ${given.userId}))
      and ${given.educationId} in (0, held.education_id)`)
    .orderBy(sql`held.expires_at, held.payment_id, o.starts_at, p.id`)
    .limit(100),
)
