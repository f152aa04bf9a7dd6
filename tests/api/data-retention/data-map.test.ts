import { expect, test } from 'vitest'
import { jobHandlers } from '#api/job-handlers.ts'
import { areas, dataMap, mapByArea } from '#api/office/data-retention/data-map.ts'
import { getHandlings, hasTimeLimit, splitNames } from '#api/office/data-retention/rules.ts'
import en from '#locales/en/data-retention.json'
import sv from '#locales/sv/data-retention.json'
import { listColumns, listTables } from '../../marked-person.ts'

const where = 'src/server/api/office/data-retention/map/<area>.ts'

test('every column of every table is in the data map, and nothing else is', async () => {
  const tables = await listTables()
  const inDatabase = (
    await Promise.all(tables.map(async (table) => (await listColumns(table)).map(({ name }) => `${table}.${name}`)))
  ).flat()
  const inMap = [...dataMap].flatMap(([table, rule]) =>
    [...getHandlings(rule).keys()].map((name) => `${table}.${name}`),
  )
  expect(
    inDatabase.filter((column) => !inMap.includes(column)),
    `a column has no row: add it in ${where} to the table's \`columns\`, under plain, keep, actor, null, replace, delete, mention, derived or special; a new table needs purpose, ground, kept, and \`about\` if it holds rows about a person`,
  ).toEqual([])
  expect(
    inMap.filter((column) => !inDatabase.includes(column)),
    `the database has no such column any more: take it out of ${where}`,
  ).toEqual([])
})

test('no table and no column is listed twice', () => {
  const tables = areas.flatMap((area) => Object.keys(mapByArea[area]))
  expect(tables.filter((table, at) => tables.indexOf(table) !== at)).toEqual([])
  for (const [table, { columns }] of dataMap) {
    const names = Object.values(columns).flatMap((list) => splitNames(list))
    expect(
      names.filter((name, at) => names.indexOf(name) !== at),
      table,
    ).toEqual([])
  }
})

test('a column that holds the number of a person is not declared impersonal', () => {
  const found = [...dataMap].flatMap(([table, { columns }]) =>
    splitNames(columns.plain)
      .filter((name) => /user_id$|^examiner_id$|^assignee_id$/.test(name))
      .map((name) => `${table}.${name}`),
  )
  expect(found, 'it is an `actor`, or the table has rows `about` the person').toEqual([])
})

test('a table of rows about people has a legal ground', () => {
  const found = [...dataMap].filter(([, { about, ground }]) => about && ground === 'none').map(([table]) => table)
  expect(found).toEqual([])
})

test('each table has a name in both languages', () => {
  const expectedKeys = [...dataMap].map(([table]) => `table.${table}`)
  for (const texts of [sv, en])
    expect(
      expectedKeys.filter((key) => !(key in texts)),
      'add it to locales/{sv,en}/data-retention.json',
    ).toEqual([])
})

test('every sweep of a table names an existing job and an existing column', () => {
  for (const [table, rule] of dataMap) {
    const { kept: period } = rule
    if (!hasTimeLimit(period)) continue
    expect(getHandlings(rule).has(period.since), table).toBe(true)
    if (period.by !== 'continuously') expect(Object.keys(jobHandlers), table).toContain(period.by)
  }
})
