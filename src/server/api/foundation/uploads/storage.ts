import { eq, lt, sql } from 'drizzle-orm'
import { quotas } from '#api/foundation/quotas/rules.ts'
import { withinQuota } from '#api/foundation/quotas/storage.ts'
import type { Database, Statement } from '#platform/database.ts'
import { uploadParts, uploads } from './table.ts'

export type UploadRow = typeof uploads.$inferSelect

/**
 * Returns the statements that insert an upload in parts. The commit fails as `upload_quota` when the person's
 * unfinished uploads, with this one, exceed `quotas.uploadBytes` in total or `quotas.openUploads` in number.
 */
export function insertUpload(db: Database, row: typeof uploads.$inferInsert): Statement[] {
  const ofPerson = sql`from package_uploads where uploaded_by_user_id = ${row.uploadedByUserId}`
  return [
    db.query.insert(uploads).values(row),
    withinQuota(db, 'upload_quota', sql`select sum(size) ${ofPerson}`, quotas.uploadBytes),
    withinQuota(db, 'upload_quota', sql`select count(*) ${ofPerson}`, quotas.openUploads),
  ]
}

/** Finds an upload by id, of any person; null when there is none. Access is not checked here. */
export async function findUpload(db: Database, id: string): Promise<UploadRow | null> {
  const [row] = await db.query.select().from(uploads).where(eq(uploads.id, id))
  return row ?? null
}

/**
 * Returns the statement that saves the number and etag of an uploaded part; a repeated part replaces the earlier one.
 */
export const upsertUploadPart = (db: Database, row: typeof uploadParts.$inferInsert): Statement =>
  db.query
    .insert(uploadParts)
    .values(row)
    .onConflictDoUpdate({
      target: [uploadParts.uploadId, uploadParts.number],
      set: { etag: sql`excluded.etag` },
    })

/** Lists the numbers and etags of the uploaded parts of an upload by number; empty when none has arrived. */
export const listUploadParts = (db: Database, uploadId: string) =>
  db.query
    .select({ partNumber: uploadParts.number, etag: uploadParts.etag })
    .from(uploadParts)
    .where(eq(uploadParts.uploadId, uploadId))
    .orderBy(uploadParts.number)

/**
 * Returns the statements that remove an upload with its parts from the database; an unknown id removes nothing. The
 * file store is not touched.
 */
export const removeUpload = (db: Database, uploadId: string): Statement[] => [
  db.query.delete(uploadParts).where(eq(uploadParts.uploadId, uploadId)),
  db.query.delete(uploads).where(eq(uploads.id, uploadId)),
]

/** Lists at most 50 unfinished uploads that began before a time, in no order, of anybody. */
export const listUploadsBefore = (db: Database, before: Date): Promise<UploadRow[]> =>
  db.query.select().from(uploads).where(lt(uploads.createdAt, before)).limit(50)
