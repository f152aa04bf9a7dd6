import { env } from 'cloudflare:workers'
import { asc, eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { selectGoals } from '#api/participation/licenses/goals/storage.ts'
import { licenseGoals } from '#api/participation/licenses/table.ts'
import { users } from '#api/people/users/table.ts'
import { countChangedRows, openDatabase } from '#platform/database.ts'
import { insertParentRows } from '../parent-rows.ts'
import { database, signedIn } from '../portal.ts'

const [first, second] = [await signedIn(), await signedIn()]

const byId = (db: ReturnType<typeof database>, id: number) =>
  db.query.select({ id: users.id }).from(users).where(eq(users.id, id))

const broken = (db: ReturnType<typeof database>) => db.query.select({ id: sql`no_such_column`.as('id') }).from(users)

test('reads that begin together make one round trip, however many awaits lie before them', async () => {
  const db = database()
  const later = async () => {
    for (let turn = 0; turn < 500; turn += 1) await null
    return Promise.all([
      byId(db, second.id),
      db.query.select({ id: users.id }).from(users).orderBy(asc(users.id)).limit(1),
    ])
  }
  const [one, both] = await Promise.all([byId(db, first.id), later()])
  expect(one).toEqual([{ id: first.id }])
  expect(both).toEqual([[{ id: second.id }], [{ id: expect.any(Number) }]])
  expect(db.roundTrips()).toBe(1)
})

await insertParentRows({ licenses: 1 })

test('equal reads are sent once, and each caller gets its own rows', async () => {
  await database().query.insert(licenseGoals).values({ userId: first.id, licenseId: 1, createdAt: new Date() })
  let sent = 0
  const session = env.DB.withSession('first-primary')
  const prepare = (text: string) => {
    sent += 1
    return session.prepare(text)
  }
  const watched = { prepare, batch: session.batch.bind(session), getBookmark: () => null }
  // A request's database uses these three members of a session and only opens sessions.
  const db = openDatabase({ withSession: () => watched } as Partial<D1Database> as D1Database, null)
  const [one, again, other] = await Promise.all(
    [first.id, first.id, second.id].map((userId) => selectGoals(db, { userId })),
  )
  expect(again).toEqual(one)
  expect([one?.length, other]).toEqual([1, []])
  expect([sent, db.roundTrips()]).toEqual([2, 1])
})

test('a read that begins when another has been answered makes a round trip of its own', async () => {
  const db = database()
  await byId(db, first.id)
  expect(await byId(db, second.id)).toEqual([{ id: second.id }])
  expect(db.roundTrips()).toBe(2)
})

test('when a batch fails each read is tried alone, and only those that fail are rejected', async () => {
  const db = database()
  const [one, other, both] = await Promise.allSettled([
    broken(db),
    byId(db, first.id),
    Promise.all([byId(db, second.id), broken(db)]),
  ])
  expect([one.status, both.status]).toEqual(['rejected', 'rejected'])
  expect(other).toEqual({ status: 'fulfilled', value: [{ id: first.id }] })
  expect(await byId(db, first.id)).toEqual([{ id: first.id }])
})

test('a read of two columns of one name is refused before it is sent', async () => {
  const db = database()
  const doubled = db.query.select({ one: users.id, other: sql`${users.changedAt}`.as('id') }).from(users)
  await expect(doubled).rejects.toMatchObject({
    cause: { message: expect.stringContaining('two columns are called id') },
  })
  await expect(db.rows(sql`select a.id, b.id from users a, users b`)).rejects.toThrow()
  expect(db.roundTrips()).toBe(0)
})

test('rows of raw SQL have the names of their columns, and writes say how many rows they changed', async () => {
  const db = database()
  expect(await db.rows(sql`select id, 1 + 1 as two from users where id = ${first.id}`)).toEqual([
    { id: first.id, two: 2 },
  ])
  const goal = { userId: second.id, licenseId: 1, createdAt: new Date() }
  const [inserted, rows] = await db.commit([
    db.query.insert(licenseGoals).values(goal).returning({ licenseId: licenseGoals.licenseId }),
    byId(db, first.id),
  ])
  expect([inserted, rows]).toEqual([[{ licenseId: 1 }], [{ id: first.id }]])
  const remove = () => db.query.delete(licenseGoals).where(eq(licenseGoals.userId, second.id)).run()
  expect([countChangedRows(await remove()), countChangedRows(await remove())]).toEqual([1, 0])
})
