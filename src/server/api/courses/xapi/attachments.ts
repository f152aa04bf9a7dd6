import { createHash } from 'node:crypto'
import { and, inArray, sql } from 'drizzle-orm'
import type { Visitor } from '#api/context.ts'
import { quotas } from '#api/foundation/quotas/rules.ts'
import { withinQuota } from '#api/foundation/quotas/storage.ts'
import { queueScans, scanStateOf } from '#api/foundation/scans/storage.ts'
import type { Database, Statement as Write } from '#platform/database.ts'
import { insertFrom } from '#platform/insert-from.ts'
import { XapiError } from './error.ts'
import type { MimePart } from './multipart.ts'
import { checkSignature, signatureUsage } from './signature.ts'
import type { Attachment, Statement } from './statement.ts'
import { xapiAttachments } from './table.ts'

/** Attachment contents of a request, by their SHA-2 sum in lower case. */
export type AttachmentContents = ReadonlyMap<string, MimePart>

const hashes: Record<number, string> = { 56: 'sha224', 64: 'sha256', 96: 'sha384', 128: 'sha512' }

/** Whether a sum belongs to a content. The length of the sum decides which SHA-2 hash it is. */
function isSumOf(sum: string, content: Uint8Array): boolean {
  const hash = hashes[sum.length]
  return hash !== undefined && createHash(hash).update(content).digest('hex') === sum
}

/**
 * Maps the parts of a multipart request that follow the statements to the SHA-2 sums that they declare, in lower case.
 *
 * @throws XapiError 400 when a part has no sum, is not binary or does not match its sum
 */
export function toAttachmentContents(parts: readonly MimePart[]): AttachmentContents {
  const contents = new Map<string, MimePart>()
  for (const part of parts) {
    const sum = part.headers.get('x-experience-api-hash')?.toLowerCase()
    if (!sum) throw new XapiError(400, 'An attachment has no X-Experience-API-Hash')
    if (part.headers.get('content-transfer-encoding')?.toLowerCase() !== 'binary')
      throw new XapiError(400, 'The Content-Transfer-Encoding of an attachment is not binary')
    if (!isSumOf(sum, part.content)) throw new XapiError(400, `The content of ${sum} has another sum`)
    contents.set(sum, part)
  }
  return contents
}

const attachmentsOf = ({ object, attachments = [] }: Statement): Attachment[] => [
  ...attachments,
  ...(object.objectType === 'SubStatement' ? (object.attachments ?? []) : []),
]

/**
 * Checks that every content belongs to a statement, that every attachment has a content or a `fileUrl`, and that
 * signatures are valid.
 * @throws XapiError 400 when one of them does not
 */
export function checkAttachments(statements: readonly Statement[], contents: AttachmentContents): void {
  const declaredSums = new Set<string>()
  for (const statement of statements)
    for (const attachment of attachmentsOf(statement)) {
      const sum = attachment.sha2.toLowerCase()
      const part = contents.get(sum)
      if (!part && attachment.fileUrl === undefined)
        throw new XapiError(400, `The attachment ${sum} did not come along`)
      if (attachment.usageType === signatureUsage && part) checkSignature(statement, attachment, part.content)
      declaredSums.add(sum)
    }
  const foreign = [...contents.keys()].find((sum) => !declaredSums.has(sum))
  if (foreign) throw new XapiError(400, `No statement has the attachment ${foreign}`)
}

type StoredAttachment = typeof xapiAttachments.$inferSelect

interface NewAttachment {
  statementId: string
  sha2: string
  contentType: string
  fileKey: string
  size: number
}

/** Writes that store attachments, and their compensation. */
export interface AttachmentWrites {
  writes: Write[]
  /** Deletes the files again when the statements could not be stored. */
  undo: () => Promise<void>
}

/**
 * Puts the contents of these statements into the file store; each statement has its own copy. Content that did not come
 * with the request is skipped.
 *
 * Returns the writes to commit, and `undo`, which deletes the files, for when the commit fails. The writes are rows,
 * virus scans and the quota of `userId`, which refuses with `attachment_quota`; null has no quota.
 */
export async function storeAttachments(
  ctx: Visitor,
  statements: readonly (Statement & { id: string })[],
  contents: AttachmentContents,
  userId: number | null,
): Promise<AttachmentWrites> {
  const { db, files } = ctx
  const rows: NewAttachment[] = []
  for (const statement of statements)
    for (const { sha2, contentType } of attachmentsOf(statement)) {
      const sum = sha2.toLowerCase()
      const part = contents.get(sum)
      const statementId = statement.id.toLowerCase()
      if (!part || rows.some((row) => row.statementId === statementId && row.sha2 === sum)) continue
      const fileKey = `xapi-attachments/${statementId}/${crypto.randomUUID()}`
      await files.put(fileKey, part.content)
      rows.push({ statementId, sha2: sum, contentType, fileKey, size: part.content.length })
    }
  const undo = () => files.delete(rows.map(({ fileKey }) => fileKey))
  if (rows.length === 0) return { writes: [], undo: async () => {} }
  const insert = insertFrom(
    db.query,
    xapiAttachments,
    {
      statementId: sql`value ->> 'statementId'`,
      sha2: sql`value ->> 'sha2'`,
      contentType: sql`value ->> 'contentType'`,
      fileKey: sql`value ->> 'fileKey'`,
      size: sql`value ->> 'size'`,
      userId,
    },
    sql`from json_each(${JSON.stringify(rows)})`,
  )
  const scans = queueScans(
    ctx,
    rows.map(({ fileKey }) => fileKey),
  )
  const used = sql`select sum(size) from ${xapiAttachments} where user_id = ${userId}`
  return { writes: [insert, withinQuota(db, 'attachment_quota', used, quotas.attachmentBytes), ...scans], undo }
}

/** Lists the attachments of statements in no order, without those that the scanner found infected. */
export const listAttachments = (db: Database, statementIds: readonly string[]): Promise<StoredAttachment[]> =>
  db.query
    .select()
    .from(xapiAttachments)
    .where(
      and(
        inArray(
          xapiAttachments.statementId,
          sql`(select lower(value) from json_each(${JSON.stringify(statementIds)}))`,
        ),
        sql`${scanStateOf(sql`xapi_attachments.file_key`)} <> 'Infected'`,
      ),
    )
