import { type SQL, sql } from 'drizzle-orm'
import { type Actor, isEducatorLevel } from '#api/actor.ts'
import { educationPartsView } from '#api/catalogue/education-parts/views.ts'
import { educationsView, partsOfEducations } from '#api/catalogue/educations/views.ts'
import { isGivenFor, occasionsView } from '#api/catalogue/occasions/views.ts'
import { liveResults } from '#api/participation/results/views.ts'
import { administers } from '#api/people/reach/within-reach.ts'
import type { Database } from '#platform/database.ts'
import { isReachable } from '../storage.ts'
import type { AgendaOccasion } from './contract.ts'

const weekMs = 7 * 86_400_000
const maxShown = 50

const column = <Value>(value: SQL, name: string) => sql<Value>`${value}`.as(name)

/** SQL `from` clause: live bookings of the occasion by people whom the actor administers. */
const fromMembers = (actor: Actor): SQL => sql`from ${liveResults} member_results
  where member_results.occasion_id = occasions.id and ${administers(actor, sql`member_results.user_id`)}`

/** SQL: id of the education that the occasion is shown with: a published one first. */
const educationId = sql`(select given.education_id from ${partsOfEducations} given
  join ${educationsView} shown on shown.id = given.education_id
  where ${isGivenFor('occasions', 'given')} order by shown.published_at is null, shown.id limit 1)`

/**
 * Lists the occasions that are neither cancelled nor ended and start within seven days, ongoing ones too, by start, at
 * most 50. They are those that the actor leads or may manage; for an actor below educator level those that members of
 * their clubs are booked on, with the number of these members and without `maxParticipants`.
 */
export async function listAgenda(db: Database, actor: Actor, now: Date): Promise<AgendaOccasion[]> {
  const isEducator = isEducatorLevel(actor)
  const isShown = isEducator ? isReachable(actor) : sql`exists (select 1 ${fromMembers(actor)})`
  const until = new Date(now.getTime() + weekMs).toISOString()
  const rows = await db.query
    .select({
      id: column<number>(sql`agenda.id`, 'id'),
      title: column<string>(sql`coalesce(agenda.title, p.title)`, 'shown_title'),
      educationId: column<number | null>(sql`agenda.shown_education_id`, 'education_id'),
      educationTitle: column<string | null>(sql`e.title`, 'education_title'),
      startsAt: column<string>(sql`agenda.starts_at`, 'starts_at'),
      endsAt: column<string>(sql`agenda.ends_at`, 'ends_at'),
      city: column<string>(sql`agenda.city`, 'city'),
      bookedCount: column<number>(sql`agenda.shown_count`, 'shown_count'),
      maxParticipants: column<number | null>(sql`agenda.max_participants`, 'max_participants'),
    })
    .from(
      sql`(select occasions.*, ${educationId} as shown_education_id,
          ${isEducator ? sql`occasions.booked_count` : sql`(select count(*) ${fromMembers(actor)})`} as shown_count
        from ${occasionsView} occasions
        where occasions.canceled_at is null and occasions.starts_at < ${until}
          and occasions.ends_at > ${now.toISOString()} and ${isShown}
        order by occasions.starts_at, occasions.id limit ${maxShown}) agenda`,
    )
    .innerJoin(sql`${educationPartsView} p`, sql`p.id = agenda.education_part_id`)
    .leftJoin(sql`${educationsView} e`, sql`e.id = agenda.shown_education_id`)
    .orderBy(sql`agenda.starts_at`, sql`agenda.id`)
  return rows.map(({ startsAt, endsAt, maxParticipants, ...row }) => ({
    ...row,
    startDate: new Date(startsAt),
    endDate: new Date(endsAt),
    maxParticipants: isEducator ? maxParticipants : null,
    managed: isEducator,
  }))
}
