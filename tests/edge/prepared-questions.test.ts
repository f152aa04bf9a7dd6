import { and, desc, eq, gte, lte, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { expect, test } from 'vitest'
import { users } from '#api/people/users/table.ts'
import { bundledOf } from '#platform/bundle.ts'
import { Asked, prepared } from '#platform/prepared.ts'
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

const third = prepared(({ query }, { userId }: { userId: number }) =>
  query
    .select({
      id: users.id,
      createdAt: users.createdAt,
      isExternal: users.isExternal,
      nothing: sql<null>`null`.as('nothing'),
      third: sql<number>`1.0 / 3`.as('third'),
      said: sql<string>`'"ä\\u2019' || char(10) || '?'`.as('said'),
      list: sql<number[]>`json_group_array(${users.id})`
        .mapWith((text: string) => JSON.parse(text) as number[])
        .as('list'),
    })
    .from(users)
    .where(eq(users.id, userId)),
)

const descending = prepared(({ query }, { atMost }: { atMost: number }) =>
  query.select({ id: users.id }).from(users).where(lte(users.id, atMost)).orderBy(desc(users.id)),
)

/** More columns than a function of D1 takes arguments. */
const wide = prepared(({ query }, { first }: { first: number }) =>
  query
    .select(
      Object.fromEntries(
        Array.from({ length: 70 }, (_, at) => [`n${at}`, sql<number>`${first} + ${sql.raw(String(at))}`.as(`n${at}`)]),
      ),
    )
    .from(users)
    .limit(1),
)

const questions = (db: ReturnType<typeof database>) =>
  [
    third(db, { userId: person.id }),
    external(db, { userId: person.id, mark: '\'?; "' }),
    descending(db, { atMost: person.id }),
    wide(db, { first: 7 }),
    external(db, { userId: person.id + 1000, mark: '' }),
  ] as const

test('several questions in a trip are one statement, and each is answered as it is alone', async () => {
  const db = database()
  const alone = await Promise.all(questions(db))
  const together = await db.read(questions(db))
  expect(together).toEqual(alone)
  expect(together[2].length).toBeGreaterThan(0)
  expect(Object.keys(together[3][0] ?? {})).toHaveLength(70)
})

test('one that was not written before goes beside them, and all are answered in their places', async () => {
  const db = database()
  const [a, , c] = questions(db)
  const between = db.query.select({ id: users.id }).from(users).where(eq(users.id, person.id))
  expect(await db.read([a, between, c])).toEqual([await a, [{ id: person.id }], await c])
})

const bytes = prepared(({ query }, { length }: { length: number }) =>
  query
    .select({ bytes: sql<unknown>`zeroblob(${length})`.as('bytes') })
    .from(users)
    .limit(1),
)

test('what cannot stand in a JSON text is asked as it was written', async () => {
  const db = database()
  const [rows, again] = await db.read([bytes(db, { length: 4 }), external(db, { userId: person.id, mark: '' })])
  expect(rows).toEqual(await bytes(db, { length: 4 }))
  expect([rows.length, again, db.roundTrips()]).toEqual([1, [{ id: person.id, mark: '' }], 3])
})

const guardian = alias(users, 'guardian')

/** Of several tables, of which one need not be there; a name stands twice. */
const withGuardian = prepared(({ query }, { userId }: { userId: number }) =>
  query
    .select({ person: { id: users.id, isExternal: users.isExternal }, guardian, mark: sql<string>`'x'`.as('mark') })
    .from(users)
    .leftJoin(guardian, and(eq(guardian.id, sql`${users.id} - 1`), eq(guardian.isExternal, false)))
    .where(eq(users.id, userId)),
)

test('rows of several tables are objects of their own, and null where there is none', async () => {
  const before = await signedIn()
  const after = await signedIn({ isExternal: true })
  const last = await signedIn()
  const db = database()
  const asked = [withGuardian(db, { userId: after.id }), withGuardian(db, { userId: last.id })] as const
  // Both go into one statement.
  expect(bundledOf(asked, (one): one is Asked => one instanceof Asked).size).toBe(2)
  const [[found], [none]] = await db.read(asked)
  const [stored] = await db.query.select().from(users).where(eq(users.id, before.id))
  expect(found).toEqual({ person: { id: after.id, isExternal: true }, guardian: stored, mark: 'x' })
  expect(none).toEqual({ person: { id: last.id, isExternal: false }, guardian: null, mark: 'x' })
  expect(await Promise.all(asked)).toEqual([[found], [none]])
})

test('a long list that was not written before is read as Drizzle reads it', async () => {
  const people = [await signedIn({ isExternal: true }), await signedIn()]
  for (let at = 0; at < 5; at += 1) people.push(await signedIn({ isExternal: at % 2 === 0 }))
  const db = database()
  const guardians = () =>
    db.query
      .select({
        id: users.id,
        isExternal: users.isExternal,
        guardian: { firstName: guardian.firstName, createdAt: guardian.createdAt },
        half: sql<number>`${users.id} / 2.0`.as('half'),
      })
      .from(users)
      .leftJoin(guardian, and(eq(guardian.id, sql`${users.id} - 1`), eq(guardian.isExternal, true)))
      .where(gte(users.id, people[0]?.id ?? 0))
      .orderBy(desc(users.id))
  const [together, few] = await db.read([guardians(), guardians().limit(2)])
  // By itself Drizzle reads them.
  expect(together).toEqual(await guardians())
  expect(few).toEqual(together.slice(0, 2))
  expect(together).toHaveLength(people.length)
  expect(new Set(together.map((row) => row.guardian === null)).size).toBe(2)
})
