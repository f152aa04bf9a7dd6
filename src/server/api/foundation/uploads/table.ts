import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { instant } from '#platform/columns.ts'

/** Unfinished uploads: files that are sent in parts to the file store. */
export const uploads = sqliteTable(
  'package_uploads',
  {
    id: text('id').primaryKey(),
    originalName: text('original_name').notNull(),
    /** In bytes. */
    size: integer('size').notNull(),
    fileKey: text('file_key').notNull(),
    /** The file store's own id of the upload. */
    multipartId: text('multipart_id').notNull(),
    uploadedByUserId: integer('uploaded_by_user_id').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    index('idx_package_uploads_created_at').on(table.createdAt),
    index('idx_package_uploads_uploader').on(table.uploadedByUserId, table.size),
  ],
)

export const uploadParts = sqliteTable(
  'package_upload_parts',
  {
    uploadId: text('upload_id')
      .notNull()
      .references(() => uploads.id),
    /** From 1. */
    number: integer('number').notNull(),
    etag: text('etag').notNull(),
  },
  (table) => [primaryKey({ columns: [table.uploadId, table.number] })],
)
