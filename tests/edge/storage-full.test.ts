import { env } from 'cloudflare:workers'
import { afterEach, expect, test, vi } from 'vitest'
import { users } from '#api/people/users/table.ts'
import { refusalResponse } from '#edge/refusal-response.ts'
import { createContext } from '#edge/request-context.ts'
import { openDatabase } from '#platform/database.ts'

afterEach(() => vi.useRealTimers())

/** Returns the test database, simulating a disk without room for a write. */
function onFullDisk() {
  const state = { isFull: true, tried: 0 }
  const session = env.DB.withSession('first-primary')
  const full = () => Promise.reject(new Error('D1_ERROR: database or disk is full: SQLITE_FULL'))
  let isWrite = false
  const onFull: Pick<D1DatabaseSession, 'prepare' | 'batch' | 'getBookmark'> = {
    prepare(text) {
      isWrite = text.startsWith('update')
      return session.prepare(text)
    },
    getBookmark: () => session.getBookmark(),
    batch<Row>(statements: D1PreparedStatement[]) {
      if (isWrite) state.tried += 1
      return isWrite && state.isFull ? full() : session.batch<Row>(statements)
    },
  }
  // A request's database uses these three members of a session and only opens sessions.
  return { state, db: openDatabase({ withSession: () => onFull } as Partial<D1Database> as D1Database, null) }
}

test('a write to a full database is refused with a text, the next ones without an attempt, until there is room', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const { state, db } = onFullDisk()
  const write = () => db.commit([db.query.update(users).set({ firstName: 'Åsa' })])
  const refused = await write().catch((error: unknown) => error)
  const request = new Request('http://portal.test/api/Events')
  const response = refusalResponse(refused, createContext({ request, env, after: () => {} }))
  expect([response.status, await response.json()]).toMatchObject([503, { code: 'storage_full' }])
  await expect(write()).rejects.toThrow('SQLITE_FULL')
  expect(state.tried).toBe(1)
  expect(await db.query.select({ id: users.id }).from(users)).toEqual(expect.any(Array))
  state.isFull = false
  vi.advanceTimersByTime(5_001)
  await write()
  expect(state.tried).toBe(2)
})
