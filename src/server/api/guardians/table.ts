import { index, integer, sqliteTable, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { instant } from '#platform/columns.ts'

export const guardianLinks = sqliteTable(
  'guardian_links',
  {
    id: integer('id').primaryKey(),
    adultUserId: integer('adult_user_id').notNull(),
    childUserId: integer('child_user_id').notNull(),
    createdByUserId: integer('created_by_user_id').notNull(),
    /** An unconfirmed link gives no access (gaps G-070). */
    confirmedAt: instant('confirmed_at'),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    uniqueIndex('idx_guardian_links_pair').on(table.adultUserId, table.childUserId),
    index('idx_guardian_links_child_user_id').on(table.childUserId),
  ],
)
