import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { flag, instant, json } from '#platform/columns.ts'

export type FileVisibility = 'Public' | 'SignedIn' | 'Owner' | 'Educator'

/** Purpose of a file; decides who may read it. */
export type FilePurpose = 'PersonPicture' | 'EducationPicture' | 'Logo' | 'Medium' | 'MailingFile'

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
    /** Random last part of the URL, set by the database. */
    ref: text('ref').notNull().default(sql`(lower(hex(randomblob(16))))`),
    purpose: text('purpose').$type<FilePurpose>().notNull().default('Medium'),
    /** True when the file holds no metadata or is not a picture. */
    cleaned: flag('cleaned').notNull().default(false),
    /** Widths of its renditions in pixels; null until they have been made. */
    renditionWidths: json<number[]>('rendition_widths'),
    /** Average colour of a picture, `#rrggbb`. */
    color: text('color'),
  },
  (table) => [
    index('idx_stored_files_key').on(table.key),
    uniqueIndex('idx_stored_files_ref').on(table.ref),
    index('idx_stored_files_sha256').on(table.sha256),
    index('idx_stored_files_owner').on(table.ownerUserId, table.purpose, table.size),
    index('idx_stored_files_unrendered')
      .on(table.id)
      .where(sql`rendition_widths is null and purpose = 'EducationPicture'`),
    index('idx_stored_files_uncleaned').on(table.id).where(sql`cleaned = 0`),
  ],
)

/** Keys of files whose rows are gone. Triggers insert them; they remain until the objects have been deleted. */
export const removedFiles = sqliteTable('removed_files', {
  key: text('key').primaryKey(),
  removedAt: instant('removed_at').notNull(),
})
