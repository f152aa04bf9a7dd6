import { and, eq, gt, isNull, type SQL, sql } from 'drizzle-orm'
import { quotas } from '#api/foundation/quotas/rules.ts'
import { withinQuota } from '#api/foundation/quotas/storage.ts'
import { countChangedRows, type Database, type Statement } from '#platform/database.ts'
import { insertFrom } from '#platform/insert-from.ts'
import { prepareQuery } from '#platform/prepare-query.ts'
import { isLaunched, type Launch } from './launch-storage.ts'
import { xapiDocuments } from './table.ts'

/** Selects documents of an activity and an agent; every registration when `registration` is null. */
export interface DocumentScope {
  kind: 'state' | 'activity' | 'agent'
  activityId: string
  agent: string
  registration: string | null
}

/** Identifies one document. */
export type DocumentPlace = DocumentScope & { registration: string; documentId: string }

/** A document with its body and metadata. */
export interface StoredDocument {
  contentType: string
  etag: string
  body: Uint8Array<ArrayBuffer>
  changedAt: Date
}

/** State of the document that a write requires: any, absent, or the version with this etag. */
export type WriteCondition = 'anything' | 'nothing' | { etag: string }

const within = (scope: DocumentScope, documentId?: string): SQL | undefined =>
  and(
    eq(xapiDocuments.kind, scope.kind),
    eq(xapiDocuments.activityId, scope.activityId),
    eq(xapiDocuments.agent, scope.agent),
    scope.registration === null ? undefined : eq(xapiDocuments.registration, scope.registration),
    documentId === undefined ? undefined : eq(xapiDocuments.documentId, documentId),
  )

const encoded = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')

/** Largest body stored in the row, in bytes. D1 allows 2 MB in a row, and base64 adds a third. */
export const maxRowBytes = 1_000_000

type DocumentKey = Record<'kind' | 'activityId' | 'agent' | 'registration' | 'documentId', string>

const document = prepareQuery(({ query }, documentKey: DocumentKey, { isRegistered }: { isRegistered: boolean }) =>
  query
    .select()
    .from(xapiDocuments)
    .where(
      and(
        sql`${xapiDocuments.kind} = ${documentKey.kind}`,
        eq(xapiDocuments.activityId, documentKey.activityId),
        eq(xapiDocuments.agent, documentKey.agent),
        isRegistered ? eq(xapiDocuments.registration, documentKey.registration) : undefined,
        eq(xapiDocuments.documentId, documentKey.documentId),
      ),
    )
    // Without a registration in the query, the document without a registration comes first.
    .orderBy(xapiDocuments.registration)
    .limit(1),
)

/** Finds an xAPI document with its body; null without one. A scope without a registration matches any, none first. */
export async function findDocument(
  db: Database,
  files: R2Bucket,
  scope: DocumentScope,
  documentId: string,
): Promise<StoredDocument | null> {
  const documentKey = { ...scope, registration: scope.registration ?? '', documentId }
  const [row] = await document(db, documentKey, { isRegistered: scope.registration !== null })
  if (!row) return null
  const body = row.fileKey ? await (await files.get(row.fileKey))?.bytes() : Buffer.from(row.body ?? '', 'base64')
  return { contentType: row.contentType, etag: row.etag, changedAt: row.changedAt, body: new Uint8Array(body ?? []) }
}

/** Lists the ids of the documents in a scope by id, each once; with `since` only of those that changed after it. */
export async function listDocumentIds(db: Database, scope: DocumentScope, since: Date | null): Promise<string[]> {
  const rows = await db.query
    .selectDistinct({ id: xapiDocuments.documentId })
    .from(xapiDocuments)
    .where(and(within(scope), since ? gt(xapiDocuments.changedAt, since) : undefined))
    .orderBy(xapiDocuments.documentId)
  return rows.map((row) => row.id)
}

const key = [
  xapiDocuments.kind,
  xapiDocuments.activityId,
  xapiDocuments.agent,
  xapiDocuments.registration,
  xapiDocuments.documentId,
]

type Content = Omit<typeof xapiDocuments.$inferInsert, keyof DocumentPlace>

function writing(db: Database, place: DocumentPlace, content: Content, expected: WriteCondition) {
  const insert = db.query.insert(xapiDocuments).values({ ...place, ...content })
  if (expected === 'nothing') return insert.onConflictDoNothing()
  if (expected === 'anything') return insert.onConflictDoUpdate({ target: key, set: content })
  const isUnchanged = and(within(place, place.documentId), eq(xapiDocuments.etag, expected.etag))
  return db.query.update(xapiDocuments).set(content).where(isUnchanged)
}

const fileKeysOf = (db: Database, condition: SQL | undefined) =>
  db.query
    .select({ fileKey: xapiDocuments.fileKey })
    .from(xapiDocuments)
    .where(and(condition, sql`${xapiDocuments.fileKey} is not null`))

const presentKeys = (rows: { fileKey: string | null }[]) => rows.flatMap(({ fileKey }) => fileKey ?? [])

const ofLaunch = ({ agent, registration }: Pick<DocumentPlace, 'agent' | 'registration'>) =>
  and(eq(xapiDocuments.agent, agent), eq(xapiDocuments.registration, registration))

const sumWhere = (what: SQL, condition: SQL | undefined) => sql`select ${what} from ${xapiDocuments} where ${condition}`

