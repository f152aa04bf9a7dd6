import type { AnyColumn } from 'drizzle-orm'
import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { Database, Statement } from '#platform/database.ts'
import { insertFrom } from '#platform/insert-from.ts'
import { type FilePurpose, type FileVisibility, removedFiles, storedFiles } from './table.ts'

export type StoredFile = typeof storedFiles.$inferSelect

const isNumber = (address: string) => /^\d+$/.test(address)

/**
 * Finds a file by the last part of its URL: its random ref, or the id in older URLs. Null when there is none;
 * access is not checked.
 */
export async function findFile(db: Database, address: string): Promise<StoredFile | null> {
  const condition = isNumber(address) ? eq(storedFiles.id, Number(address)) : eq(storedFiles.ref, address)
  const [row] = await db.query.select().from(storedFiles).where(condition)
  return row ?? null
}

/** Lists the stored files with these ids, in no order; those that are gone are left out. Access is not checked here. */
export const listFilesById = (db: Database, ids: readonly number[]): Promise<StoredFile[]> =>
  db.query
    .select()
    .from(storedFiles)
    .where(inArray(storedFiles.id, sql`(select value from json_each(${JSON.stringify(ids)}))`))

/** Returns the statement that inserts the row of a stored file; the object is in the file store already. */
export const insertFile = (db: Database, file: typeof storedFiles.$inferInsert): Statement =>
  db.query.insert(storedFiles).values(file)

/**
 * SQL expression: the id of the file with this key, also one that is inserted earlier in the same transaction; null
 * without one.
 */
export const fileIdOf = (key: string) => sql<number>`(select id from stored_files where key = ${key})`

/**
 * SQL expression: the path `/api/files/<ref>` of the file whose id is in a column; null for null or without such a
 * file. Does not check that the file is public.
 */
export const publicFileUrl = (fileId: AnyColumn | SQL) =>
  sql<
    string | null
  >`(select '/api/files/' || shown_files.ref from stored_files shown_files where shown_files.id = ${fileId})`

/**
 * SQL expression: the path `/api/files/<ref>` of the file whose id is in a column; null for null or without such a
 * file. It is null too for a drawing (SVG), which other sites do not show. Does not check that the file is public.
 */
export const publicPhotoAddress = (fileId: AnyColumn | SQL) =>
  sql<string | null>`(select '/api/files/' || photo_files.ref from stored_files photo_files
    where photo_files.id = ${fileId} and photo_files.content_type <> 'image/svg+xml')`

/**
 * SQL expression: the path `/api/files/<ref>` of a file with this SHA-256 digest that is no picture of a person, the
 * first of the public ones if there are any. Null without a file; access is not checked.
 */
export const fileUrlByContent = (sha256: SQL) =>
  sql<string | null>`(select '/api/files/' || same_files.ref from stored_files same_files
    where same_files.sha256 = ${sha256} and same_files.purpose <> 'PersonPicture' order by same_files.visibility <> 'Public', same_files.id limit 1)`

/** SQL query: the total size in bytes of a person's stored files for these purposes; null without files. */
export const storedBytes = (ownerUserId: number, purposes: readonly FilePurpose[]): SQL =>
  sql`select sum(size) from ${storedFiles} where ${and(eq(storedFiles.ownerUserId, ownerUserId), inArray(storedFiles.purpose, [...purposes]))}`

/**
 * Returns the statement that changes who may read a file; an unknown id changes nothing. Copies in caches are not
 * purged here.
 */
export const setVisibility = (db: Database, id: number, visibility: FileVisibility): Statement =>
  db.query.update(storedFiles).set({ visibility }).where(eq(storedFiles.id, id))

/**
 * Returns the statement that removes rows of files. A trigger records their keys, by which `releaseFiles` later deletes
 * the objects in the file store. Unknown ids are ignored, those that the condition on `stored_files` leaves out, and a
 * logo that a certificate has. The commit fails while a row refers to a file by a foreign key; other uses, such as the
 * portal's own logo, are not checked here.
 */
export const removeFiles = (db: Database, ids: readonly number[], condition: SQL = sql`true`): Statement =>
  db.query
    .delete(storedFiles)
    .where(and(inArray(storedFiles.id, sql`(select value from json_each(${JSON.stringify(ids)}))`), condition))

/** Lists at most `limit` keys of removed files whose objects are still to be deleted, the longest recorded first. */
export async function listRemovedKeys(db: Database, limit: number): Promise<string[]> {
  const rows = await db.query
    .select({ key: removedFiles.key })
    .from(removedFiles)
    .orderBy(removedFiles.removedAt)
    .limit(limit)
  return rows.map(({ key }) => key)
}

/**
 * Returns the statement that removes recorded R2 keys of removed files, once their objects have been deleted. Keys that
 * are not recorded are passed over.
 */
export const removeRecordedKeys = (db: Database, keys: readonly string[]): Statement =>
  db.query
    .delete(removedFiles)
    .where(inArray(removedFiles.key, sql`(select value from json_each(${JSON.stringify(keys)}))`))

/**
 * Returns the statement that records R2 keys from a query, as `key`, so that a job deletes their objects from the file
 * store. A key that is recorded already keeps its time.
 */
export const recordRemovedKeys = (db: Database, keys: SQL, now: Date): Statement =>
  insertFrom(
    db.query,
    removedFiles,
    { key: sql`noted.key`, removedAt: now.toISOString() },
    sql`from (${keys}) noted where true`,
  ).onConflictDoNothing()
