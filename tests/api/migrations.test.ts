import { env } from 'cloudflare:workers'
import { is } from 'drizzle-orm'
import { getTableConfig, SQLiteTable } from 'drizzle-orm/sqlite-core'
import { expect, test } from 'vitest'
import { unreferencedColumns } from '../unreferenced-columns.ts'

const modules = import.meta.glob<Record<string, unknown>>('../../src/server/api/**/table.ts', { eager: true })
const declared = Object.values(modules)
  .flatMap((module) => Object.values(module))
  .filter((value) => is(value, SQLiteTable))
  .map((table) => getTableConfig(table))

const rowsOf = async <Row>(text: string, ...values: string[]) =>
  (
    await env.DB.prepare(text)
      .bind(...values)
      .all<Row>()
  ).results

const byName = <Named extends { name: string }>(named: Named[]) => named.sort((a, b) => (a.name < b.name ? -1 : 1))

interface ColumnRow {
  name: string
  type: string
  notnull: number
  pk: number
}

async function columnsOf(table: string) {
  const rows = await rowsOf<ColumnRow>(
    'SELECT name, type, "notnull", pk FROM pragma_table_xinfo(?) WHERE hidden <> 1',
    table,
  )
  return byName(
    rows.map(({ name, type, notnull, pk }) => ({
      name,
      type: type.toLowerCase(),
      notNull: notnull === 1,
      key: pk > 0,
    })),
  )
}

async function indexesOf(table: string) {
  const rows = await rowsOf<{ name: string; unique: number; partial: number }>(
    `SELECT name, "unique", partial FROM pragma_index_list(?) WHERE origin = 'c'`,
    table,
  )
  const columns = await Promise.all(
    rows.map(({ name }) =>
      rowsOf<{ name: string | null }>('SELECT name FROM pragma_index_info(?) ORDER BY seqno', name),
    ),
  )
  return byName(
    rows.map((row, at) => ({
      name: row.name,
      unique: row.unique === 1,
      partial: row.partial === 1,
      columns: (columns[at] ?? []).map((column) => column.name),
    })),
  )
}

type Config = (typeof declared)[number]

function declaredColumns({ columns, primaryKeys }: Config) {
  const keys = new Set(primaryKeys.flatMap((key) => key.columns.map((column) => column.name)))
  return byName(
    columns.map((column) => ({
      name: column.name,
      type: column.getSQLType(),
      notNull: column.notNull,
      key: column.primary || keys.has(column.name),
    })),
  )
}

function declaredIndexes({ indexes, columns }: Config) {
  const own = indexes.map(({ config }) => ({
    name: config.name,
    unique: config.unique,
    partial: config.where !== undefined,
    // SQLite reports no column name for an expression.
    columns: config.columns.map((column) => ('name' in column ? column.name : null)),
  }))
  const single = columns
    .filter((column) => column.isUnique)
    .map((column) => ({ name: column.uniqueName ?? '', unique: true, partial: false, columns: [column.name] }))
  return byName([...own, ...single])
}

interface KeyRow {
  from: string
  table: string
  to: string
  on_delete: string
}

const named = (key: { from: string; table: string; to: string }) => `${key.from} → ${key.table}.${key.to}`

async function referencesOf(table: string) {
  const rows = await rowsOf<KeyRow>('SELECT "from", "table", "to", on_delete FROM pragma_foreign_key_list(?)', table)
  expect(rows.filter((row) => row.on_delete !== 'NO ACTION')).toEqual([])
  return rows.map(named).sort()
}

const declaredReferences = ({ foreignKeys }: Config) =>
  foreignKeys
    .map((key) => {
      const { columns, foreignColumns, foreignTable } = key.reference()
      const [from, to] = [columns[0]?.name ?? '', foreignColumns[0]?.name ?? '']
      return named({ from, table: getTableConfig(foreignTable).name, to })
    })
    .sort()

/** The unique index of the main organisation exists only in the database, beside the triggers. */
const guards = new Set(['idx_organizations_main'])

test.each(declared.map((config) => [config.name, config] as const))(
  'the table %s in the database matches its declaration',
  async (name, config) => {
    expect(await columnsOf(name)).toEqual(declaredColumns(config))
    expect((await indexesOf(name)).filter((index) => !guards.has(index.name))).toEqual(declaredIndexes(config))
    expect(await referencesOf(name)).toEqual(declaredReferences(config))
  },
)

test('a column that names a row declares a foreign key or has a reason not to', () => {
  const ids = declared.flatMap(({ name, columns }) =>
    columns.filter((column) => column.name.endsWith('_id')).map((column) => `${name}.${column.name}`),
  )
  const referenced = declared.flatMap(({ name, foreignKeys }) =>
    foreignKeys.flatMap((key) => key.reference().columns.map((column) => `${name}.${column.name}`)),
  )
  const excepted = Object.values(unreferencedColumns).flatMap((tables) =>
    Object.entries(tables).flatMap(([table, columns]) => columns.split(' ').map((column) => `${table}.${column}`)),
  )
  expect(ids.filter((id) => !referenced.includes(id)).sort()).toEqual(excepted.sort())
})

test('every table of the database is owned by a slice', async () => {
  const rows = await rowsOf<{ name: string }>(
    `SELECT name FROM pragma_table_list WHERE type = 'table' AND schema = 'main' AND name NOT LIKE 'sqlite_%' AND name NOT LIKE '_cf_%' AND name <> 'd1_migrations'`,
  )
  expect(rows.map((row) => row.name).sort()).toEqual(declared.map((config) => config.name).sort())
})

test('migrations have unique numbers and run in that order', async () => {
  const names = env.MIGRATIONS.map((migration) => migration.name)
  expect(names.filter((name) => !/^\d{4}_[a-z0-9_]+\.sql$/.test(name))).toEqual([])
  expect(new Set(names.map((name) => name.slice(0, 4))).size).toBe(names.length)
  const applied = await rowsOf<{ name: string }>('SELECT name FROM d1_migrations ORDER BY id')
  expect(applied.map((row) => row.name)).toEqual([...names].sort())
})
