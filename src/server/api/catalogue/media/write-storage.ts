import { and, eq, inArray, notInArray, or, type SQL, sql } from 'drizzle-orm'
import { type Actor, isSuperadministrator } from '#api/actor.ts'
import { educations } from '#api/catalogue/educations/table.ts'
import { managesEducation } from '#api/catalogue/scope/education-scope.ts'
import { fileIdOf } from '#api/foundation/files/storage.ts'
import { storedFiles } from '#api/foundation/files/table.ts'
import { type Database, ifUnmodifiedSince, type Statement } from '#platform/database.ts'
import { insertFrom } from '#platform/insert-from.ts'
import { withMediumWords, withTagWords } from './rules.ts'
import { media, mediaTags, mediaToEducation, mediaToTag } from './table.ts'

const toIdList = (ids: readonly number[]) => sql`(select value from json_each(${JSON.stringify(ids)}))`

/** SQL expression: the id of the medium that the same transaction has just inserted. */
export const newestMediumId = sql<number>`(select max(id) from media)`

/**
 * Condition: the actor may connect the medium to an education. Media outside the library can be connected by their
 * uploader and superadministrators only.
 */
const connectableBy = (actor: Actor): SQL | undefined =>
  isSuperadministrator(actor) ? undefined : or(eq(media.inLibrary, true), eq(media.uploadedByUserId, actor.id))

/**
 * Lists the ids of those media that exist and that the actor may connect to an education, in no order: those in the
 * library and the actor's own, or all for a superadministrator. Access to the education is not checked here.
 */
export const listConnectableIds = (db: Database, actor: Actor, ids: readonly number[]) =>
  db.query
    .select({ id: media.id })
    .from(media)
    .where(and(inArray(media.id, toIdList(ids)), connectableBy(actor)))

/**
 * Selects the ids and titles of at most 2000 media that the actor may connect to an education, by title: those in the
 * library and the actor's own, or all for a superadministrator.
 */
export const listConnectableTitles = (db: Database, actor: Actor) =>
  db.query
    .select({ id: media.id, title: media.title })
    .from(media)
    .where(connectableBy(actor))
    .orderBy(media.title)
    .limit(2000)

/**
 * Lists the given educations that exist, in no order, hidden ones too. `managed` is 1 when the actor manages the
 * education, otherwise 0.
 */
export const listEducationsWithAccess = (db: Database, actor: Actor, ids: readonly number[]) =>
  db.query
    .select({
      id: educations.id,
      managed: sql<number>`coalesce(${managesEducation(actor) ?? sql`false`}, 0)`.as('managed'),
    })
    .from(educations)
    .where(inArray(educations.id, toIdList(ids)))

/** Lists the ids of the given tags of media that exist, in no order. */
export const listExistingTagIds = (db: Database, ids: readonly number[]) =>
  db.query
    .select({ id: mediaTags.id })
    .from(mediaTags)
    .where(inArray(mediaTags.id, toIdList(ids)))

/**
 * Selects a medium with the key of its file, null for a link; no row when there is none. Access is not checked here.
 * Column names are unique, because a batch returns its rows by column name.
 */
export const findMedium = (db: Database, id: number) =>
  db.query
    .select({ medium: media, fileKey: storedFiles.key })
    .from(media)
    .leftJoin(storedFiles, eq(storedFiles.id, media.fileId))
    .where(eq(media.id, id))

/**
 * Lists the ids of the educations to which a medium is connected, in no order, hidden ones too. Access is not checked
 * here.
 */
export const listEducationIdsOfMedium = (db: Database, id: number) =>
  db.query.select({ id: mediaToEducation.educationId }).from(mediaToEducation).where(eq(mediaToEducation.mediaId, id))

/**
 * Returns the statement that inserts a medium, in the library or not; its result is the id. `fileKey` is the key of a
 * file that is stored earlier, also in the same commit; null for a link.
 */
export const insertMedium = (
  db: Database,
  row: Omit<typeof media.$inferInsert, 'searchWords'>,
  fileKey: string | null,
) =>
  db.query
    .insert(media)
    .values({
      ...withMediumWords(row),
      fileId: fileKey === null ? null : fileIdOf(fileKey),
    } as typeof media.$inferInsert)
    .returning({ id: media.id })

interface MediumChange {
  id: number
  fields: Pick<typeof media.$inferInsert, 'title' | 'description' | 'inLibrary' | 'url'>
  fileKey: string | null
  expectedVersion: Date | null | undefined
  now: Date
}

/**
 * Returns the statement that updates the given fields of a medium. The commit fails as `changed_meanwhile` unless it
 * has the version `expectedVersion`; an unknown id changes nothing. With null for `fileKey` the file stays. Tags and
 * educations stay.
 */
