import type { Ctx } from '#api/context.ts'
import type { JobContinuation, JobResult } from '#api/foundation/jobs/run.ts'
import { deletePrefix, listPages } from '#platform/bucket-objects.ts'
import { sha256 } from '#platform/digest.ts'
import { type BackupManifest, type BackupPart, listExpiredBackups, type TableShape, toBackupId } from './rules.ts'
import { listFileKeys, listMigrations, listTables, readPortion, type Values } from './storage.ts'

/** Position of a backup between two runs of its job. */
export interface BackupProgress {
  /** Null before the first run. */
  id: string | null
  startedAt: string
  /** The table that is read next; null when all are read. */
  table: string | null
  /** Key of the last row that was read of it. */
  after: Values | null
  /** Number of the part that is written next. */
  part: number
  files: { after: string; referenced: number; missing: number; missingKeys: string[] }
}

/** Parts and file checks per run, within the 1,000 subrequests that a Worker may make. */
const partsPerRun = 100
const filesPerRun = 400
const maxMissingKeys = 100

const folderOf = (id: string) => `backups/${id}/`

async function gzip(text: string): Promise<Uint8Array<ArrayBuffer>> {
  const body = new Response(text).body?.pipeThrough(new CompressionStream('gzip'))
  return new Uint8Array(await new Response(body).arrayBuffer())
}

async function writePart(bucket: R2Bucket, key: string, rows: readonly Values[]): Promise<void> {
  const bytes = await gzip(rows.map((row) => `${JSON.stringify(row)}\n`).join(''))
  const customMetadata = { rows: String(rows.length), sha256: await sha256(bytes) }
  await bucket.put(key, bytes, { customMetadata, httpMetadata: { contentType: 'application/gzip' } })
}

const toPartKey = (id: string, table: string, part: number) =>
  `${folderOf(id)}tables/${table}/${String(part).padStart(6, '0')}.ndjson.gz`

/** Writes the next part of the backup and returns where to continue. */
async function writeNext(
  { db }: Ctx<null>,
  bucket: R2Bucket,
  tables: readonly TableShape[],
  at: BackupProgress & { id: string },
): Promise<BackupProgress & { id: string }> {
  const index = tables.findIndex(({ name }) => name === at.table)
  const table = tables[index]
  if (!table) throw new Error(`the table ${at.table} is gone since the backup began`)
  const { rows, next } = await readPortion(db, table, at.after)
  if (rows.length > 0) await writePart(bucket, toPartKey(at.id, table.name, at.part), rows)
  if (next) return { ...at, after: next, part: at.part + 1 }
  return { ...at, table: tables[index - 1]?.name ?? null, after: null, part: 0 }
}

/** Checks whether the next files that rows name are in the file store; null when all have been checked. */
async function checkFiles({ db, files }: Ctx<null>, at: BackupProgress['files']) {
  const keys = await listFileKeys(db, at.after, filesPerRun)
  const heads = await Promise.all(keys.map(async (key) => ((await files.head(key)) ? null : key)))
  const missing = heads.filter((key) => key !== null)
  const checked = {
    after: keys.at(-1) ?? at.after,
    referenced: at.referenced + keys.length,
    missing: at.missing + missing.length,
    missingKeys: [...at.missingKeys, ...missing].slice(0, maxMissingKeys),
  }
  return { checked, isDone: keys.length < filesPerRun }
}

/** Lists the parts of a backup by table, from what R2 stores of them. */
async function listParts(bucket: R2Bucket, id: string): Promise<Map<string, BackupPart[]>> {
  const prefix = `${folderOf(id)}tables/`
  const parts = new Map<string, BackupPart[]>()
  for await (const page of listPages(bucket, { prefix, include: ['customMetadata'] })) {
    for (const { key, size, customMetadata } of page.objects) {
      const table = key.slice(prefix.length).split('/')[0] ?? ''
      const part = {
        key,
        rows: Number(customMetadata?.['rows']),
        bytes: size,
        sha256: customMetadata?.['sha256'] ?? '',
      }
      parts.set(table, [...(parts.get(table) ?? []), part])
    }
  }
  return parts
}

