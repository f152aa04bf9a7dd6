import { and, eq, inArray, lt, or, type SQL, sql } from 'drizzle-orm'
import { contribution } from '#api/contributed.ts'
import type { Database, Statement } from '#platform/database.ts'
import type { StoredFile } from './storage.ts'
import { storedFiles } from './table.ts'

/** Views of the files that the domains above refer to, each with one column, `file_id`. */
export const fileReferences = contribution<readonly SQL[]>('references to files')

const isReferenced = (references: SQL) =>
  sql`exists (select 1 from ${references} file_references where file_references.file_id = stored_files.id)`

const isLogo = sql`exists (select 1 from portal_configurations c
  where c.configuration ->> '$.logoUrl' in ('/api/files/' || stored_files.ref, '/api/files/' || stored_files.id))`

const isUsed = () => or(...fileReferences.get().map(isReferenced), isLogo)

/** Files that nothing refers to: a logo that was never saved, a picture whose write was cut short. */
export async function listUnused(db: Database, before: Date, limit: number): Promise<number[]> {
  const rows = await db.query
    .select({ id: storedFiles.id })
    .from(storedFiles)
    .where(and(lt(storedFiles.createdAt, before), sql`not ${isUsed()}`))
    .limit(limit)
  return rows.map(({ id }) => id)
}

/** Files that may still hold metadata: they were stored before metadata was removed. */
export const listUncleaned = (db: Database, limit: number): Promise<StoredFile[]> =>
  db.query.select().from(storedFiles).where(eq(storedFiles.cleaned, false)).limit(limit)

export const markCleaned = (
  db: Database,
  id: number,
  change: Partial<Pick<StoredFile, 'size' | 'sha256'>>,
): Statement =>
  db.query
    .update(storedFiles)
    .set({ ...change, cleaned: true })
    .where(eq(storedFiles.id, id))

/** Of these keys, those that no file has. */
export async function keysWithoutRow(db: Database, keys: readonly string[]): Promise<string[]> {
  const rows = await db.query
    .select({ key: storedFiles.key })
    .from(storedFiles)
    .where(inArray(storedFiles.key, sql`(select value from json_each(${JSON.stringify(keys)}))`))
  const known = new Set(rows.map(({ key }) => key))
  return keys.filter((key) => !known.has(key))
}
