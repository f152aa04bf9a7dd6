import { env, exports } from 'cloudflare:workers'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { jobStates } from '#api/foundation/jobs/rules.ts'
import { jobs } from '#api/foundation/jobs/table.ts'
import { refusedAttempts } from '#api/foundation/refused-attempts/table.ts'
import { toMinute } from '#api/foundation/request-metrics/rules.ts'
import { requestMetrics } from '#api/foundation/request-metrics/table.ts'
import type { HealthReport } from '#api/office/operations/check-health.ts'
import { anonymous, database, signedIn } from '../portal.ts'
import { inHours } from '../time.ts'

const { query } = database()
const token = 'a-monitor-token-of-more-than-32-characters'

const ask = (path: string, bearer?: string, method = 'GET', headers: Record<string, string> = {}) =>
  exports.default.fetch(`http://portal.test${path}`, {
    method,
    headers: bearer ? { ...headers, authorization: `Bearer ${bearer}` } : headers,
  })

const askDeep = async () => {
  const response = await ask('/health/deep', token)
  const report = await response.json<HealthReport>()
  const failing = report.checks.filter(({ ok }) => !ok).map(({ name }) => name)
  return { response, report, failing }
}

async function withFailingDatabase<Value>(work: () => Promise<Value>): Promise<Value> {
  const { DB } = env
  const prepare = () => ({ bind: () => ({}) })
  const batch = () => Promise.reject(new Error('D1 is down'))
  Object.assign(env, { DB: { withSession: () => ({ prepare, batch, getBookmark: () => null }) } })
  try {
    return await work()
  } finally {
    Object.assign(env, { DB })
  }
}

/** Minutes by which the tests are ahead of the clock; an isolate writes its counts once a minute. */
let minutesAhead = 0
async function aMinuteLater<Value>(work: () => Promise<Value>): Promise<Value> {
  minutesAhead += 1
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + minutesAhead * 61_000 })
  try {
    return await work()
  } finally {
    vi.useRealTimers()
  }
}

const sumOf = async (name: string, figure: 'requests' | 'errors') =>
  (await query.select().from(requestMetrics).where(eq(requestMetrics.name, name))).reduce(
    (sum, row) => sum + row[figure],
    0,
  )

const clockRun = (at: Date) => ({ minute: toMinute(at), name: 'clock', maxMs: 10, requests: 1, errors: 0 })

beforeEach(async () => {
  Object.assign(env, { OPERATIONS_TOKEN: token })
  for (const table of [jobs, requestMetrics]) await query.delete(table)
  await query.insert(requestMetrics).values(clockRun(new Date()))
})

describe('/health', () => {
  test('tells everybody that the portal is ready, without detail', async () => {
    const response = await ask('/health')
    expect(response.status).toBe(200)
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(await response.text()).toBe('ok')
    expect((await ask('/health', undefined, 'POST')).status).toBe(405)
  })

  test('answers 503 while the database fails', async () => {
    const response = await withFailingDatabase(() => ask('/health'))
    expect(response.status).toBe(503)
    expect(await response.text()).toBe('unavailable')
  })
})

