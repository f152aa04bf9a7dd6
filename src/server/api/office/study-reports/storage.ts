import { type SQL, sql } from 'drizzle-orm'
import { type Actor, isAdministrator } from '#api/actor.ts'
import { educationPartsView } from '#api/catalogue/education-parts/views.ts'
import { educationsView, partsOfEducations } from '#api/catalogue/educations/views.ts'
import type { OccasionSession } from '#api/catalogue/occasions/table.ts'
import { isGivenFor, occasionsView, responsiblesOfOccasions } from '#api/catalogue/occasions/views.ts'
import { portalConfigurationView } from '#api/foundation/portal-configuration/views.ts'
import { isReachable } from '#api/office/worklist/storage.ts'
import { licensesOfPeople } from '#api/participation/licenses/views.ts'
import { liveResults } from '#api/participation/results/views.ts'
import { organizationsView } from '#api/people/organizations/views.ts'
import { selectBranchIds } from '#api/people/reach/within-reach.ts'
import { getAdministeredRoots } from '#api/people/users/access.ts'
import { users } from '#api/people/users/table.ts'
import { nameOfPerson, peopleView, peopleWithPersonalNumber } from '#api/people/users/views.ts'
import { selectPortalDay } from '#api/zone-sql.ts'
import type { Database } from '#platform/database.ts'
import { minAge } from './rules.ts'

/** SQL condition: the occasion of the surrounding query is organised by one of the organisations or by one below. */
const isOrganizedBy = (organizationIds: readonly number[]): SQL =>
  sql`occasions.organizer_organization_id in ${selectBranchIds(organizationIds)}`

/**
 * SQL condition: the actor may report the occasion. Administrators report those that their branch organises; educators,
 * who may be administrators too,
 * those that they lead or manage, and with a list of organisations only what these organise.
 *
 * A report counts everybody who attended, so the scope is that of the occasion and not of its participants.
 */
function isReportable(actor: Actor): SQL {
  const { Educator: educator } = actor.roles
  const scopes: SQL[] = []
  if (isAdministrator(actor)) {
    const roots = getAdministeredRoots(actor)
    if (roots === null) return sql`true`
    scopes.push(isOrganizedBy(roots))
  }
  if (educator) {
    const clubs = educator.Organization ?? []
    const isLed = isReachable({ ...actor, roles: { Educator: educator } })
    scopes.push(clubs.length > 0 ? sql`(${isLed} and ${isOrganizedBy(clubs)})` : isLed)
  }
  return scopes.length === 0 ? sql`false` : sql`(${sql.join(scopes, sql` or `)})`
}

/** SQL: the day on which the occasion begins, in the portal's zone. */
const startDay = selectPortalDay(sql`occasions.starts_at`)

/** SQL: JSON object of start, end and sessions of the occasion. */
export const occasionTimes = sql`json_object('start', occasions.starts_at, 'end', occasions.ends_at, 'sessions', json(occasions.sessions))`

const hasAttended = sql`study_results.occasion_id = occasions.id
  and (study_results.attended = 1 or (study_results.attended is null and study_results.completed = 1))`

/** SQL: JSON array of the ids of the results that count as attended. */
export const attendedResults = sql`(select json_group_array(attended_list.id) from (
  select study_results.id from ${liveResults} study_results where ${hasAttended} order by study_results.id) attended_list)`

/** SQL: number of participants of the occasion that count, from the year in which they turn 13, by a condition. */
const countParticipants = (condition: SQL) => sql`(
  select count(*) from ${liveResults} study_results join ${peopleView} study_person on study_person.id = study_results.user_id
  where ${hasAttended} and cast(substr(study_person.birth_on, 1, 4) as integer) <= cast(substr(${startDay}, 1, 4) as integer) - ${minAge}
    and ${condition})`

const lacksPersonalNumber = sql`study_person.protected_at is null and not exists (
  select 1 from ${peopleWithPersonalNumber} numbered where numbered.user_id = study_person.id)`

const approvingLicense = sql`(select json_extract(leader_setting.configuration, '$.studyLeaderLicenseId')
  from ${portalConfigurationView} leader_setting)`

