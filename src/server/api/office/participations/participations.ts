import { type SQL, sql } from 'drizzle-orm'
import type { Actor } from '#api/actor.ts'
import { partsOfEducations } from '#api/catalogue/educations/views.ts'
import { resultEducationId } from '#api/participation/results/storage.ts'
import { completedEducations, educationResultsView, liveResults } from '#api/participation/results/views.ts'
import { canOrganize } from '#api/participation/results/within-reach.ts'
import { organizationsView } from '#api/people/organizations/views.ts'
import { selectBranchIds } from '#api/people/reach/within-reach.ts'
import { membershipsOfPeople, peopleView } from '#api/people/users/views.ts'

/** Scope of counted participations: people, educations and period. */
export interface ParticipationScope {
  /** Only participations that this person decides about; null for all. */
  actor: Actor | null
  from: Date
  until: Date
  /** SQL query of education ids; null for all educations. */
  educationIds: SQL | null
  /** Main clubs of people, including organisations below; empty for all. */
  organizationIds: readonly number[]
  /** Only people whose main club is in no district. */
  withoutDistrict?: boolean
  externalOnly: boolean
}

/**
 * SQL: id of the club that a person is counted for: the primary club, or the first one. `userId` is an SQL expression.
 * Null for external people and people without a membership.
 */
export const selectClubId = (userId: SQL): SQL => sql`(
  select club_memberships.organization_id from ${membershipsOfPeople} club_memberships
  join ${peopleView} club_members on club_members.id = club_memberships.user_id
  where club_memberships.user_id = ${userId} and club_members.is_external = 0
  order by club_memberships.is_primary desc, club_memberships.organization_id limit 1)`

const clubsInDistricts = sql`select below.id from ${organizationsView} d join ${organizationsView} below
  on below.path >= d.path and below.path < d.path || ':' where d.type = 1`

const clubConditions = (userId: SQL, { organizationIds, withoutDistrict }: ParticipationScope): (SQL | null)[] => [
  organizationIds.length > 0 ? sql`${selectClubId(userId)} in ${selectBranchIds(organizationIds)}` : null,
  withoutDistrict ? sql`coalesce(${selectClubId(userId)}, 0) not in (${clubsInDistricts})` : null,
]

const within = (column: SQL, { from, until }: ParticipationScope) =>
  sql`${column} between ${from.toISOString()} and ${until.toISOString()}`

/**
 * SQL: sign-ups in the period, and completions since its start. Completions after the period are included, because they
 * end a participation of the period. Cancelled sign-ups are not.
 */
const events = (slice: ParticipationScope) => sql`
  select user_id, ${resultEducationId} as education_id, signed_up_at, null as ended_at from ${liveResults} education_part_results
    where ${within(sql`signed_up_at`, slice)}
  union all
  select user_id, education_id, signed_up_at, null from ${educationResultsView} where ${within(sql`signed_up_at`, slice)}
  union all
  select user_id, education_id, null, completed_at from ${completedEducations}
    where completed_at >= ${slice.from.toISOString()}`

const allOf = (conditions: readonly (SQL | null)[]): SQL => {
  const present = conditions.filter((condition) => condition !== null)
  return present.length > 0 ? sql.join(present, sql` and `) : sql`true`
}

const inEducations = ({ educationIds }: ParticipationScope, educationId: SQL): SQL =>
  educationIds ? sql`${educationId} in (${educationIds})` : sql`true`

/**
 * SQL condition: a person and an education are in the scope of counted participations, apart from its period:
 * educations, clubs, external people, and what the scope's actor decides about. `userId` and `educationId` are column
 * expressions; `more` has column expressions of the occasion and exam through which that actor may decide too.
 */
export const isInScope = (
  slice: ParticipationScope,
  userId: SQL,
  educationId: SQL,
  more?: { occasionId: SQL; examId: SQL },
): SQL =>
  allOf([
    inEducations(slice, educationId),
    ...clubConditions(userId, slice),
    slice.externalOnly
      ? sql`${userId} in (
      select external_users.id from ${peopleView} external_users where external_users.is_external = 1)`
      : null,
    slice.actor && canOrganize(slice.actor, { userId, educationId, occasionId: sql`null`, ...more }),
  ])

/** SQL columns: sign-up, completion and state of a group of events of one person. */
const stateColumns = ({ until }: ParticipationScope) => sql`
  min(signed_up_at) as signed_up_at,
  max(case when ended_at <= ${until.toISOString()} then ended_at end) as completed_at,
  coalesce(min(signed_up_at) > coalesce(max(ended_at), ''), 0) as in_progress,
  user_id in (select id from ${peopleView} where is_external = 1) as is_external`

/**
 * SQL query: participations in the period, one row for a person and an education. Its columns are `user_id`,
 * `education_id`, `signed_up_at` (the first in the period), `completed_at` (the last in it), `in_progress` (1 without
 * a completion since that sign-up, also after the period) and `is_external`. Cancelled sign-ups do not count. The
 * overview and the reports count these rows only, so that their figures agree.
 */
export const selectParticipations = (slice: ParticipationScope): SQL => sql`
  select participation.* from (
    select user_id, education_id, ${stateColumns(slice)} from (${events(slice)})
    where education_id is not null and ${inEducations(slice, sql`education_id`)} group by education_id, user_id
  ) participation
  where (participation.signed_up_at is not null or participation.completed_at is not null)
    and ${isInScope(slice, sql`participation.user_id`, sql`participation.education_id`)}`

/**
 * SQL query: participations in the parts of an education, one row for a person and a part. Its columns are those of
 * `selectParticipations`, with `education_part_id` for the education. The query is limited to the scope as
 * `selectParticipations` is.
 */
export const selectPartParticipations = (slice: ParticipationScope, educationId: number): SQL => sql`
  select participation.* from (
    select user_id, education_part_id, ${stateColumns(slice)} from (
      select user_id, education_part_id, ${resultEducationId} as education_id,
        case when ${within(sql`signed_up_at`, slice)} then signed_up_at end as signed_up_at,
        case when completed = 1 and completed_at >= ${slice.from.toISOString()} then completed_at end as ended_at
      from ${liveResults} education_part_results
      where education_part_id in (
        select l.education_part_id from ${partsOfEducations} l where l.education_id = ${educationId})
    ) where education_id = ${educationId} group by education_part_id, user_id
  ) participation
  where (participation.signed_up_at is not null or participation.completed_at is not null)
    and ${isInScope(slice, sql`participation.user_id`, sql`${educationId}`)}`

/** Numbers of people by state; the overview lists the same people. */
export interface Figures {
  /** All people, in any state. */
  people: number
  signedUp: number
  inProgress: number
  completed: number
  external: number
}

/** SQL columns that count `Figures` over rows of participations. */
export const figureColumns = sql`
  count(*) as people, sum(signed_up_at is not null) as signedUp, sum(in_progress) as inProgress,
  sum(completed_at is not null) as completed, sum(is_external) as external`