describe('/health/deep', () => {
  test('passes every check of a healthy portal, for a monitor and for a superadministrator', async () => {
    const { response, report, failing } = await askDeep()
    expect(failing).toEqual([])
    expect(response.status).toBe(200)
    expect(report.checks.map(({ name }) => name)).toEqual([
      'databaseRead',
      'databaseWrite',
      'files',
      'migrations',
      'backup',
      'clock',
      'deadLetters',
      'errors',
      'queue',
    ])
    const office = await signedIn({ roles: { SuperAdministrator: {} } })
    expect((await ask('/health/deep', office.token)).status).toBe(200)
  })

  test('refuses strangers, wrong tokens, and people who do not run the portal', async () => {
    expect((await ask('/health/deep')).status).toBe(401)
    expect((await ask('/health/deep', `${token}x`)).status).toBe(401)
    for (const roles of [{}, { Administrator: {} }, { Educator: {} }, { OrganizationAdmin: { Organization: [20] } }]) {
      const person = await signedIn({ roles })
      expect((await ask('/health/deep', person.token)).status).toBe(403)
    }
  })

  test('records wrong tokens and forbidden readers, and limits the refusals of a network alone', async () => {
    const from = (bearer?: string) => ask('/health/deep', bearer, 'GET', { 'cf-connecting-ip': '192.0.2.77' })
    const educator = await signedIn({ roles: { Educator: {} } })
    expect((await from()).status).toBe(401)
    expect((await from(educator.token)).status).toBe(403)
    for (let attempt = 0; attempt < 8; attempt++) expect((await from(`${token}x`)).status).toBe(401)
    const limited = await from(`${token}x`)
    expect(limited.status).toBe(429)
    expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await from(token)).status).toBe(200)
    expect((await ask('/health/deep', `${token}x`, 'GET', { 'cf-connecting-ip': '198.51.100.1' })).status).toBe(401)
    await vi.waitFor(async () => {
      const rows = await query.select().from(refusedAttempts).where(eq(refusedAttempts.call, 'health'))
      const codes = rows.filter(({ address }) => address === '192.0.2.77').map(({ code }) => code)
      expect(codes.sort()).toEqual(['not_allowed', 'too_many_requests', 'wrong_credentials'])
      expect(JSON.stringify(rows)).not.toContain(token)
    })
  })

  test('a secret that is missing or short admits nobody', async () => {
    for (const secret of ['short', '']) {
      Object.assign(env, { OPERATIONS_TOKEN: secret })
      expect((await ask('/health/deep', secret)).status).toBe(401)
    }
  })

  test('names what is wrong and answers 503', async () => {
    await query.delete(requestMetrics)
    await query.insert(requestMetrics).values(clockRun(inHours(-1)))
    const payload = { name: 'Åsa Hemlig' }
    const job = { kind: 'mails.send', payload, createdAt: inHours(-2), runAt: inHours(-1), error: 'asa@hemlig.se' }
    await query.insert(jobs).values([
      { ...job, id: 'waits' },
      { ...job, id: 'failed', state: jobStates.failed },
      { ...job, id: 'backup', kind: 'backups.write', state: jobStates.failed, createdAt: inHours(-30) },
    ])
    await env.DB.prepare("delete from d1_migrations where name like '0027%'").run()
    const { response, report, failing } = await askDeep()
    await env.DB.prepare("insert into d1_migrations (name) values ('0027_operations.sql')").run()
    expect(response.status).toBe(503)
    expect(report.ok).toBe(false)
    expect(failing).toEqual(['migrations', 'backup', 'clock', 'deadLetters', 'queue'])
    expect(report.checks.find(({ name }) => name === 'migrations')?.detail).toBe('0027_operations.sql')
    expect(JSON.stringify(report)).not.toMatch(/hemlig/i)
  })
})

test('a red answer breaks no rule by itself', async () => {
  const job = { id: 'failed', kind: 'mails.send', payload: {}, state: jobStates.failed }
  await query.insert(jobs).values({ ...job, runAt: inHours(-1), createdAt: inHours(-1) })
  for (const _ of Array.from({ length: 5 })) expect((await askDeep()).response.status).toBe(503)
  await aMinuteLater(() => ask('/health'))
  await vi.waitFor(async () => expect(await sumOf('health', 'errors')).toBeGreaterThanOrEqual(5))
  await query.delete(jobs)
  expect((await askDeep()).failing).toEqual([])
})

test('requests that the database could not take are counted when it answers again', async () => {
  const [path, name] = ['/api/DisturbanceMessage/current', 'GET /DisturbanceMessage/current']
  await aMinuteLater(() => ask(path))
  await vi.waitFor(async () => expect(await sumOf(name, 'requests')).toBeGreaterThan(0))
  const before = await sumOf(name, 'requests')
  await withFailingDatabase(async () => {
    await aMinuteLater(() => ask(path))
    await new Promise((done) => setTimeout(done, 50))
  })
  await aMinuteLater(() => ask(path))
  await vi.waitFor(async () => expect(await sumOf(name, 'requests')).toBe(before + 2))
})

test('requests are counted by call and duration, without anything about who made them', async () => {
  const points: unknown[] = []
  Object.assign(env, { METRICS: { writeDataPoint: (point: unknown) => points.push(point) } })
  await anonymous('GET', '/DisturbanceMessage/current')
  await anonymous('GET', '/Users/77?name=Hemlig')
  await aMinuteLater(() => anonymous('GET', '/DisturbanceMessage/current'))
  Reflect.deleteProperty(env, 'METRICS')
  await vi.waitFor(async () => {
    const rows = await query.select().from(requestMetrics)
    const counted = rows.filter(({ name }) => name === 'GET /DisturbanceMessage/current')
    expect(counted.reduce((sum, { requests }) => sum + requests, 0)).toBe(2)
    expect(rows.map(({ name }) => name)).toContain('unknown')
    expect(JSON.stringify(rows)).not.toMatch(/77|hemlig/i)
  })
  expect(points).toHaveLength(3)
  expect(points[0]).toMatchObject({ blobs: ['GET /DisturbanceMessage/current', '200'] })
})
