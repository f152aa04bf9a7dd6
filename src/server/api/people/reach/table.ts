import { index, integer, primaryKey, sqliteTable } from 'drizzle-orm/sqlite-core'
import { users } from '#api/people/users/table.ts'
import { instant } from '#platform/columns.ts'

/** Which profiles somebody without a role has asked for within the hour, also of people there are none of. */
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
