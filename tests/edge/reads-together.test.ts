import { asc, eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { selectGoals } from '#api/participation/licenses/goals/storage.ts'
import { users } from '#api/people/users/table.ts'
import { database, signedIn } from '../portal.ts'

const [first, second] = [await signedIn(), await signedIn()]

const named = (db: ReturnType<typeof database>, id: number) =>
  db.query.select({ id: users.id }).from(users).where(eq(users.id, id))

test('reads that begin together make one trip, and each has its own answers', async () => {
  const db = database()
  const later = async () => {
    for (let turn = 0; turn < 5; turn += 1) await null
    return db.read([
      named(db, second.id),
      db.query.select({ id: users.id }).from(users).orderBy(asc(users.id)).limit(1),
    ])
  }
  const [one, both] = await Promise.all([db.read([named(db, first.id)]), later()])
  expect(one).toEqual([[{ id: first.id }]])
  expect(both).toEqual([[{ id: second.id }], [{ id: expect.any(Number) }]])
  expect(db.roundTrips()).toBe(1)
})

test('what several ask with the same values is asked once, with others anew', async () => {
  const db = database()
  const goalsOf = (id: number) => db.read([selectGoals(db, { userId: id }), named(db, id)])
  const [[one], [again, person], [other]] = await Promise.all([
    goalsOf(first.id),
    goalsOf(first.id),
    goalsOf(second.id),
  ])
  expect(again).toBe(one)
  expect(person).toEqual([{ id: first.id }])
  expect(other).not.toBe(one)
  expect(db.roundTrips()).toBe(1)
})

test('a read that begins when another has been answered makes a trip of its own', async () => {
  const db = database()
  await db.read([named(db, first.id)])
  expect(await db.read([named(db, second.id)])).toEqual([[{ id: second.id }]])
  expect(db.roundTrips()).toBe(2)
})

test('a read that fails is rejected alone, and those that went with it are answered', async () => {
  const db = database()
  const broken = db.query.select({ id: sql`no_such_column`.as('id') }).from(users)
  const [one, other, both] = await Promise.allSettled([
    db.read([broken]),
    db.read([named(db, first.id)]),
    db.read([named(db, second.id), broken]),
  ])
  expect([one.status, both.status]).toEqual(['rejected', 'rejected'])
  expect(other).toEqual({ status: 'fulfilled', value: [[{ id: first.id }]] })
  expect(await db.read([named(db, first.id)])).toEqual([[{ id: first.id }]])
})
