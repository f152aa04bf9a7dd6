import { type SQL, sql } from 'drizzle-orm'
import { educationPartsView } from '#api/catalogue/education-parts/views.ts'
import {
  closingOfSet,
  idOfSet,
  occasionsOfEducations,
  occasionsView,
  responsiblesOfOccasions,
} from '#api/catalogue/occasions/views.ts'
import type { Ctx } from '#api/context.ts'
import { licensesOfPeople, licensesView } from '#api/participation/licenses/views.ts'
import { educationOfResult, liveResults, partResultsView } from '#api/participation/results/views.ts'
import { hasGuardianWithAddress } from '#api/people/guardians/recipients.ts'
import { extensionsOfRoles, rolesOfPeople } from '#api/people/roles/views.ts'
import { membershipsOfPeople, membersOfBranches, nameOfPerson, peopleView } from '#api/people/users/views.ts'
import { toPortalDay } from '#api/zone.ts'
import type { Database } from '#platform/database.ts'
import type { Schedule } from './contract.ts'
import type { EventWindow, RuleTrigger } from './rules.ts'

/** A schedule with the rule that has it; null for a rule that is not stored yet. */
type RuleWithId = Schedule & { id: number | null }

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

const noLicense = sql`null as licenseName, null as endsOn`
const aboutOccasion = sql`coalesce(o.title, p.title) as title, o.starts_at as startsAt, o.city, o.venue, ${noLicense}`
const occasionsWithParts = sql`${occasionsView} o join ${educationPartsView} p on p.id = o.education_part_id`

/**
 * SQL: the time of each trigger that has an occasion `o`. Sign-up to occasions that are chosen together closes at once.
 */
const timeOfTrigger = {
  occasionEnded: sql`o.ends_at`,
  beforeStart: sql`o.starts_at`,
  beforeDeadline: closingOfSet('o'),
} as const satisfies Partial<Record<RuleTrigger, SQL>>
type OccasionTrigger = keyof typeof timeOfTrigger

/** SQL: the key of a mail about the occasion `o`. Occasions that are chosen together have one deadline, so one mail. */
const keyOf = (trigger: OccasionTrigger): SQL =>
  sql`${trigger} || ' ' || ${trigger === 'beforeDeadline' ? sql`(${idOfSet('o')})` : sql`o.id`}`

/** SQL condition: the occasion `o` is given for the education. */
const isGivenFor = (educationId: number): SQL => sql`exists (select 1 from ${occasionsOfEducations} given
  where given.occasion_id = o.id and given.education_id = ${educationId})`

/** SQL condition: the sign-up `booking` counts towards the education, as `educationOfResult` says. */
const isSignUpOf = (educationId: number | null): SQL =>
  educationId === null ? sql`true` : sql`${educationOfResult('booking')} = ${educationId}`

const isIn = (time: SQL, { from, until }: EventWindow): SQL =>
  sql`${time} > ${from.toISOString()} and ${time} <= ${until.toISOString()} and o.canceled_at is null`

/** SQL: the occasions whose trigger is in the window, also those that nobody has signed up to, one row for each. */
const selectOccasions = (trigger: OccasionTrigger, { educationId }: Schedule, window: EventWindow): SQL => sql`
  select ${keyOf(trigger)} as objectKey, null as participantId, o.id as occasionId,
    ${timeOfTrigger[trigger]} as eventAt, null as person, ${aboutOccasion}
  from ${occasionsWithParts}
  where ${isIn(timeOfTrigger[trigger], window)} and ${educationId === null ? sql`true` : isGivenFor(educationId)}`

/** SQL: the sign-ups of the occasions whose trigger is in the window, one row for each. */
const selectParticipants = (trigger: OccasionTrigger, { educationId }: Schedule, window: EventWindow): SQL => sql`
  select ${keyOf(trigger)} as objectKey, booking.user_id as participantId, o.id as occasionId,
    ${timeOfTrigger[trigger]} as eventAt, null as person, ${aboutOccasion}
  from ${occasionsWithParts}
    join ${liveResults} booking on booking.occasion_id = o.id and booking.signed_up_at is not null
  where ${isIn(timeOfTrigger[trigger], window)} and ${isSignUpOf(educationId)}`

