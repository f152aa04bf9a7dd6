import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { RefusedAttempt } from '#api/foundation/refused-attempts/contract.ts'
import { refusedAttemptLimits } from '#api/foundation/refused-attempts/rules.ts'
import { refusedAttempts } from '#api/foundation/refused-attempts/table.ts'
import { loginFailures } from '#api/people/attempts/table.ts'
import { hashPassword } from '#api/people/authentication/passwords/password-hash.ts'
import { anonymous, database, signedIn } from '../portal.ts'

vi.setConfig({ testTimeout: 60_000 })

const { query } = database()
const passwordHash = await hashPassword('Utbildning-2026')
const rows = () => query.select().from(refusedAttempts)
const login = (username: string, address = '192.0.2.1', password = 'fel-fel-fel') =>
  anonymous('POST', '/Authentication/Login', { username, password }, { 'cf-connecting-ip': address })
const count = async () => (await rows()).reduce((sum, row) => sum + row.count, 0)
const recorded = (times: number) => expect.poll(count).toBe(times)

beforeEach(async () => {
  await query.delete(refusedAttempts)
  await query.delete(loginFailures)
})

describe('a sign-in that fails', () => {
  test('is recorded with user name, network and count, in one row per hour', async () => {
    const { id } = await signedIn({ userName: 'anna.berg', passwordHash })
    for (const name of ['anna.berg', 'Anna.Berg']) await login(name)
    await recorded(2)
    expect(await rows()).toMatchObject([
      {
        hour: new Date().toISOString().slice(0, 13),
        call: 'POST /Authentication/Login',
        count: 2,
        code: 'wrong_credentials',
        address: '192.0.2.1',
        subject: `user:${id}`,
        path: '/api/Authentication/Login',
      },
    ])
  })

  test('with an unknown name stores only a hash of it, and never the password', async () => {
    await login('Min-Hemliga-Fras')
    await login('min-hemliga-fras')
    await recorded(2)
    const stored = await rows()
    expect(stored).toHaveLength(1)
    expect(stored[0]?.subject).toMatch(/^name:[\w-]{16}$/)
    expect(JSON.stringify(stored)).not.toMatch(/hemliga|fel-fel-fel/i)
  })

  test('from changing addresses of one IPv6 network is one row', async () => {
    for (const last of ['1', '2', '3']) await login('ingen', `2001:db8::${last}`)
    await recorded(3)
    expect(await rows()).toMatchObject([{ address: '2001:db8:0:0::/64', count: 3 }])
  })

  test('is recorded when it is rate limited too, and a success is not', async () => {
    await signedIn({ userName: 'bo', passwordHash })
    expect((await login('bo', '192.0.2.5', 'Utbildning-2026')).status).toBe(200)
    await query
      .insert(loginFailures)
      .values(Array.from({ length: 10 }, () => ({ subject: 'account:bo', failedAt: new Date() })))
    expect((await login('bo', '192.0.2.5')).status).toBe(429)
    await recorded(1)
    expect(await rows()).toMatchObject([{ code: 'too_many_requests', call: 'POST /Authentication/Login', path: '' }])
  })
})

test('refused access is recorded with caller and call; ordinary mistakes are not', async () => {
  const learner = await signedIn()
  expect((await learner.fetch('GET', '/User/1/LicenseGoals')).status).toBeGreaterThan(400)
  await query.delete(refusedAttempts)
  expect((await learner.fetch('GET', '/AuditLog')).status).toBe(403)
  expect((await learner.fetch('GET', '/no-such-call')).status).toBe(404)
  expect((await anonymous('GET', '/AuditLog')).status).toBe(401)
  expect((await anonymous('POST', '/Authentication/Login', {})).status).toBe(400)
  await recorded(1)
  expect(await rows()).toMatchObject([
    { call: 'GET /AuditLog', code: 'not_allowed', path: '/api/AuditLog', subject: `user:${learner.id}` },
  ])
})

test('a flood of the same refusal is counted with few writes', async () => {
  const learner = await signedIn()
  for (let round = 0; round < 20; round++) await learner.fetch('GET', '/AuditLog')
  await recorded(1)
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 11_000 })
  await learner.fetch('GET', '/AuditLog')
  vi.useRealTimers()
  await recorded(21)
})

const hour = () => new Date().toISOString().slice(0, 13)
const row = (at: number, more: object = {}) => ({
  hour: hour(),
  call: 'filler',
  code: 'not_allowed',
  address: `198.51.100.${at}`,
  subject: `name:${at}`,
  path: '',
  count: 1,
  firstAt: new Date(),
  lastAt: new Date(),
  ...more,
})
async function fill(given: ReturnType<typeof row>[]) {
  for (let at = 0; at < given.length; at += 10) await query.insert(refusedAttempts).values(given.slice(at, at + 10))
}

test('rows of one network and of all networks are limited each hour; further attempts share one row', async () => {
  const { rows: most, rowsFromNetwork } = refusedAttemptLimits
  await fill(Array.from({ length: rowsFromNetwork }, (_, at) => row(at, { address: '192.0.2.9' })))
  await login('en', '192.0.2.9')
  await login('två', '192.0.2.10')
  await recorded(rowsFromNetwork + 2)
  await fill(Array.from({ length: most - rowsFromNetwork - 2 }, (_, at) => row(at)))
  await login('tre', '192.0.2.11')
  await login('två', '192.0.2.10')
  await recorded(most + 2)
  const stored = await rows()
  expect(stored).toHaveLength(most)
  expect(stored.find(({ call }) => call === 'other')).toMatchObject({ count: 2, address: '', subject: '' })
  expect(stored.find(({ address }) => address === '192.0.2.10')).toMatchObject({ count: 2 })
})

test('attempts older than ninety days are removed with the next one', async () => {
  await fill([row(1, { hour: '2026-01-01T10' })])
  await login('någon')
  await expect.poll(async () => (await rows()).map(({ call }) => call)).toEqual(['POST /Authentication/Login'])
})

test('superadministrators read the latest, by name where there is one', async () => {
  const { id } = await signedIn({ userName: 'cecilia', passwordHash })
  await login('cecilia')
  await login('okänd')
  await recorded(2)
  const office = await signedIn({ roles: { SuperAdministrator: {} } })
  const listed = await (await office.fetch('GET', '/RefusedAttempts')).json<RefusedAttempt[]>()
  expect(listed).toMatchObject([
    { userId: null, userName: null, nameHash: expect.stringMatching(/^[\w-]{16}$/) },
    { userId: id, userName: 'cecilia', nameHash: null, code: 'wrong_credentials', count: 1 },
  ])
})
