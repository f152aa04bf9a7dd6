import { env } from 'cloudflare:workers'
import { beforeAll, expect, test } from 'vitest'
import { dataMap } from '#api/office/data-retention/data-map.ts'
import { loadRecords } from '#api/office/data-retention/export-records.ts'
import { getHandlings, splitNames } from '#api/office/data-retention/rules.ts'
import { findSubject } from '#api/office/data-retention/subject.ts'
import { markEverywhere, personTables, toMark } from '../../marked-person.ts'
import { database, signedIn } from '../../portal.ts'

let exported: Awaited<ReturnType<typeof loadRecords>>
let marked: Awaited<ReturnType<typeof markEverywhere>>

beforeAll(async () => {
  const person = await signedIn({ id: 4711, userName: 'marked' })
  await signedIn()
  marked = await markEverywhere({ id: person.id, userName: 'marked' })
  const subject = await findSubject({ db: database(), env }, person.id)
  if (!subject) throw new Error('nobody')
  exported = await loadRecords(database(), subject, new Date())
})

const aboutPeople = [...dataMap].filter(([, rule]) => rule.about).map(([table]) => table)

test.each(aboutPeople)('what %s holds about a person is in the export', (table) => {
  const rule = dataMap.get(table)
  const rows = exported.records[table] ?? []
  expect(rows.length, `no row of ${table}: look at its \`about\` in the data map`).toBeGreaterThan(0)
  const withheld = splitNames(rule?.withheld)
  for (const name of rule ? getHandlings(rule).keys() : [])
    if (withheld.includes(name)) expect(rows[0]).not.toHaveProperty(name)
    else expect(rows[0]).toHaveProperty(name)
})

test('every text about the person is in the export, but for what the map withholds', () => {
  const missing = marked.filter(({ table, column }) => {
    const rule = dataMap.get(table)
    if (!rule?.about) return false
    const isExported = JSON.stringify(exported.records[table] ?? []).includes(JSON.stringify(toMark(table, column)))
    return isExported === splitNames(rule.withheld).includes(column)
  })
  expect(missing).toEqual([])
})

test('the export includes the log’s data about the person', () => {
  expect(JSON.stringify(exported.records['audit_entries'])).toContain('mark-audit_entries-data')
})

test('rows about others in which the person acted are counted', () => {
  const acted = personTables.flatMap((table) =>
    splitNames(dataMap.get(table)?.columns.actor).map((name) => `${table}.${name}`),
  )
  expect(exported.acts.map(({ table, column }) => `${table}.${column}`).sort()).toEqual(acted.sort())
})

test('no other person’s export contains any of it', async () => {
  const other = await signedIn()
  const subject = await findSubject({ db: database(), env }, other.id)
  if (!subject) throw new Error('nobody')
  const { records } = await loadRecords(database(), subject, new Date())
  expect(Object.keys(records).sort()).toEqual(['sessions', 'users'])
})
