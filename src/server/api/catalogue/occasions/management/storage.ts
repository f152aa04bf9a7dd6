import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { Actor } from '#api/actor.ts'
import { occasionTags, partResults } from '#api/catalogue/scope/contributed-results.ts'
import { featureIsOn } from '#api/foundation/portal-configuration/feature-is-on.ts'
import { organizationsView } from '#api/people/organizations/views.ts'
import { decidesAbout } from '#api/people/reach/within-reach.ts'
import { peopleView } from '#api/people/users/views.ts'
import { type Database, type Statement, unlessChanged } from '#platform/database.ts'
import { insertFrom } from '#platform/insert-from.ts'
import { sanitizedHtml } from '#platform/sanitize.ts'
import type { Occasion } from '../contract.ts'
import { withOccasionWords } from '../rules.ts'
import { occasionFrom, selectOccasions } from '../storage.ts'
import { occasionResponsibles, occasions } from '../table.ts'
import type { OccasionInput } from './contract.ts'

const columnsOf = (given: OccasionInput) => ({
  educationPartId: given.educationPartId,
  educationId: given.educationId,
  ...withOccasionWords({ title: given.title, city: given.city, venue: given.venue }),
  description: given.description === null ? null : sanitizedHtml(given.description),
  startsAt: given.startDate,
  endsAt: given.endDate,
  sessions: given.sessions.map(({ start, end }) => ({ start: start.toISOString(), end: end.toISOString() })),
  lastSignUpAt: given.lastSignUpDate,
  lastCancelAt: given.lastCancelDate,
  address: given.address,
  onlineUrl: given.onlineUrl,
  maxParticipants: given.maxParticipants,
  feeMinor: Math.round(given.fee * 100),
  paymentMethods: [...new Set(given.paymentMethods)].sort(),
  blockedForExternalUsers: given.blockedForExternalUsers,
  organizerOrganizationId: given.organizerOrganizationId,
  customQuestions: given.customQuestions,
  ...(given.tagId === undefined ? {} : { tagId: given.tagId }),
})

/** The occasion that this transaction has inserted last: SQLite gives the next id after the highest. */
const newest: SQL<number> = sql`(select max(id) from occasions)`

const addResponsibles = (db: Database, id: number | SQL, userIds: readonly number[]): Statement =>
  insertFrom(
    db.query,
    occasionResponsibles,
    { occasionId: id, userId: sql`value` },
    sql`from json_each(${JSON.stringify([...new Set(userIds)])})`,
  )

/** The row, answering its id, and those who answer for it. */
export const insertOccasion = (db: Database, given: OccasionInput, needsApproval: boolean, now: Date) =>
  [
    db.query
      .insert(occasions)
      .values({ ...columnsOf(given), needsApproval, createdAt: now, changedAt: now })
      .returning({ id: occasions.id }),
    addResponsibles(db, newest, given.responsibleIds),
  ] as const

export const updateOccasion = (db: Database, id: number, given: OccasionInput, now: Date): Statement[] => [
  db.query
    .update(occasions)
    .set({
      ...columnsOf(given),
      ...(given.needsApproval === undefined ? {} : { needsApproval: given.needsApproval }),
      changedAt: unlessChanged(occasions.changedAt, given.lastChange, now) as Date,
    })
    .where(and(eq(occasions.id, id), isNull(occasions.canceledAt))),
  db.query.delete(occasionResponsibles).where(eq(occasionResponsibles.occasionId, id)),
  addResponsibles(db, id, given.responsibleIds),
]

/** What is canceled already keeps its first reason and moment. */
export const markCanceled = (db: Database, id: number, reason: string | null, now: Date): Statement =>
  db.query
    .update(occasions)
    .set({ canceledAt: now, canceledReason: reason, changedAt: now })
    .where(and(eq(occasions.id, id), isNull(occasions.canceledAt)))

/** Ties exactly these together by a tag; those that have people on them already are refused by the database. */
export const tieOccasions = (db: Database, tagId: number | SQL<number>, ids: readonly number[], now: Date) => {
  const wanted = sql`(select value from json_each(${JSON.stringify(ids)}))`
  return [
    db.query
      .update(occasions)
      .set({ tagId: null, changedAt: now })
      .where(sql`${occasions.tagId} = ${tagId} and ${occasions.id} not in ${wanted}`),
    db.query
      .update(occasions)
      .set({ tagId: sql`${tagId}`, changedAt: now })
      .where(sql`${occasions.id} in ${wanted} and ${occasions.tagId} is not ${tagId}`),
  ]
}

// In a query of one table Drizzle leaves out the table's name, and a bare `id` would be the result's own.
const pendingCount = (actor: Actor) => sql<number>`(
  select count(*) from ${partResults} waiting_results
  where waiting_results.occasion_id = occasions.id and waiting_results.canceled = 0
    and waiting_results.signed_up_at is null and ${decidesAbout(actor, sql`waiting_results.user_id`)}
)`

/** What a reader of the occasion is not told; a question to read with others. */
export const selectOrganizersView = (db: Database, actor: Actor, id: number) =>
  db.query
    .select({ onlineUrl: occasions.onlineUrl, pendingCount: pendingCount(actor).as('pending_count') })
    .from(occasions)
    .where(eq(occasions.id, id))

/** Whether the part approves its sign-ups; null when there is no such part in the education. */
export async function findPart(db: Database, educationPartId: number, educationId: number | null) {
  const [row] = await db.rows<{ needsApproval: number; type: number }>(sql`
    select needs_approval as needsApproval, type from education_parts p where p.id = ${educationPartId}
      and (${educationId} is null or exists (
        select 1 from education_to_part l where l.education_part_id = p.id and l.education_id = ${educationId}))`)
  return row ? { needsApproval: row.needsApproval === 1, type: row.type } : null
}

/** The fields that name people or organisations who do not exist. */
export async function findUnknownReferences(db: Database, given: OccasionInput) {
  const [row] = await db.rows<{ responsibleIds: number; organizerOrganizationId: number }>(sql`select
    exists (select 1 from json_each(${JSON.stringify(given.responsibleIds)}) where value not in (select id from ${peopleView}))
      as responsibleIds,
    ${given.organizerOrganizationId} is not null
      and not exists (select 1 from ${organizationsView} where id = ${given.organizerOrganizationId}) as organizerOrganizationId`)
  return (['responsibleIds', 'organizerOrganizationId'] as const).filter((field) => row?.[field] === 1)
}

/** For work that nobody asked for in person: no reader, so nothing is hidden. */
export async function findOccasionForJobs(db: Database, id: number): Promise<Occasion | null> {
  const [row] = await selectOccasions(db).where(eq(occasions.id, id))
  return row ? occasionFrom(row) : null
}

/** The way into a meeting, for letters to those who have a place in it. */
export async function findMeeting(db: Database, id: number): Promise<string | null> {
  const [row] = await db.query.select({ onlineUrl: occasions.onlineUrl }).from(occasions).where(eq(occasions.id, id))
  return row?.onlineUrl ?? null
}

/** The education of a tag that may tie an occasion of this part and education; null when it may not. */
export async function findTyingEducation(
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
