import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { educationPartsView } from '#api/catalogue/education-parts/views.ts'
import { occasionsView } from '#api/catalogue/occasions/views.ts'
import type { Ctx, Visitor } from '#api/context.ts'
import { insertedId } from '#api/foundation/audit/storage.ts'
import { isGuardianOf } from '#api/people/reach/within-reach.ts'
import { peopleView } from '#api/people/users/views.ts'
import type { RefusalCode } from '#api/refusals.ts'
import type { Database, Statement } from '#platform/database.ts'
import { type EntryState, entryStates } from './rules.ts'
import { waitingEntries, waitingSeats } from './table.ts'
import { educationOf, isDivided } from './views.ts'

const isOpen = sql`e.state in (0, 1)`

/** SQL: the place of the entry `e` in the queue of its occasion, from 1. */
export const position = sql`(select count(distinct ahead.id) + 1 from waiting_seats ahead_seat
  join waiting_entries ahead on ahead.id = ahead_seat.entry_id
  where ahead_seat.occasion_id = e.occasion_id and ahead.state in (0, 1) and ahead.id < e.id)`

/** SQL: the actor is the person of the seat, or a guardian of the child. */
const isOwnSeat = ({ actor }: Ctx, userId: SQL) => sql`(${userId} = ${actor.id} or ${isGuardianOf(actor, userId)})`

/** SQL: a seat of the entry `e` is that of the actor, or of a child of the actor. */
const hasOwnSeat = (ctx: Ctx): SQL => sql`exists (
  select 1 from waiting_seats own where own.entry_id = e.id and ${isOwnSeat(ctx, sql`own.user_id`)})`

/**
 * SQL: the actor may answer for each member of the entry `e` now. An adult who joined the queue for a child may no
 * longer do so without the confirmed link, once the child is of age, or while its identity is protected.
 */
const mayAnswer = (ctx: Ctx): SQL => sql`(${hasOwnSeat(ctx)} and not exists (
  select 1 from waiting_seats other_seat where other_seat.entry_id = e.id and not ${isOwnSeat(ctx, sql`other_seat.user_id`)}))`

export interface OwnEntryRow {
  id: number
  occasionId: number
  educationPartId: number
  educationId: number | null
  title: string
  startsAt: string
  city: string
  position: number
  expiresAt: string | null
  barred: RefusalCode | null
  mayAnswer: 0 | 1
  members: string
  occasionIds: string
}

/**
 * Lists the open entries of waiting lists that the caller or a child of the caller is in; at most 100. Offers come
 * first, then by start of the occasion. Members are by id, the caller and the caller's children before others; of a
 * party that nobody may answer for, only the former.
 */
export const listOwnEntries = (ctx: Ctx) =>
  ctx.db.rows<OwnEntryRow>(sql`
    select e.id, e.occasion_id as occasionId, o.education_part_id as educationPartId, ${educationOf} as educationId,
      coalesce(o.title, p.title) as title, o.starts_at as startsAt, o.city, ${position} as position,
      case e.state when 1 then e.expires_at end as expiresAt, ${mayAnswer(ctx)} as mayAnswer,
      case e.state when 0 then e.barred end as barred,
      (select json_group_array(json_object('userId', u.id, 'name', u.first_name || ' ' || u.last_name))
        from (select * from ${peopleView} person
          where person.id in (select member.user_id from waiting_seats member where member.entry_id = e.id)
            and (${isOwnSeat(ctx, sql`person.id`)} or not ${isDivided(ctx.now)})
          order by not ${isOwnSeat(ctx, sql`person.id`)}, person.id) u) as members,
      (select json_group_array(distinct wanted.occasion_id) from waiting_seats wanted where wanted.entry_id = e.id) as occasionIds
    from waiting_entries e join ${occasionsView} o on o.id = e.occasion_id
    join ${educationPartsView} p on p.id = o.education_part_id
    where ${isOpen} and ${hasOwnSeat(ctx)}
    order by e.state desc, o.starts_at, e.id limit 100`)

