import { index, integer, primaryKey, sqliteTable } from 'drizzle-orm/sqlite-core'
import { users } from '#api/people/users/table.ts'
import { instant } from '#platform/columns.ts'

/** Pairs of people that the office has marked as two people; the lower id first. */
export const dismissedDuplicates = sqliteTable(
  'dismissed_duplicates',
  {
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    otherUserId: integer('other_user_id')
      .notNull()
      .references(() => users.id),
    markedByUserId: integer('marked_by_user_id')
      .notNull()
      .references(() => users.id),
    markedAt: instant('marked_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.otherUserId] }),
    index('idx_dismissed_duplicates_other').on(table.otherUserId),
  ],
)
