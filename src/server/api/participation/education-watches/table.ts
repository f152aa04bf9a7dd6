import { index, integer, primaryKey, sqliteTable } from 'drizzle-orm/sqlite-core'
import { educations } from '#api/catalogue/educations/table.ts'
import { users } from '#api/people/users/table.ts'
import { instant } from '#platform/columns.ts'

/** An education whose next dates a person wants to hear of. */
export const educationWatches = sqliteTable(
  'education_watches',
  {
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    educationId: integer('education_id')
      .notNull()
      .references(() => educations.id),
    createdAt: instant('created_at').notNull(),
    /** The latest occasion that was there when the watch was set, or when the person was notified. */
    seenOccasionId: integer('seen_occasion_id').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.educationId] }),
    index('idx_education_watches_education_id').on(table.educationId),
  ],
)
