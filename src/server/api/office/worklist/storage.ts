import { type SQL, sql } from 'drizzle-orm'
import type { Actor } from '#api/actor.ts'
import { educationPartsView } from '#api/catalogue/education-parts/views.ts'
import { educationsView, partsOfEducations, responsiblesOfEducations } from '#api/catalogue/educations/views.ts'
import { isGivenFor, occasionsView, responsiblesOfOccasions } from '#api/catalogue/occasions/views.ts'
import { managesEducation } from '#api/catalogue/scope/education-scope.ts'
import { liveResults } from '#api/participation/results/views.ts'
import { managementScope } from '#api/people/reach/access.ts'
import { selectPageIds } from '#api/people/reach/list-page.ts'
import { canDecideAbout } from '#api/people/reach/within-reach.ts'
import { queueColumns, toQueueCount } from '#api/queue-count.ts'
import type { Database } from '#platform/database.ts'
import type { WorklistOccasion } from './contract.ts'
import { listAttentionReasons, nearlyFullShare, soonMs } from './rules.ts'

const never = sql`false`

const givenFor = isGivenFor('occasions', 'held_part')

/**
 * SQL: ids of occasions that the person leads, and of occasions in educations that the person is both responsible for
 * and may manage. A responsible person who is limited to other categories has no access to the education's occasions.
 */
const ownOccasions = (actor: Actor, isInPeriod: SQL): SQL => sql`
  select occasion_id from ${responsiblesOfOccasions} where user_id = ${actor.id}
  union select occasions.id from ${responsiblesOfEducations} a
    cross join ${educationsView} educations cross join ${partsOfEducations} held_part cross join ${occasionsView} occasions
    where a.user_id = ${actor.id} and educations.id = a.education_id and held_part.education_id = educations.id
      and ${givenFor} and ${isInPeriod} and ${managesEducation(actor) ?? never}`

/** SQL condition: the person may manage the occasion. For a person who manages everything, no education is joined. */
const isManaged = (actor: Actor): SQL =>
  managementScope(actor).kind === 'all'
    ? sql`occasions.held = 1`
    : sql`exists (select 1 from ${partsOfEducations} held_part join ${educationsView} educations on educations.id = held_part.education_id
        where ${givenFor} and ${managesEducation(actor) ?? never})`

/**
 * SQL condition on `occasions`, a row of `occasionsView`: the actor leads it (is responsible for it) or may manage one
 * of its educations. Such an actor may open its participant list.
 */
export const isReachable = (actor: Actor): SQL => sql`(
  ${isManaged(actor)}
  or exists (select 1 from ${responsiblesOfOccasions} r where r.occasion_id = occasions.id and r.user_id = ${actor.id})
)`

const dayMs = 86_400_000

/**
 * SQL condition: the actor manages the occasion, it has ended and its results are missing; begun at most 366 days ago.
 */
const lacksResults = (actor: Actor, now: Date): SQL => sql`occasions.canceled_at is null
  and occasions.starts_at >= ${new Date(now.getTime() - 366 * dayMs).toISOString()}
  and occasions.starts_at < ${now.toISOString()} and occasions.ends_at <= ${now.toISOString()} and occasions.unsettled_count > 0
  and exists (select 1 ${fromUnsettled(actor, sql`occasions.id`)}) and ${isReachable(actor)}`

/**
 * Returns the queue of the actor's ended occasions that lack attendance or results: their number, and since when the
 * oldest has ended. They began at most 366 days ago; cancelled ones are left out. The actor's are those that they lead
 * or may manage, and only participants whom they decide about count as missing.
 */
export const countMissingResults = async (db: Database, actor: Actor, now: Date) =>
  toQueueCount(
    await db.query
      .select(queueColumns(sql`occasions.ends_at`))
      .from(sql`${occasionsView} occasions`)
      .where(lacksResults(actor, now)),
  )

/** The worklist contains occasions that start between 60 days ago and half a year ahead. */
const since = (now: Date) => new Date(now.getTime() - 60 * dayMs).toISOString()
const until = (now: Date) => new Date(now.getTime() + 183 * dayMs).toISOString()

/**
 * SQL `from` clause: live results of the occasion without attendance and completion, of people that the actor decides
 * about.
 */
const fromUnsettled = (actor: Actor, occasionId: SQL) => sql`from ${liveResults} unsettled_results
  where unsettled_results.occasion_id = ${occasionId}
    and unsettled_results.completed = 0 and unsettled_results.attended is null
    and ${canDecideAbout(actor, sql`unsettled_results.user_id`)}`

/**
 * SQL condition: not ended, or ended with unsettled results. `unsettled_count` excludes most past occasions cheaply.
 */
const isDue = (actor: Actor, now: Date) =>
  sql`(occasions.ends_at >= ${now.toISOString()} or occasions.unsettled_count > 0
    and exists (select 1 ${fromUnsettled(actor, sql`occasions.id`)}))`

const column = <Value>(value: SQL, name: string) => sql<Value>`${value}`.as(name)