export const updateMedium = (db: Database, { id, fields, fileKey, expectedVersion, now }: MediumChange): Statement =>
  db.query
    .update(media)
    .set({
      ...withMediumWords(fields),
      ...(fileKey !== null && { fileId: fileIdOf(fileKey) }),
      changedAt: ifUnmodifiedSince(media.changedAt, expectedVersion, now),
    })
    .where(eq(media.id, id))

/**
 * Returns the statement that connects a medium to educations and leaves its other connections; repeated ids count once.
 * The commit fails for an unknown education.
 */
export const connectEducations = (db: Database, mediumId: SQL | number, ids: readonly number[]): Statement =>
  insertFrom(
    db.query,
    mediaToEducation,
    { mediaId: mediumId, educationId: sql`value` },
    sql`from json_each(${JSON.stringify([...new Set(ids)])}) where true`,
  ).onConflictDoNothing()

/** Returns the statement that connects media to an education and leaves its other media; unknown media are left out. */
export const connectMedia = (db: Database, educationId: number, ids: readonly number[]): Statement =>
  insertFrom(
    db.query,
    mediaToEducation,
    { mediaId: sql`media.id`, educationId },
    sql`from media join json_each(${JSON.stringify(ids)}) on value = media.id where true`,
  ).onConflictDoNothing()

/**
 * Returns the statement that disconnects a medium from the given educations only; those that it is not connected to are
 * ignored.
 */
export const disconnectEducations = (db: Database, mediumId: number, ids: readonly number[]): Statement =>
  db.query
    .delete(mediaToEducation)
    .where(and(eq(mediaToEducation.mediaId, mediumId), inArray(mediaToEducation.educationId, toIdList(ids))))

/** Returns the statement that tags a medium, and leaves its other tags; tags that have been deleted are left out. */
export const tagMedium = (db: Database, mediumId: SQL | number, ids: readonly number[]): Statement =>
  insertFrom(
    db.query,
    mediaToTag,
    { mediaId: mediumId, mediaTagId: sql`wanted_tags.id` },
    sql`from media_tags wanted_tags where wanted_tags.id in ${toIdList(ids)}`,
  ).onConflictDoNothing()

/** Returns the statement that removes all tags of a medium but these: all of them for an empty list. */
export const removeOtherTags = (db: Database, mediumId: number, ids: readonly number[]): Statement =>
  db.query
    .delete(mediaToTag)
    .where(and(eq(mediaToTag.mediaId, mediumId), notInArray(mediaToTag.mediaTagId, toIdList(ids))))

/** Returns the statement that removes a tag from a medium. A missing tag is ignored. */
export const untagMedium = (db: Database, mediumId: number, tagId: number): Statement =>
  db.query.delete(mediaToTag).where(and(eq(mediaToTag.mediaId, mediumId), eq(mediaToTag.mediaTagId, tagId)))

/**
 * Returns the statements that delete a medium with its links to tags and educations. The row of its file and the object
 * in the file store stay.
 */
export const removeMedium = (db: Database, id: number): Statement[] => [
  db.query.delete(mediaToTag).where(eq(mediaToTag.mediaId, id)),
  db.query.delete(mediaToEducation).where(eq(mediaToEducation.mediaId, id)),
  db.query.delete(media).where(eq(media.id, id)),
]

const tagColumns = { id: mediaTags.id, name: mediaTags.name, order: mediaTags.position }

/**
 * Returns the statement that inserts a tag; its result is the row. `order` is its position; without it the tag is last.
 * The commit fails as `media_tag_taken` when the name is in use.
 */
export const insertTag = (db: Database, name: string, order: number | undefined) =>
  db.query
    .insert(mediaTags)

    .values({
      ...withTagWords({ name }),
      position: order ?? sql<number>`(select coalesce(max(position), 0) + 1 from media_tags)`,
    })
    .returning(tagColumns)

/**
 * Returns the statement that updates a tag; its result is the row, or none for an unknown id. The commit fails as
 * `media_tag_taken` when the name is in use. Without `order` the position stays.
 */
export const updateTag = (db: Database, id: number, name: string, order: number | undefined) =>
  db.query
    .update(mediaTags)
    .set({ ...withTagWords({ name }), ...(order !== undefined && { position: order }) })
    .where(eq(mediaTags.id, id))
    .returning(tagColumns)

/** Returns the statements that delete a tag of media and its links; the media stay. An unknown id deletes nothing. */
export const removeTag = (db: Database, id: number): Statement[] => [
  db.query.delete(mediaToTag).where(eq(mediaToTag.mediaTagId, id)),
  db.query.delete(mediaTags).where(eq(mediaTags.id, id)),
]
