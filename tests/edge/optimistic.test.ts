import { eq, sql } from 'drizzle-orm'
import { beforeEach, expect, test, vi } from 'vitest'
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

test('an ended session is refused', async () => {
  await database().query.delete(sessions).where(eq(sessions.userId, person.id))
  const response = await poll()
  expect(response.status).toBe(401)
  expect(await response.json()).toMatchObject({ code: 'session_expired' })
})

test('an ended session is no error of the call', async () => {
  const errors = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  await database().query.delete(sessions).where(eq(sessions.userId, person.id))
  expect((await poll()).status).toBe(401)
  expect(errors.mock.calls).toEqual([])
  errors.mockRestore()
})

test('a deactivated account is refused at once', async () => {
  await database().query.update(users).set({ inactiveAt: new Date() }).where(eq(users.id, person.id))
  expect((await poll()).status).toBe(401)
})

test('a role applies from the next request on, and its removal too', async () => {
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
  const outcomes: unknown[] = []
  const fulfilled = db.setCondition(async (reader) => {
    const rows = await anybody(reader, {})
    outcomes.push(rows.length > 0)
    if (outcome === 'refused') throw new Error('refused')
  })
  const select = () => db.query.select({ id: users.id }).from(users).where(eq(users.id, person.id))
  const broken = () => db.query.select({ id: sql`no_such_column`.as('id') }).from(users)
  return { db, outcomes, fulfilled, select, broken }
}

test('the first batch includes the check, and the next one does not', async () => {
  const { db, outcomes, fulfilled, select } = databaseWithCheck('accepted')
  expect(await Promise.all([select(), select()])).toEqual([[{ id: person.id }], [{ id: person.id }]])
  expect(db.roundTrips()).toBe(1)
  await select()
  await fulfilled()
  expect([outcomes, db.roundTrips()]).toEqual([[true], 2])
})

test('a check without a batch is read by itself', async () => {
  const { db, outcomes, fulfilled } = databaseWithCheck('accepted')
  await Promise.all([fulfilled(), fulfilled()])
  expect([outcomes, db.roundTrips()]).toEqual([[true], 1])
})

test('a read that fails beside the check does not decide it', async () => {
  const { outcomes, fulfilled, select, broken } = databaseWithCheck('accepted')
  await expect(broken()).rejects.toThrow()
  await fulfilled()
  expect(outcomes).toEqual([true])
  expect(await select()).toHaveLength(1)
})

test('a read that fails beside a refused check is rejected by the check', async () => {
  const { fulfilled, broken } = databaseWithCheck('refused')
  await expect(broken()).rejects.toMatchObject({ cause: { message: 'refused' } })
  await expect(fulfilled()).rejects.toThrow('refused')
})

test('rows are not returned when the check fails', async () => {
  const { db, fulfilled, select } = databaseWithCheck('refused')
  await expect(select()).rejects.toMatchObject({ cause: { message: 'refused' } })
  await expect(db.rows(sql`select 1 as one`)).rejects.toMatchObject({ cause: { message: 'refused' } })
  await expect(fulfilled()).rejects.toThrow('refused')
})

test.each(['commit', 'batch', 'statement'] as const)('nothing is written when the check fails: %s', async (way) => {
  const { db, outcomes } = databaseWithCheck('refused')
  const write = db.query.update(users).set({ firstName: 'Written' }).where(eq(users.id, person.id))
  const go = { commit: () => db.commit([write]), batch: () => db.query.batch([write]), statement: async () => write }
  await expect(go[way]()).rejects.toThrow()
  expect(outcomes).toEqual([true])
  expect(await nameOf(person.id)).toEqual([{ name: 'Test' }])
})

test('a read on the primary does not wait for the check', async () => {
  const { db, outcomes } = databaseWithCheck('refused')
  const primary = db.onPrimary()
  await primary.query.select({ id: users.id }).from(users)
  expect([outcomes, db.roundTrips()]).toEqual([[], 1])
})

test('when it is off, the session is read first, in a separate round trip', async () => {
  optimistic.isOn = false
  try {
    const response = await poll()
    expect(response.status).toBe(200)
    expect(trips(response)).toBe('db;desc="2 round trips"')
  } finally {
    optimistic.isOn = true
  }
})
