import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { instant } from '#platform/columns.ts'

export type FileVisibility = 'Public' | 'SignedIn' | 'Owner' | 'Educator'

export const storedFiles = sqliteTable(
  'stored_files',
  {
    id: integer('id').primaryKey(),
    name: text('name').notNull(),
    contentType: text('content_type').notNull(),
    size: integer('size').notNull(),
    sha256: text('sha256').notNull(),
    /** Random key in the file store. */
    key: text('key').notNull(),
    visibility: text('visibility').$type<FileVisibility>().notNull(),
    ownerUserId: integer('owner_user_id'),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [index('idx_stored_files_key').on(table.key)],
)
