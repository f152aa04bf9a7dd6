import { type SQL, sql } from 'drizzle-orm'
import type { Language } from '#api/actor.ts'
import { educationPartsView } from '#api/catalogue/education-parts/views.ts'
import { occasionsView } from '#api/catalogue/occasions/views.ts'
import type { NotifiedChild } from '#api/participation/results/child-notifications.ts'
import { notifiedChild } from '#api/people/guardians/recipients.ts'
import { peopleView } from '#api/people/users/views.ts'
import type { Database } from '#platform/database.ts'
import { educationOf, isDivided, joinerAnswers } from './views.ts'

/** An entry with its occasion and the people to notify, for the job. */
export interface QueuedEntry {
  id: number
  occasionId: number
  barred: string | null
  title: string
  startsAt: string
  city: string
  venue: string | null
  educationId: number | null
  educationPartId: number
  /** JSON list of the members' ids. */
  userIds: string
  /** JSON list of `PartyMember`, by id. */
  members: string
  /** The person who joined the queue may still answer for each member. */
  joinerAnswers: 0 | 1
  userId: number
  firstName: string
  email: string | null
  language: Language | null
}

/** A member of a party as a recipient, and as it is named to the guardians who are notified. */
export interface PartyMember {
  id: number
  firstName: string
  email: string | null
  language: Language | null
  notified: NotifiedChild
}

const columns = (
  now: Date,
) => sql`e.id, e.occasion_id as occasionId, e.barred, coalesce(o.title, p.title) as title, o.starts_at as startsAt,
  o.city, o.venue, ${educationOf} as educationId,
  (select json_group_array(distinct user_id) from waiting_seats where entry_id = e.id) as userIds,
  o.education_part_id as educationPartId,
  (select json_group_array(json_object('id', users.id, 'firstName', users.first_name, 'email', users.email,
    'language', users.language, 'notified', json(${notifiedChild(now)}))) from (select * from ${peopleView} person
    where person.id in (select party.user_id from waiting_seats party where party.entry_id = e.id) order by person.id) users) as members,
  ${joinerAnswers(now)} as joinerAnswers,
  u.id as userId, u.first_name as firstName, u.email, u.language`

const entries = sql`waiting_entries e join ${occasionsView} o on o.id = e.occasion_id
  join ${educationPartsView} p on p.id = o.education_part_id join ${peopleView} u on u.id = e.user_id`

/** SQL: an occasion of the entry `e` is cancelled or begun, or can no longer be signed up to. */
const isOver = (now: string): SQL => sql`exists (select 1 from waiting_seats over_seat
  join ${occasionsView} over_occasion on over_occasion.id = over_seat.occasion_id
  where over_seat.entry_id = e.id and (over_occasion.canceled_at is not null or over_occasion.starts_at <= ${now}
    or over_occasion.last_sign_up_at < ${now}))`

/** SQL: the offer of the entry `e` has ended, and no payment for its seats is under way. */
const isLapsed = (now: string): SQL => sql`e.state = 1 and e.expires_at <= ${now} and not exists (
  select 1 from waiting_seats paid_seat where paid_seat.entry_id = e.id and paid_seat.offered = 2)`

const isPaying = sql`exists (select 1 from waiting_seats paid_seat where paid_seat.entry_id = e.id and paid_seat.offered = 2)`

/**
 * SQL: an open entry whose occasions are over, or whose party nobody may answer for any more, unless a payment for its
 * seats is under way.
 */
const isToEnd = (now: Date): SQL =>
  sql`e.state in (0, 1) and (${isOver(now.toISOString())} or ${isDivided(now)}) and not ${isPaying}`

/** SQL: a barred entry that was checked before a time, and is asked about again. */
const isToCheck = (checkedBefore: string): SQL =>
  sql`e.state = 0 and e.barred is not null and e.checked_at < ${checkedBefore}`

const isFitting = sql`e.id in (select entry_id from waiting_fitting)`

/**
 * Lists at most 40 open entries of waiting lists, by id, whose occasion or party is over. An occasion is cancelled, has
 * begun or takes no more sign-ups; nobody may answer for the party any more. Entries with an offer are among them;
 * entries whose seats are being paid for are left out.
 */
export const listEntriesToEnd = (db: Database, now: Date) =>
  db.rows<QueuedEntry>(sql`select ${columns(now)} from ${entries} where ${isToEnd(now)} order by e.id limit 40`)

/**
 * Lists at most 40 entries of waiting lists whose offer has expired, by id. Entries whose seats are being paid for are
 * left out.
 */
export const listLapsed = (db: Database, now: Date) =>
  db.rows<QueuedEntry>(
    sql`select ${columns(now)} from ${entries} where ${isLapsed(now.toISOString())} order by e.id limit 40`,
  )

/**
 * Lists at most 20 entries of waiting lists whose party the rules barred from an offer and that were checked before
 * `checkedBefore`; the longest ago first. The caller applies the rules to them again.
 */
export const listToCheck = (db: Database, now: Date, checkedBefore: Date) =>
  db.rows<QueuedEntry>(
    sql`select ${columns(now)} from ${entries} where ${isToCheck(checkedBefore.toISOString())} order by e.checked_at limit 20`,
  )

/**
 * Finds the waiting entry, of all waiting lists, that may be offered seats next: the oldest whose whole party there is
 * room for. Null when there is none; barred ones are left out by the view `waiting_fitting`.
 */
export async function findFirstFitting(db: Database, now: Date): Promise<QueuedEntry | null> {
  const [row] = await db.rows<QueuedEntry>(
    sql`select ${columns(now)} from ${entries} where e.state = 0 and ${isFitting} order by e.id limit 1`,
  )
  return row ?? null
}

/**
 * SQL condition: the job of the waiting lists has work. A waiting party fits now, an offer has expired, an open entry
 * is to end, or a barred entry was last checked before `checkedBefore`.
 */
export const hasWork = (now: Date, checkedBefore: Date): SQL => {
  const [at, before] = [now.toISOString(), checkedBefore.toISOString()]
  return sql`(exists (select 1 from waiting_fitting) or exists (select 1 from waiting_entries e
    where (${isLapsed(at)}) or (${isToEnd(now)}) or (${isToCheck(before)})))`
}

/**
 * Counts the parties (entries) that wait without an offer, in the waiting lists of all occasions that still take
 * sign-ups.
 */
export async function countWaiting(db: Database, now: Date): Promise<number> {
  const [row] = await db.rows<{ waiting: number }>(sql`
    select count(*) as waiting from waiting_entries e where e.state = 0 and not ${isOver(now.toISOString())}`)
  return row?.waiting ?? 0
}
