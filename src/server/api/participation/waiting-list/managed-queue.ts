import { sql } from 'drizzle-orm'
import { requireOrganized, selectForOrganizer } from '#api/catalogue/occasions/management/save-occasion.ts'
import { occasionsView } from '#api/catalogue/occasions/views.ts'
import type { Ctx } from '#api/context.ts'
import { type ReadPerson, recordReads } from '#api/people/reach/reads/record-reads.ts'
import { canSeeName } from '#api/people/reach/within-reach.ts'
import { peopleView } from '#api/people/users/views.ts'
import type { RefusalCode } from '#api/refusals.ts'
import { translator } from '#locales/translate.ts'
import type { ManagedEntry } from './contract.ts'
import { type EntryState, entryStates, whyWaiting } from './rules.ts'
import { position } from './storage.ts'

interface ManagedRow {
  id: number
  state: EntryState
  position: number
  barred: RefusalCode | null
  createdAt: string
  offeredAt: string | null
  expiresAt: string | null
  people: string
  partySize: number
  availableSeats: number | null
}

const availableSeats = sql`(select min(o.max_participants - o.booked_count - o.reserved_count) from ${occasionsView} o
  where o.id in (select wanted.occasion_id from waiting_seats wanted where wanted.entry_id = e.id))`

/** SQL: the members, or for an entry that is over who joined the queue. */
const members = sql`(select distinct member.user_id from waiting_seats member where member.entry_id = e.id
  union select e.user_id where e.state > 1)`

const maxOpen = 250
const maxOver = 50

/**
 * Selects the first 250 open entries of an occasion in the order of the queue, then the latest fifty that are over,
 * latest first.
 */
const selectQueue = (ctx: Ctx, occasionId: number) =>
  ctx.db.rows<ManagedRow>(sql`
    select e.id, e.state, ${position} as position, e.barred, e.created_at as createdAt, e.offered_at as offeredAt,
      e.expires_at as expiresAt, ${availableSeats} as availableSeats, (select count(*) from ${members}) as partySize,
      (select json_group_array(json_object('id', users.id, 'name', users.first_name || ' ' || users.last_name, 'birthOn', users.birth_on)) from ${peopleView} users
        where users.id in ${members} and ${canSeeName(ctx.actor)}) as people
    from waiting_entries e
    where e.id in (select id from (
        select id from waiting_entries where state in (0, 1)
          and id in (select seat.entry_id from waiting_seats seat where seat.occasion_id = ${occasionId}) order by id limit ${maxOpen}))
      or e.id in (select id from (
        select id from waiting_entries where state > 1 and occasion_id = ${occasionId} order by id desc limit ${maxOver}))
    order by e.state > 1, case when e.state > 1 then -e.id else e.id end`)

const stateName = (state: EntryState) =>
  (Object.keys(entryStates) as (keyof typeof entryStates)[]).find((name) => entryStates[name] === state) ?? 'ended'

const moment = (text: string | null) => (text === null ? null : new Date(text))

const peopleOf = ({ people }: ManagedRow) => JSON.parse(people) as (ReadPerson & { name: string })[]

function toManagedEntry(ctx: Ctx, row: ManagedRow): ManagedEntry {
  const { id, state, partySize, barred, createdAt, offeredAt, expiresAt } = row
  const isWaiting = state === entryStates.waiting
  return {
    id,
    state: stateName(state),
    position: state > entryStates.offered ? null : row.position,
    names: peopleOf(row).map(({ name }) => name),
    partySize,
    created: new Date(createdAt),
    offered: moment(offeredAt),
    offerEnds: state === entryStates.offered ? moment(expiresAt) : null,
    waitsFor: isWaiting ? whyWaiting(row) : null,
    barred: isWaiting && barred ? translator(ctx.language, 'refusals')(barred) : null,
  }
}

/**
 * Lists the first 250 in the queue of an occasion for its organisers, then the latest fifty entries that are over,
 * latest first. Names that the caller may not see are left out. Records the reading of minors' data.
 *
 * @throws Refused with the codes of `requireOrganized`.
 */
export async function listManagedQueue(ctx: Ctx, occasionId: number): Promise<ManagedEntry[]> {
  const [occasions, educations, rows] = await Promise.all([
    ...selectForOrganizer(ctx, occasionId),
    selectQueue(ctx, occasionId),
  ])
  requireOrganized(ctx, occasions, educations)
  await recordReads(ctx, rows.flatMap(peopleOf))
  return rows.map((row) => toManagedEntry(ctx, row))
}
