import { type SQL, sql } from 'drizzle-orm'
import type { Actor } from '#api/actor.ts'
import { educationPartsView } from '#api/catalogue/education-parts/views.ts'
import { educationsView } from '#api/catalogue/educations/views.ts'
import { driverExamsView } from '#api/catalogue/exams/views.ts'
import { occasionsView } from '#api/catalogue/occasions/views.ts'
import { featureIsOn } from '#api/foundation/portal-configuration/feature-is-on.ts'
import { educationOfResult, liveResults } from '#api/participation/results/views.ts'
import { users } from '#api/people/users/table.ts'
import type { Database } from '#platform/database.ts'
import { isListedMember } from './access-storage.ts'

/** SQL: columns of a coming place; `place` is the alias of its occasion or exam. */
const columns = (place: string, ids: SQL) => sql`
  r.id as result_id, r.user_id, r.education_part_id, r.signed_up_at, r.fee_at_sign_up_minor, r.invoice_recipient_id, ${ids},
  ${sql.raw(place)}.title, ${sql.raw(place)}.starts_at, ${sql.raw(place)}.ends_at, ${sql.raw(place)}.city`

const isComing = (place: string, members: SQL, now: string) =>
  sql`r.completed = 0 and r.user_id in ${members} and ${sql.raw(place)}.canceled_at is null and ${sql.raw(place)}.ends_at > ${now}`

/** SQL: the coming places of the members on occasions and exams. Exams only while their feature is on. */
const placesOf = (members: SQL, now: string) => sql`(
  select ${columns('o', sql`o.id as occasion_id, null as exam_id, ${educationOfResult('r')} as education_id`)}
  from ${liveResults} r join ${occasionsView} o on o.id = r.occasion_id
  where ${isComing('o', members, now)}
  union all
  select ${columns('x', sql`null, x.id, x.education_id`)}
  from ${liveResults} r join ${driverExamsView} x on x.id = r.practical_driver_exam_id
  where ${isComing('x', members, now)} and ${featureIsOn('PracticalDriverExamination')})`

const membersOf = (actor: Actor, id: number) => sql`(select users.id from ${users} where ${isListedMember(actor, id)})`

const column = <Value>(value: SQL, name: string) => sql<Value>`${value}`.as(name)

interface BookingQuery {
  organizationId: number
  now: Date
  page: number
  pageSize: number
}

/**
 * Selects a page of the coming and ongoing sign-ups of an organisation's members whom the actor administers, by start
 * and name. Sign-ups that wait for approval are among them; completed and cancelled ones are not, and exams only while
 * their feature is on. The fee, in öre, is that which the organisation itself is invoiced; null for others. `page`
 * counts from 1. Whether the actor may see the organisation is not checked here.
 */
export const selectMemberBookings = ({ query }: Database, actor: Actor, filter: BookingQuery) =>
  query
    .select({
      resultId: column<number>(sql`place.result_id`, 'place_result_id'),
      userId: users.id,
      firstName: users.firstName,
      lastName: users.lastName,
      birthOn: users.birthOn,
      protectedAt: users.protectedAt,
      occasionId: column<number | null>(sql`place.occasion_id`, 'place_occasion_id'),
      examId: column<number | null>(sql`place.exam_id`, 'place_exam_id'),
      educationId: column<number | null>(sql`e.id`, 'place_education_id'),
      educationTitle: column<string | null>(sql`e.title`, 'place_education_title'),
      educationPartId: column<number>(sql`p.id`, 'place_part_id'),
      title: column<string>(sql`coalesce(place.title, p.title)`, 'place_title'),
      startsAt: column<string>(sql`place.starts_at`, 'place_starts_at'),
      endsAt: column<string>(sql`place.ends_at`, 'place_ends_at'),
      city: column<string>(sql`place.city`, 'place_city'),
      isPending: column<number>(sql`place.signed_up_at is null`, 'place_is_pending'),
      feeMinor: column<number | null>(
        sql`iif(place.invoice_recipient_id = ${filter.organizationId} and place.fee_at_sign_up_minor > 0, place.fee_at_sign_up_minor, null)`,
        'place_fee_minor',
      ),
    })
    .from(sql`${placesOf(membersOf(actor, filter.organizationId), filter.now.toISOString())} place`)
    .innerJoin(users, sql`users.id = place.user_id`)
    .innerJoin(sql`${educationPartsView} p`, sql`p.id = place.education_part_id`)
    .leftJoin(sql`${educationsView} e`, sql`e.id = place.education_id`)
    .orderBy(sql`place.starts_at`, sql`place.occasion_id`, users.nameKey, sql`place.result_id`)
    .limit(filter.pageSize)
    .offset((filter.page - 1) * filter.pageSize)

/**
 * Counts all sign-ups of which `selectMemberBookings` returns pages, as a query of one row with `total`.
 *
 * `page` and `pageSize` of the filter do not matter. Whether the actor may see the organisation is not checked here.
 */
export const countMemberBookings = ({ query }: Database, actor: Actor, filter: BookingQuery) =>
  query
    .select({ total: sql<number>`count(*)`.as('place_total') })
    .from(sql`${placesOf(membersOf(actor, filter.organizationId), filter.now.toISOString())} place`)
