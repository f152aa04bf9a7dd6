import { type SQL, sql } from 'drizzle-orm'
import type { Language } from '#api/actor.ts'
import { educationPartsView } from '#api/catalogue/education-parts/views.ts'
import { driverExamsView } from '#api/catalogue/exams/views.ts'
import { occasionsView } from '#api/catalogue/occasions/views.ts'
import type { Ctx } from '#api/context.ts'
import { peopleView } from '#api/people/users/views.ts'
import type { Database, Statement } from '#platform/database.ts'
import { placeReminders } from '../table.ts'
import { educationOfResult } from '../views.ts'

/** A seat that begins soon, and one person to remind of it: the participant, or the guardian of a young driver. */
export interface SeatToRemind {
  kind: 'occasion' | 'exam'
  placeId: number
  educationId: number | null
  title: string
  startsAt: string
  city: string
  venue: string | null
  userId: number
  firstName: string
  email: string | null
  language: Language | null
  /** 1 when the seat is the recipient's own; 0 for a guardian. */
  isOwn: 0 | 1
  /** Full name of the participant; null for a protected identity. */
  child: string | null
}

interface ReminderPeriod {
  /** Exclusive; `until` is inclusive. */
  after: Date
  until: Date
  limit: number
}

/**
 * SQL: the seats of a kind that begin within the period. `place` is the view of occasions or exams, `placeColumn` the
 * column of a result that refers to it, and `people` the condition that selects the people to remind.
 */
const upcomingSeats = (
  kind: SeatToRemind['kind'],
  place: SQL,
  placeColumn: SQL,
  people: SQL,
  { after, until }: ReminderPeriod,
) => sql`
  select ${sql.raw(`'${kind}'`)} as kind, o.id as placeId, ${educationOfResult('r')} as educationId,
    coalesce(o.title, p.title) as title, o.starts_at as startsAt, o.city, o.venue,
    u.id as userId, u.first_name as firstName, u.email, u.language,
    u.id = r.user_id as isOwn,
    (select case when c.protected_at is null then c.first_name || ' ' || c.last_name end from ${peopleView} c where c.id = r.user_id) as child
  from ${place} o
  join ${educationPartsView} p on p.id = o.education_part_id
  join education_part_results r on ${placeColumn} = o.id and r.canceled = 0 and r.completed = 0 and r.signed_up_at is not null
  join ${peopleView} u on ${people} and u.inactive_at is null
  where o.starts_at > ${after.toISOString()} and o.starts_at <= ${until.toISOString()} and o.canceled_at is null
    and not exists (select 1 from place_reminders m
      where m.user_id = u.id and m.kind = ${sql.raw(`'${kind}'`)} and m.place_id = o.id)`

/**
 * Lists at most `period.limit` reminders, not sent yet, of sign-ups to occasions and exams that begin after
 * `period.after` and at `period.until` at the latest. They are in chronological order, and only of approved,
 * uncompleted sign-ups. Each place has a row for each person: the participant, and at an exam the driver's guardian.
 * Inactive people, and cancelled occasions and exams, are left out.
 */
export const listToRemind = (db: Database, period: ReminderPeriod) =>
  db.rows<SeatToRemind>(sql`
    select * from (
      ${upcomingSeats('occasion', occasionsView, sql`r.occasion_id`, sql`u.id = r.user_id`, period)}
      union
      ${upcomingSeats('exam', driverExamsView, sql`r.practical_driver_exam_id`, sql`u.id in (r.user_id, r.guardian_user_id)`, period)}
    ) group by kind, placeId, userId order by startsAt, kind, placeId, userId limit ${period.limit}`)

/**
 * Returns the statement that records that a person has been sent the reminder of a seat; it sends nothing. The primary
 * key refuses the commit when it is recorded already.
 */
export const insertReminder = ({ db, now }: Ctx<null>, { userId, kind, placeId }: SeatToRemind): Statement =>
  db.query.insert(placeReminders).values({ userId, kind, placeId, sentAt: now })
