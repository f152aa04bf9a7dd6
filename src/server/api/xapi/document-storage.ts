import { and, eq, gt, type SQL } from 'drizzle-orm'
import type { Database } from '#platform/database.ts'
import { xapiDocuments } from './table.ts'

/** Which documents: all of them when `documentId` is null, over all registrations when `registration` is null. */
export interface DocumentScope {
  kind: 'state' | 'activity' | 'agent'
  activityId: string
  agent: string
  registration: string | null
}

export interface StoredDocument {
  contentType: string
  etag: string
  body: Uint8Array<ArrayBuffer>
  changedAt: Date
}

const within = (scope: DocumentScope, documentId?: string): SQL | undefined =>
  and(
    eq(xapiDocuments.kind, scope.kind),
    eq(xapiDocuments.activityId, scope.activityId),
    eq(xapiDocuments.agent, scope.agent),
    scope.registration === null ? undefined : eq(xapiDocuments.registration, scope.registration),
    documentId === undefined ? undefined : eq(xapiDocuments.documentId, documentId),
  )

const encoded = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')

/** Bodies up to this many bytes lie in the row; D1 takes 2 MB a row and base64 adds a third. */
const rowBytes = 1_000_000

export async function findDocument(
  db: Database,
  files: R2Bucket,
  scope: DocumentScope,
  documentId: string,
): Promise<StoredDocument | null> {
  const [row] = await db.query.select().from(xapiDocuments).where(within(scope, documentId)).limit(1)
  if (!row) return null
  const body = row.fileKey ? await (await files.get(row.fileKey))?.bytes() : Buffer.from(row.body ?? '', 'base64')
  return { contentType: row.contentType, etag: row.etag, changedAt: row.changedAt, body: new Uint8Array(body ?? []) }
}

export async function listDocumentIds(db: Database, scope: DocumentScope, since: Date | null): Promise<string[]> {
  const rows = await db.query
    .selectDistinct({ id: xapiDocuments.documentId })
    .from(xapiDocuments)
    .where(and(within(scope), since ? gt(xapiDocuments.changedAt, since) : undefined))
    .orderBy(xapiDocuments.documentId)
  return rows.map((row) => row.id)
}

/** The heaviest write of the portal: one upsert by key. */
export async function putDocument(
  db: Database,
  files: R2Bucket,
  scope: DocumentScope & { registration: string },
  documentId: string,
  document: StoredDocument,
): Promise<void> {
  const { contentType, etag, changedAt, body } = document
  const fileKey = body.length > rowBytes ? `xapi-documents/${crypto.randomUUID()}` : null
  if (fileKey) await files.put(fileKey, body)
  const content = { contentType, etag, changedAt, fileKey, body: fileKey ? null : encoded(body) }
  await db.query
    .insert(xapiDocuments)
    .values({ ...scope, documentId, ...content })
    .onConflictDoUpdate({
      target: [
        xapiDocuments.kind,
        xapiDocuments.activityId,
        xapiDocuments.agent,
        xapiDocuments.registration,
        xapiDocuments.documentId,
      ],
      set: content,
    })
}

export async function removeDocuments(db: Database, scope: DocumentScope, documentId?: string): Promise<void> {
  await db.query.delete(xapiDocuments).where(within(scope, documentId))
}
