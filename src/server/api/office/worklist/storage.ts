import { type SQL, sql } from 'drizzle-orm'
import type { Actor } from '#api/actor.ts'
import { educationPartsView } from '#api/catalogue/education-parts/views.ts'
import { educationsView, partsOfEducations, responsiblesOfEducations } from '#api/catalogue/educations/views.ts'
import { isGivenFor, occasionsView, responsiblesOfOccasions } from '#api/catalogue/occasions/views.ts'
import { managedBy } from '#api/catalogue/scope/education-scope.ts'
import { liveResults } from '#api/participation/results/views.ts'
import { managementScope } from '#api/people/reach/access.ts'
import { decidesAbout } from '#api/people/reach/within-reach.ts'
import { chosenIds } from '#platform/chosen-page.ts'
import type { Database } from '#platform/database.ts'
import type { WorklistOccasion } from './contract.ts'
import { attentionTo, nearlyFullFrom, soonMs } from './rules.ts'

const nothing = sql`false`

const givenFor = isGivenFor('occasions', 'held_part')

/**
 * Occasions that the person leads, and those of educations that the person both answers for and manages. Whoever is
 * named and limited to other categories answers for the education and opens none of its occasions.
 */
const ownOccasions = (actor: Actor, isAsked: SQL): SQL => sql`
  select occasion_id from ${responsiblesOfOccasions} where user_id = ${actor.id}
  union select occasions.id from ${responsiblesOfEducations} a
    cross join ${educationsView} educations cross join ${partsOfEducations} held_part cross join ${occasionsView} occasions
    where a.user_id = ${actor.id} and educations.id = a.education_id and held_part.education_id = educations.id
      and ${givenFor} and ${isAsked} and ${managedBy(actor) ?? nothing}`

/** Whoever manages everything needs no look at the education, which would be sought for each of all occasions. */
const managed = (actor: Actor): SQL =>
  managementScope(actor).kind === 'all'
    ? sql`occasions.held = 1`
    : sql`exists (select 1 from ${partsOfEducations} held_part join ${educationsView} educations on educations.id = held_part.education_id
        where ${givenFor} and ${managedBy(actor) ?? nothing})`

/** Leads the occasion, or manages an education that it is given for: who opens its list of participants. */
export const reachable = (actor: Actor): SQL => sql`(
  ${managed(actor)}
  or exists (select 1 from ${responsiblesOfOccasions} r where r.occasion_id = occasions.id and r.user_id = ${actor.id})
)`

const dayMs = 86_400_000

/** Results are asked for this long after the end; what comes later than half a year is not on the worklist yet. */
const since = (now: Date) => new Date(now.getTime() - 60 * dayMs).toISOString()
const until = (now: Date) => new Date(now.getTime() + 183 * dayMs).toISOString()

/** What nobody has settled on the occasion of this id, as far as the reader decides about the people. */
const unsettled = (actor: Actor, occasionId: SQL) => sql`from ${liveResults} unsettled_results
  where unsettled_results.occasion_id = ${occasionId}
    and unsettled_results.completed = 0 and unsettled_results.attended is null
    and ${decidesAbout(actor, sql`unsettled_results.user_id`)}`

/** To come, or past with somebody unsettled; most of what is past is passed over by the number that stands with it. */
const isDue = (actor: Actor, now: Date) =>
  sql`(occasions.ends_at >= ${now.toISOString()} or occasions.unsettled_count > 0
    and exists (select 1 ${unsettled(actor, sql`occasions.id`)}))`

const column = <Value>(value: SQL, name: string) => sql<Value>`${value}`.as(name)

/** Sign-ups to the occasion that wait for approval, as far as the reader decides about the people. */
const pending = (actor: Actor, occasionId: SQL) => sql`from ${liveResults} pending_results
  where pending_results.occasion_id = ${occasionId}
    and pending_results.signed_up_at is null and ${decidesAbout(actor, sql`pending_results.user_id`)}`