/** SQL `from` clause: sign-ups of the occasion that wait for approval, of people that the actor decides about. */
const fromPending = (actor: Actor, occasionId: SQL) => sql`from ${liveResults} pending_results
  where pending_results.occasion_id = ${occasionId}
    and pending_results.signed_up_at is null and ${canDecideAbout(actor, sql`pending_results.user_id`)}`

const maxCandidates = 300
/** Inlined into the SQL text: see decision 008. */
const maxShown = sql.raw('100')

/** SQL condition: whether `listAttentionReasons` returns a reason. Decides the order before details are read. */
const needsAttention = (now: Date) => {
  const [today, soon] = [now.toISOString(), new Date(now.getTime() + soonMs).toISOString()]
  return sql`(pending_count > 0 or missing_count > 0
    or (starts_at > ${today} and (starts_at <= ${soon}
      or (booked_count < max_participants and booked_count >= max_participants * ${nearlyFullShare}))))`
}

/**
 * SQL subquery `facts` with the occasions of the worklist, at most 100, those that need attention first, then by start.
 *
 * Its columns are `id`, `pending_count` (sign-ups that await the actor's approval; 0 after the end) and `missing_count`
 * (results that lack attendance; 0 before the end). Not cancelled, begun at most 60 days ago or within 183 days, and
 * not ended unless results are missing. The first 300 by start are considered: those that the actor leads, and those of
 * educations that the actor is responsible for and may manage; with `all`, all that the actor leads or may manage.
 */
export function selectOccasionFacts(actor: Actor, all: boolean, now: Date): SQL {
  const isInPeriod = sql`occasions.canceled_at is null
    and occasions.starts_at >= ${since(now)} and occasions.starts_at < ${until(now)}`
  const candidateIds = selectPageIds(
    'occasions',
    {
      idSets: all ? [] : [ownOccasions(actor, isInPeriod)],
      // In this order: settled occasions are excluded before the more expensive check of access.
      where: [isInPeriod, isDue(actor, now), ...(all ? [isReachable(actor)] : [])],
    },
    { order: sql`occasions.starts_at, occasions.id`, limit: maxCandidates, offset: 0 },
  )
  const today = now.toISOString()
  // Materialized, because SQLite would otherwise compute the counts twice, for the order and for the result.
  return sql`(with counted as materialized (
      select o.id, o.starts_at, o.ends_at, o.booked_count, o.max_participants,
        case when o.ends_at > ${today} then (select count(*) ${fromPending(actor, sql`o.id`)}) else 0 end as pending_count,
        case when o.ends_at <= ${today} then (select count(*) ${fromUnsettled(actor, sql`o.id`)}) else 0 end as missing_count
      from ${occasionsView} o where o.id in ${candidateIds}
    ) select id, pending_count, missing_count from counted
    order by ${needsAttention(now)} desc, starts_at, id limit ${maxShown}) facts`
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

/** Lists the occasions of a `facts` query by start, with the reasons why they need attention. */
async function listOccasionsWithFacts(db: Database, facts: SQL, now: Date): Promise<WorklistOccasion[]> {
  const rows = await db.query
    .select(occasionColumns)
    .from(facts)
    .innerJoin(sql`${occasionsView} o`, sql`o.id = facts.id`)
    .innerJoin(sql`${educationPartsView} p`, sql`p.id = o.education_part_id`)
    .orderBy(sql`o.starts_at`, sql`o.id`)
  return rows.map(({ startsAt, endsAt, ...row }) => {
    const occasion = { ...row, startDate: new Date(startsAt), endDate: new Date(endsAt) }
    return { ...occasion, reasons: listAttentionReasons(occasion, now) }
  })
}

/**
 * Lists a page, from 1, of the actor's ended occasions that lack attendance or results, oldest first. They began at
 * most 366 days ago; cancelled ones are left out. The actor's are those that they lead or may manage; only people whom
 * they decide about count as missing.
 */
export const listMissingResults = (
  db: Database,
  actor: Actor,
  { page, pageSize }: { page: number; pageSize: number },
  now: Date,
): Promise<WorklistOccasion[]> =>
  listOccasionsWithFacts(
    db,
    sql`(select occasions.id, 0 as pending_count, (select count(*) ${fromUnsettled(actor, sql`occasions.id`)}) as missing_count
      from ${occasionsView} occasions where ${lacksResults(actor, now)}
      order by occasions.starts_at, occasions.id limit ${pageSize} offset ${(page - 1) * pageSize}) facts`,
    now,
  )

/**
 * Lists the occasions of the actor's worklist, at most 100: those that need attention first, then the others, each by
 * start. They are those that the actor leads, and those of educations that the actor is responsible for and may manage;
 * with `all`, all that the actor leads or may manage. They start from 60 days ago to 183 days ahead; only the first 300
 * of them are considered. Cancelled ones, and ended ones without missing results, are left out.
 */
export async function listWorklistOccasions(
  db: Database,
  actor: Actor,
  all: boolean,
  now: Date,
): Promise<WorklistOccasion[]> {
  const occasions = await listOccasionsWithFacts(db, selectOccasionFacts(actor, all, now), now)
  const hasReasons = ({ reasons }: WorklistOccasion) => reasons.length > 0
  return [...occasions.filter(hasReasons), ...occasions.filter((occasion) => !hasReasons(occasion))]
}
