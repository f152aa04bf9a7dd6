import { and, asc, eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { Database, Statement } from '#platform/database.ts'
import type { Actor } from '../actor.ts'
import type { Ctx } from '../context.ts'
import { occasionReadableBy } from '../educations/visible-to.ts'
import type { Occasion } from '../occasions/contract.ts'
import { occasionFrom, selectOccasions } from '../occasions/storage.ts'
import { occasions } from '../occasions/table.ts'
import { featureIsOn } from '../portal-configuration/feature-is-on.ts'
import type { Tag } from './contract.ts'
import { tags } from './table.ts'

const asList = (ids: readonly number[]) => sql`(select value from json_each(${JSON.stringify(ids)}))`

/** Occasions are tied together only while the feature is on. */
const tagsAreOn = featureIsOn('EducationPartTags')

const occasionIds = (readable: SQL) => sql<string>`(
  select json_group_array(id) from (select occasions.id from occasions
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

/** The tags of an education that hold anything the reader may see; its managers see the empty ones too. */
export async function listTags(db: Database, actor: Actor | null, educationId: number): Promise<Tag[]> {
  const rows = await db.query
    .select(columns(occasionReadableBy(actor)))
    .from(tags)
    .where(eq(tags.educationId, educationId))
    .orderBy(asc(tags.name))
  return rows.map(tagFrom)
}

export async function findTag(db: Database, id: number | SQL): Promise<Tag | null> {
  const [row] = await db.query.select(columns(sql`true`)).from(tags).where(sql`${tags.id} = ${id}`)
  return row ? tagFrom(row) : null
}

const liveOf = (tagId: number | SQL) => and(eq(occasions.tagId, tagId), isNull(occasions.canceledAt))

/** The whole set in the order of time, as rules ask of it; none where the reader may not see it. */
export const listSet = (db: Database, actor: Actor | null, tagId: number) =>
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
    .where(and(liveOf(tagId), occasionReadableBy(actor)))
    .orderBy(asc(occasions.startsAt), asc(occasions.id))

export async function listConnected(
  db: Database,
  actor: Actor | null,
  tagId: number | SQL,
  exceptPartId: number | SQL,
): Promise<Occasion[]> {
  const rows = await selectOccasions(db)
    .where(and(liveOf(tagId), sql`${occasions.educationPartId} <> ${exceptPartId}`, occasionReadableBy(actor)))
    .orderBy(asc(occasions.startsAt), asc(occasions.id))
  return rows.map(occasionFrom)
}

/** Lists the occasions that are chosen along with an occasion: none for an occasion without a tag. */
export const listConnectedTo = (db: Database, actor: Actor | null, occasionId: number) =>
  listConnected(
    db,
    actor,
    sql`(select chosen.tag_id from occasions chosen where chosen.id = ${occasionId})`,
    sql`(select chosen.education_part_id from occasions chosen where chosen.id = ${occasionId})`,
  )

export interface Tied {
  /** The occasion that was asked about. */
  askedId: number
  id: number
  educationPartId: number
  educationId: number
  needsApproval: 0 | 1
}

/** What each of the occasions is tied to, itself included, in the order of time; nothing for one that stands alone. */
export const listTied = (db: Database, askedIds: readonly number[]) =>
  db.rows<Tied>(sql`
    select mine.id as askedId, o.id, o.education_part_id as educationPartId, t.education_id as educationId,
      o.needs_approval as needsApproval
    from occasions mine join tags t on t.id = mine.tag_id
    join occasions o on o.tag_id = t.id and (o.canceled_at is null or o.id = mine.id)
    where mine.id in ${asList(askedIds)} and ${tagsAreOn}
    order by mine.id, o.starts_at, o.id`)

export interface TiedResult {
  askedId: number
  /** The result asked about waits for approval. */
  askedIsPending: 0 | 1
  resultId: number
  userId: number
  isPending: 0 | 1
  own: 0 | 1
  organized: 0 | 1
}

/** A person's other open results on what each result is tied to; what the caller is to them as the conditions say. */
export const listTiedResults = (db: Database, resultIds: readonly number[], caller: { own: SQL; organized: SQL }) =>
  db.rows<TiedResult>(sql`
    select r.id as askedId, r.signed_up_at is null as askedIsPending, education_part_results.id as resultId,
      r.user_id as userId, education_part_results.signed_up_at is null as isPending,
      ${caller.own} as own, ${caller.organized} as organized
    from education_part_results r
    join occasions mine on mine.id = r.occasion_id and mine.tag_id is not null
    join occasions o on o.tag_id = mine.tag_id and o.id <> mine.id and o.canceled_at is null
    join education_part_results on education_part_results.occasion_id = o.id
      and education_part_results.user_id = r.user_id and education_part_results.canceled = 0
      and education_part_results.completed = 0
    where r.id in ${asList(resultIds)} and ${tagsAreOn}`)

/** The ids of the given occasions that are of parts of the education, and given for no other. */
export async function listTaggable(db: Database, educationId: number, ids: readonly number[]) {
  return db.rows<{ id: number; educationPartId: number }>(sql`
    select o.id, o.education_part_id as educationPartId from occasions o
    join education_to_part l on l.education_part_id = o.education_part_id and l.education_id = ${educationId}
    where o.id in ${asList(ids)} and coalesce(o.education_id, ${educationId}) = ${educationId} and o.canceled_at is null`)
}

/** The education of a tag that may tie an occasion of this part and education; null when it may not. */
export async function findTyingEducation(
  db: Database,
  tagId: number,
  { educationPartId, educationId }: { educationPartId: number; educationId: number | null },
): Promise<number | null> {
  const [row] = await db.rows<{ educationId: number }>(sql`
    select t.education_id as educationId from tags t
    join education_to_part l on l.education_id = t.education_id and l.education_part_id = ${educationPartId}
    where t.id = ${tagId} and coalesce(${educationId}, t.education_id) = t.education_id and ${tagsAreOn}`)
  return row?.educationId ?? null
}

/** The tag that this transaction has inserted. */
export const newestTag: SQL<number> = sql`(select max(id) from tags)`

export const insertTag = ({ db, now }: Ctx, educationId: number, name: string) =>
  db.query.insert(tags).values({ educationId, name, createdAt: now, changedAt: now }).returning({ id: tags.id })

export const renameTag = ({ db, now }: Ctx, id: number, name: string): Statement =>
  db.query.update(tags).set({ name, changedAt: now }).where(eq(tags.id, id))

export const removeTag = ({ db }: Ctx, id: number): Statement => db.query.delete(tags).where(eq(tags.id, id))
