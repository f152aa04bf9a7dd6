import { and, eq, isNull, sql } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import type { Actor } from '#api/actor.ts'
import { ageOn } from '#api/ages.ts'
import type { Ctx, Visitor } from '#api/context.ts'
import { personPictureUrl } from '#api/foundation/files/address.ts'
import { noticesView } from '#api/foundation/notices/views.ts'
import { canSeeBirthDate, canSeeContact, rowBooking } from '#api/participation/results/contact.ts'
import { isOrganizedResult, toPartResult } from '#api/participation/results/storage.ts'
import { educationPartResults } from '#api/participation/results/table.ts'
import { canSignUpDirectly } from '#api/participation/results/within-reach.ts'
import { notifiedChild } from '#api/people/guardians/recipients.ts'
import { isIdentityHidden, protectedSignUpFields } from '#api/people/reach/hidden-identity.ts'
import { administers } from '#api/people/reach/within-reach.ts'
import { users } from '#api/people/users/table.ts'
import { namedMembershipsOfPeople, nameOfPerson, peopleView } from '#api/people/users/views.ts'
import { toPortalDay } from '#api/zone.ts'
import type { Database } from '#platform/database.ts'
import type { Participant } from './contract.ts'
import { listNameKeys } from './name-keys.ts'

const name = sql<string>`users.first_name || ' ' || users.last_name`

const organizationNames = sql<string>`(
  select json_group_array(m.name) from ${namedMembershipsOfPeople} m where m.user_id = users.id
)`

const guardianName = nameOfPerson(sql`education_part_results.guardian_user_id`)

const columnsFor = (actor: Actor) => ({
  result: educationPartResults,
  name,
  email: users.email,
  inactiveAt: users.inactiveAt,
  phone: users.phone,
  birthOn: users.birthOn,
  externalPersonId: users.externalPersonId,
  seesContact: sql<0 | 1>`${canSeeContact(actor, rowBooking)}`.as('sees_contact'),
  seesBirthDate: sql<0 | 1>`${canSeeBirthDate(actor)}`.as('sees_birth_date'),
  isOffice: sql<0 | 1>`${administers(actor, rowBooking.userId)}`.as('is_office'),
  isExternal: users.isExternal,
  protectedAt: users.protectedAt,
  pictureFileId: users.pictureFileId,
  organizationNames,
  guardianName,
})

/**
 * Selects the sign-ups of an occasion that the caller organises, by last name, cancelled ones last; at most 2,000. With
 * `resultIds` only those, with an empty list none. The rows have fields that the caller may not see: use
 * `toParticipants`.
 */
export function selectParticipants(ctx: Ctx, occasionId: number, resultIds?: readonly number[]) {
  const isSelected =
    resultIds && sql`${educationPartResults.id} in (select value from json_each(${JSON.stringify(resultIds)}))`
  return ctx.db.query
    .select(columnsFor(ctx.actor))
    .from(educationPartResults)
    .innerJoin(users, eq(users.id, educationPartResults.userId))
    .where(and(eq(educationPartResults.occasionId, occasionId), isSelected, isOrganizedResult(ctx.actor)))
    .orderBy(educationPartResults.canceled, users.lastName, users.firstName, educationPartResults.id)
    .limit(2000)
}

type ParticipantRow = Awaited<ReturnType<typeof selectParticipants>>[number]

/** Converts a row to a participant, without the fields that the caller may not see. */
function participantFrom(ctx: Ctx, row: ParticipantRow): Participant {
  const { result, name: fullName, birthOn, isExternal, guardianName: guardian } = row
  const hides = isIdentityHidden(ctx, { id: result.userId, protectedAt: row.protectedAt })
  return {
    ...toPartResult(result),
    ...(hides && protectedSignUpFields),
    name: fullName,
    email: row.seesContact === 1 ? row.email : null,
    phone: row.seesContact === 1 ? row.phone : null,
    birthDate: row.seesBirthDate === 1 ? birthOn : null,
    age: birthOn === null || hides ? null : ageOn(birthOn, toPortalDay(ctx.now)),
    externalPersonId: row.isOffice === 1 ? row.externalPersonId : null,
    isExternal,
    pictureUrl: personPictureUrl(ctx, row.pictureFileId),
    organizationNames: JSON.parse(row.organizationNames) as string[],
    guardianName: hides ? null : guardian,
  }
}

/**
 * Converts rows of `selectParticipants` to participants, in their order, without the fields that the caller may not
 * see.
 */
export const toParticipants = (ctx: Ctx, rows: readonly ParticipantRow[]): Participant[] =>
  rows.map((row) => participantFrom(ctx, row))

/**
 * Lists the people, with their e-mail addresses, of those of the sign-ups to an occasion that the caller organises; at
 * most 2,000, by name, cancelled ones last. The address is null for people without one or with a closed account. E-mail
 * addresses that the caller may not see are included, since each recipient gets a mail of their own.
 */
export const listAddressees = async (ctx: Ctx, occasionId: number, resultIds: readonly number[]) =>
  (await selectParticipants(ctx, occasionId, resultIds)).map(({ result, name: fullName, email, inactiveAt }) => ({
    userId: result.userId,
    name: fullName,
    email: inactiveAt === null ? email : null,
  }))

/**
 * Lists the user ids of the participants of occasions that the caller organises, each person once, by name, without
 * cancelled sign-ups and closed accounts. At most `limit`, and only of the given results and people; without a list
 * all, with an empty one nobody.
 */
