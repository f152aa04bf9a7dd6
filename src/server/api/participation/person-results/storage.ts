import { and, asc, desc, eq, type SQL, sql } from 'drizzle-orm'
import { latestAdultBirth } from '#api/ages.ts'
import { educationPartsView } from '#api/catalogue/education-parts/views.ts'
import { educations } from '#api/catalogue/educations/table.ts'
import { educationsView, partsOfEducations, prerequisitesOfParts } from '#api/catalogue/educations/views.ts'
import { occasions } from '#api/catalogue/occasions/table.ts'
import { occasionsOfEducations, occasionsView } from '#api/catalogue/occasions/views.ts'
import type { Ctx, Visitor } from '#api/context.ts'
import { signedFileUrl } from '#api/foundation/files/address.ts'
import { countCompleted, nextStepIn } from '#api/participation/next-steps/rules.ts'
import { parseStepFacts, stepFacts } from '#api/participation/next-steps/storage.ts'
import type { StartedEducationBlock } from '#api/participation/person-results/contract.ts'
import { resultEducationId, toPartResult } from '#api/participation/results/storage.ts'
import { educationPartResults } from '#api/participation/results/table.ts'
import { resultsOfEducations } from '#api/participation/results/views.ts'
import { cancelDeadline, hasMeetingLink } from '#api/participation/sign-ups/rules.ts'
import { users } from '#api/people/users/table.ts'
import { toPortalDay } from '#api/zone.ts'
import { prepareQuery, type QueryBuilder } from '#platform/prepare-query.ts'
import type { BookedOccasion } from './contract.ts'

const ids = (list: readonly number[]) => sql`(select value from json_each(${JSON.stringify(list)}))`

const isDone = (userId: number, partId: SQL) => sql`exists (select 1 from education_part_results done_results
  where done_results.user_id = ${userId} and done_results.education_part_id = ${partId} and done_results.completed = 1
    and done_results.canceled = 0)`

const nextBooked = (userId: number, now: string) => sql<string | null>`(
  select min(o.starts_at) from education_part_results r join ${occasionsView} o on o.id = r.occasion_id
  join ${partsOfEducations} l on l.education_part_id = r.education_part_id and l.education_id = educations.id
  where r.user_id = ${userId} and r.canceled = 0 and o.canceled_at is null and o.starts_at > ${now}
    and coalesce(r.education_id, educations.id) = educations.id)`

const touchedAt = (userId: number) => sql<string | null>`(
  select max(r.changed_at) from education_part_results r
  join ${partsOfEducations} l on l.education_part_id = r.education_part_id and l.education_id = educations.id
  where r.user_id = ${userId} and r.canceled = 0 and coalesce(r.education_id, educations.id) = educations.id)`

/** SQL: the education is begun by a part result or an educator's addition, and not completed (spec G-028). */
const isStarted = (userId: number) => sql`
  educations.id in (
    select l.education_id from education_part_results r join ${partsOfEducations} l on l.education_part_id = r.education_part_id
    where r.user_id = ${userId} and r.canceled = 0 and coalesce(r.education_id, l.education_id) = l.education_id
    union select education_id from education_results where user_id = ${userId} and completed = 0
  )
  and (exists (select 1 from education_results where user_id = ${userId} and education_id = educations.id and completed = 0)
    or not exists (select 1 from education_results
      where user_id = ${userId} and education_id = educations.id and completed = 1))`

type UserNow = { userId: number; now: string }
type PersonNow = UserNow & { bornBy: string }

const personNow = ({ now }: Visitor, userId: number): PersonNow => ({
  userId,
  now: now.toISOString(),
  bornBy: latestAdultBirth(toPortalDay(now)),
})

const facts = stepFacts({
  userId: sql`reader.id`,
  educationId: sql`educations.id`,
  now: sql`reader.at`,
  bornBy: sql`reader.born_by`,
})

