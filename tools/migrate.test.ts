import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { unstable_splitSqlQuery } from 'wrangler'
import { root } from './house.ts'
import { migrations, statementsOf } from './migrate.ts'

/** Without comments and with single spaces: how a statement means, not how it is written. */
const bare = (statement: string) => statement.replaceAll(/--.*$/gm, '').replaceAll(/\s+/g, ' ').trim().replace(/;$/, '')

test.each(migrations())('$name is taken apart as Wrangler takes it apart', ({ text }) => {
  expect(statementsOf(text).map(bare)).toEqual(unstable_splitSqlQuery(text).map(bare))
})

test('a trigger is one statement, however many it holds', () => {
  const trigger = 'CREATE TRIGGER t AFTER INSERT ON a\nBEGIN\n  DELETE FROM b;\n  DELETE FROM c;\nEND;'
  expect(statementsOf(`-- why\n${trigger}\n\nDROP TABLE d;\n`)).toEqual([trigger.slice(0, -1), 'DROP TABLE d'])
})

test('half a statement is refused', () => {
  expect(() => statementsOf('CREATE TABLE a (\n  id integer\n')).toThrow('does not end')
})

const cutAt = '0434_spellings_cut.sql'

/** A portal in which three people live, two before the words were cut and one after; those who left have left then. */
function portalOf(before: readonly string[], after: readonly string[]): DatabaseSync {
  const db = new DatabaseSync(':memory:')
  const name = db.prepare.bind(db)
  const join = (lastName: string, at: number) =>
    name(
      `INSERT INTO users (user_name, first_name, last_name, created_at, changed_at) VALUES (?, 'Åsa', ?, '2026', '2026')`,
    ).run(`${at}-${lastName}`, lastName)
  for (const { name: migration, text } of migrations()) {
    if (migration === cutAt) before.forEach(join)
    db.exec(text)
  }
  after.forEach(join)
  return db
}

const spellingsOf = (db: DatabaseSync) => ({
  words: db.prepare('SELECT * FROM spellings ORDER BY word').all(),
  keys: db.prepare('SELECT * FROM spelling_keys ORDER BY word, key').all(),
})

test('long words that were counted whole are counted as they are now', () => {
  const long = `Över${'marksförvaltar'.repeat(5)}`
  const people = [`${long} Berg`, `Fors.${'ek.'.repeat(20)}Dal`, 'Berg', `von ${long}`]
  const [moved, fresh] = [portalOf(people, []), portalOf([], people)]
  expect(spellingsOf(moved)).toEqual(spellingsOf(fresh))
  for (const db of [moved, fresh]) {
    expect(db.prepare('SELECT max(length(word)) AS longest FROM spellings').get()).toEqual({ longest: 40 })
    db.exec('DELETE FROM users')
    expect(spellingsOf(db)).toEqual({ words: [], keys: [] })
  }
})

const listed = 'tests/shipped-migrations.sha256'
const lineOf = ({ name, text }: { name: string; text: string }) =>
  `${createHash('sha256').update(text).digest('hex')}  ${name}`
const shipped = readFileSync(join(root, listed), 'utf8').trim().split('\n')
const nameIn = (line: string) => line.split('  ')[1]

test('a migration that was shipped stays as it was: to change the schema, write a new migration', () => {
  const now = new Map(migrations().map((one) => [one.name, lineOf(one)]))
  const changed = shipped.filter((line) => now.get(nameIn(line) ?? '') !== line)
  expect(
    changed.map(nameIn),
    'changed or gone after they were shipped: put them back and write a new migration',
  ).toEqual([])
})

test('every migration is listed by its hash, so that it cannot change from now on', () => {
  const known = new Set(shipped.map(nameIn))
  const missing = migrations().filter(({ name }) => !known.has(name))
  expect(missing.map(lineOf), `append these lines to ${listed}`).toEqual([])
})

/** The whole schema, each part as SQLite holds it. */
const schemaOf = (db: DatabaseSync) =>
  (db.prepare('SELECT type, name, sql FROM sqlite_schema ORDER BY type, name').all() as { sql: string | null }[]).map(
    (row) => ({ ...row, sql: row.sql && bare(row.sql) }),
  )

const columnsIn = (db: DatabaseSync) =>
  db
    .prepare(`SELECT t.name AS 'table', c.* FROM pragma_table_list t, pragma_table_xinfo(t.name) c
    WHERE t.schema = 'main' ORDER BY t.name, c.cid`)
    .all()

/** A database that ran each migration in the form it had at the time. */
function portalWith(formOf: (migration: { name: string; text: string }) => string): DatabaseSync {
  const db = new DatabaseSync(':memory:')
  for (const migration of migrations()) db.exec(formOf(migration))
  return db
}

const firstForms: Record<string, (text: string) => string> = {
  '0442_course_attempts.sql': (text) =>
    text.replace('registration TEXT PRIMARY KEY NOT NULL', 'registration TEXT PRIMARY KEY'),
}

test('a portal that ran a migration in its first form has the schema of a fresh one', () => {
  const fresh = portalWith(({ text }) => text)
  const upgraded = portalWith(({ name, text }) => firstForms[name]?.(text) ?? text)
  expect(schemaOf(upgraded)).toEqual(schemaOf(fresh))
  expect(columnsIn(upgraded)).toEqual(columnsIn(fresh))
})

test('attempts are kept when their table is made anew', () => {
  const db = new DatabaseSync(':memory:')
  const insert = `INSERT INTO course_attempts VALUES ('r-1', 7, 3, NULL, 'https://a.example', '2026-01-01T00:00:00.000Z')`
  for (const { name, text } of migrations()) {
    if (name === '0570_course_attempts_rebuilt.sql') db.exec(insert)
    db.exec(firstForms[name]?.(text) ?? text)
  }
  expect(db.prepare('SELECT registration, user_id, education_part_id FROM course_attempts').all()).toEqual([
    { registration: 'r-1', user_id: 7, education_part_id: 3 },
  ])
})
