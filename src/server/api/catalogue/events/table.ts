import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { users } from '#api/people/users/table.ts'
import { instant } from '#platform/columns.ts'

export const events = sqliteTable(
  'events',
  {
    id: integer('id').primaryKey(),
    content: text('content').notNull(),
    createdByUserId: integer('created_by_user_id')
      .notNull()
      .references(() => users.id),
    createdAt: instant('created_at').notNull(),
    changedAt: instant('changed_at').notNull(),
  },
  (table) => [index('idx_events_created_at').on(table.createdAt)],
)
