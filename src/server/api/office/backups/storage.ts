import { type SQL, sql } from 'drizzle-orm'
import { keysOfRecordFiles } from '#api/courses/xapi/views.ts'
import { storedFileKeys } from '#api/foundation/files/views.ts'
import { storedSubmissionKeys } from '#api/participation/submissions/views.ts'
import type { Database } from '#platform/database.ts'
import { orderByReferences, type TableShape, transientTables } from './rules.ts'

/** Values of a row in the order of the table's columns, or of its key. */
export type Values = (string | number | null)[]

const rowsPerPart = 1000

const toIdentifier = (name: string) => sql.raw(`"${name.replaceAll('"', '""')}"`)

const copiedTables = sql`
  select t.name from pragma_table_list t where t.schema = 'main' and t.type = 'table'
    and t.name not like 'sqlite\\_%' escape '\\' and t.name not like '\\_cf\\_%' escape '\\' and t.name not like 'd1\\_%' escape '\\'
    and t.name not in (select value from json_each(${JSON.stringify(transientTables)}))`

/**
 * Reads the names of the columns and keys of each table that is backed up; a table follows those that its foreign keys
 * name. `keys` is the primary key of a `without rowid` table and empty for all others, which are read by `rowid`. Left
 * out are virtual tables, `transientTables`, those of SQLite and D1 itself, and generated columns.
 *
 * @throws Error when tables name each other in a circle.
 */
export async function listTables(db: Database): Promise<TableShape[]> {
  const rows = await db.rows<{ name: string; columns: string; keys: string; references: string }>(sql`
    select t.name,
      (select json_group_array(c.name) from pragma_table_xinfo(t.name) c where c.hidden = 0) as columns,
      (select json_group_array(name) from (
        select k.name from pragma_table_info(t.name) k where k.pk > 0 and (select l.wr from pragma_table_list l
          where l.schema = 'main' and l.name = t.name) = 1 order by k.pk)) as keys,
      (select json_group_array(distinct f."table") from pragma_foreign_key_list(t.name) f) as "references"
    from (${copiedTables}) t order by t.name`)
  const namesIn = (text: string) => JSON.parse(text) as string[]
  return orderByReferences(
    rows.map(({ name, columns, keys, references }) => ({
      name,
      columns: namesIn(columns),
      keys: namesIn(keys),
      references: namesIn(references),
    })),
  )
}

/** Lists the names of the database migrations that have been applied, in the order of applying. */
export const listMigrations = async (db: Database): Promise<string[]> =>
  (await db.rows<{ name: string }>(sql`select name from d1_migrations order by id`)).map(({ name }) => name)

/** Rows of a table after a key, and the key of the last one; null when the table ends here. */
export interface Portion {
  rows: Values[]
  next: Values | null
}

/** Names that do not collide when a key column is selected a second time. */
const toAliases = (columns: readonly SQL[], prefix: string) =>
  columns.map((column, at) => sql`${column} as ${sql.raw(`${prefix}${at}`)}`)

/**
 * Reads the next 1,000 rows of a table in the order of its key, or of `rowid` without one; from the first one when
 * `after` is null. `next` is the `after` of the next portion; null when this one has fewer rows and is the last. Each
 * row has its values in the order of `table.columns`.
 */
export async function readPortion(db: Database, table: TableShape, after: Values | null): Promise<Portion> {
  const columns = table.columns.map(toIdentifier)
  const keys = table.keys.length > 0 ? table.keys.map(toIdentifier) : [sql.raw('rowid')]
  const key = sql.join(keys, sql`, `)
  const values = after?.map((value) => sql`${value}`)
  const from = values ? sql`where (${key}) > (${sql.join(values, sql`, `)})` : sql``
  const found = await db.rows<Record<string, string | number | null>>(sql`
    select ${sql.join([...toAliases(columns, 'c'), ...toAliases(keys, 'k')], sql`, `)}
    from ${toIdentifier(table.name)} ${from} order by ${key} limit ${rowsPerPart}`)
  const read = (row: (typeof found)[number], prefix: string, count: number): Values =>
    Array.from({ length: count }, (_, at) => row[`${prefix}${at}`] ?? null)
  const last = found.length === rowsPerPart ? found.at(-1) : undefined
  return {
    rows: found.map((row) => read(row, 'c', columns.length)),
    next: last ? read(last, 'k', keys.length) : null,
  }
}

/**
 * Lists at most `limit` R2 keys that rows of the database name, in order, after the key `after`. They are of stored
 * files, submissions, and attachments and documents of the record store. An empty `after` begins with the first.
 */
export async function listFileKeys(db: Database, after: string, limit: number): Promise<string[]> {
  const rows = await db.rows<{ key: string }>(sql`
    select key from (select key from ${storedFileKeys} union select key from ${storedSubmissionKeys}
      union select key from ${keysOfRecordFiles}) named
    where key > ${after} order by key limit ${limit}`)
  return rows.map(({ key }) => key)
}
