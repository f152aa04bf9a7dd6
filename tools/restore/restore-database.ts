import { type BackupManifest, BackupManifest as manifestSchema } from '#api/office/backups/rules.ts'
import { sha256 } from '#platform/digest.ts'
import { CommandError } from '../command-error.ts'

/** Where a backup is read from: a folder, or a bucket. */
export interface BackupSource {
  /** Reads a file of the backup by its key. */
  read: (key: string) => Promise<Uint8Array<ArrayBuffer>>
}

/** A statement with its parameters. */
export interface Statement {
  sql: string
  params: (string | number | null)[]
}

/** The database that is restored into. */
export interface RestoreTarget {
  /** Runs the statements in one transaction and returns the rows of each. */
  run: (statements: readonly Statement[]) => Promise<Record<string, unknown>[][]>
}

/** An answer that says why a backup cannot be restored. */
export class RestoreError extends CommandError {}

/** Quotes the name of a table or column for SQL. */
export const quote = (name: string) => `"${name.replaceAll('"', '""')}"`
const statement = (sql: string, ...params: Statement['params']): Statement => ({ sql, params })

/** Longest JSON text of one insert; D1 takes values of 2 MB. */
const maxJsonLength = 900_000

/** Splits rows into JSON arrays that are short enough for one insert; a longer row stands alone. */
export function toJsonChunks(lines: readonly string[], maxLength = maxJsonLength): string[] {
  const chunks: string[] = []
  let open: string[] = []
  let length = 0
  for (const line of lines) {
    if (open.length > 0 && length + line.length > maxLength) {
      chunks.push(`[${open.join(',')}]`)
      open = []
      length = 0
    }
    open.push(line)
    length += line.length + 1
  }
  if (open.length > 0) chunks.push(`[${open.join(',')}]`)
  return chunks
}

async function query(target: RestoreTarget, sql: string, ...params: Statement['params']) {
  const [rows = []] = await target.run([statement(sql, ...params)])
  return rows
}

/**
 * Checks that the database has exactly the migrations of the backup and no rows of people.
 * @throws RestoreError when it does not.
 */
async function requireEmpty(target: RestoreTarget, manifest: BackupManifest): Promise<void> {
  const applied = (await query(target, 'select name from d1_migrations order by id')).map(({ name }) => String(name))
  const missing = manifest.migrations.filter((name) => !applied.includes(name))
  const newer = applied.filter((name) => !manifest.migrations.includes(name))
  if (missing.length > 0) throw new RestoreError(`the database lacks the migrations ${missing.join(', ')}`)
  if (newer.length > 0)
    throw new RestoreError(`the database has migrations that the backup does not know: ${newer.join(', ')}`)
  const [people] = await query(target, 'select count(*) as count from users')
  if (Number(people?.['count']) > 0) throw new RestoreError('the database is not empty: it has people')
}

/** A table that names itself, with the columns that do. */
async function listSelfReferences(target: RestoreTarget, table: string): Promise<string[]> {
  const rows = await query(
    target,
    'select "from" as name from pragma_foreign_key_list(?) where "table" = ?',
    table,
    table,
  )
  return rows.map(({ name }) => String(name))
}

const unpack = async (bytes: Uint8Array<ArrayBuffer>): Promise<string[]> => {
  const text = await new Response(new Response(bytes).body?.pipeThrough(new DecompressionStream('gzip'))).text()
  return text.split('\n').filter((line) => line !== '')
}

const columnList = (columns: readonly string[]) => columns.map(quote).join(', ')

/** Returns the statements that insert a part; columns that name the own table are filled last. */
function toInserts(table: BackupManifest['tables'][number], lines: readonly string[], own: readonly string[]) {
  const valueAt = (column: string, at: number) => (own.includes(column) ? 'null' : `value ->> ${at}`)
  const values = table.columns.map(valueAt).join(', ')
  const sql = `insert into ${quote(table.name)} (${columnList(table.columns)}) select ${values} from json_each(?)`
  return toJsonChunks(lines).map((json) => statement(sql, json))
}

/** Returns the statements that fill the columns that name the own table, by the first column, which is its id. */
function toSelfUpdates(table: BackupManifest['tables'][number], lines: readonly string[], own: readonly string[]) {
  const key = quote(table.columns[0] ?? '')
  return own.flatMap((column) => {
    const at = table.columns.indexOf(column)
    const sql = `update ${quote(table.name)} set ${quote(column)} = given.value ->> ${at}
      from json_each(?) given where ${quote(table.name)}.${key} = given.value ->> 0`
    return toJsonChunks(lines).map((json) => statement(sql, json))
  })
}

