import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { unstable_splitSqlQuery } from 'wrangler'
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
