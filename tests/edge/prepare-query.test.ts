import { and, desc, eq, gt, lte, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { expect, test } from 'vitest'
import { users } from '#api/people/users/table.ts'
import { prepareQuery } from '#platform/prepare-query.ts'
import type { BoundStatement } from '#platform/read-batcher.ts'
import { database, signedIn } from '../portal.ts'

const person = await signedIn({ isExternal: true })

/** Returns a database whose batcher records the statements that it receives. */
function recorder() {
  const db = database()
  const statements: BoundStatement[] = []
  const load = (read: BoundStatement) => {
    statements.push(read)
    return db.batcher.load(read)
  }
  return { statements, db: { batcher: { ...db.batcher, load } } }
}

let built = 0

const external = prepareQuery(({ query }, { userId, mark }: { userId: number; mark: string }) => {
  built += 1
  return query
    .select({ id: users.id, mark: sql<string>`${mark}`.as('mark') })
    .from(users)
    .where(and(eq(users.id, userId), eq(users.isExternal, true), sql`${'2026-11-23'} is not null`))
    .limit(3)
})

test('constants are in the text, and values are bound', async () => {
  const { db, statements } = recorder()
  await external(db, { userId: person.id, mark: '5 ?' })
  const [{ sql: text, params } = { sql: '', params: [] }] = statements
  expect(params).toEqual(['5 ?', person.id])
  expect(text).toMatch(/= 1 and '2026-11-23' is not null\) limit 3$/)
})

test('a query is built once and run with different values', async () => {
  const db = database()
  const given = { userId: person.id, mark: '5 ?' }
  expect(await external(db, given)).toEqual([{ id: person.id, mark: '5 ?' }])
  const before = built
  expect(await external(db, { ...given, mark: '\'?; "' })).toEqual([{ id: person.id, mark: '\'?; "' }])
  expect(await external(db, { ...given, userId: person.id + 1000 })).toEqual([])
  expect(built).toBe(before)
})

const ordered = prepareQuery(({ query }, { max }: { max: number }, { limit, name }: { limit: number; name: string }) =>
  query
    .select({ id: users.id })
    .from(users)
    .where(and(lte(users.id, max), gt(sql`${name}`, '')))
    .orderBy(desc(users.id))
    .limit(limit),
)

test('each shape is a separate query, and typed text is bound', async () => {
  const { db, statements } = recorder()
  for (const name of ['plain', "it's", "'; drop table users; --", 'nul \0'])
    await ordered(db, { max: 7 }, { limit: 2, name })
  await ordered(db, { max: 7 }, { limit: 1, name: 'plain' })
  const [plain, quoted, , nul, one] = statements
  expect([plain?.params, one?.params]).toEqual([[7], [7]])
  expect(plain?.sql).toContain("'plain'")
  expect(plain?.sql).not.toBe(one?.sql)
  expect([quoted?.params, nul?.params]).toEqual([
    [7, "it's", '', 2],
    [7, 'nul \0', '', 2],
  ])
  expect(await ordered(database(), { max: person.id }, { limit: 1, name: "it's" })).toEqual([{ id: person.id }])
})

const guardian = alias(users, 'guardian')

/** Joins rows of two tables, the second of which is optional. */
const withGuardian = prepareQuery(({ query }, { userId }: { userId: number }) =>
  query
    .select({
      person: { id: users.id, isExternal: users.isExternal },
      guardian: { id: sql<number>`${guardian.id}`.as('guardian_id'), firstName: guardian.firstName },
      createdAt: users.createdAt,
      nothing: sql<null>`null`.as('nothing'),
      third: sql<number>`1.0 / 3`.as('third'),
      list: sql<number[]>`json_array(${users.id})`.mapWith((text: string) => JSON.parse(text) as number[]).as('list'),
    })
    .from(users)
    .leftJoin(guardian, and(eq(guardian.id, sql`${users.id} - 1`), eq(guardian.isExternal, false)))
    .where(eq(users.id, userId)),
)

test('rows are read as Drizzle reads them, alone and in a batch', async () => {
  const before = await signedIn({ firstName: 'Ada' })
  const after = await signedIn({ isExternal: true })
  const last = await signedIn()
  const db = database()
  const [[found], [none]] = await Promise.all([
    withGuardian(db, { userId: after.id }),
    withGuardian(db, { userId: last.id }),
  ])
  expect(found).toEqual({
    person: { id: after.id, isExternal: true },
    guardian: { id: before.id, firstName: 'Ada' },
    createdAt: expect.any(Date),
    nothing: null,
    third: 1 / 3,
    list: [after.id],
  })
  expect(none).toMatchObject({ person: { id: last.id, isExternal: false }, guardian: null })
  expect(await withGuardian(db, { userId: after.id })).toEqual([found])
  expect(db.roundTrips()).toBe(2)
})