const mostLookedAt = 300
/** Written into the text: see decision 252. */
const mostShown = sql.raw('100')

/** Whether `attentionTo` has a reason, so that only what will be shown is looked up in full. */
const isPressing = (now: Date) => {
  const [today, soon] = [now.toISOString(), new Date(now.getTime() + soonMs).toISOString()]
  return sql`(pending_count > 0 or missing_count > 0
    or (starts_at > ${today} and (starts_at <= ${soon}
      or (booked_count < max_participants and booked_count >= max_participants * ${nearlyFullFrom}))))`
}

/** The occasions that will be shown, with what is counted on each: the pressing ones before the others. */
export function facts(actor: Actor, all: boolean, now: Date): SQL {
  const isAsked = sql`occasions.canceled_at is null
    and occasions.starts_at >= ${since(now)} and occasions.starts_at < ${until(now)}`
  const looked = chosenIds(
    'occasions',
    {
      among: all ? [] : [ownOccasions(actor, isAsked)],
      // In this order: what is settled is passed over before anybody asks who reaches it.
      where: [isAsked, isDue(actor, now), ...(all ? [reachable(actor)] : [])],
    },
    { order: sql`occasions.starts_at, occasions.id`, limit: mostLookedAt, offset: 0 },
  )
  const today = now.toISOString()
  // Materialized, or SQLite would count everything once for the order and once for what is shown.
  return sql`(with counted as materialized (
      select o.id, o.starts_at, o.ends_at, o.booked_count, o.max_participants,
        case when o.ends_at > ${today} then (select count(*) ${pending(actor, sql`o.id`)}) else 0 end as pending_count,
        case when o.ends_at <= ${today} then (select count(*) ${unsettled(actor, sql`o.id`)}) else 0 end as missing_count
      from ${occasionsView} o where o.id in ${looked}
    ) select id, pending_count, missing_count from counted
    order by ${isPressing(now)} desc, starts_at, id limit ${mostShown}) facts`
}

const occasionColumns = {
  id: column<number>(sql`o.id`, 'id'),
  title: column<string>(sql`coalesce(o.title, p.title)`, 'shown_title'),
  educationTitle: column<string | null>(
    sql`(
      select e.title from ${partsOfEducations} l join ${educationsView} e on e.id = l.education_id
      where ${isGivenFor('o', 'l')}
      order by e.published_at is null, e.id limit 1
    )`,
    'education_title',
  ),
  startsAt: column<string>(sql`o.starts_at`, 'starts_at'),
  endsAt: column<string>(sql`o.ends_at`, 'ends_at'),
  city: column<string>(sql`o.city`, 'city'),
  bookedCount: column<number>(sql`o.booked_count`, 'booked_count'),
  maxParticipants: column<number | null>(sql`o.max_participants`, 'max_participants'),
  pendingCount: column<number>(sql`facts.pending_count`, 'pending_count'),
  missingCount: column<number>(sql`facts.missing_count`, 'missing_count'),
}

export async function listWorklistOccasions(
  db: Database,
  actor: Actor,
  all: boolean,
  now: Date,
): Promise<WorklistOccasion[]> {
  const rows = await db.query
    .select(occasionColumns)
    .from(facts(actor, all, now))
    .innerJoin(sql`${occasionsView} o`, sql`o.id = facts.id`)
    .innerJoin(sql`${educationPartsView} p`, sql`p.id = o.education_part_id`)
    .orderBy(sql`o.starts_at`, sql`o.id`)
  const occasions = rows.map(({ startsAt, endsAt, ...row }) => {
    const occasion = { ...row, startDate: new Date(startsAt), endDate: new Date(endsAt) }
    return { ...occasion, reasons: attentionTo(occasion, now) }
  })
  const isCalling = ({ reasons }: WorklistOccasion) => reasons.length > 0
  return [...occasions.filter(isCalling), ...occasions.filter((occasion) => !isCalling(occasion))]
}
