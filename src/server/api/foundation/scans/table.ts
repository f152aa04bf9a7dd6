import { sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { instant } from '#platform/columns.ts'
import type { ScanState } from './rules.ts'

/** Results of the virus scanner, by key in the file store; a file without a row has not been scanned. */
export const fileScans = sqliteTable('file_scans', {
  key: text('key').primaryKey(),
  state: text('state').$type<Exclude<ScanState, 'NotScanned'>>().notNull(),
  scannedAt: instant('scanned_at').notNull(),
})
