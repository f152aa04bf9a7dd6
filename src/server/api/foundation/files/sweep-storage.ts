import { and, eq, inArray, lt, or, type SQL, sql } from 'drizzle-orm'
import { declareContribution } from '#api/contributed.ts'
import type { Database, Statement } from '#platform/database.ts'
import type { StoredFile } from './storage.ts'
import { storedFiles } from './table.ts'

/** Views of the file references of other domains, each with one column, `file_id`. */
export const fileReferences = declareContribution<readonly SQL[]>('references to files')

const isReferenced = (references: SQL) =>
  sql`exists (select 1 from ${references} file_references where file_references.file_id = stored_files.id)`

const isLogo = sql`exists (select 1 from portal_configurations c
  where c.configuration ->> '$.logoUrl' in ('/api/files/' || stored_files.ref, '/api/files/' || stored_files.id))`

const isUsed = () => or(...fileReferences.get().map(isReferenced), isLogo)

/** Lists files without references: a logo that was never saved, or a picture whose write failed. */
export async function listUnusedFiles(db: Database, before: Date, limit: number): Promise<number[]> {
  const rows = await db.query
    .select({ id: storedFiles.id })
    .from(storedFiles)
    .where(and(lt(storedFiles.createdAt, before), sql`not ${isUsed()}`))
    .limit(limit)
  return rows.map(({ id }) => id)
}

/** Lists files that were stored before metadata was removed at upload. */
export const listUncleanedFiles = (db: Database, limit: number): Promise<StoredFile[]> =>
  db.query.select().from(storedFiles).where(eq(storedFiles.cleaned, false)).limit(limit)

/** Marks a file as free of metadata. */
export const markFileCleaned = (
  db: Database,
  id: number,
  change: Partial<Pick<StoredFile, 'size' | 'sha256'>>,
): Statement =>
  db.query
    .update(storedFiles)
    .set({ ...change, cleaned: true })
    .where(eq(storedFiles.id, id))

/** Returns the keys that have no row. */
export async function listStrayKeys(db: Database, keys: readonly string[]): Promise<string[]> {
  const rows = await db.query
    .select({ key: storedFiles.key })
    .from(storedFiles)
    .where(inArray(storedFiles.key, sql`(select value from json_each(${JSON.stringify(keys)}))`))
  const known = new Set(rows.map(({ key }) => key))
  return keys.filter((key) => !known.has(key))
}
