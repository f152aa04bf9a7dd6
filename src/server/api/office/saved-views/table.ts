import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { users } from '#api/people/users/table.ts'
import { flag, instant } from '#platform/columns.ts'
import type { ViewList } from './rules.ts'

/** Saved views: the filter of a list under a name chosen by the person. */
export const savedViews = sqliteTable(
  'saved_views',
  {
    id: integer('id').primaryKey(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    list: text('list').$type<ViewList>().notNull(),
    name: text('name').notNull(),
    /** The filter as a query without `?`. */
    query: text('query').notNull(),
    isShared: flag('is_shared').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    uniqueIndex('idx_saved_views_user').on(table.userId, table.list, table.name),
    index('idx_saved_views_list').on(table.list, table.isShared),
  ],
)