/** SQL of 0 or 1: the responsible person holds the configured licence on the day; 1 when none is configured. */
const isApprovedLeader = sql`(${approvingLicense} is null or exists (
  select 1 from ${licensesOfPeople} leader_license where leader_license.user_id = study_leader.user_id
    and leader_license.license_id = ${approvingLicense} and leader_license.valid_from_on <= ${startDay}
    and (leader_license.valid_to_on is null or leader_license.valid_to_on >= ${startDay})
    and (leader_license.revoked_on is null or leader_license.revoked_on > ${startDay})))`

const leadersJson = sql`(select json_group_array(json_object('id', leader_list.user_id, 'name', leader_list.name, 'isApproved', leader_list.approved)) from (
  select study_leader.user_id, ${nameOfPerson(sql`study_leader.user_id`)} as name, ${isApprovedLeader} as approved
  from ${responsiblesOfOccasions} study_leader where study_leader.occasion_id = occasions.id order by study_leader.user_id) leader_list)`

const educationTitle = sql`(select e.title from ${partsOfEducations} l join ${educationsView} e on e.id = l.education_id
  where ${isGivenFor('occasions', 'l')} order by e.published_at is null, e.id limit 1)`

/** The facts of a held occasion that decide its state. */
export interface FactRow {
  occasionId: number
  startsAt: string
  endsAt: string
  /** JSON of `OccasionSession[]`. */
  sessions: string
  unsettled: number
  participants: number
  withoutPersonalNumber: number
  /** JSON of the people responsible, by id, with `isApproved` 0 or 1. */
  leaders: string
  /** Null while no report stands. */
  reportId: number | null
}

/** A held occasion with its report that stands, if there is one, and the names of people. */
export interface OccasionRow extends FactRow {
  title: string
  educationTitle: string | null
  city: string
  venue: string | null
  organizerName: string | null
  breakMinutes: number
  attended: string
  times: string
  fileKey: string
  units: number
  reportedBreak: number
  reportedParticipants: number
  reportedAt: string
  reporterName: string | null
  reportedLeaderName: string | null
  isChanged: number
}

/** Parses the sessions of an occasion from the JSON of its row; empty for one without. */
export const parseSessions = ({ sessions }: FactRow) => JSON.parse(sessions) as OccasionSession[]

/**
 * Parses the people responsible for an occasion from the JSON of its row, by id, with whether each may lead studies.
 */
export const parseLeaders = ({ leaders }: FactRow) =>
  (JSON.parse(leaders) as { id: number; name: string | null; isApproved: 0 | 1 }[]).map((one) => ({
    ...one,
    isApproved: one.isApproved === 1,
  }))

const facts = sql`occasions.id as occasionId, occasions.starts_at as startsAt, occasions.ends_at as endsAt, occasions.sessions,
  occasions.unsettled_count as unsettled, ${countParticipants(sql`true`)} as participants,
  ${countParticipants(lacksPersonalNumber)} as withoutPersonalNumber, ${leadersJson} as leaders, standing_report.id as reportId`

/** SQL of 0 or 1: the occasion differs from its report in people, times or leader, or is cancelled. */
const isChanged = sql`(standing_report.attended_results <> ${attendedResults} or (standing_report.reported_times <> '{}' and standing_report.reported_times <> ${occasionTimes})
  or occasions.canceled_at is not null or not exists (select 1 from ${responsiblesOfOccasions} still_leader
    where still_leader.occasion_id = occasions.id and still_leader.user_id = (
      select coalesce(reported_leader.merged_into, reported_leader.id) from ${users} reported_leader
      where reported_leader.id = standing_report.leader_user_id)))`

/**
 * SQL: the occasions that are over and not cancelled, or reported, and that a condition selects, newest first. A
 * reported one stays when it is cancelled or moved ahead.
 */
const fromHeld = (now: Date, condition: SQL) => sql`from ${occasionsView} occasions
  join ${educationPartsView} p on p.id = occasions.education_part_id
  left join study_reports standing_report on standing_report.occasion_id = occasions.id and standing_report.undone_at is null
  where (standing_report.id is not null or (occasions.ends_at <= ${now.toISOString()} and occasions.canceled_at is null))
    and ${condition}
  order by occasions.starts_at desc, occasions.id desc`