export interface EntryRow {
  id: number
  occasionId: number
  educationId: number | null
  userId: number
  state: EntryState
  mayAnswer: 0 | 1
  userIds: string
}

/**
 * Finds an open entry (waiting or offered) of a waiting list with its members and whether the caller may answer for it;
 * null when it is over or unknown. It is found also when the caller may not answer.
 */
export async function findOpenEntry(ctx: Ctx, id: number): Promise<EntryRow | null> {
  const [row] = await ctx.db.rows<EntryRow>(sql`
    select e.id, e.occasion_id as occasionId, ${educationOf} as educationId, e.user_id as userId, e.state, ${mayAnswer(ctx)} as mayAnswer,
      (select json_group_array(distinct user_id) from waiting_seats where entry_id = e.id) as userIds
    from waiting_entries e join ${occasionsView} o on o.id = e.occasion_id where e.id = ${id} and ${isOpen}`)
  return row ?? null
}

interface NewEntry {
  occasionId: number
  educationId: number | null
  seats: readonly { occasionId: number; educationPartId: number; userId: number }[]
}

/**
 * Returns the statements that insert an entry of the caller in a waiting list, with the seats that it wants. The commit
 * fails as `already_waiting` for a person in the queue, as `already_signed_up` or as `occasion_canceled`. The table of
 * seats has no row ids, so each seat reads the id of the entry.
 */
export const insertEntry = (
  { db, actor: { id: userId }, now }: Ctx,
  { occasionId, educationId, seats }: NewEntry,
): Statement[] => [
  db.query.insert(waitingEntries).values({ occasionId, educationId, userId, createdAt: now, changedAt: now }),
  ...seats.map((seat) => db.query.insert(waitingSeats).values({ ...seat, entryId: sql`${insertedId}` })),
]

/**
 * Returns the statement that moves an entry of a waiting list to another state. One that is then over loses its seats,
 * also offered ones, by a trigger. The commit fails as `waiting_moved` for one that is over, and for a move that its
 * state does not allow, such as back to waiting. An unknown id changes nothing.
 */
export const moveEntry = ({ db, now }: Visitor, id: number, state: EntryState): Statement =>
  db.query.update(waitingEntries).set({ state, changedAt: now }).where(eq(waitingEntries.id, id))

/**
 * Returns the statements that offer an entry of a waiting list all seats that it wants until `expiresAt`; nobody is
 * notified here. The commit fails as `waiting_moved` when it was moved, and as `occasion_canceled` or `occasion_full`
 * when a seat is gone.
 */
export const offerSeatsTo = ({ db, now }: Visitor, id: number, expiresAt: Date): Statement[] => [
  db.query
    .update(waitingEntries)
    .set({ state: entryStates.offered, offeredAt: now, expiresAt, checkedAt: now, changedAt: now })
    .where(eq(waitingEntries.id, id)),
  db.query
    .update(waitingSeats)
    .set({ offered: 1 })
    .where(and(eq(waitingSeats.entryId, id), eq(waitingSeats.offered, 0))),
]

/**
 * Returns the statement that stores why an entry of the waiting list cannot be offered seats, and that it was checked
 * now. `barred` is the code with which the rules refuse the first such person of the party; null when they refuse
 * nobody any more.
 */
export const setBarred = ({ db, now }: Visitor, id: number, barred: RefusalCode | null): Statement =>
  db.query.update(waitingEntries).set({ barred, checkedAt: now }).where(eq(waitingEntries.id, id))

/**
 * Returns the statement that removes the entries of waiting lists that were over before `before`, an exclusive bound. A
 * trigger removes their seats.
 */
export const removeOldEntries = (db: Database, before: Date): Statement =>
  db.query
    .delete(waitingEntries)
    .where(
      and(
        inArray(waitingEntries.state, [2, 3, 4, 5, 6, 7]),
        sql`${waitingEntries.changedAt} < ${before.toISOString()}`,
      ),
    )
