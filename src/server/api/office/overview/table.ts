import { integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { users } from '#api/people/users/table.ts'
import { instant } from '#platform/columns.ts'

/** Saved views before `saved_views` replaced them. Nothing reads the table; a later release removes it. */
export const overviewViews = sqliteTable(
  'overview_views',
  {
    id: integer('id').primaryKey(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    name: text('name').notNull(),
    address: text('address').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [uniqueIndex('idx_overview_views_user').on(table.userId, table.name)],
)