export async function listParticipantIds(
  { db, actor }: Ctx,
  occasionIds: readonly number[],
  { resultIds, userIds }: { resultIds?: readonly number[] | undefined; userIds?: readonly number[] | undefined },
  limit: number,
): Promise<number[]> {
  const isIn = (column: SQLiteColumn, ids: readonly number[] | undefined) =>
    ids && sql`${column} in (select value from json_each(${JSON.stringify(ids)}))`
  const rows = await db.query
    .select({ userId: educationPartResults.userId })
    .from(educationPartResults)
    .innerJoin(users, eq(users.id, educationPartResults.userId))
    .where(
      and(
        isIn(educationPartResults.occasionId, occasionIds),
        eq(educationPartResults.canceled, false),
        isNull(users.inactiveAt),
        isIn(educationPartResults.id, resultIds),
        isIn(educationPartResults.userId, userIds),
        isOrganizedResult(actor),
      ),
    )
    .groupBy(educationPartResults.userId)
    .orderBy(users.lastName, users.firstName, educationPartResults.userId)
    .limit(limit)
  return rows.map(({ userId }) => userId)
}

/**
 * Lists the people with a sign-up to the occasions that is not cancelled, in no order, by occasion and user id; access
 * is not checked here.
 */
export const listPeopleOnOccasions = (
  db: Database,
  occasionIds: readonly number[],
): Promise<{ occasionId: number; userId: number }[]> =>
  db.rows(sql`
    select occasion_id as occasionId, user_id as userId from education_part_results
    where occasion_id in (select value from json_each(${JSON.stringify(occasionIds)})) and canceled = 0`)

/**
 * Lists the sign-ups of an occasion that the caller organises as participants, by name, cancelled ones last, at most
 * 2,000. Leaves out the fields that the caller may not see. `resultIds` is as in `selectParticipants`.
 */
export const listParticipants = async (ctx: Ctx, occasionId: number, resultIds?: readonly number[]) =>
  toParticipants(ctx, await selectParticipants(ctx, occasionId, resultIds))

interface MatchedPerson {
  line: string
  userId: number | null
  name: string | null
  organizationNames: string[]
}

interface MatchRow {
  line: string
  userId: number | null
  name: string | null
  names: string | null
}

const toMatchedPerson = ({ names, ...match }: MatchRow): MatchedPerson => ({
  ...match,
  organizationNames: names ? (JSON.parse(names) as string[]) : [],
})

/**
 * Finds the person of each line by e-mail address, IdrottsID (the register's id), user name or full name, by order of
 * the lines. Letter case counts only in an IdrottsID; lines are not trimmed. `userId` and `name` are null
 * when a line matches nobody or several people. Inactive people and protected identities never match, and a full name
 * only people whom the caller may sign up directly. Other access is not checked here.
 */
export async function findPeople({ db, actor }: Ctx, lines: readonly string[]): Promise<MatchedPerson[]> {
  const named = lines.map((line) => ({ line, keys: listNameKeys(line) }))
  const matches = sql`(
    select candidate.id from ${peopleView} candidate where candidate.inactive_at is null and candidate.protected_at is null and (
      lower(candidate.email) = lower(line.value ->> 'line') or candidate.external_person_id = line.value ->> 'line'
      or lower(candidate.user_name) = lower(line.value ->> 'line')
      or (candidate.name_key in (select possible.value from json_each(line.value, '$.keys') possible) and ${canSignUpDirectly(actor, sql`candidate.id`)}))
  )`
  const only = sql`(select case when count(*) = 1 then min(id) end from ${matches})`
  const rows = await db.rows<MatchRow>(sql`
    select found.line, found.user_id as userId, ${name} as name, ${organizationNames} as names
    from (select line.value ->> 'line' as line, line.key as place, ${only} as user_id from json_each(${JSON.stringify(named)}) line) found
    left join ${peopleView} users on users.id = found.user_id order by found.place`)
  return rows.map(toMatchedPerson)
}

/**
 * Lists people by id, in the order of the ids, each with an empty line; inactive people and protected identities have
 * no `userId`. Access is not checked here.
 */
export async function listPeople(db: Database, userIds: readonly number[]): Promise<MatchedPerson[]> {
  const rows = await db.rows<MatchRow>(sql`
    select '' as line, users.id as userId, ${name} as name, ${organizationNames} as names
    from json_each(${JSON.stringify(userIds)}) chosen
    left join ${peopleView} users on users.id = chosen.value and users.inactive_at is null and users.protected_at is null
    order by chosen.key`)
  return rows.map(toMatchedPerson)
}

/**
 * Lists up to 40 participants, each once, without a notice of the kind `news` about an occasion since `at` (ISO text),
 * in no order. Each has the guardians to notify. For `occasionCanceled`, these are the people whose results were
 * cancelled at `at`; for `meetingLinkChanged` only those with approved sign-ups.
 */
export const listUnnotified = (
  { db, now }: Visitor,
  { occasionId, at, news }: { occasionId: number; at: string; news: string },
) =>
  db.query
    .select({
      userId: users.id,
      firstName: users.firstName,
      email: users.email,
      language: users.language,
      isExternal: users.isExternal,
      educationId: educationPartResults.educationId,
      notified: notifiedChild(now).as('notified'),
    })
    .from(educationPartResults)
    .innerJoin(users, eq(users.id, educationPartResults.userId))
    .where(
      and(
        eq(educationPartResults.occasionId, occasionId),
        news === 'occasionCanceled'
          ? sql`${educationPartResults.canceled} = 1 and ${educationPartResults.changedAt} = ${at}`
          : sql`${educationPartResults.canceled} = 0`,
        // The meeting link is for approved sign-ups only.
        news === 'meetingLinkChanged' ? sql`${educationPartResults.signedUpAt} is not null` : undefined,
        sql`not exists (select 1 from ${noticesView} n where n.user_id = ${users.id} and n.kind = ${news}
          and n.created_at >= ${at} and n.path like ${`%?occasion=${occasionId}`})`,
      ),
    )
    .groupBy(users.id)
    .limit(40)
