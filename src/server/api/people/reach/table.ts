import { index, integer, primaryKey, sqliteTable } from 'drizzle-orm/sqlite-core'
import { users } from '#api/people/users/table.ts'
import { instant } from '#platform/columns.ts'

/** Ids of the profiles that a user without a role has requested within the hour, including ids that do not exist. */
export const profileViews = sqliteTable(
  'profile_views',
  {
    readerUserId: integer('reader_user_id')
      .notNull()
      .references(() => users.id),
    personUserId: integer('person_user_id').notNull(),
    viewedAt: instant('viewed_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.readerUserId, table.personUserId] }),
    index('idx_profile_views_viewed_at').on(table.viewedAt),
  ],
)
