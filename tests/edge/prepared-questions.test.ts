import { and, eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { users } from '#api/users/table.ts'
import { type Asked, prepared } from '#platform/prepared.ts'
import { database, signedIn } from '../portal.ts'

const person = await signedIn({ isExternal: true })

const external = prepared(({ query }, { userId, mark }: { userId: number; mark: string }) =>
  query
    .select({ id: users.id, mark: sql<string>`${mark}`.as('mark') })
    .from(users)
    .where(and(eq(users.id, userId), eq(users.isExternal, true)))
    .limit(3),
)

const doubtful = prepared(({ query }, { userId }: { userId: number }) =>
  query
    .select({ id: users.id, text: sql<string>`'what?'`.as('text') })
    .from(users)
    .where(eq(users.id, userId))
    .limit(2),
)

const queryOf = (question: unknown) => (question as Asked)._prepare().query

test('numbers that never differ stand in the text, and what is given is bound', async () => {
  const db = database()
  const given = { userId: person.id, mark: '5 ?' }
  const { sql: text, params } = queryOf(external(db, given))
  expect(params).toEqual(['5 ?', person.id])
  expect(text).toMatch(/= 1\W.*limit 3$/)
  expect(await db.read([external(db, given)])).toEqual([[{ id: person.id, mark: '5 ?' }]])
  expect(await external(db, { ...given, userId: person.id + 1000 })).toEqual([])
})

test('a question that says a question mark itself is bound as it was written', async () => {
  const db = database()
  expect(queryOf(doubtful(db, { userId: person.id })).params).toEqual([person.id, 2])
  expect(await db.read([doubtful(db, { userId: person.id })])).toEqual([[{ id: person.id, text: 'what?' }]])
})
