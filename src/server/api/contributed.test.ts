import { sql } from 'drizzle-orm'
import { SQLiteSyncDialect } from 'drizzle-orm/sqlite-core'
import { expect, test } from 'vitest'
import { declareContributedView, declareContribution } from './contributed.ts'

const textOf = (query: ReturnType<typeof sql>) => new SQLiteSyncDialect().sqlToQuery(query).sql

test('a constant may refer to a view that is supplied later', () => {
  const people = declareContributedView('people')
  const query = sql`select p.id from ${people} p`
  people.supply(sql`(select id from users)`)
  expect(textOf(query)).toBe('select p.id from (select id from users) p')
})

test('the error names a contribution that is missing', () => {
  expect(declareContribution('reach by learning').get).toThrow('contributions.ts supplies no reach by learning')
  expect(() => textOf(sql`select 1 from ${declareContributedView('people')}`)).toThrow(
    'contributions.ts supplies no people',
  )
})
