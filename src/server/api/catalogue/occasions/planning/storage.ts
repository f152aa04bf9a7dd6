import { and, asc, desc, gt, isNull, lt, or, type SQL, sql } from 'drizzle-orm'
import type { Actor } from '#api/actor.ts'
import { isOccasionReadable, managesOrIsResponsible } from '#api/catalogue/scope/education-scope.ts'
import type { Database } from '#platform/database.ts'
import { selectOccasions, toOccasion } from '../storage.ts'
import { occasions } from '../table.ts'
import type { Clash, ClashQuestion, Place } from './contract.ts'
import { listExamClashes } from './exam-clashes.ts'

const maxClashes = 20

const isAtVenue = ({ city, venue }: ClashQuestion) =>
  venue
    ? sql`(${occasions.venue} = ${venue} collate nocase and ${occasions.city} = ${city} collate nocase)`
    : sql`false`

const isRunByOneOf = (userIds: readonly number[]) => sql`exists (
  select 1 from occasion_responsibles busy_people where busy_people.occasion_id = ${occasions.id}
    and busy_people.user_id in (select value from json_each(${JSON.stringify(userIds)})))`

/** SQL condition: the occasion lasts during one of the planned sessions, on one of its days or in its whole time. */
const isBusyDuring = (sessions: ClashQuestion['sessions']) => sql`exists (
  select 1 from json_each(${JSON.stringify(sessions)}) planned_session, json_each(iif(json_array_length(${occasions.sessions}) > 0,
    ${occasions.sessions}, json_array(json_object('start', ${occasions.startsAt}, 'end', ${occasions.endsAt})))) busy_session
  where busy_session.value ->> '$.start' < planned_session.value ->> '$.end'
    and planned_session.value ->> '$.start' < busy_session.value ->> '$.end')`

/** SQL: the earliest start of an occasion that may last until a moment, by the longest occasion of all. */
const earliestStart = (moment: Date) => sql`strftime('%Y-%m-%dT%H:%M:%fZ', julianday(${moment.toISOString()})
  - (select max(julianday(longest.ends_at) - julianday(longest.starts_at)) from occasions longest) - 1)`

const isSameText = (a: string | null, b: string | null) => a?.toLowerCase() === b?.toLowerCase()

/**
 * Lists at most 20 occasions and exams that overlap the planned sessions at the same venue and city or with the same
 * people, by time. Only those that the actor may read and that are not cancelled count; `exceptId` and `exceptExamId`
 * are left out. `sessions` must not be empty; without a venue only people are compared.
 *
 * Sessions that only touch do not overlap. Venues are compared as text; letters other than a to z must have the same
 * case. People are compared by id; each clash has only the responsible people in common.
 */
export async function listClashes(db: Database, actor: Actor, planned: ClashQuestion): Promise<Clash[]> {
  const first = new Date(Math.min(...planned.sessions.map(({ start }) => start.getTime())))
  const last = new Date(Math.max(...planned.sessions.map(({ end }) => end.getTime())))
  const reading = selectOccasions(db, actor)
    .where(
      and(
        sql`${occasions.startsAt} > ${earliestStart(first)}`,
        lt(occasions.startsAt, last),
        gt(occasions.endsAt, first),
        isNull(occasions.canceledAt),
        sql`${occasions.id} is not ${planned.exceptId}`,
        or(isAtVenue(planned), isRunByOneOf(planned.responsibleIds)),
        isBusyDuring(planned.sessions),
        isOccasionReadable(actor),
      ),
    )
    .orderBy(asc(occasions.startsAt), asc(occasions.id))
    .limit(maxClashes)
  const [rows, exams] = await Promise.all([reading, listExamClashes(db, actor, planned, maxClashes)])
  const clashes = rows.map(toOccasion).map((occasion) => ({
    kind: 'occasion' as const,
    id: occasion.id,
    title: occasion.title ?? occasion.partTitle,
    startDate: occasion.startDate,
    endDate: occasion.endDate,
    isSameVenue:
      planned.venue !== null && isSameText(occasion.venue, planned.venue) && isSameText(occasion.city, planned.city),
    responsibleIds: occasion.responsibleIds.filter((id) => planned.responsibleIds.includes(id)),
  }))
  return [...clashes, ...exams].toSorted((a, b) => a.startDate.getTime() - b.startDate.getTime()).slice(0, maxClashes)
}

const rememberedMs = 730 * 86_400_000
const maxPlaces = 100

/** Returns the start of the two years whose occasions are suggested from. */
export const rememberedSince = (now: Date) => new Date(now.getTime() - rememberedMs)

/**
 * SQL condition on a row of `occasions`: the actor manages or is responsible for an education that it is given for, or
 * is responsible for the occasion itself.
 */
export const isOrganizedBy = (actor: Actor): SQL => sql`(
  exists (select 1 from education_to_part placed_parts where placed_parts.education_part_id = ${occasions.educationPartId}
    and (${occasions.educationId} is null or ${occasions.educationId} = placed_parts.education_id)
    and ${managesOrIsResponsible(actor, sql`placed_parts.education_id`)})
  or ${isRunByOneOf([actor.id])})`

/**
 * Lists the places of occasions that the actor organises, from two years back, the latest first; at most 100. Each
 * place is listed once; future and cancelled occasions count too.
 */
export const listPlaces = async (db: Database, actor: Actor, now: Date): Promise<Place[]> =>
  db.query
    .select({ city: occasions.city, venue: occasions.venue, address: occasions.address })
    .from(occasions)
    .where(and(gt(occasions.startsAt, rememberedSince(now)), isOrganizedBy(actor)))
    .groupBy(occasions.city, occasions.venue, occasions.address)
    .orderBy(desc(sql`max(${occasions.startsAt})`))
    .limit(maxPlaces)
