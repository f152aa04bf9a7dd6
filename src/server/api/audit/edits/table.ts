import { sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** Lives within one transaction; see `auditEdit`. */
export const auditSnapshots = sqliteTable('audit_snapshots', {
  key: text('key').primaryKey(),
  data: text('data').notNull(),
})
