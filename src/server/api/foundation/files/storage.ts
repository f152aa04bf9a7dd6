import type { AnyColumn } from 'drizzle-orm'
import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { Database, Statement } from '#platform/database.ts'
import { insertFrom } from '#platform/insert-from.ts'
import { type FilePurpose, type FileVisibility, removedFiles, storedFiles } from './table.ts'

export type StoredFile = typeof storedFiles.$inferSelect

const isNumber = (address: string) => /^\d+$/.test(address)

/** Finds a file by the last part of its address: its random ref, or the number that older addresses carry. */
export async function findFile(db: Database, address: string): Promise<StoredFile | null> {
  const condition = isNumber(address) ? eq(storedFiles.id, Number(address)) : eq(storedFiles.ref, address)
  const [row] = await db.query.select().from(storedFiles).where(condition)
  return row ?? null
}

export const insertFile = (db: Database, file: typeof storedFiles.$inferInsert): Statement =>
  db.query.insert(storedFiles).values(file)

/** The id of a file that is inserted earlier in the same transaction. */
export const fileIdOf = (key: string) => sql<number>`(select id from stored_files where key = ${key})`

/** The address of a public file that a column names; null where the column is. */
export const publicAddress = (fileId: AnyColumn | SQL) =>
  sql<
    string | null
  >`(select '/api/files/' || shown_files.ref from stored_files shown_files where shown_files.id = ${fileId})`

/** How many bytes a person has stored for these purposes. */
export const ownBytes = (ownerUserId: number, purposes: readonly FilePurpose[]): SQL =>
  sql`select sum(size) from ${storedFiles} where ${and(eq(storedFiles.ownerUserId, ownerUserId), inArray(storedFiles.purpose, [...purposes]))}`

export const setVisibility = (db: Database, id: number, visibility: FileVisibility): Statement =>
  db.query.update(storedFiles).set({ visibility }).where(eq(storedFiles.id, id))

/** Removes rows; a trigger notes their keys for the file store. */
export const removeFiles = (db: Database, ids: readonly number[]): Statement =>
  db.query
    .delete(storedFiles)
    .where(inArray(storedFiles.id, sql`(select value from json_each(${JSON.stringify(ids)}))`))

/** Keys whose rows are gone, the oldest first. */
export async function listRemovedKeys(db: Database, limit: number): Promise<string[]> {
  const rows = await db.query
    .select({ key: removedFiles.key })
    .from(removedFiles)
    .orderBy(removedFiles.removedAt)
    .limit(limit)
  return rows.map(({ key }) => key)
}

export const forgetRemovedKeys = (db: Database, keys: readonly string[]): Statement =>
  db.query
    .delete(removedFiles)
    .where(inArray(removedFiles.key, sql`(select value from json_each(${JSON.stringify(keys)}))`))

/** Notes keys of objects without rows of their own, from a query that gives them as `key`, to be removed like the others. */
export const noteRemovedKeys = (db: Database, keys: SQL, now: Date): Statement =>
  insertFrom(
    db.query,
    removedFiles,
    { key: sql`noted.key`, removedAt: now.toISOString() },
    sql`from (${keys}) noted where true`,
  ).onConflictDoNothing()
