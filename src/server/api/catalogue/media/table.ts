import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { educations } from '#api/catalogue/educations/table.ts'
import { storedFiles } from '#api/foundation/files/table.ts'
import { users } from '#api/people/users/table.ts'
import { flag, instant } from '#platform/columns.ts'

/** File 0, Link 1. */
export const media = sqliteTable(
  'media',
  {
    id: integer('id').primaryKey(),
    title: text('title').notNull(),
    description: text('description'),
    kind: integer('kind').$type<0 | 1>().notNull(),
    fileId: integer('file_id').references(() => storedFiles.id),
    url: text('url'),
    inLibrary: flag('in_library').notNull().default(true),
    uploadedByUserId: integer('uploaded_by_user_id')
      .notNull()
      .references(() => users.id),
    createdAt: instant('created_at').notNull(),
    changedAt: instant('changed_at').notNull(),
    /** Search words for misspelt queries: `toSearchWords` of the title. */
    searchWords: text('search_words').notNull(),
  },
  (table) => [index('idx_media_file').on(table.fileId).where(sql`file_id is not null`)],
)

export const mediaToEducation = sqliteTable(
  'media_to_education',
  {
    mediaId: integer('media_id')
      .notNull()
      .references(() => media.id),
    educationId: integer('education_id')
      .notNull()
      .references(() => educations.id),
  },
  (table) => [
    primaryKey({ columns: [table.mediaId, table.educationId] }),
    index('idx_media_to_education_education').on(table.educationId),
  ],
)

export const mediaTags = sqliteTable('media_tags', {
  id: integer('id').primaryKey(),
  name: text('name').notNull().unique('idx_media_tags_name'),
  position: integer('position').notNull().default(0),
  /** Search words for misspelt queries: `toSearchWords` of the name. */
  searchWords: text('search_words').notNull(),
})

export const mediaToTag = sqliteTable(
  'media_to_tag',
  {
    mediaId: integer('media_id')
      .notNull()
      .references(() => media.id),
    mediaTagId: integer('media_tag_id')
      .notNull()
      .references(() => mediaTags.id),
  },
  (table) => [primaryKey({ columns: [table.mediaId, table.mediaTagId] })],
)
