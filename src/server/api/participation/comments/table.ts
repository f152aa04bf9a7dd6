import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { educationPartResults } from '#api/participation/results/table.ts'
import { users } from '#api/people/users/table.ts'
import { instant } from '#platform/columns.ts'

/** A message between a learner and educators about one result. */
export const comments = sqliteTable(
  'comments',
  {
    id: integer('id').primaryKey(),
    educationPartResultId: integer('education_part_result_id')
      .notNull()
      .references(() => educationPartResults.id),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    text: text('text').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [index('idx_comments_result').on(table.educationPartResultId, table.id)],
)
