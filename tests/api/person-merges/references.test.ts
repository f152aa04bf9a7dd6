import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { dataMap } from '#api/office/data-retention/data-map.ts'
import { getHandlings, splitNames } from '#api/office/data-retention/rules.ts'
import { movedColumns, personReferences } from '#api/office/person-merges/references.ts'
import en from '#locales/en/data-retention.json'
import sv from '#locales/sv/data-retention.json'
import { listTables } from '../../marked-person.ts'
import { rowsOf } from './fixtures.ts'

const where = 'src/server/api/office/person-merges/references/<area>.ts'
const listed = new Set(
  Object.entries(personReferences).flatMap(([table, columns]) =>
    Object.keys(columns).map((name) => `${table}.${name}`),
  ),
)

/** Columns that name a person without a foreign key, beside those whose name ends in `user_id`. */
const otherColumns = [
  'audit_entries.target_id',
  'login_failures.subject',
  'refused_attempts.subject',
  'xapi_documents.agent',
  'xapi_references.key',
]

const columnsOf = (table: string) =>
  rowsOf<{ name: string; pk: number }>('select name, pk from pragma_table_xinfo(?)', table)

/** Reads every column of the migrated database that refers to a person. */
async function listPersonColumns(): Promise<string[]> {
  const found = await Promise.all(
    (await listTables()).map(async (table) => {
      const keys = await rowsOf<{ from: string; table: string }>(
        'select "from", "table" from pragma_foreign_key_list(?)',
        table,
      )
      const toUsers = keys.filter((key) => key.table === 'users').map(({ from }) => from)
      const named = (await columnsOf(table)).map(({ name }) => name).filter((name) => /(^|_)user_id$/.test(name))
      return [...new Set([...toUsers, ...named])].map((name) => `${table}.${name}`)
    }),
  )
  return [...found.flat(), ...otherColumns].sort()
}

test('every column that refers to a person says what a merge does with it, and nothing else does', async () => {
  expect([...listed.keys()].sort(), `add the column in ${where}: it moves, stays, is derived or ends`).toEqual(
    await listPersonColumns(),
  )
})

test('an actor of the data map is a listed reference', () => {
  const actors = [...dataMap].flatMap(([table, { columns }]) =>
    splitNames(columns.actor).map((column) => `${table}.${column}`),
  )
  expect(actors.filter((name) => !listed.has(name))).toEqual([])
})

test('keys and watched columns exist, and every moved table is in the data map', async () => {
  for (const { table, column, key, watched, unique } of movedColumns) {
    const rule = dataMap.get(table)
    const names = rule ? [...getHandlings(rule).keys()] : []
    const used = [
      column,
      ...splitNames(key),
      ...splitNames(watched),
      ...(unique ?? []).flatMap((one) => splitNames(one.columns || undefined)),
    ]
    expect([table, used.filter((name) => !names.includes(name))]).toEqual([table, []])
  }
})

test('a moved table has a name in both languages', () => {
  const keys = movedColumns.map(({ table }) => `table.${table}`)
  for (const texts of [sv, en]) expect(keys.filter((key) => !(key in texts))).toEqual([])
})

/** Unique indexes whose collisions are settled or refused by other code, or cannot arise. */
const settledElsewhere = new Set([
  'education_part_results.user_id',
  'waiting_seats.user_id',
  'user_licenses.user_id',
  'xapi_documents.agent',
])

test('each unique index with a moved column has a rule for its collisions', async () => {
  for (const moved of movedColumns) {
    const { table, column } = moved
    if (settledElsewhere.has(`${table}.${column}`)) continue
    const indexes = await rowsOf<{ name: string; unique: number }>(
      'select name, "unique" from pragma_index_list(?)',
      table,
    )
    for (const index of indexes.filter(({ unique }) => unique === 1)) {
      const columns = (await rowsOf<{ name: string | null }>('select name from pragma_index_info(?)', index.name)).map(
        ({ name }) => name,
      )
      if (!columns.includes(column)) continue
      const others = columns.filter((name) => name !== column && name !== null).sort()
      const rules = (moved.unique ?? []).map((rule) => splitNames(rule.columns || undefined).sort())
      const isCovered = rules.some((rule) => others.every((name) => name !== null && rule.includes(name)))
      expect([table, column, index.name, isCovered]).toEqual([table, column, index.name, true])
    }
  }
})

test('the list of pairs reads each candidate through an index', async () => {
  const { selectPairs } = await import('#api/people/duplicates/storage.ts')
  const { SQLiteAsyncDialect } = await import('drizzle-orm/sqlite-core')
  for (const reason of ['birthDateAndName', 'emailAndBirthDate', 'phoneAndSurname', 'registerId'] as const) {
    const { sql, params } = new SQLiteAsyncDialect().sqlToQuery(selectPairs(reason, { id: 0, otherId: 0 }, 51))
    const { results } = await env.DB.prepare(`explain query plan ${sql}`)
      .bind(...params)
      .all<{ detail: string }>()
    const plan = results.map(({ detail }) => detail)
    expect([reason, plan.filter((detail) => /^SCAN (one|other)/.test(detail))]).toEqual([reason, []])
    expect([reason, plan.some((detail) => /^SEARCH other USING/.test(detail))]).toEqual([reason, true])
  }
})
