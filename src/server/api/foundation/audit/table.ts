import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { instant, json } from '#platform/columns.ts'

/** Append-only: triggers refuse every change but those of retention/storage.ts. */
export const auditEntries = sqliteTable(
  'audit_entries',
  {
    id: integer('id').primaryKey(),
    at: instant('at').notNull(),
    userId: integer('user_id'),
    action: text('action').notNull(),
    targetType: text('target_type').notNull(),
    targetId: text('target_id').notNull(),
    data: json<Record<string, unknown>>('data').notNull(),
    requestId: text('request_id').notNull(),
  },
  (table) => [
    index('idx_audit_entries_target').on(table.targetType, table.targetId, table.at),
    index('idx_audit_entries_user_id').on(table.userId, table.at),
    index('idx_audit_entries_at').on(table.at),
    index('idx_audit_entries_action').on(table.action, table.at),
  ],
)

/** Rows live within one transaction; see `auditEdit`. */
export const auditSnapshots = sqliteTable('audit_snapshots', {
  key: text('key').primaryKey(),
  data: text('data').notNull(),
})

/** Empty outside an insert: the trigger redacts the entry and removes the row; see docs/decisions/025-audit-log.md. */
export const auditRedactions = sqliteTable('audit_redactions', {
  entryId: integer('entry_id').notNull(),
  data: json<Record<string, unknown>>('data').notNull(),
  targetId: text('target_id').notNull(),
})

/** Empty outside an insert: the trigger removes old entries and then the row. */
export const auditSweeps = sqliteTable('audit_sweeps', {
  sweptBefore: instant('swept_before').notNull(),
  atMost: integer('at_most').notNull(),
})
