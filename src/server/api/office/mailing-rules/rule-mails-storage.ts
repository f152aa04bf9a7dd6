import { type SQL, sql } from 'drizzle-orm'
import { educationPartsView } from '#api/catalogue/education-parts/views.ts'
import { occasionsOfEducations, occasionsView, responsiblesOfOccasions } from '#api/catalogue/occasions/views.ts'
import { licensesOfPeople, licensesView } from '#api/participation/licenses/views.ts'
import { liveResults } from '#api/participation/results/views.ts'
import { extensionsOfRoles, rolesOfPeople } from '#api/people/roles/views.ts'
import { membershipsOfPeople, membersOfBranches, nameOfPerson, peopleView } from '#api/people/users/views.ts'
import { toPortalDay } from '#api/zone.ts'
import type { Database } from '#platform/database.ts'
import type { Schedule } from './contract.ts'
import type { EventWindow, RuleTrigger } from './rules.ts'

/** A mail that a rule writes: its recipient, and what it is about. */
export interface RuleMail {
  objectKey: string
  userId: number
  /** Name of the person whose sign-up or licence it is; null when it is about an occasion. */
  person: string | null
  title: string | null
  startsAt: string | null
  city: string | null
  venue: string | null
  licenseName: string | null
  endsOn: string | null
}

const columnOfTrigger = {
  signUpMade: sql`booking.signed_up_at`,
  occasionEnded: sql`o.ends_at`,
  beforeStart: sql`o.starts_at`,
  beforeDeadline: sql`o.last_sign_up_at`,
} as const satisfies Record<Exclude<RuleTrigger, 'beforeLicenseEnd'>, SQL>

const noLicense = sql`null as licenseName, null as endsOn`
const aboutOccasion = sql`coalesce(o.title, p.title) as title, o.starts_at as startsAt, o.city, o.venue, ${noLicense}`

/** SQL: the sign-ups of the occasions whose trigger is in the window, one row for each. */
function selectSignUps({ trigger, educationId }: Schedule, { from, until }: EventWindow): SQL {
  if (trigger === 'beforeLicenseEnd') throw new Error('licences have no occasion')
  const at = columnOfTrigger[trigger]
  const key = trigger === 'signUpMade' ? sql`'signUp ' || booking.id` : sql`'occasion ' || o.id`
  const person = trigger === 'signUpMade' ? nameOfPerson(sql`booking.user_id`) : sql`null`
  const ofEducation =
    educationId === null
      ? sql`true`
      : sql`exists (select 1 from ${occasionsOfEducations} given where given.occasion_id = o.id and given.education_id = ${educationId})`
  return sql`select ${key} as objectKey, booking.user_id as participantId, o.id as occasionId, ${at} as eventAt, ${person} as person, ${aboutOccasion}
    from ${occasionsView} o join ${educationPartsView} p on p.id = o.education_part_id
      join ${liveResults} booking on booking.occasion_id = o.id and booking.signed_up_at is not null
    where ${at} > ${from.toISOString()} and ${at} <= ${until.toISOString()} and o.canceled_at is null and ${ofEducation}`
}

/** SQL: the current licences that end in the window, one row for each. */
const selectLicenses = ({ from, until }: EventWindow): SQL => sql`
  select 'license ' || ending.id as objectKey, ending.user_id as participantId, null as occasionId, ending.valid_to_on as eventAt,
    ${nameOfPerson(sql`ending.user_id`)} as person, null as title, null as startsAt, null as city, null as venue,
    l.name as licenseName, ending.valid_to_on as endsOn
  from ${licensesOfPeople} ending join ${licensesView} l on l.id = ending.license_id
  where ending.valid_to_on > ${toPortalDay(from)} and ending.valid_to_on <= ${toPortalDay(until)}
    and ending.stage in ('active', 'grace') and ending.succeeded_on is null and ending.revoked_on is null`

/** SQL condition: the role of a row `held` of `rolesOfPeople` is limited to a branch that has the participant. */
const administersParticipant = sql`held.role = 'OrganizationAdmin' and case
  when exists (select 1 from ${extensionsOfRoles} x where x.user_id = held.user_id and x.role = held.role and x.kind = 'Organization')
  then exists (select 1 from ${extensionsOfRoles} x
    join ${membersOfBranches} member on member.root_id = x.reference_id and member.user_id = event.participantId
    where x.user_id = held.user_id and x.role = held.role and x.kind = 'Organization')
  else exists (select 1 from ${membershipsOfPeople} own
    join ${membersOfBranches} member on member.root_id = own.organization_id and member.user_id = event.participantId
    where own.user_id = held.user_id) end`

/** SQL: joins of a row `event` with its recipients, whose id is `recipient.user_id`. */
const recipientsOf = {
  participants: sql`join (select id as user_id from ${peopleView}) recipient on recipient.user_id = event.participantId`,
  holders: sql`join (select id as user_id from ${peopleView}) recipient on recipient.user_id = event.participantId`,
  responsibles: sql`join ${responsiblesOfOccasions} recipient on recipient.occasion_id = event.occasionId`,
  // A protected identity is not shown to a club, not even by a mail without its name.
  clubAdministrators: sql`join ${peopleView} participant on participant.id = event.participantId and participant.protected_at is null
    join ${rolesOfPeople} held on ${administersParticipant}
    join (select id as user_id from ${peopleView}) recipient on recipient.user_id = held.user_id`,
}

/** SQL: the mails of a schedule for the events of a window, each object and recipient once. */
const selectRuleMails = (schedule: Schedule, window: EventWindow): SQL => sql`
  select event.objectKey, recipient.user_id as userId, min(event.eventAt) as eventAt, event.person, event.title,
    event.startsAt, event.city, event.venue, event.licenseName, event.endsOn
  from (${schedule.trigger === 'beforeLicenseEnd' ? selectLicenses(window) : selectSignUps(schedule, window)}) event
    ${recipientsOf[schedule.audience]}
    join ${peopleView} addressee on addressee.id = recipient.user_id and addressee.inactive_at is null and addressee.erased_at is null
  group by event.objectKey, recipient.user_id`

/** Counts the mails of a schedule for the events of a window. */
export async function countRuleMails(db: Database, schedule: Schedule, window: EventWindow): Promise<number> {
  const rows = await db.rows<{ total: number }>(
    sql`select count(*) as total from (${selectRuleMails(schedule, window)})`,
  )
  return rows[0]?.total ?? 0
}

/** Lists the first mails of a schedule for the events of a window, in the order of the events, at most `limit`. */
export const listRuleMails = (db: Database, schedule: Schedule, window: EventWindow, limit: number) =>
  db.rows<RuleMail>(sql`select * from (${selectRuleMails(schedule, window)})
    order by eventAt, objectKey, userId limit ${limit}`)

/** Lists the next mails of a rule that it has not written, in the order of the events, at most `limit`. */
export const listUnwritten = (db: Database, rule: Schedule & { id: number }, window: EventWindow, limit: number) =>
  db.rows<RuleMail>(sql`select mail.* from (${selectRuleMails(rule, window)}) mail
    where not exists (select 1 from mailing_rule_mails written
      where written.rule_id = ${rule.id} and written.object_key = mail.objectKey and written.user_id = mail.userId)
    order by mail.eventAt, mail.objectKey, mail.userId limit ${limit}`)