async function writeManifest(
  ctx: Ctx<null>,
  bucket: R2Bucket,
  tables: readonly TableShape[],
  at: BackupProgress & { id: string },
) {
  const [parts, migrations] = await Promise.all([listParts(bucket, at.id), listMigrations(ctx.db)])
  const { after: _, ...files } = at.files
  const manifest: BackupManifest = {
    format: 1,
    id: at.id,
    startedAt: new Date(at.startedAt),
    finishedAt: new Date(),
    migrations,
    tables: tables.map(({ name, columns }) => {
      const own = parts.get(name) ?? []
      return { name, columns: [...columns], rows: own.reduce((sum, { rows }) => sum + rows, 0), parts: own }
    }),
    files,
  }
  await bucket.put(`${folderOf(at.id)}manifest.json`, JSON.stringify(manifest), {
    httpMetadata: { contentType: 'application/json' },
  })
  return manifest
}

async function deleteExpired(bucket: R2Bucket, now: Date): Promise<void> {
  const ids: string[] = []
  for await (const { delimitedPrefixes } of listPages(bucket, { prefix: 'backups/', delimiter: '/' }))
    ids.push(...delimitedPrefixes.map((prefix) => prefix.slice('backups/'.length, -1)))
  for (const id of listExpiredBackups(ids, now)) await deletePrefix(bucket, folderOf(id))
}

const begin = (now: Date, tables: readonly TableShape[]): BackupProgress & { id: string } => ({
  id: toBackupId(now),
  startedAt: now.toISOString(),
  table: tables.at(-1)?.name ?? null,
  after: null,
  part: 0,
  files: { after: '', referenced: 0, missing: 0, missingKeys: [] },
})

async function readTables(
  ctx: Ctx<null>,
  bucket: R2Bucket,
  tables: readonly TableShape[],
  from: BackupProgress & { id: string },
) {
  let at = from
  for (let part = 0; part < partsPerRun && at.table !== null; part += 1) at = await writeNext(ctx, bucket, tables, at)
  return at
}

const countTables = (tables: readonly TableShape[], { table }: BackupProgress) => ({
  done: table === null ? tables.length : tables.length - 1 - tables.findIndex(({ name }) => name === table),
  total: tables.length,
})

/**
 * Copies the tables of `listTables` to the bucket `BACKUPS` as gzipped lines of JSON, in several runs of a job: returns
 * the payload of the next run, or at the end the result. Tables come before those that their foreign keys name. Checks
 * then that the file store has each file that a row names and logs a warning for missing ones, writes the manifest, and
 * deletes backups older than 35 days. Without the bucket it does nothing and returns undefined. A repeated run writes
 * the same part again.
 */
export async function writeBackup(
  ctx: Ctx<null>,
  payload: Partial<BackupProgress>,
): Promise<JobContinuation | JobResult | undefined> {
  // A deployment may leave the bucket out of its wrangler.toml.
  const bucket: R2Bucket | undefined = ctx.env.BACKUPS
  if (!bucket) return undefined
  const tables = await listTables(ctx.db)
  // The payload of a continued job is what an earlier run returned.
  const from = payload.id ? (payload as BackupProgress & { id: string }) : begin(ctx.now, tables)
  const at = await readTables(ctx, bucket, tables, from)
  if (at.table !== null) return { rest: { ...at }, progress: countTables(tables, at) }
  const { checked, isDone } = await checkFiles(ctx, at.files)
  const next = { ...at, files: checked }
  if (!isDone) return { rest: next, progress: countTables(tables, at) }
  const { id, files } = await writeManifest(ctx, bucket, tables, next)
  if (files.missing > 0) ctx.log.warn('backup.missingFiles', { backup: id, missing: files.missing })
  await deleteExpired(bucket, ctx.now)
  return { result: { backup: id, files } }
}
