import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { flag, instant } from '#platform/columns.ts'

export const educationCategories = sqliteTable('education_categories', {
  id: integer('id').primaryKey(),
  name: text('name').notNull(),
  shortName: text('short_name'),
  pictureFileId: integer('picture_file_id'),
  color: text('color'),
  position: integer('position').notNull().default(0),
  active: flag('active').notNull().default(true),
  idrottOnlineCategoryId: text('idrott_online_category_id'),
  changedAt: instant('changed_at').notNull(),
})