const listHeld = (db: Database, now: Date, condition: SQL): Promise<OccasionRow[]> =>
  db.rows<OccasionRow>(sql`
    select ${facts}, coalesce(occasions.title, p.title) as title, ${educationTitle} as educationTitle, occasions.city, occasions.venue,
      (select organizer.name from ${organizationsView} organizer where organizer.id = occasions.organizer_organization_id) as organizerName,
      occasions.break_minutes as breakMinutes, ${attendedResults} as attended, ${occasionTimes} as times,
      standing_report.file_key as fileKey, standing_report.units, standing_report.break_minutes as reportedBreak,
      standing_report.participants as reportedParticipants, standing_report.reported_at as reportedAt,
      ${nameOfPerson(sql`standing_report.reported_by_user_id`)} as reporterName,
      ${nameOfPerson(sql`standing_report.leader_user_id`)} as reportedLeaderName, ${isChanged} as isChanged
    ${fromHeld(now, condition)}`)

/**
 * Lists the facts of the held occasions that the actor may report to the study association and that start in a period,
 * newest first. Those that started in it when they were reported are listed too. Held is over and not cancelled, or
 * reported. Both ends of the period are inclusive. Occasions with a report stay when they are cancelled.
 */
export const listFacts = (db: Database, actor: Actor, now: Date, { from, until }: { from: Date; until: Date }) => {
  const within = sql`between ${from.toISOString()} and ${until.toISOString()}`
  const ofPeriod = sql`occasions.id in (select started.id from ${occasionsView} started where started.starts_at ${within}
    union select reported.occasion_id from study_reports reported
      where reported.undone_at is null and reported.reported_times ->> 'start' ${within})`
  return db.rows<FactRow>(sql`select ${facts} ${fromHeld(now, sql`${ofPeriod} and ${isReportable(actor)}`)}`)
}

/**
 * Lists those of the occasions that are over and not cancelled, or reported, and that the actor may report to the study
 * association; newest first. Other ids are left out.
 */
export const findReportable = (db: Database, actor: Actor, now: Date, ids: readonly number[]) =>
  listHeld(
    db,
    now,
    sql`occasions.id in (select value from json_each(${JSON.stringify(ids)})) and ${isReportable(actor)}`,
  )

/**
 * Lists the occasions of a study report file (by its R2 key) that the actor may report, latest start first. Occasions
 * whose report was undone are left out; empty for an unknown file.
 */
export const listOfFile = (db: Database, actor: Actor, now: Date, fileKey: string) =>
  listHeld(db, now, sql`standing_report.file_key = ${fileKey} and ${isReportable(actor)}`)

const inScope = (actor: Actor, reportId: number) => sql`from study_reports scoped
  join ${occasionsView} occasions on occasions.id = scoped.occasion_id where scoped.id = ${reportId} and ${isReportable(actor)}`

/** SQL condition: the study report with the id is not undone and is of an occasion that the actor may report. */
export const isUndoable = (actor: Actor, reportId: number): SQL =>
  sql`exists (select 1 ${inScope(actor, reportId)} and scoped.undone_at is null)`

/** Returns whether there is a study report with the id, undone or not, of an occasion that the actor may report. */
export async function isReportOfScope(db: Database, actor: Actor, reportId: number): Promise<boolean> {
  const rows = await db.rows<{ id: number }>(sql`select scoped.id ${inScope(actor, reportId)}`)
  return rows.length > 0
}

/**
 * Sums the units (study hours of 45 minutes) of the study reports of all organisers that are not undone. Each counts in
 * the period of the start that was reported; 0 for none. Both ends of the period are inclusive. A report from before
 * starts were stored counts by the occasion's own.
 */
export async function sumReportedUnits(db: Database, { from, until }: { from: Date; until: Date }): Promise<number> {
  const [row] = await db.rows<{ units: number }>(sql`
    select coalesce(sum(standing.units), 0) as units from study_reports standing
    join ${occasionsView} summed_occasion on summed_occasion.id = standing.occasion_id
    where standing.undone_at is null and coalesce(standing.reported_times ->> 'start', summed_occasion.starts_at)
      between ${from.toISOString()} and ${until.toISOString()}`)
  return row?.units ?? 0
}
