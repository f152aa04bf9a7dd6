import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { instant, json } from '#platform/columns.ts'

/** Append-only: triggers refuse update and delete. */
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
