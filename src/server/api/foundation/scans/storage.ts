import { inArray, is, SQL, sql } from 'drizzle-orm'
import type { Visitor } from '#api/context.ts'
import { queueJob } from '#api/foundation/jobs/storage.ts'
import type { Database, Statement } from '#platform/database.ts'
import type { ScanState } from './rules.ts'
import { fileScans } from './table.ts'
import { hasScanner } from './virus-scanner.ts'

const listed = (keys: readonly string[]) => sql`(select value from json_each(${JSON.stringify(keys)}))`

/**
 * Returns the statements that queue a virus scan job for each file key, for the commit; none when no scanner is
 * configured. A file whose scan is unfinished is not queued again.
 */
export const queueScans = (ctx: Visitor, keys: readonly string[]): Statement[] =>
  hasScanner(ctx.env) ? keys.map((key) => queueJob(ctx, 'scans.scan', { key }, { key: `scans.scan:${key}` })) : []

/** SQL expression: the state of the virus scan of the file with a key; `NotScanned` without a result. */
export const scanStateOf = (key: SQL): SQL<ScanState> =>
  sql`coalesce((select s.state from file_scans s where s.key = ${key}), 'NotScanned')`

/**
 * Returns the state of the virus scan of the file with a key; `NotScanned` without a result, also for an unknown key.
 */
export async function findScanState(db: Database, key: string): Promise<ScanState> {
  const [row] = await db.query.select({ state: scanStateOf(sql`${key}`) }).from(sql`(select 1)`)
  return row?.state ?? 'NotScanned'
}

/**
 * Returns the statement that saves the state of a file's virus scan; the columns of `row` replace those of an earlier
 * one.
 */
export const upsertScan = (db: Database, row: typeof fileScans.$inferInsert): Statement =>
  db.query.insert(fileScans).values(row).onConflictDoUpdate({ target: fileScans.key, set: row })

/**
 * Returns the statement that removes the states of the virus scans of removed files; `keys` is a list of R2 keys, or a
 * query in brackets. Files and queued scans stay.
 */
export const removeScans = (db: Database, keys: readonly string[] | SQL): Statement =>
  db.query.delete(fileScans).where(inArray(fileScans.key, is(keys, SQL) ? keys : listed(keys)))
