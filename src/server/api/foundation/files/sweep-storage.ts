import { and, eq, inArray, lt, or, type SQL, sql } from 'drizzle-orm'
import { declareContribution } from '#api/contributed.ts'
import type { Database, Statement } from '#platform/database.ts'
import { parseRenditionKey, toRenditionKey } from './renditions/rules.ts'
import type { StoredFile } from './storage.ts'
import { storedFiles } from './table.ts'

/**
 * Views of the file references of other domains, each a query in brackets with one column, `file_id`.
 *
 * The sweep removes a file that no view names, so each column that refers to files needs one; only the portal's logo
 * is kept without. Building a query of unused files throws before the views are supplied.
 */
export const fileReferences = declareContribution<readonly SQL[]>('references to files')

const isReferenced = (references: SQL) =>
  sql`exists (select 1 from ${references} file_references where file_references.file_id = stored_files.id)`

const isLogo = sql`exists (select 1 from portal_configurations c
  where c.configuration ->> '$.logoUrl' in ('/api/files/' || stored_files.ref, '/api/files/' || stored_files.id))`

const isUsed = () => or(...fileReferences.get().map(isReferenced), isLogo)

/**
 * Lists the ids of at most `limit` files, in no order, that were stored before the moment `before` and that nothing
 * refers to. Examples are a logo that was never saved, or a picture whose write failed.
 */
export async function listUnusedFiles(db: Database, before: Date, limit: number): Promise<number[]> {
  const rows = await db.query
    .select({ id: storedFiles.id })
    .from(storedFiles)
    .where(and(lt(storedFiles.createdAt, before), sql`not ${isUsed()}`))
    .limit(limit)
  return rows.map(({ id }) => id)
}

/**
 * Lists at most `limit` files, in no order, that have not been cleaned of metadata: those stored before it was removed
 * at upload.
 */
export const listUncleanedFiles = (db: Database, limit: number): Promise<StoredFile[]> =>
  db.query.select().from(storedFiles).where(eq(storedFiles.cleaned, false)).limit(limit)

/**
 * Returns the statement that marks a file as free of metadata, with its new size in bytes and hash when `change` has
 * them.
 */
export const markFileCleaned = (
  db: Database,
  id: number,
  change: Partial<Pick<StoredFile, 'size' | 'sha256'>>,
): Statement =>
  db.query
    .update(storedFiles)
    .set({ ...change, cleaned: true })
    .where(eq(storedFiles.id, id))

/**
 * Lists those R2 keys that no row of stored files names, neither as an original nor as a rendition, in the order of
 * `keys`; empty when all are named.
 */
export async function listStrayKeys(db: Database, keys: readonly string[]): Promise<string[]> {
  const originals = keys.map((key) => parseRenditionKey(key)?.key ?? key)
  const rows = await db.query
    .select({ key: storedFiles.key, widths: storedFiles.renditionWidths })
    .from(storedFiles)
    .where(inArray(storedFiles.key, sql`(select value from json_each(${JSON.stringify(originals)}))`))
  const knownKeys = new Set(
    rows.flatMap(({ key, widths }) => [key, ...(widths ?? []).map((width) => toRenditionKey(key, width))]),
  )
  return keys.filter((key) => !knownKeys.has(key))
}