const selectBlocks = ({ query }: QueryBuilder, { userId, now, bornBy }: PersonNow, condition: SQL) =>
  query
    .select({
      educationId: educations.id,
      title: educations.title,
      pictureFileId: educations.pictureFileId,
      facts: facts.as('facts'),
      nextOccasionAt: nextBooked(userId, now),
    })
    .from(educations)
    .innerJoin(sql`(select ${userId} id, ${now} at, ${bornBy} born_by) reader`, sql`true`)
    .where(condition)
    .orderBy(desc(touchedAt(userId)), asc(educations.title))
    .limit(100)

type BlockRow = Awaited<ReturnType<typeof selectBlocks>>[number]

/**
 * Returns a function that converts a row to a person's progress in an education: parts completed of all, optional ones
 * too, and the next step. `nextOccasionDate` is the start of the first booked occasion to come, null without one. The
 * signed URL of the picture is null without a picture, the next part while no part comes next.
 */
export const toBlock =
  (ctx: Visitor) =>
  ({ pictureFileId, facts: stored, nextOccasionAt, ...row }: BlockRow): StartedEducationBlock => {
    const own = parseStepFacts(stored, ctx.now)
    const nextStep = nextStepIn(own)
    const { part } = nextStep
    return {
      ...row,
      partsTotal: own.parts.length,
      partsCompleted: countCompleted(own),
      pictureUrl: pictureFileId === null ? null : signedFileUrl(ctx.env.SESSION_SECRET, pictureFileId, ctx.now),
      nextPartId: part?.id ?? null,
      nextPartTitle: part?.title ?? null,
      nextPartType: part?.type ?? null,
      nextStep,
      nextOccasionDate: nextOccasionAt ? new Date(nextOccasionAt) : null,
    }
  }

const started = prepareQuery((db, person: PersonNow) => selectBlocks(db, person, isStarted(person.userId)))

/**
 * Selects, for `toBlock`, a person's progress in the educations that they have begun and not completed, or renew:
 * latest activity first, at most 100. Unpublished and archived ones are included; access is not checked here.
 */
export const selectStartedEducations = (ctx: Visitor, userId: number) => started(ctx.db, personNow(ctx, userId))

/**
 * Lists a person's progress in those of the given educations that are published, begun or not, or that the person has
 * begun and not completed.
 *
 * Latest activity first, then those without any by title; at most 100. Archived ones are included; access is not
 * checked here.
 */
export async function listBlocks(ctx: Visitor, userId: number, educationIds: readonly number[]) {
  const condition = sql`educations.id in ${ids(educationIds)}
    and (educations.published_at is not null or ${isStarted(userId)})`
  return (await selectBlocks(ctx.db, personNow(ctx, userId), condition)).map(toBlock(ctx))
}

const missingBefore = (userId: number) => sql<string>`(
  select json_group_array(json_object('id', p.id, 'title', p.title, 'kind', 'part', 'educationId', d.education_id))
  from ${prerequisitesOfParts} d join ${educationPartsView} p on p.id = d.prerequisite_part_id
  where d.education_id = ${resultEducationId} and d.education_part_id = education_part_results.education_part_id
    and not ${isDone(userId, sql`d.prerequisite_part_id`)})`

interface OccasionOfResult {
  title: string | null
  startsAt: string
  endsAt: string
  lastSignUpAt: string | null
  lastCancelAt: string | null
  city: string
  venue: string | null
  address: string | null
  onlineUrl: string | null
  canceledAt: string | null
}

// One JSON column, because a batch reads rows by column name, and other tables have the same names.
const occasionOfResult = sql<string>`json_object(
  'title', occasions.title, 'startsAt', occasions.starts_at, 'endsAt', occasions.ends_at,
  'lastSignUpAt', occasions.last_sign_up_at, 'lastCancelAt', occasions.last_cancel_at, 'city', occasions.city,
  'venue', occasions.venue, 'address', occasions.address, 'onlineUrl', occasions.online_url,
  'canceledAt', occasions.canceled_at)`

