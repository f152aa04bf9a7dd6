import { type SQL, sql } from 'drizzle-orm'
import { isForQueue, occasionTags } from '#api/catalogue/scope/contributed-results.ts'
import { featureIsOn } from '#api/foundation/portal-configuration/feature-is-on.ts'

/** All occasions, cancelled ones too. For other domains, like `educationsView`. */
export const occasionsView = sql`(select id, education_part_id, education_id, title, description, starts_at, ends_at, sessions, break_minutes,
  last_sign_up_at, last_cancel_at, city, venue, address, online_url, max_participants, booked_count, unsettled_count, held,
  reserved_count, fee_minor, payment_methods, needs_approval, blocked_for_external_users, organizer_organization_id, tag_id,
  canceled_at, canceled_reason, custom_questions, created_at, changed_at, calendar_sequence, calendar_days from occasions)`

/**
 * Condition: an occasion is given for the education of a part. The parameters are the aliases of a row of
 * `occasionsView` and one of `partsOfEducations`. An occasion of a shared part is given for all educations that contain
 * the part, unless it names one.
 */
export const isGivenFor = (occasion: string, part: string): SQL =>
  sql.raw(`${part}.education_part_id = ${occasion}.education_part_id
    and (${occasion}.education_id is null or ${occasion}.education_id = ${part}.education_id)`)

/**
 * SQL condition: the occasion belongs to the set of a tag, whose occasions are chosen together; true also for the only
 * one of a set. `occasion` is the alias of a row of `occasionsView`. Tags tie nothing while their feature is off, and a
 * cancelled occasion has left its set.
 */
export const isTied = (occasion: string): SQL =>
  sql`(${sql.raw(`${occasion}.tag_id is not null and ${occasion}.canceled_at is null`)} and ${featureIsOn('EducationPartTags')})`

/**
 * SQL condition: an occasion is offered in the education of a part. It includes `isGivenFor`, and has the same
 * parameters.
 *
 * With a tag, an occasion is offered only in the tag's education, because every sign-up to it is for that one; a
 * cancelled occasion with a tag too. While the feature of tags is off, a tag limits nothing.
 */
export const isOfferedIn = (occasion: string, part: string): SQL =>
  sql`(${isGivenFor(occasion, part)} and (${sql.raw(occasion)}.tag_id is null or not ${featureIsOn('EducationPartTags')} or exists (select 1 from ${occasionTags} tying
    where tying.id = ${sql.raw(`${occasion}.tag_id`)} and tying.education_id = ${sql.raw(`${part}.education_id`)})))`

/**
 * Each occasion with each education that offers it, cancelled ones too: `education_id`, `occasion_id`,
 * `education_part_id`, and columns of `occasionsView` about its time, city, seats and fee.
 */
export const occasionsOfEducations = sql`(
  select given_parts.education_id, given.id as occasion_id, given.education_part_id, given.starts_at, given.ends_at, given.canceled_at,
    given.city, given.max_participants, given.booked_count, given.reserved_count, given.last_sign_up_at, given.needs_approval, given.fee_minor
  from occasions given join education_to_part given_parts on ${isOfferedIn('given', 'given_parts')})`

/** SQL: the live occasions of the set of a tied occasion, as `tied`. */
const ofSet = (occasion: string): SQL =>
  sql.raw(`occasions tied where tied.tag_id = ${occasion}.tag_id and tied.canceled_at is null`)

/**
 * SQL: cost of a sign-up to the occasion in öre, without the education's fee. It is the occasion's own fee, or with a
 * tag the sum of all occasions of the set, itself included. `occasion` is the alias of a row of `occasionsView`.
 */
export const feeOfSet = (occasion: string): SQL =>
  sql`case when ${isTied(occasion)} then (select sum(tied.fee_minor) from ${ofSet(occasion)})
    else ${sql.raw(occasion)}.fee_minor end`

/**
 * SQL condition: a sign-up to the occasion includes another one, by a tag. `occasion` is the alias of a row of
 * `occasionsView`.
 */