/** SQL: id of the first result of those signed up to at the same moment through the same education as `booking`. */
const firstOfSignUp = sql`(select min(together.id) from ${partResultsView} together
  where together.user_id = booking.user_id and together.signed_up_at = booking.signed_up_at
    and together.education_id is booking.education_id)`

/**
 * SQL: the sign-ups of the window to occasions that had not ended then, nor at `now`. Those made together have one key.
 */
const selectSignUps = ({ educationId }: Schedule, window: EventWindow, now: Date): SQL => sql`
  select 'signUpMade ' || ${firstOfSignUp} as objectKey, booking.user_id as participantId, o.id as occasionId,
    booking.signed_up_at as eventAt, ${nameOfPerson(sql`booking.user_id`)} as person, ${aboutOccasion}
  from ${liveResults} booking join ${occasionsView} o on o.id = booking.occasion_id
    join ${educationPartsView} p on p.id = o.education_part_id
  where ${isIn(sql`booking.signed_up_at`, window)} and o.ends_at > booking.signed_up_at and o.ends_at > ${now.toISOString()}
    and ${isSignUpOf(educationId)}`

/** SQL: the current licences that end in the window, one row for each. */
const selectLicenses = ({ from, until }: EventWindow): SQL => sql`
  select 'beforeLicenseEnd ' || ending.id as objectKey, ending.user_id as participantId, null as occasionId, ending.valid_to_on as eventAt,
    ${nameOfPerson(sql`ending.user_id`)} as person, null as title, null as startsAt, null as city, null as venue,
    l.name as licenseName, ending.valid_to_on as endsOn
  from ${licensesOfPeople} ending join ${licensesView} l on l.id = ending.license_id
  where ending.valid_to_on > ${toPortalDay(from)} and ending.valid_to_on <= ${toPortalDay(until)}
    and ending.stage in ('active', 'grace') and ending.succeeded_on is null and ending.revoked_on is null`

/** SQL: club administrators with the roots of their branches, their own clubs without a list: `user_id`, `root_id`. */
const rootsOfClubAdministrators = sql`(
  select x.user_id, x.reference_id as root_id from ${extensionsOfRoles} x
  join ${rolesOfPeople} limited on limited.user_id = x.user_id and limited.role = x.role
  where x.role = 'OrganizationAdmin' and x.kind = 'Organization'
  union
  select held.user_id, own.organization_id from ${rolesOfPeople} held join ${membershipsOfPeople} own on own.user_id = held.user_id
  where held.role = 'OrganizationAdmin' and not exists (select 1 from ${extensionsOfRoles} x
    where x.user_id = held.user_id and x.role = held.role and x.kind = 'Organization'))`

/** SQL: joins of a row `event` with its recipients, whose id is `recipient.user_id`. */
const recipientsOf = {
  participants: sql`join (select id as user_id from ${peopleView}) recipient on recipient.user_id = event.participantId`,
  holders: sql`join (select id as user_id from ${peopleView}) recipient on recipient.user_id = event.participantId`,
  responsibles: sql`join ${responsiblesOfOccasions} recipient on recipient.occasion_id = event.occasionId`,
  // A protected identity is not shown to a club, not even by a mail without its name.
  clubAdministrators: sql`join ${peopleView} participant on participant.id = event.participantId and participant.protected_at is null
    join ${membersOfBranches} member on member.user_id = event.participantId
    join ${rootsOfClubAdministrators} recipient on recipient.root_id = member.root_id`,
}

/** SQL: the events of a window that a schedule mails about, one row for each participant where those are mailed. */
function selectEvents(schedule: Schedule, window: EventWindow, now: Date): SQL {
  const { trigger, audience } = schedule
  if (trigger === 'beforeLicenseEnd') return selectLicenses(window)
  if (trigger === 'signUpMade') return selectSignUps(schedule, window, now)
  return audience === 'responsibles'
    ? selectOccasions(trigger, schedule, window)
    : selectParticipants(trigger, schedule, window)
}

