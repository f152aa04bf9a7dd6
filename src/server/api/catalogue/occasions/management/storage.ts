import { and, asc, eq, gt, isNull, type SQL, sql } from 'drizzle-orm'
import type { Actor } from '#api/actor.ts'
import { occasionTags, partResults } from '#api/catalogue/scope/contributed-results.ts'
import { isOccasionReadable } from '#api/catalogue/scope/education-scope.ts'
import { featureIsOn } from '#api/foundation/portal-configuration/feature-is-on.ts'
import { organizationsView } from '#api/people/organizations/views.ts'
import { canDecideAbout } from '#api/people/reach/within-reach.ts'
import { activeEducators } from '#api/people/roles/views.ts'
import { sanitizeHtml } from '#api/sanitize.ts'
import { type Database, ifUnmodifiedSince, type Statement } from '#platform/database.ts'
import { insertFrom } from '#platform/insert-from.ts'
import type { Occasion } from '../contract.ts'
import { hasMeeting } from '../meetings/storage.ts'
import { withOccasionWords } from '../rules.ts'
import { selectOccasions, toOccasion } from '../storage.ts'
import { occasionResponsibles, occasionSeries, occasions } from '../table.ts'
import type { OccasionInput } from './contract.ts'

const toColumns = (input: OccasionInput) => ({
  educationPartId: input.educationPartId,
  educationId: input.educationId,
  ...withOccasionWords({ title: input.title, city: input.city, venue: input.venue }),
  description: input.description === null ? null : sanitizeHtml(input.description),
  startsAt: input.startDate,
  endsAt: input.endDate,
  sessions: input.sessions.map(({ start, end }) => ({ start: start.toISOString(), end: end.toISOString() })),
  lastSignUpAt: input.lastSignUpDate,
  lastCancelAt: input.lastCancelDate,
  address: input.address,
  onlineUrl: input.onlineUrl,
  maxParticipants: input.maxParticipants,
  feeMinor: Math.round(input.fee * 100),
  paymentMethods: [...new Set(input.paymentMethods)].sort(),
  blockedForExternalUsers: input.blockedForExternalUsers,
  organizerOrganizationId: input.organizerOrganizationId,
  customQuestions: input.customQuestions,
  ...(input.tagId === undefined ? {} : { tagId: input.tagId }),
})

/** The occasion that this transaction has just inserted: SQLite assigns the id after the highest one. */
export const newest: SQL<number> = sql`(select max(id) from occasions)`

const addResponsibles = (db: Database, id: number | SQL, userIds: readonly number[]): Statement =>
  insertFrom(
    db.query,
    occasionResponsibles,
    { occasionId: id, userId: sql`value` },
    sql`from json_each(${JSON.stringify([...new Set(userIds)])})`,
  )

/** SQL expression: the id of the series of occasions that this transaction has just inserted. */
export const newestSeries: SQL<number> = sql`(select max(id) from occasion_series)`

/**
 * Returns the statement that inserts a series of occasions. Occasions that are inserted later in the same commit refer
 * to it.
 */
export const insertSeries = (db: Database, now: Date): Statement =>
  db.query.insert(occasionSeries).values({ createdAt: now })

interface NewOccasion {
  needsApproval: boolean
  seriesId: SQL<number> | null
  now: Date
}

/**
 * Returns the statements that insert an occasion, whose result is the id, and its responsible educators.
 * `needsApproval` and `seriesId` are those of the third parameter, whatever `input` has. Repeated `responsibleIds`
 * count once. References and clashes are not checked here, and nobody is notified.
 */
export const insertOccasion = (db: Database, input: OccasionInput, { needsApproval, seriesId, now }: NewOccasion) =>
  [
    db.query
      .insert(occasions)
      .values({ ...toColumns(input), needsApproval, seriesId, createdAt: now, changedAt: now })
      .returning({ id: occasions.id }),
    addResponsibles(db, newest, input.responsibleIds),
  ] as const

/**
 * Returns the statements that update an occasion, and replace its responsible educators with `responsibleIds`. The
 * commit fails as `changed_meanwhile` unless it has the version `lastChange`, which a cancellation ends too. It fails
 * as `occasion_max_below_booked` when `maxParticipants` is less than its booked and reserved (unpaid) seats. Without
 * `tagId` or `needsApproval` these stay; so does the link of a meeting that the portal creates.
 */
export const updateOccasion = (db: Database, id: number, input: OccasionInput, now: Date): Statement[] => [
  db.query
    .update(occasions)
    .set({
      ...toColumns(input),
      onlineUrl: sql`case when ${hasMeeting(id)} then online_url else ${input.onlineUrl} end`,
      ...(input.needsApproval === undefined ? {} : { needsApproval: input.needsApproval }),
      changedAt: ifUnmodifiedSince(occasions.changedAt, input.lastChange, now) as Date,
    })
    .where(eq(occasions.id, id)),
  db.query.delete(occasionResponsibles).where(eq(occasionResponsibles.occasionId, id)),
  addResponsibles(db, id, input.responsibleIds),
]

/**
 * Returns the statement that cancels an occasion of any version; `reason` is null when none was given. A cancelled one
 * keeps its first reason, date and version. Its sign-ups stay, and nobody is notified here.
 */
export const markCanceled = (db: Database, id: number, reason: string | null, now: Date): Statement =>
  db.query
    .update(occasions)
    .set({ canceledAt: now, canceledReason: reason, changedAt: now })
    .where(and(eq(occasions.id, id), isNull(occasions.canceledAt)))

