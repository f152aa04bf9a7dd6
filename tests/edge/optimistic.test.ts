import { eq, sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { sessions } from '#api/people/authentication/table.ts'
import { userRoles } from '#api/people/roles/table.ts'
import { users } from '#api/people/users/table.ts'
import { optimistic } from '#platform/optimistic.ts'
import { prepareQuery } from '#platform/prepare-query.ts'
import { database, type Person, signedIn } from '../portal.ts'

let person: Person

const poll = () => person.fetch('GET', `/EducationParts/1/results/${person.id}`)
const trips = (response: Response) => response.headers.get('server-timing')

beforeEach(async () => {
  person = await signedIn()
  expect((await poll()).status).toBe(200)
})

test('a session that was read before is read together with the answer', async () => {
  const response = await poll()
  expect(response.status).toBe(200)
  expect(trips(response)).toBe('db;desc="1 round trip"')
})

test('a session that has ended answers nothing more', async () => {
  await database().query.delete(sessions).where(eq(sessions.userId, person.id))
  const response = await poll()
  expect(response.status).toBe(401)
  expect(await response.json()).toMatchObject({ code: 'session_expired' })
})

test('an account that was locked is out at once', async () => {
  await database().query.update(users).set({ inactiveAt: new Date() }).where(eq(users.id, person.id))
  expect((await poll()).status).toBe(401)
})

test('a role holds from the next request on, and is gone with it', async () => {
  const office = () => person.fetch('GET', '/EducationPart/EducatorArticulates')
  expect((await office()).status).toBe(403)
  await database().query.insert(userRoles).values({ userId: person.id, role: 'Educator' })
  expect((await office()).status).toBe(200)
  expect((await office()).status).toBe(200)
  await database().query.delete(userRoles).where(eq(userRoles.userId, person.id))
  expect((await office()).status).toBe(403)
})

test('a password that must be changed stops the next request', async () => {
  await database().query.update(users).set({ passwordExpiresAt: new Date() }).where(eq(users.id, person.id))
  expect(await (await poll()).json()).toMatchObject({ code: 'password_change_required' })
})

const nameOf = (id: number) => database().query.select({ name: users.firstName }).from(users).where(eq(users.id, id))

const anybody = prepareQuery(({ query }) => query.select({ one: sql<number>`1`.as('one') }).from(users))

/** Returns a database whose session check accepts its row or refuses it. */
function databaseWithCheck(outcome: 'accepted' | 'refused') {
  const db = database()
  const heard: unknown[] = []
  const fulfilled = db.setCondition(async (reader) => {
    const rows = await anybody(reader, {})
    heard.push(rows.length > 0)
    if (outcome === 'refused') throw new Error('refused')
  })
  const select = () => db.query.select({ id: users.id }).from(users).where(eq(users.id, person.id))
  const broken = () => db.query.select({ id: sql`no_such_column`.as('id') }).from(users)
  return { db, heard, fulfilled, select, broken }
}

test('the first batch takes the check along, and the next one does not', async () => {
  const { db, heard, fulfilled, select } = databaseWithCheck('accepted')
  expect(await Promise.all([select(), select()])).toEqual([[{ id: person.id }], [{ id: person.id }]])
  expect(db.roundTrips()).toBe(1)
  await select()
  await fulfilled()
  expect([heard, db.roundTrips()]).toEqual([[true], 2])
})

test('a check that nothing takes along is read by itself', async () => {
  const { db, heard, fulfilled } = databaseWithCheck('accepted')
  await Promise.all([fulfilled(), fulfilled()])
  expect([heard, db.roundTrips()]).toEqual([[true], 1])
})

test('a read that fails beside the check does not decide it', async () => {
  const { heard, fulfilled, select, broken } = databaseWithCheck('accepted')
  await expect(broken()).rejects.toThrow()
  await fulfilled()
  expect(heard).toEqual([true])
  expect(await select()).toHaveLength(1)
})

test('a read that fails beside a refused check is rejected by the check', async () => {
  const { fulfilled, broken } = databaseWithCheck('refused')
  await expect(broken()).rejects.toMatchObject({ cause: { message: 'refused' } })
  await expect(fulfilled()).rejects.toThrow('refused')
})

test('rows that were read are not handed out against the check', async () => {
  const { db, fulfilled, select } = databaseWithCheck('refused')
  await expect(select()).rejects.toMatchObject({ cause: { message: 'refused' } })
  await expect(db.rows(sql`select 1 as one`)).rejects.toMatchObject({ cause: { message: 'refused' } })
  await expect(fulfilled()).rejects.toThrow('refused')
})

test.each(['commit', 'batch', 'statement'] as const)('nothing is written against the check: %s', async (way) => {
  const { db, heard } = databaseWithCheck('refused')
  const write = db.query.update(users).set({ firstName: 'Written' }).where(eq(users.id, person.id))
  const go = { commit: () => db.commit([write]), batch: () => db.query.batch([write]), statement: async () => write }
  await expect(go[way]()).rejects.toThrow()
  expect(heard).toEqual([true])
  expect(await nameOf(person.id)).toEqual([{ name: 'Test' }])
})

test('a read on the primary does not wait for the check', async () => {
  const { db, heard } = databaseWithCheck('refused')
  const primary = db.onPrimary()
  await primary.query.select({ id: users.id }).from(users)
  expect([heard, db.roundTrips()]).toEqual([[], 1])
})

test('switched off, the session is read first, in a round trip of its own', async () => {
  optimistic.isOn = false
  try {
    const response = await poll()
    expect(response.status).toBe(200)
    expect(trips(response)).toBe('db;desc="2 round trips"')
  } finally {
    optimistic.isOn = true
  }
})
