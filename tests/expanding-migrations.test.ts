import { globSync, readFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'

/** Last migration of the first database; those after it must leave a Worker of the release before working. */
const baseline = '0011_office.sql'

/** Last migration whose triggers and unique indexes have served a release; those after it are compared. */
const guardBaseline = '0055_swish_and_undo_of_imports.sql'

/**
 * Triggers and unique indexes after `guardBaseline` on tables of the release before that refuse nothing it writes:
 * name, and why.
 */
const passableGuards: Record<string, string> = {}

interface Guard {
  name: string
  table: string
  sql: string
}

interface Column {
  name: string
  isRequired: boolean
  hasDefault: boolean
}

type Schema = Map<string, Column[]>

interface TableRow {
  name: string
}

interface ColumnRow {
  name: string
  notnull: number
  dflt_value: string | null
  pk: number
}

// SQLite types its rows by no statement; each caller names the columns that it selects.
const rowsOf = <Row>(database: DatabaseSync, sql: string) => database.prepare(sql).all() as unknown as Row[]

const readSchema = (database: DatabaseSync): Schema =>
  new Map(
    rowsOf<TableRow>(database, "select name from sqlite_schema where type = 'table' and name not like 'sqlite_%'").map(
      ({ name }) => [
        name,
        rowsOf<ColumnRow>(database, `pragma table_info("${name}")`).map((column) => ({
          name: column.name,
          isRequired: column.notnull === 1 && column.pk === 0,
          hasDefault: column.dflt_value !== null,
        })),
      ],
    ),
  )

/** Lists what a Worker that knows only the schema of before can no longer read or write. */
function listContractions(before: Schema, after: Schema): string[] {
  return [...before].flatMap(([table, columns]) => {
    const now = after.get(table)
    if (!now) return [`${table} is gone`]
    const known = new Map(columns.map((column) => [column.name, column]))
    const removedColumns = columns.filter(({ name }) => !now.some((column) => column.name === name))
    const stricter = now.filter(({ name, isRequired, hasDefault }) => {
      if (!isRequired || hasDefault) return false
      return !known.get(name)?.isRequired
    })
    return [
      ...removedColumns.map(({ name }) => `${table}.${name} is gone`),
      ...stricter.map(({ name }) => `${table}.${name} is required`),
    ]
  })
}

/** Lists the triggers that can refuse a write, and the unique indexes. */
const readGuards = (database: DatabaseSync): Guard[] =>
  rowsOf<Guard>(
    database,
    `select name, tbl_name as "table", sql from sqlite_schema
    where (type = 'trigger' and sql like '%raise%(%') or (type = 'index' and sql like 'create unique %')`,
  )

/** Lists the new and changed guards of the tables of before, which may refuse what its Worker writes. */
const listNewGuards = (tables: Schema, before: readonly Guard[], after: readonly Guard[]): Guard[] => {
  const known = new Map(before.map(({ name, sql }) => [name, sql]))
  return after.filter(({ name, table, sql }) => tables.has(table) && known.get(name) !== sql)
}

test('no trigger or unique index refuses what the release before writes', () => {
  const database = new DatabaseSync(':memory:')
  const found: Guard[] = []
  for (const path of globSync('migrations/*.sql').sort()) {
    const [tables, before] = [readSchema(database), readGuards(database)]
    database.exec(readFileSync(path, 'utf8'))
    if (path.replace('migrations/', '') > guardBaseline)
      found.push(...listNewGuards(tables, before, readGuards(database)))
  }
  expect(found.map(({ name }) => name).filter((name) => !(name in passableGuards))).toEqual([])
  expect(Object.keys(passableGuards).filter((name) => !found.some((guard) => guard.name === name))).toEqual([])
})

test('a new trigger, a changed one and a unique index of a table that was there are found', () => {
  const database = new DatabaseSync(':memory:')
  const refuse = (when: string) =>
    `create trigger stays before insert on a when ${when} begin select raise(abort, 'x'); end`
  database.exec(`create table a (id integer primary key, b text); ${refuse('new.b is null')};
    create unique index same on a (id, b)`)
  const [tables, before] = [readSchema(database), readGuards(database)]
  database.exec(`drop trigger stays; ${refuse("new.b = ''")}; create unique index one_b on a (b); create index any_b on a (b);
    create trigger counts after insert on a begin update a set b = ''; end;
    create trigger refuses before update on a begin select raise(abort, 'y'); end;
    create table c (id integer primary key, d text); create unique index one_d on c (d)`)
  expect(
    listNewGuards(tables, before, readGuards(database))
      .map(({ name }) => name)
      .sort(),
  ).toEqual(['one_b', 'refuses', 'stays'])
})

test('each migration leaves what the release before it reads and writes', () => {
  const database = new DatabaseSync(':memory:')
  const found: string[] = []
  for (const path of globSync('migrations/*.sql').sort()) {
    const before = readSchema(database)
    database.exec(readFileSync(path, 'utf8'))
    const name = path.replace('migrations/', '')
    if (name <= baseline) continue
    found.push(...listContractions(before, readSchema(database)).map((line) => `${name}: ${line}`))
  }
  expect(found).toEqual([])
})

test('a dropped table, a dropped column and a required one are found', () => {
  const database = new DatabaseSync(':memory:')
  database.exec('create table a (id integer primary key, b text, c text); create table d (id integer primary key)')
  const before = readSchema(database)
  database.exec(`drop table d; alter table a drop column b; alter table a add column e text not null default '';
    alter table a rename to f; create table a (id integer primary key, c text not null, g text not null)`)
  expect(listContractions(before, readSchema(database))).toEqual([
    'a.b is gone',
    'a.c is required',
    'a.g is required',
    'd is gone',
  ])
})
