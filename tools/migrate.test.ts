import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { unstable_splitSqlQuery } from 'wrangler'
import { root } from './local-portal.ts'
import { listMigrations, splitStatements } from './migrate.ts'

/** Normalizes a statement: no comments, single spaces. */
const bare = (statement: string) => statement.replaceAll(/--.*$/gm, '').replaceAll(/\s+/g, ' ').trim().replace(/;$/, '')

test.each(listMigrations())('$name is split as Wrangler splits it', ({ text }) => {
  expect(splitStatements(text).map(bare)).toEqual(unstable_splitSqlQuery(text).map(bare))
})

test('a trigger is one statement, however many it contains', () => {
  const trigger = 'CREATE TRIGGER t AFTER INSERT ON a\nBEGIN\n  DELETE FROM b;\n  DELETE FROM c;\nEND;'
  expect(splitStatements(`-- why\n${trigger}\n\nDROP TABLE d;\n`)).toEqual([trigger.slice(0, -1), 'DROP TABLE d'])
})

test('half a statement is refused', () => {
  expect(() => splitStatements('CREATE TABLE a (\n  id integer\n')).toThrow('does not end')
})

test('a comment precedes each table, index, trigger and view', () => {
  const created = /^CREATE\s+(?:UNIQUE |VIRTUAL )?(?:TABLE|INDEX|TRIGGER|VIEW)\s+(\w+)/
  const bare = listMigrations().flatMap(({ name, text }) => {
    const lines = text.split('\n')
    return lines.flatMap((line, at) => {
      const object = created.exec(line)?.[1]
      return object && !lines[at - 1]?.startsWith('-- ') ? [`${name}: ${object}`] : []
    })
  })
  expect(bare).toEqual([])
})

const listed = 'tests/shipped-migrations.sha256'
const lineOf = ({ name, text }: { name: string; text: string }) =>
  `${createHash('sha256').update(text).digest('hex')}  ${name}`
const shipped = readFileSync(join(root, listed), 'utf8').trim().split('\n')
const nameIn = (line: string) => line.split('  ')[1]

test('a shipped migration is unchanged: to change the schema, write a new migration', () => {
  const now = new Map(listMigrations().map((one) => [one.name, lineOf(one)]))
  const changed = shipped.filter((line) => now.get(nameIn(line) ?? '') !== line)
  expect(
    changed.map(nameIn),
    'changed or gone after they were shipped: put them back and write a new migration',
  ).toEqual([])
})

test('every migration is listed by its hash, so that it cannot change', () => {
  const known = new Set(shipped.map(nameIn))
  const missing = listMigrations().filter(({ name }) => !known.has(name))
  expect(missing.map(lineOf), `append these lines to ${listed}`).toEqual([])
})