const selectBookedBy = ({ query }: QueryBuilder, { userId, now }: UserNow, educationId?: number) =>
  query
    .select({
      result: educationPartResults,
      occasion: occasionOfResult,
      inEducation: sql<number>`${resultEducationId}`,
      educationTitle: sql<string>`(select title from ${educationsView} educations where id = ${resultEducationId})`,
      partTitle: sql<string>`(select title from ${educationPartsView} where id = education_part_results.education_part_id)`,
      missing: missingBefore(userId),
    })
    .from(educationPartResults)
    .innerJoin(occasions, eq(occasions.id, educationPartResults.occasionId))
    .where(
      and(
        eq(educationPartResults.userId, userId),
        eq(educationPartResults.canceled, false),
        sql`${occasions.endsAt} >= ${now}`,
        educationId === undefined ? undefined : sql`${resultEducationId} = ${educationId}`,
      ),
    )
    .orderBy(asc(occasions.startsAt))
    .limit(200)

const booked = prepareQuery((db, person: UserNow) => selectBookedBy(db, person))

/**
 * Selects the occasions that have not ended and that a person is signed up to, by time, at most 200; of one education
 * when it is given. Exams are not among them. Sign-ups that wait for approval and cancelled occasions are included,
 * cancelled sign-ups are not. Access is not checked here.
 */
export function selectBookedOccasions(ctx: Visitor, userId: number, educationId?: number) {
  const person = { userId, now: ctx.now.toISOString() }
  return educationId === undefined ? booked(ctx.db, person) : selectBookedBy(ctx.db, person, educationId)
}

type BookedRow = Awaited<ReturnType<typeof selectBookedBy>>[number]

const moment = (text: string | null) => (text === null ? null : new Date(text))

/**
 * Converts a row of `selectBookedOccasions` to the reply's form. The meeting link is null unless the sign-up is
 * approved and the occasion is not cancelled. `cancelableUntil` is the latest moment to cancel it (`cancelDeadline`),
 * never null. `prerequisites` are the parts to complete before it that the person has not completed.
 */
export function toBookedOccasion(row: BookedRow): Required<BookedOccasion> {
  const { result, educationTitle, partTitle } = row
  const { title, city, venue, address, ...occasion } = JSON.parse(row.occasion) as OccasionOfResult
  const [startsAt, endsAt] = [new Date(occasion.startsAt), new Date(occasion.endsAt)]
  const isCanceled = occasion.canceledAt !== null
  const [lastCancelAt, lastSignUpAt] = [moment(occasion.lastCancelAt), moment(occasion.lastSignUpAt)]
  return {
    educationTitle,
    partTitle,
    title,
    city,
    venue,
    address,
    id: result.occasionId ?? 0,
    educationPartId: result.educationPartId,
    educationId: row.inEducation,
    startDate: startsAt,
    endDate: endsAt,
    onlineUrl: hasMeetingLink({ isApproved: result.signedUpAt !== null, isCanceled }) ? occasion.onlineUrl : null,
    canceled: isCanceled,
    cancelableUntil: cancelDeadline({ startsAt, lastCancelAt, lastSignUpAt }),
    result: toPartResult(result),
    prerequisites: JSON.parse(row.missing) as Required<BookedOccasion>['prerequisites'],
  }
}

/**
 * Returns whether a person has a result on a part of an education that the occasion is given for; cancelled results do
 * not count.
 */
export async function isTakingPart(ctx: Ctx, userId: number, occasionId: number): Promise<boolean> {
  const [row] = await ctx.db.query
    .select({
      takesPart: sql<0 | 1>`exists (
      select 1 from ${occasionsOfEducations} o join ${resultsOfEducations} r on r.education_id = o.education_id
      where o.occasion_id = ${occasionId} and r.user_id = ${userId})`,
    })
    .from(sql`(select 1)`)
  return Boolean(row?.takesPart)
}

/**
 * Finds a person's date of birth and the age under which an education requires a guardian (`age`, null without a
 * limit); null when the person or the education does not exist. Access is not checked here.
 */
export async function findAgeLimit(ctx: Ctx, userId: number, educationId: number) {
  const [row] = await ctx.db.query
    .select({ birthOn: users.birthOn, age: educations.guardianRequiredUnderAge })
    .from(users)
    .innerJoin(educations, eq(educations.id, educationId))
    .where(eq(users.id, userId))
  return row ?? null
}
