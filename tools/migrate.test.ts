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
