import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { users } from '#api/people/users/table.ts'
import { instant } from '#platform/columns.ts'

export const personNotes = sqliteTable(
  'person_notes',
  {
    id: integer('id').primaryKey(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    authorUserId: integer('author_user_id')
      .notNull()
      .references(() => users.id),
    text: text('text').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [index('idx_person_notes_user').on(table.userId, table.id)],
)
