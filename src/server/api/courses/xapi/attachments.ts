import { createHash } from 'node:crypto'
import { and, inArray, sql } from 'drizzle-orm'
import type { Visitor } from '#api/context.ts'
import { quotas } from '#api/foundation/quotas/rules.ts'
import { withinQuota } from '#api/foundation/quotas/storage.ts'
import { queueScans, scanStateOf } from '#api/foundation/scans/storage.ts'
import type { Database, Statement as Write } from '#platform/database.ts'
import { insertFrom } from '#platform/insert-from.ts'
import { XapiError } from './error.ts'
import type { Part } from './multipart.ts'
import { checkSignature, signatureUsage } from './signature.ts'
import type { Attachment, Statement } from './statement.ts'
import { xapiAttachments } from './table.ts'

/** The contents that came along, by their sum in small letters. */
export type Contents = ReadonlyMap<string, Part>

const hashes: Record<number, string> = { 56: 'sha224', 64: 'sha256', 96: 'sha384', 128: 'sha512' }

/** Whether a sum is of a content; its length tells which of the SHA-2 sums it is. */
function isSumOf(sum: string, content: Uint8Array): boolean {
  const hash = hashes[sum.length]
  return hash !== undefined && createHash(hash).update(content).digest('hex') === sum
}

/** The parts behind the first as contents, each of them under the sum that it says it has. */
export function contentsOf(parts: readonly Part[]): Contents {
  const contents = new Map<string, Part>()
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

/** Every content belongs to a statement, and every attachment has its content or an address where it is. */
export function checkAttachments(statements: readonly Statement[], contents: Contents): void {
  const known = new Set<string>()
  for (const statement of statements)
    for (const attachment of attachmentsOf(statement)) {
      const sum = attachment.sha2.toLowerCase()
      const part = contents.get(sum)
      if (!part && attachment.fileUrl === undefined)
        throw new XapiError(400, `The attachment ${sum} did not come along`)
      if (attachment.usageType === signatureUsage && part) checkSignature(statement, attachment, part.content)
      known.add(sum)
    }
  const foreign = [...contents.keys()].find((sum) => !known.has(sum))
  if (foreign) throw new XapiError(400, `No statement has the attachment ${foreign}`)
}

type StoredAttachment = typeof xapiAttachments.$inferSelect

interface KeptAttachment {
  statementId: string
  sha2: string
  contentType: string
  fileKey: string
  size: number
}

export interface Kept {
  writes: Write[]
  /** Takes the files away again, should the statements not come to stand. */
  undo: () => Promise<void>
}

/** Puts the contents of these statements into the file store; each statement has its own, so that it can be forgotten alone. */
export async function keepAttachments(
  ctx: Visitor,
  statements: readonly (Statement & { id: string })[],
  contents: Contents,
  userId: number | null,
): Promise<Kept> {
  const { db, files } = ctx
  const rows: KeptAttachment[] = []
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

/** What came with these statements, but for what the scanner has found infected. */
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