export const hasTied = (occasion: string): SQL =>
  sql`(${isTied(occasion)} and exists (select 1 from ${ofSet(occasion)} and tied.id <> ${sql.raw(occasion)}.id))`

/**
 * SQL: the part ids of the other occasions that are chosen together with the occasion, as a JSON list by time. It is
 * empty for the only one of a tag, and null for an occasion without a tag in use. `occasion` is the alias of a row of
 * `occasionsView`.
 */
export const partsOfSet = (occasion: string): SQL =>
  sql`case when ${isTied(occasion)} then (select json_group_array(education_part_id) from (
      select tied.education_part_id from ${ofSet(occasion)} and tied.id <> ${sql.raw(occasion)}.id
      order by tied.starts_at, tied.id)) end`

/**
 * SQL: a column of the occasion with the fewest free seats among those that are chosen together with it by a tag; of
 * the occasion itself without a tag. `occasion` is the alias of a row of `occasionsView`.
 */
export const ofFullest = (occasion: string, column: 'max_participants' | 'booked_count' | 'reserved_count'): SQL =>
  sql`case when ${isTied(occasion)} then (select tied.${sql.raw(column)} from ${ofSet(occasion)}
      order by tied.max_participants is null, tied.max_participants - tied.booked_count - tied.reserved_count, tied.id limit 1)
    else ${sql.raw(occasion)}.${sql.raw(column)} end`

/**
 * SQL: the number of reserved seats as it counts for others than the queue of an occasion: all seats, while a party in
 * the queue has room. `max` and `reserved` are the SQL of the numbers, of the fullest where occasions are chosen
 * together.
 */
export const reservedForOthers = (occasionId: SQL, { max, reserved }: Record<'max' | 'reserved', SQL>): SQL =>
  sql`case when ${isForQueue(occasionId)} then coalesce(${max}, 0) else ${reserved} end`

const anyOfSet = (occasion: string, flag: 'needs_approval' | 'blocked_for_external_users'): SQL =>
  sql`case when ${isTied(occasion)} then (select max(tied.${sql.raw(flag)}) from ${ofSet(occasion)})
    else ${sql.raw(occasion)}.${sql.raw(flag)} end`

/**
 * SQL: the last moment to sign up to the occasion and those chosen together with it, as ISO text. Null without a
 * deadline before the first of them begins. `occasion` is the alias of a row of `occasionsView`.
 */
export const lastSignUpOfSet = (occasion: string): SQL =>
  sql`case when ${isTied(occasion)} then (
      select nullif(min(coalesce(tied.last_sign_up_at, tied.starts_at)), min(tied.starts_at)) from ${ofSet(occasion)})
    else ${sql.raw(occasion)}.last_sign_up_at end`

/**
 * SQL: the moment at which sign-up to the occasion and those chosen together with it closes, as ISO text. It is the
 * first of their deadlines; an occasion without a deadline has its start as such. `occasion` is the alias of a row of
 * `occasionsView`.
 */
export const closingOfSet = (occasion: string): SQL =>
  sql`case when ${isTied(occasion)} then (select min(coalesce(tied.last_sign_up_at, tied.starts_at)) from ${ofSet(occasion)})
    else ${sql.raw(`coalesce(${occasion}.last_sign_up_at, ${occasion}.starts_at)`)} end`

/**
 * SQL: a key that the occasion shares with those chosen together with it: `set <tag id>`, or its own id without a set.
 * `occasion` is the alias of a row of `occasionsView`.
 */
export const idOfSet = (occasion: string): SQL =>
  sql`case when ${isTied(occasion)} then 'set ' || ${sql.raw(occasion)}.tag_id else ${sql.raw(occasion)}.id end`

/**
 * Each occasion that can be signed up to at `now` (ISO text) with each education that offers it. The columns are
 * `education_id`, `occasion_id`, `education_part_id`, `needs_approval`, `blocked_for_external_users`, and those of
 * `occasionsView` about its time, city, seats and fee. Full occasions and unpublished educations are included.
 * `has_available_seat` is 0 or 1.
 *
 * Occasions that are chosen together are one choice: each row has the sum of their fees and the seats of the fullest,
 * and all are open or none. Approval or a block of one is that of all.
 */
