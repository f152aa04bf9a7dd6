import { type SQL, sql } from 'drizzle-orm'
import type { Actor } from '#api/actor.ts'
import { partsOfEducations } from '#api/catalogue/educations/views.ts'
import { educationOfResult } from '#api/participation/results/storage.ts'
import { completedEducations, educationResultsView, liveResults } from '#api/participation/results/views.ts'
import { organizes } from '#api/participation/results/within-reach.ts'
import { organizationsView } from '#api/people/organizations/views.ts'
import { branchOf } from '#api/people/reach/within-reach.ts'
import { membershipsOfPeople, peopleView } from '#api/people/users/views.ts'

/** Whose learning is counted, and of when. */
export interface Slice {
  /** Only what this person decides about; null: everything. */
  actor: Actor | null
  from: Date
  until: Date
  /** A query of education ids; null: of all. */
  educationIds: SQL | null
  /** People whose main club is one of these or below. */
  organizationIds: readonly number[]
  /** Only those of them whose club is in no district. */
  withoutDistrict?: boolean
  externalOnly: boolean
}

/** The club that somebody's learning is counted for: the main one, or the first; nobody from outside has one. */
export const clubOf = (userId: SQL): SQL => sql`(
  select club_memberships.organization_id from ${membershipsOfPeople} club_memberships
  join ${peopleView} club_members on club_members.id = club_memberships.user_id
  where club_memberships.user_id = ${userId} and club_members.is_external = 0
  order by club_memberships.is_primary desc, club_memberships.organization_id limit 1)`

const districts = sql`select below.id from ${organizationsView} d join ${organizationsView} below
  on below.path >= d.path and below.path < d.path || ':' where d.type = 1`

const inClubs = (userId: SQL, { organizationIds, withoutDistrict }: Slice): (SQL | null)[] => [
  organizationIds.length > 0 ? sql`${clubOf(userId)} in ${branchOf(organizationIds)}` : null,
  withoutDistrict ? sql`coalesce(${clubOf(userId)}, 0) not in (${districts})` : null,
]

const within = (column: SQL, { from, until }: Slice) =>
  sql`${column} between ${from.toISOString()} and ${until.toISOString()}`

/**
 * Sign-ups of the period, and completions from its beginning on, also later ones: they end what was begun in it. What was
 * called off is none.
 */
const events = (slice: Slice) => sql`
  select user_id, ${educationOfResult} as education_id, signed_up_at, null as ended_at from ${liveResults} education_part_results
    where ${within(sql`signed_up_at`, slice)}
  union all
  select user_id, education_id, signed_up_at, null from ${educationResultsView} where ${within(sql`signed_up_at`, slice)}
  union all
  select user_id, education_id, null, completed_at from ${completedEducations}
    where completed_at >= ${slice.from.toISOString()}`

const all = (conditions: readonly (SQL | null)[]): SQL => {
  const given = conditions.filter((condition) => condition !== null)
  return given.length > 0 ? sql.join(given, sql` and `) : sql`true`
}

const inEducations = ({ educationIds }: Slice, educationId: SQL): SQL =>
  educationIds ? sql`${educationId} in (${educationIds})` : sql`true`

/** Scope, club and kind of a person who takes an education; `userId` and `educationId` are columns. */
export const inSlice = (slice: Slice, userId: SQL, educationId: SQL, more?: { occasionId: SQL; examId: SQL }): SQL =>
  all([
    inEducations(slice, educationId),
    ...inClubs(userId, slice),
    slice.externalOnly
      ? sql`${userId} in (
      select external_users.id from ${peopleView} external_users where external_users.is_external = 1)`
      : null,
    slice.actor && organizes(slice.actor, { userId, educationId, occasionId: sql`null`, ...more }),
  ])

/** What is known of the person of a group of events. */
const standing = ({ until }: Slice) => sql`
  min(signed_up_at) as signed_up_at,
  max(case when ended_at <= ${until.toISOString()} then ended_at end) as completed_at,
  coalesce(min(signed_up_at) > coalesce(max(ended_at), ''), 0) as in_progress,
  user_id in (select id from ${peopleView} where is_external = 1) as is_external`

/**
 * Who has taken part in which education in the period: one row for a person and an education, with when they first signed
 * up and last completed it there. The overview and the reports count these rows and no others, so that their figures are
 * the same.
 */
export const participations = (slice: Slice): SQL => sql`
  select participation.* from (
    select user_id, education_id, ${standing(slice)} from (${events(slice)})
    where education_id is not null and ${inEducations(slice, sql`education_id`)} group by education_id, user_id
  ) participation
  where (participation.signed_up_at is not null or participation.completed_at is not null)
    and ${inSlice(slice, sql`participation.user_id`, sql`participation.education_id`)}`

/** The same of an education's parts: one row for a person and a part. */
export const partParticipations = (slice: Slice, educationId: number): SQL => sql`
  select participation.* from (
    select user_id, education_part_id, ${standing(slice)} from (
      select user_id, education_part_id, ${educationOfResult} as education_id,
        case when ${within(sql`signed_up_at`, slice)} then signed_up_at end as signed_up_at,
        case when completed = 1 and completed_at >= ${slice.from.toISOString()} then completed_at end as ended_at
      from ${liveResults} education_part_results
      where education_part_id in (
        select l.education_part_id from ${partsOfEducations} l where l.education_id = ${educationId})
    ) where education_id = ${educationId} group by education_part_id, user_id
  ) participation
  where (participation.signed_up_at is not null or participation.completed_at is not null)
    and ${inSlice(slice, sql`participation.user_id`, sql`${educationId}`)}`

/** What is counted of participations; the people of each are those whom the overview lists. */
export interface Figures {
  /** All of them, whatever they have done. */
  people: number
  signedUp: number
  inProgress: number
  completed: number
  external: number
}

export const countedFigures = sql`
  count(*) as people, sum(signed_up_at is not null) as signedUp, sum(in_progress) as inProgress,
  sum(completed_at is not null) as completed, sum(is_external) as external`