/**
 * Returns the statements that give a tag (a group of occasions that people sign up for together) to exactly these
 * occasions.
 * Others lose it; an empty list takes it from all.
 *
 * The commit fails as `tag_occasion_booked` when an occasion that did not have the tag before has participants, and as
 * `tag_part_twice` for two of the same part. Occasions that keep or lose the tag may have participants. Only occasions
 * that get or lose it change their version; another tag that they had is replaced.
 */
export const setTagOfOccasions = (db: Database, tagId: number | SQL<number>, ids: readonly number[], now: Date) => {
  const idList = sql`(select value from json_each(${JSON.stringify(ids)}))`
  return [
    db.query
      .update(occasions)
      .set({ tagId: null, changedAt: now })
      .where(sql`${occasions.tagId} = ${tagId} and ${occasions.id} not in ${idList}`),
    db.query
      .update(occasions)
      .set({ tagId: sql`${tagId}`, changedAt: now })
      .where(sql`${occasions.id} in ${idList} and ${occasions.tagId} is not ${tagId}`),
  ]
}

// Names the table: in a query of a single table Drizzle omits it, and a bare `id` would be the column of the subquery.
const pendingCount = (actor: Actor) => sql<number>`(
  select count(*) from ${partResults} waiting_results
  where waiting_results.occasion_id = occasions.id and waiting_results.canceled = 0
    and waiting_results.signed_up_at is null and ${canDecideAbout(actor, sql`waiting_results.user_id`)}
)`

/**
 * Selects the meeting link, the series and `pendingCount` of an occasion, to be batched with other reads. That is the
 * number of sign-ups that wait for approval and that the actor may decide about. Access is not checked here.
 */
export const selectOrganizerFields = (db: Database, actor: Actor, id: number) =>
  db.query
    .select({
      onlineUrl: occasions.onlineUrl,
      seriesId: occasions.seriesId,
      pendingCount: pendingCount(actor).as('pending_count'),
    })
    .from(occasions)
    .where(eq(occasions.id, id))

/**
 * Returns the type of a part (`partTypes`) and whether its sign-ups need approval; null when the education has no such
 * part. With null for the education any part is found.
 */
export async function findOccasionPart(db: Database, educationPartId: number, educationId: number | null) {
  const [row] = await db.rows<{ needsApproval: number; type: number }>(sql`
    select needs_approval as needsApproval, type from education_parts p where p.id = ${educationPartId}
      and (${educationId} is null or exists (
        select 1 from education_to_part l where l.education_part_id = p.id and l.education_id = ${educationId}))`)
  return row ? { needsApproval: row.needsApproval === 1, type: row.type } : null
}

/**
 * Returns the names of the fields that cannot be saved: `responsibleIds` when one of them is not an active educator or
 * administrator, `organizerOrganizationId` when it does not exist. People in `earlierIds`, who are responsible already,
 * are not checked.
 */
export async function findInvalidReferences(db: Database, input: OccasionInput, earlierIds: readonly number[]) {
  const addedIds = input.responsibleIds.filter((id) => !earlierIds.includes(id))
  const [row] = await db.rows<{ responsibleIds: number; organizerOrganizationId: number }>(sql`select
    exists (select 1 from json_each(${JSON.stringify(addedIds)}) where value not in ${activeEducators}) as responsibleIds,
    ${input.organizerOrganizationId} is not null
      and not exists (select 1 from ${organizationsView} where id = ${input.organizerOrganizationId}) as organizerOrganizationId`)
  return (['responsibleIds', 'organizerOrganizationId'] as const).filter((field) => row?.[field] === 1)
}

/**
 * Returns an occasion without a check of access, for jobs, which have no actor; cancelled ones too; null when there is
 * none. Its education is named only when it is published.
 */
export async function findOccasionForJobs(db: Database, id: number): Promise<Occasion | null> {
  const [row] = await selectOccasions(db, null).where(eq(occasions.id, id))
  return row ? toOccasion(row) : null
}

/**
 * Returns the meeting link of an occasion, for e-mails to its participants; null without one or for an unknown id.
 * Access is not checked here.
 */
export async function findMeetingUrl(db: Database, id: number): Promise<string | null> {
  const [row] = await db.query.select({ onlineUrl: occasions.onlineUrl }).from(occasions).where(eq(occasions.id, id))
  return row?.onlineUrl ?? null
}

/**
 * Returns the education of a tag if the tag may be set on an occasion of this part and education; otherwise null. The
 * education must contain the part; with null for `educationId` the tag's own education decides. Null too while the
 * feature EducationPartTags is off.
 */
export async function findEducationOfTag(
  db: Database,
  tagId: number,
  { educationPartId, educationId }: { educationPartId: number; educationId: number | null },
): Promise<number | null> {
  const [row] = await db.rows<{ educationId: number }>(sql`
    select t.education_id as educationId from ${occasionTags} t
    join education_to_part l on l.education_id = t.education_id and l.education_part_id = ${educationPartId}
    where t.id = ${tagId} and coalesce(${educationId}, t.education_id) = t.education_id and ${featureIsOn('EducationPartTags')}`)
  return row?.educationId ?? null
}

/**
 * Lists the other occasions in the series of an occasion that have not begun, are not cancelled and that the actor may
 * read, by time. Empty for an occasion without a series. Whether the actor organises them is not checked here.
 */
export async function listSeries(db: Database, actor: Actor, id: number, now: Date): Promise<Occasion[]> {
  const rows = await selectOccasions(db, actor)
    .where(
      and(
        sql`${occasions.seriesId} = (select series_id from occasions where id = ${id})`,
        sql`${occasions.id} <> ${id}`,
        gt(occasions.startsAt, now),
        isNull(occasions.canceledAt),
        isOccasionReadable(actor),
      ),
    )
    .orderBy(asc(occasions.startsAt), asc(occasions.id))
  return rows.map(toOccasion)
}