type Run = Pick<Ctx<null>, 'db' | 'now'>

/**
 * SQL: the mails of a schedule for the events of a window, each object and recipient once, about its first occasion.
 */
const selectRuleMails = (schedule: Schedule, window: EventWindow, now: Date): SQL => sql`
  select event.objectKey, recipient.user_id as userId, min(event.eventAt || coalesce(event.startsAt, '')) as firstAt,
    event.person, event.title, event.startsAt, event.city, event.venue, event.licenseName, event.endsOn
  from (${selectEvents(schedule, window, now)}) event
    ${recipientsOf[schedule.audience]}
    join ${peopleView} addressee on addressee.id = recipient.user_id and addressee.inactive_at is null and addressee.erased_at is null
  group by event.objectKey, recipient.user_id`

/** SQL condition: the rule has not written the row `mail`. True for a rule that is not stored yet. */
const isUnwritten = (ruleId: number | null): SQL => sql`not exists (select 1 from mailing_rule_mails written
  where written.rule_id = ${ruleId} and written.object_key = mail.objectKey and written.user_id = mail.userId)`

/**
 * Counts the mails of a mailing rule's schedule for the events of a window, also those that a rule has written already.
 * One mail counts for each event and active recipient; `window` begins after `from` and includes `until`. Cancelled
 * occasions do not count, but sign-ups to occasions that ended between `from` and now do.
 */
export async function countRuleMails(db: Database, schedule: Schedule, window: EventWindow): Promise<number> {
  const rows = await db.rows<{ total: number }>(
    sql`select count(*) as total from (${selectRuleMails(schedule, window, window.from)})`,
  )
  return rows[0]?.total ?? 0
}

/**
 * Counts the mails for the events of a window that a mailing rule has not written (`total`). Sign-ups to occasions that
 * have ended by `now` do not count. `unreached` is the number of those whose recipient has no e-mail address, nor, for
 * participants and licence holders, a guardian with one. With null for the rule's id all are unwritten.
 */
export async function countUnwritten({ db, now }: Run, rule: RuleWithId, window: EventWindow) {
  const withGuardians = rule.audience === 'participants' || rule.audience === 'holders'
  const isReached = sql`(coalesce(users.email, '') <> '' or ${withGuardians ? hasGuardianWithAddress(now) : sql`false`})`
  const rows = await db.rows<{ total: number; unreached: number }>(sql`
    select count(*) as total, coalesce(sum(not ${isReached}), 0) as unreached
    from (${selectRuleMails(rule, window, now)}) mail join ${peopleView} users on users.id = mail.userId
    where ${isUnwritten(rule.id)}`)
  return rows[0] ?? { total: 0, unreached: 0 }
}

/**
 * Lists the first mails of a mailing rule's schedule for the events of a window, at most `limit`. They are by the time
 * of the event, then by event and recipient. Mails that a rule has written already are listed too; inactive and erased
 * people get none. Writes nothing.
 */
export const listRuleMails = (db: Database, schedule: Schedule, window: EventWindow, limit: number) =>
  db.rows<RuleMail>(sql`select * from (${selectRuleMails(schedule, window, window.from)})
    order by firstAt, objectKey, userId limit ${limit}`)

/**
 * Lists the next mails that a mailing rule has not written for the events of a window, at most `limit`. They are by the
 * time of the event; events and recipients are those of `countRuleMails`. Nothing is written.
 */
export const listUnwritten = ({ db, now }: Run, rule: RuleWithId, window: EventWindow, limit: number) =>
  db.rows<RuleMail>(sql`select mail.* from (${selectRuleMails(rule, window, now)}) mail
    where ${isUnwritten(rule.id)} order by mail.firstAt, mail.objectKey, mail.userId limit ${limit}`)