/**
 * Reads the lines of a part, a JSON array for each row, and checks its hash and number of rows.
 * @throws RestoreError when they differ.
 */
export async function readPart(
  source: BackupSource,
  part: { key: string; sha256: string; rows: number },
): Promise<string[]> {
  const bytes = await source.read(part.key)
  if ((await sha256(bytes)) !== part.sha256) throw new RestoreError(`${part.key} differs from what was written`)
  const lines = await unpack(bytes)
  if (lines.length !== part.rows) throw new RestoreError(`${part.key} has ${lines.length} rows instead of ${part.rows}`)
  return lines
}

async function restoreTable(target: RestoreTarget, source: BackupSource, table: BackupManifest['tables'][number]) {
  const own = await listSelfReferences(target, table.name)
  for (const part of table.parts)
    for (const one of toInserts(table, await readPart(source, part), own)) await target.run([one])
  if (own.length === 0) return
  for (const part of table.parts)
    for (const one of toSelfUpdates(table, await readPart(source, part), own)) await target.run([one])
}

const listTriggers = `select name, sql from sqlite_schema where type = 'trigger'
  and tbl_name in (select name from sqlite_schema where type = 'table')`

/** Runs work without the triggers of tables: their effects are in the backup already. */
async function withoutTriggers(target: RestoreTarget, work: () => Promise<void>): Promise<void> {
  const triggers = await query(target, listTriggers)
  for (const { name } of triggers) await target.run([statement(`drop trigger ${quote(String(name))}`)])
  try {
    await work()
  } finally {
    for (const { sql } of triggers) await target.run([statement(String(sql))])
  }
}

/** Fills the full-text indexes, which are not backed up. */
async function fillSearchIndex(target: RestoreTarget): Promise<void> {
  const views = await query(
    target,
    `select name from sqlite_schema where type = 'view' and name like 'indexed\\_%' escape '\\'`,
  )
  for (const { name } of views) {
    const table = String(name).replace('indexed_', '')
    await target.run([statement(`insert into ${quote(String(name))} (id) select id from ${quote(table)}`)])
  }
}

/**
 * Compares the number of rows of each table with the manifest, and checks all foreign keys.
 * @throws RestoreError when they differ, or when a row names one that is missing.
 */
async function verify(target: RestoreTarget, { tables }: BackupManifest): Promise<void> {
  for (const { name, rows } of tables) {
    const [counted] = await query(target, `select count(*) as count from ${quote(name)}`)
    if (Number(counted?.['count']) !== rows)
      throw new RestoreError(`${name} has ${counted?.['count']} rows instead of ${rows}`)
  }
  const [broken] = await query(
    target,
    'select "table" as name, "parent" as other from pragma_foreign_key_check limit 1',
  )
  if (broken) throw new RestoreError(`a row of ${broken['name']} names a row of ${broken['other']} that is missing`)
}

/** Reads and checks the manifest of a backup. */
async function readManifest(source: BackupSource, id: string): Promise<BackupManifest> {
  const bytes = await source.read(`backups/${id}/manifest.json`)
  return manifestSchema.parse(JSON.parse(new TextDecoder().decode(bytes)))
}

/**
 * Restores a backup into an empty database of the same migrations, and verifies hashes, numbers of rows and foreign
 * keys.
 * @throws RestoreError when the database is not empty or the backup is damaged.
 */
export async function restoreDatabase(
  target: RestoreTarget,
  source: BackupSource,
  id: string,
): Promise<BackupManifest> {
  const manifest = await readManifest(source, id)
  await requireEmpty(target, manifest)
  await withoutTriggers(target, async () => {
    // Migrations fill some tables, whose rows the backup has as well. A table is emptied before those that it names.
    for (const { name } of manifest.tables.toReversed()) await target.run([statement(`delete from ${quote(name)}`)])
    for (const table of manifest.tables) await restoreTable(target, source, table)
  })
  await fillSearchIndex(target)
  await verify(target, manifest)
  return manifest
}

/** Creates a target from a database binding, such as the local portal's. */
export const toTarget = (db: Pick<D1Database, 'prepare' | 'batch'>): RestoreTarget => ({
  run: async (statements) => {
    const results = await db.batch<Record<string, unknown>>(
      statements.map(({ sql, params }) => db.prepare(sql).bind(...params)),
    )
    return results.map(({ results: rows }) => rows)
  },
})