export const openOccasions = (now: string | SQL): SQL => sql`(
  select open_parts.education_id, open.id as occasion_id, open.education_part_id, open.starts_at, open.ends_at, open.city,
    ${feeOfSet('open')} as fee_minor, ${ofFullest('open', 'max_participants')} as max_participants,
    ${ofFullest('open', 'booked_count')} as booked_count, ${ofFullest('open', 'reserved_count')} as reserved_count,
    ${anyOfSet('open', 'needs_approval')} as needs_approval,
    ${anyOfSet('open', 'blocked_for_external_users')} as blocked_for_external_users,
    case when ${isTied('open')} then not exists (select 1 from ${ofSet('open')}
        and tied.booked_count + tied.reserved_count >= tied.max_participants)
      else open.max_participants is null or open.booked_count + open.reserved_count < open.max_participants end as has_available_seat
  from occasions open join education_to_part open_parts on ${isOfferedIn('open', 'open_parts')}
  where open.canceled_at is null and open.starts_at > ${now} and coalesce(open.last_sign_up_at, open.starts_at) >= ${now}
    and not (${isTied('open')} and exists (select 1 from ${ofSet('open')}
      and coalesce(tied.last_sign_up_at, tied.starts_at) < ${now})))`

/** 1 for a person from outside the federation, and 0 for a member. */
export type ExternalFlag = 0 | 1

/**
 * SQL condition: a date is not closed to the person because of being external. `date` is the alias of a row of
 * `openOccasions`, or of another one with `blocked_for_external_users`.
 */
export const isOpenToPerson = (date: string, isExternal: SQL | ExternalFlag): SQL =>
  sql`(${isExternal} = 0 or ${sql.raw(date)}.blocked_for_external_users = 0)`

/**
 * SQL: `openOccasions` with the seats that others than the queue may take, as the rules of signing up count them. The
 * facts of a next step read `openOccasions` with `isForQueue`, because SQLite limits the depth of their query.
 */
export const offeredOccasions = (now: string | SQL): SQL => sql`(
  select offered.education_id, offered.occasion_id, offered.education_part_id, offered.starts_at, offered.ends_at, offered.city,
    offered.fee_minor, offered.max_participants, offered.booked_count,
    ${reservedForOthers(sql`offered.occasion_id`, { max: sql`offered.max_participants`, reserved: sql`offered.reserved_count` })} as reserved_count,
    offered.needs_approval, offered.blocked_for_external_users,
    offered.has_available_seat and not (offered.max_participants is not null and ${isForQueue(sql`offered.occasion_id`)}) as has_available_seat
  from ${openOccasions(now)} offered)`

/**
 * SQL: the rows of `offeredOccasions` with which a person can begin an education: open to them, as external or not, and
 * their part comes after no meeting. A list that shows one date for an education, its seats or its price reads them
 * here.
 */
export const entryOccasions = (now: string | SQL, isExternal: ExternalFlag): SQL => sql`(
  select entry.* from ${offeredOccasions(now)} entry where ${isOpenToPerson('entry', isExternal)} and not exists (
    with recursive earlier(part_id) as (
      select prerequisite_part_id from part_dependencies
      where education_id = entry.education_id and education_part_id = entry.education_part_id
      union select d.prerequisite_part_id from earlier
      join part_dependencies d on d.education_id = entry.education_id and d.education_part_id = earlier.part_id)
    select 1 from earlier join education_parts earlier_part on earlier_part.id = earlier.part_id where earlier_part.type = 0))`

/** The people responsible for each occasion: `occasion_id`, `user_id`. */
export const responsiblesOfOccasions = sql`(select occasion_id, user_id from occasion_responsibles)`

/** Ids of the occasions whose title or place matches a full-text query of `text-matching.ts`. */
export const occasionsWithWords = (match: string): SQL =>
  sql`(select rowid from occasions_words where occasions_words match ${match})`
