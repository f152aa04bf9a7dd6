import { eq, sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { sessions } from '#api/people/authentication/table.ts'
import { userRoles } from '#api/people/roles/table.ts'
import { users } from '#api/people/users/table.ts'
import { database, type Person, signedIn } from '../portal.ts'

let person: Person

const poll = () => person.fetch('GET', `/EducationParts/1/results/${person.id}`)
const trips = (response: Response) => response.headers.get('server-timing')

beforeEach(async () => {
  person = await signedIn()
  expect((await poll()).status).toBe(200)
})

test('whoever has been seen before is asked for together with the answer', async () => {
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

function waiting(outcome: 'yes' | 'no') {
  const db = database()
  const question = db.query.select({ one: sql<number>`1`.as('one') }).from(users)
  const heard: unknown[] = []
  const { verdict } = db.alongside(question, (rows) => {
    heard.push(rows.length > 0)
    if (outcome === 'no') throw new Error('no')
  })
  return { db, heard, verdict }
}

test('a read takes the question along, once', async () => {
  const { db, heard, verdict } = waiting('yes')
  const select = () => db.query.select({ id: users.id }).from(users).where(eq(users.id, person.id))
  expect(await db.read([select(), select()])).toEqual([[{ id: person.id }], [{ id: person.id }]])
  expect(db.roundTrips()).toBe(1)
  await db.read([select()])
  await verdict()
  expect([heard, db.roundTrips()]).toEqual([[true], 2])
})

test('a read that fails beside the question leaves its verdict as it is', async () => {
  const { db, heard, verdict } = waiting('yes')
  const broken = db.query.select({ id: sql`no_such_column`.as('id') }).from(users)
  await expect(db.read([broken])).rejects.toThrow()
  await verdict()
  expect(heard).toEqual([true])
  expect(await db.read([db.query.select({ id: users.id }).from(users).where(eq(users.id, person.id))])).toHaveLength(1)
})

test('a read that fails beside a question with a bad verdict is refused by the verdict', async () => {
  const { db, verdict } = waiting('no')
  const broken = db.query.select({ id: sql`no_such_column`.as('id') }).from(users)
  await expect(db.read([broken])).rejects.toThrow('no')
  await expect(verdict()).rejects.toThrow('no')
})

test('what was read is not handed out against the verdict', async () => {
  const { db, verdict } = waiting('no')
  await expect(db.read([db.query.select({ id: users.id }).from(users)])).rejects.toThrow('no')
  await expect(verdict()).rejects.toThrow('no')
})

test.each(['commit', 'read', 'statement'] as const)('nothing is written against the verdict: %s', async (way) => {
  const { db, heard } = waiting('no')
  const write = db.query.update(users).set({ firstName: 'Written' }).where(eq(users.id, person.id))
  const go = { commit: () => db.commit([write]), read: () => db.read([write]), statement: async () => write }
  await expect(go[way]()).rejects.toThrow()
  expect(heard).toEqual([true])
  expect(await nameOf(person.id)).toEqual([{ name: 'Test' }])
})

test('what is asked in nobody’s name does not wait', async () => {
  const { db, heard } = waiting('no')
  const primary = db.onPrimary()
  await primary.read([primary.query.select({ id: users.id }).from(users)])
  expect([heard, db.roundTrips()]).toEqual([[], 1])
})
