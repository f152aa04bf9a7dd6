import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { storedFiles } from '#api/foundation/files/table.ts'
import { users } from '#api/people/users/table.ts'
import { flag, instant } from '#platform/columns.ts'

export const educationCategories = sqliteTable('education_categories', {
  id: integer('id').primaryKey(),
  name: text('name').notNull(),
  shortName: text('short_name'),
  pictureFileId: integer('picture_file_id').references(() => storedFiles.id),
  color: text('color'),
  position: integer('position').notNull().default(0),
  active: flag('active').notNull().default(true),
  idrottOnlineCategoryId: text('idrott_online_category_id'),
  changedAt: instant('changed_at').notNull(),
  /** Search words for misspelt queries: `toSearchWords` of the name. */
  searchWords: text('search_words').notNull(),
})

/** The categories that a user wants to see first (flag UserToEducationCategoryFiltering). */
export const favoriteCategories = sqliteTable(
  'favorite_categories',
  {
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    educationCategoryId: integer('education_category_id')
      .notNull()
      .references(() => educationCategories.id),
  },
  (table) => [primaryKey({ columns: [table.userId, table.educationCategoryId] })],
)
