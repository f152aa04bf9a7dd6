import { and, asc, eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { Actor } from '#api/actor.ts'
import { educations } from '#api/catalogue/educations/table.ts'
import type { Occasion } from '#api/catalogue/occasions/contract.ts'
import { selectOccasions, toOccasion } from '#api/catalogue/occasions/storage.ts'
import { occasions } from '#api/catalogue/occasions/table.ts'
import { occasionsOfEducations, occasionsView } from '#api/catalogue/occasions/views.ts'
import { isEducationReadable, isOccasionReadable } from '#api/catalogue/scope/education-scope.ts'
import type { Ctx } from '#api/context.ts'
import type { Database, Statement } from '#platform/database.ts'
import type { Tag } from './contract.ts'
import { tags } from './table.ts'

const asList = (ids: readonly number[]) => sql`(select value from json_each(${JSON.stringify(ids)}))`

const occasionIds = (readable: SQL) => sql<string>`(
  select json_group_array(id) from (select occasions.id from ${occasionsView} occasions
    where occasions.tag_id = tags.id and occasions.canceled_at is null and ${readable}
    order by occasions.starts_at, occasions.id))`

const columns = (readable: SQL) => ({
  id: tags.id,
  educationId: tags.educationId,
  name: tags.name,
  occasionIds: occasionIds(readable),
})

const tagFrom = ({ occasionIds: ids, ...tag }: Omit<Tag, 'occasionIds'> & { occasionIds: string }): Tag => ({
  ...tag,
  occasionIds: JSON.parse(ids) as number[],
})

/**
 * Lists the tags of an education by name. Each has the ids of its occasions that the caller may see and that are not
 * cancelled, by time; it may have none. A tag is a group of occasions that people sign up for together. Empty for an
 * education that is hidden from the caller.
 */
export async function listTags(db: Database, actor: Actor | null, educationId: number): Promise<Tag[]> {
  const rows = await db.query
    .select(columns(isOccasionReadable(actor)))
    .from(tags)
    .innerJoin(educations, eq(educations.id, tags.educationId))
    .where(and(eq(tags.educationId, educationId), isEducationReadable(actor)))
    .orderBy(asc(tags.name))
  return rows.map(tagFrom)
}

/**
 * Finds a tag of occasions by id, with the ids of all its occasions that are not cancelled, by time; null when there is
 * none. Access is not checked here.
 */
export async function findTag(db: Database, id: number | SQL): Promise<Tag | null> {
  const [row] = await db.query.select(columns(sql`true`)).from(tags).where(sql`${tags.id} = ${id}`)
  return row ? tagFrom(row) : null
}

const isLiveWithTag = (tagId: number | SQL) => and(eq(occasions.tagId, tagId), isNull(occasions.canceledAt))

/**
 * Lists the occasions of a tag that the caller may see and that are not cancelled, by time, with their seats, fees and
 * payment methods. Past ones are listed too.
 */
export const listTaggedOccasions = (db: Database, actor: Actor | null, tagId: number) =>
  db.query
    .select({
      id: occasions.id,
      startsAt: occasions.startsAt,
      maxParticipants: occasions.maxParticipants,
      bookedCount: occasions.bookedCount,
      reservedCount: occasions.reservedCount,
      feeMinor: occasions.feeMinor,
      paymentMethods: occasions.paymentMethods,
      needsApproval: occasions.needsApproval,
    })
    .from(occasions)
    .where(and(isLiveWithTag(tagId), isOccasionReadable(actor)))
    .orderBy(asc(occasions.startsAt), asc(occasions.id))

/**
 * Lists the occasions of a tag that the caller may see, except those of one part and cancelled ones, by time; empty for
 * an unknown tag.
 */
export async function listConnectedOccasions(
  db: Database,
  actor: Actor | null,
  tagId: number | SQL,
  exceptPartId: number | SQL,
): Promise<Occasion[]> {
  const rows = await selectOccasions(db, actor)
    .where(and(isLiveWithTag(tagId), sql`${occasions.educationPartId} <> ${exceptPartId}`, isOccasionReadable(actor)))
    .orderBy(asc(occasions.startsAt), asc(occasions.id))
  return rows.map(toOccasion)
}

/**
 * Lists the occasions of other parts that have the same tag as an occasion, by time; none for one without a tag.
 * Cancelled ones, and those that the caller may not see, are left out. Access to the occasion itself is not checked
 * here.
 */
export const listOccasionsConnectedTo = (db: Database, actor: Actor | null, occasionId: number) =>
  listConnectedOccasions(
    db,
    actor,
    sql`(select chosen.tag_id from ${occasionsView} chosen where chosen.id = ${occasionId})`,
    sql`(select chosen.education_part_id from ${occasionsView} chosen where chosen.id = ${occasionId})`,
  )

/**
 * Lists those of the given occasions that are given for the education and are not cancelled, in no order; past and
 * tagged ones too. Access is not checked here.
 */
export async function listTaggable(db: Database, educationId: number, ids: readonly number[]) {
  return db.rows<{ id: number; educationPartId: number }>(sql`
    select o.occasion_id as id, o.education_part_id as educationPartId from ${occasionsOfEducations} o
    where o.education_id = ${educationId} and o.occasion_id in ${asList(ids)} and o.canceled_at is null`)
}

/** SQL: the id of the tag that the same transaction inserted last. */
export const newestTagId: SQL<number> = sql`(select max(id) from tags)`

/**
 * Returns the statement that inserts a tag of an education, without occasions; its result is the id. The commit fails
 * as `tag_name_taken` when the education has the name.
 */
export const insertTag = ({ db, now }: Ctx, educationId: number, name: string) =>
  db.query.insert(tags).values({ educationId, name, createdAt: now, changedAt: now }).returning({ id: tags.id })

/**
 * Returns the statement that renames a tag of occasions; a later rename wins. The commit fails as `tag_name_taken` when
 * another tag of the education has the name. Changes nothing when the tag is gone.
 */
export const renameTag = ({ db, now }: Ctx, id: number, name: string): Statement =>
  db.query.update(tags).set({ name, changedAt: now }).where(eq(tags.id, id))

/**
 * Returns the statement that deletes a tag of occasions. Its occasions keep the id of the tag unless the same commit
 * takes it from them, by `setTagOfOccasions` with an empty list.
 */
export const removeTag = ({ db }: Ctx, id: number): Statement => db.query.delete(tags).where(eq(tags.id, id))
