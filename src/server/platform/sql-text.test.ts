import { expect, test } from 'vitest'
import { assertUniqueColumns, isReadStatement, parseColumnNames } from './sql-text.ts'

test.each([
  ['select "id", "users"."name_key" from "users"', ['id', 'name_key']],
  ['select distinct u.id, u.name as "shown name" from users u', ['id', 'shown name']],
  [
    "select a || ', ' || b.c, count(*), 'from', (select max(x, y) from z) as most",
    ["a || ', ' || b.c", 'count(*)', "'from'", 'most'],
  ],
  ['with w(a, b) as (select 1, 2 from "from") select a, b from w union select c, d from e', ['a', 'b']],
  [
    'select case when x then 1 else 2 end, "a"."b" || "c"."d" /* , from */ -- , q\n from t',
    ['case when x then 1 else 2 end', '"a"."b" || "c"."d" /* , from */ -- , q'],
  ],
])('the columns of %s are found', (sql, names) => {
  expect(parseColumnNames(sql)).toEqual(names)
  expect(isReadStatement(sql)).toBe(true)
})

test.each([
  'insert into "t" ("a") select a from b',
  'with old as (select 1) delete from t',
  'update t set a = (select 1)',
  'pragma table_info(t)',
])('the statement %s is not a read that can be batched', (sql) => expect(isReadStatement(sql)).toBe(false))

test.each([
  ['select u.id, g.id from users u, users g', 'two columns are called id'],
  ['select "a"."id", b as "id" from t', 'two columns are called id'],
  ['select true, true', 'two columns are called true'],
  ['select 1 from t', 'a column is called 1'],
])('the statement %s is refused', (sql, reason) => expect(() => assertUniqueColumns(sql)).toThrow(reason))

test('distinct names, and all columns of a table, are accepted', () => {
  expect(() => assertUniqueColumns('select u.id, g.id as guardian_id, t.*, * from users u')).not.toThrow()
})
