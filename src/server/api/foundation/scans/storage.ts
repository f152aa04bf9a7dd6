import { inArray, is, SQL, sql } from 'drizzle-orm'
import type { Visitor } from '#api/context.ts'
import { queueJob } from '#api/foundation/jobs/storage.ts'
import type { Database, Statement } from '#platform/database.ts'
import type { ScanState } from './rules.ts'
import { fileScans } from './table.ts'
import { hasScanner } from './virus-scanner.ts'

const listed = (keys: readonly string[]) => sql`(select value from json_each(${JSON.stringify(keys)}))`

/** Has files scanned once the commit stands; nothing where there is no scanner. */
export const queueScans = (ctx: Visitor, keys: readonly string[]): Statement[] =>
  hasScanner(ctx.env) ? keys.map((key) => queueJob(ctx, 'scans.scan', { key }, { key: `scans.scan:${key}` })) : []

/** The state of the file that has this key. */
export const scanStateOf = (key: SQL): SQL<ScanState> =>
  sql`coalesce((select s.state from file_scans s where s.key = ${key}), 'NotScanned')`

export async function findScanState(db: Database, key: string): Promise<ScanState> {
  const [row] = await db.query.select({ state: scanStateOf(sql`${key}`) }).from(sql`(select 1)`)
  return row?.state ?? 'NotScanned'
}

export const upsertScan = (db: Database, row: typeof fileScans.$inferInsert): Statement =>
  db.query.insert(fileScans).values(row).onConflictDoUpdate({ target: fileScans.key, set: row })

/** For files that are removed; `keys` is a list, or a query in brackets. */
export const removeScans = (db: Database, keys: readonly string[] | SQL): Statement =>
  db.query.delete(fileScans).where(inArray(fileScans.key, is(keys, SQL) ? keys : listed(keys)))
