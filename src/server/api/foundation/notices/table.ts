import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { instant, json } from '#platform/columns.ts'
import type { NoticeKind } from './contract.ts'

/** One person's own notice; its text is the locale key `notices:<kind>` with `values`. */
export const notices = sqliteTable(
  'notices',
  {
    id: integer('id').primaryKey(),
    userId: integer('user_id').notNull(),
    kind: text('kind').$type<NoticeKind>().notNull(),
    values: json<Record<string, string>>('text_values').notNull(),
    path: text('path'),
    createdAt: instant('created_at').notNull(),
    readAt: instant('read_at'),
  },
  (table) => [
    index('idx_notices_user').on(table.userId, table.readAt, table.createdAt),
    index('idx_notices_created_at').on(table.createdAt, table.id),
  ],
)
