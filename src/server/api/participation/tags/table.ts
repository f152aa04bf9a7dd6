import { integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { educations } from '#api/catalogue/educations/table.ts'
import { instant } from '#platform/columns.ts'

/** A tag ties occasions of different parts of one education together; occasions refer to it by id. */
export const tags = sqliteTable(
  'tags',
  {
    id: integer('id').primaryKey(),
    educationId: integer('education_id')
      .notNull()
      .references(() => educations.id),
    name: text('name').notNull(),
    createdAt: instant('created_at').notNull(),
    changedAt: instant('changed_at').notNull(),
  },
  (table) => [uniqueIndex('idx_tags_name').on(table.educationId, table.name)],
)