/** Checks the quotas of a person and of one attempt. Documents without a registration count for the person. */
const withinStateQuotas = (db: Database, place: DocumentPlace): Statement[] => {
  const bytes = sql`sum(${xapiDocuments.size})`
  const limits: [SQL, number][] = [
    [sumWhere(bytes, eq(xapiDocuments.agent, place.agent)), quotas.stateBytes],
    [sumWhere(bytes, ofLaunch(place)), quotas.launchStateBytes],
    [sumWhere(sql`count(*)`, ofLaunch(place)), quotas.launchStateDocuments],
  ]
  return limits.map(([used, limit]) => withinQuota(db, 'state_quota', used, limit))
}

/**
 * Saves an xAPI document in one transaction. Returns false, and changes nothing, unless `expected` holds: `anything`,
 * `nothing` stored yet, or this `etag` stored. A body over `maxRowBytes` is a file; that of the replaced document is
 * deleted. The commit fails as `state_quota` beyond a quota.
 */
export async function putDocument(
  db: Database,
  files: R2Bucket,
  place: DocumentPlace,
  document: StoredDocument,
  expected: WriteCondition,
): Promise<boolean> {
  const { contentType, etag, changedAt, body } = document
  const fileKey = body.length > maxRowBytes ? `xapi-documents/${crypto.randomUUID()}` : null
  if (fileKey) await files.put(fileKey, body)
  const content = { contentType, etag, changedAt, fileKey, body: fileKey ? null : encoded(body), size: body.length }
  const [before, result] = await db
    .commit([
      fileKeysOf(db, within(place, place.documentId)),
      writing(db, place, content, expected),
      ...withinStateQuotas(db, place),
    ])
    .catch(async (error: unknown) => {
      if (fileKey) await files.delete(fileKey)
      throw error
    })
  const isWritten = countChangedRows(result) > 0
  const unusedKeys = isWritten ? presentKeys(before) : presentKeys([{ fileKey }])
  if (unusedKeys.length > 0) await files.delete(unusedKeys)
  return isWritten
}

type LaunchStateValues = DocumentKey & {
  size: number
  contentType: string
  etag: string
  body: string
  now: string
  tokenHash: string
  userId: number
  launchedActivityId: string
}

const excluded = (name: string) => sql.raw(`excluded.${name}`)

/**
 * Whether the document fits the quotas of its person and launch. The replaced document counts too: near a limit the
 * write falls back to `putDocument`, which counts exactly.
 */
const fits = ({ agent, registration, size }: LaunchStateValues): SQL => sql`(
  select coalesce(sum(d.size), 0) + ${size} <= ${quotas.stateBytes}
    and coalesce(sum(iif(d.registration = ${registration}, d.size, 0)), 0) + ${size} <= ${quotas.launchStateBytes}
    and coalesce(sum(d.registration = ${registration}), 0) < ${quotas.launchStateDocuments}
  from xapi_documents d where d.agent = ${agent})`

/** A state whose body is in the file store is not replaced. */
const stateOfLaunch = prepareQuery(({ query }, values: LaunchStateValues) =>
  insertFrom(
    query,
    xapiDocuments,
    {
      kind: values.kind,
      activityId: values.activityId,
      agent: values.agent,
      registration: values.registration,
      documentId: values.documentId,
      contentType: values.contentType,
      etag: values.etag,
      body: values.body,
      changedAt: values.now,
      size: values.size,
    },
    sql`where ${isLaunched(values)} and ${fits(values)}`,
  )
    .onConflictDoUpdate({
      target: key,
      set: {
        contentType: excluded('content_type'),
        etag: excluded('etag'),
        body: excluded('body'),
        changedAt: excluded('changed_at'),
        size: excluded('size'),
      },
      setWhere: isNull(xapiDocuments.fileKey),
    })
    .returning({ etag: xapiDocuments.etag }),
)

/** Saves a state up to `maxRowBytes`; false when the launch is over, a quota is near or the old body is a file. */
export async function putLaunchState(
  db: Database,
  { launch, tokenHash }: { launch: Launch; tokenHash: string },
  place: DocumentPlace,
  { contentType, etag, body, changedAt }: StoredDocument,
): Promise<boolean> {
  const { userId, activityId: launchedActivityId } = launch
  const content = { contentType, etag, body: encoded(body), size: body.length, now: changedAt.toISOString() }
  const rows = await stateOfLaunch(db, { ...place, ...content, tokenHash, userId, launchedActivityId })
  return rows.length > 0
}

/** Removes a scope's document, or all without `documentId`, with files; true if any. `seenEtag` must match if given. */
export async function removeDocuments(
  db: Database,
  files: R2Bucket,
  scope: DocumentScope,
  documentId?: string,
  seenEtag?: string,
): Promise<boolean> {
  const isUnchanged = seenEtag === undefined ? undefined : eq(xapiDocuments.etag, seenEtag)
  const condition = and(within(scope, documentId), isUnchanged)
  const [removedRows, result] = await db.commit([
    fileKeysOf(db, condition),
    db.query.delete(xapiDocuments).where(condition),
  ])
  const isRemoved = countChangedRows(result) > 0
  if (isRemoved && removedRows.length > 0) await files.delete(presentKeys(removedRows))
  return isRemoved
}
