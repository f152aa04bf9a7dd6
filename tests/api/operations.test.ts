import { env } from 'cloudflare:workers'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Ctx } from '#api/context.ts'
import { auditEntries } from '#api/foundation/audit/table.ts'
import { jobStates } from '#api/foundation/jobs/rules.ts'
import { jobs } from '#api/foundation/jobs/table.ts'
import { outboxMails } from '#api/foundation/mails/table.ts'
import { toMinute } from '#api/foundation/request-metrics/rules.ts'
import { requestMetrics } from '#api/foundation/request-metrics/table.ts'
import { jobHandlers } from '#api/job-handlers.ts'
import type { Operations } from '#api/office/operations/contract.ts'
import { restoreDrills } from '#api/office/operations/table.ts'
import { toPortalDay } from '#api/zone.ts'
import { createContext } from '#edge/request-context.ts'
import { anonymous, database, signedIn } from '../portal.ts'
import { inHours } from '../time.ts'

const { query } = database()
const minutesAgo = (minutes: number) => inHours(-minutes / 60)

const insertJob = (values: Partial<typeof jobs.$inferInsert>) =>
  query.insert(jobs).values({
    id: crypto.randomUUID(),
    kind: 'mails.send',
    payload: { name: 'Åsa Hemlig' },
    runAt: minutesAgo(1),
    createdAt: minutesAgo(1),
    ...values,
  })

const insertMetric = (name: string, maxMs: number, requests: number, errors = 0, at = minutesAgo(1)) =>
  query.insert(requestMetrics).values({ minute: toMinute(at), name, maxMs, requests, errors })

function contextOf(): Ctx<null> {
  const ctx = createContext({ request: new Request('http://portal.test/'), env, after: () => undefined })
  return { ...ctx, actor: null }
}

beforeEach(async () => {
  for (const table of [jobs, requestMetrics, restoreDrills, outboxMails]) await query.delete(table)
})

describe('GET /Operations', () => {
  test('reports requests, jobs, clock, mails, storage and backups to a superadministrator', async () => {
    await insertMetric('GET /Educations', 100, 95)
    await insertMetric('GET /Educations', 1000, 5, 2)
    await insertMetric('page /profile', 10, 10)
    await insertMetric('GET /Educations', 10, 999, 0, inHours(-30))
    await insertMetric('clock', 10, 1)
    await insertJob({ state: jobStates.failed, finishedAt: minutesAgo(2), attempts: 5, error: 'mail to asa@hemlig.se' })
    await insertJob({ runAt: minutesAgo(20) })
    await insertJob({ runAt: inHours(2), state: jobStates.scheduled })
    const finishedAt = inHours(-3)
    const result = { backup: '2026', files: { referenced: 4, missing: 1 } }
    await insertJob({ kind: 'backups.write', state: jobStates.succeeded, finishedAt, result })
    const office = await signedIn({ roles: { SuperAdministrator: {} } })
    const report = await office.json<Operations>('GET', '/Operations')
    expect(report).toMatchObject({
      broken: ['deadLetters', 'queue'],
      unread: [],
      requests: { total: { requests: 110, errors: 2 } },
      queue: { due: 1, running: 0 },
      deadLetters: { total: 1, items: [{ kind: 'mails.send', attempts: 5 }] },
      mails: { failed: 0 },
      backup: { isConfigured: true, last: finishedAt.toISOString(), missingFiles: 1 },
      clock: { runs: 1, failures: 0 },
      drill: null,
      hasReceivers: false,
    })
    expect(report.requests?.calls.map(({ name, requests }) => `${name} ${requests}`)).toEqual([
      'GET /Educations 100',
      'page /profile 10',
    ])
    expect(report.requests?.calls[0]?.p95Ms).toBe(100)
    expect(report.databaseBytes).toBeGreaterThan(100_000)
    expect(JSON.stringify(report)).not.toMatch(/hemlig/i)
  })

  test('names the files that the daily job has measured, and when, without counting them itself', async () => {
    const office = await signedIn({ roles: { SuperAdministrator: {} } })
    const readFiles = async () => (await office.json<Operations>('GET', '/Operations')).files
    const insertFile = (name: string) =>
      env.DB.prepare(
        `insert into stored_files (name, content_type, size, sha256, key, visibility, created_at)
         values (?, 'text/plain', 1234, 'x', ?, 'Public', '2026-01-01T00:00:00.000Z')`,
      )
        .bind(name, `key-of-${name}`)
        .run()
    const measure = async (finishedAt: Date) => {
      const measured = await jobHandlers['operations.measure']?.(contextOf(), {} as never, {} as never)
      const result = measured && 'result' in measured ? measured.result : null
      await insertJob({
        kind: 'operations.measure',
        state: jobStates.succeeded,
        finishedAt,
        createdAt: finishedAt,
        result,
      })
    }
    expect(await readFiles()).toBeNull()
    await measure(minutesAgo(30))
    const before = await readFiles()
    await insertFile('a')
    expect(await readFiles()).toEqual(before)
    await measure(minutesAgo(10))
    const after = await readFiles()
    expect(after).toMatchObject({ measured: expect.any(String), count: (before?.count ?? 0) + 1 })
    expect((after?.bytes ?? 0) - (before?.bytes ?? 0)).toBe(1234)
  })

  test.each([
    ['outbox_mails', { mails: null }, ['mails']],
    ['restore_drills', { drill: null }, ['drill']],
    ['alerts', { alerts: null }, ['alerts']],
    ['request_metrics', { broken: null, requests: null, clock: null }, ['clock', 'requests', 'rules']],
  ])('reports the other parts when %s cannot be read', async (table, figures, unread) => {
    const office = await signedIn({ roles: { SuperAdministrator: {} } })
    await env.DB.prepare(`alter table ${table} rename to ${table}_lost`).run()
    const report = await office.json<Operations>('GET', '/Operations')
    await env.DB.prepare(`alter table ${table}_lost rename to ${table}`).run()
    expect(report).toMatchObject({ ...figures, queue: { due: 0 }, databaseBytes: expect.any(Number) })
    expect(report.unread.toSorted()).toEqual(unread)
  })

  test('counts a job whose worker has died as due, since its lease ended, and not as running', async () => {
    const office = await signedIn({ roles: { SuperAdministrator: {} } })
    const lockedUntil = minutesAgo(3)
    await insertJob({ state: jobStates.running, runAt: inHours(-5), lockedUntil })
    await insertJob({ state: jobStates.running, runAt: inHours(-5), lockedUntil: inHours(1) })
    const { queue, broken } = await office.json<Operations>('GET', '/Operations')
    expect(queue).toEqual({ due: 1, running: 1, oldestDue: lockedUntil.toISOString() })
    expect(broken).not.toContain('queue')
    await query.update(jobs).set({ lockedUntil: minutesAgo(16) })
    expect((await office.json<Operations>('GET', '/Operations')).broken).toContain('queue')
  })

  test('is for superadministrators alone', async () => {
    for (const roles of [{}, { Administrator: {} }, { Educator: {} }, { OrganizationAdmin: { Organization: [20] } }]) {
      const person = await signedIn({ roles })
      expect((await person.fetch('GET', '/Operations')).status).toBe(403)
      const body = { day: toPortalDay(new Date()), minutes: 5 }
      expect((await person.fetch('POST', '/Operations/restoreDrills', body)).status).toBe(403)
    }
    expect((await anonymous('GET', '/Operations')).status).toBe(401)
    expect(await query.select().from(restoreDrills)).toEqual([])
  })
})

describe('a restore drill', () => {
  test('is noted once, also when the call is repeated, and stands in the log', async () => {
    const office = await signedIn({ roles: { SuperAdministrator: {} } })
    const headers = { 'idempotency-key': crypto.randomUUID() }
    const note = () => office.fetch('POST', '/Operations/restoreDrills', { day: '2026-01-15', minutes: 42 }, headers)
    expect((await note()).status).toBe(204)
    expect((await note()).status).toBe(204)
    await office.fetch('POST', '/Operations/restoreDrills', { day: '2026-01-01', minutes: 7 })
    expect(await query.select().from(restoreDrills)).toHaveLength(2)
    const report = await office.json<Operations>('GET', '/Operations')
    expect(report.drill).toEqual({ day: '2026-01-15', minutes: 42 })
    const entries = await query.select().from(auditEntries).where(eq(auditEntries.action, 'restoreDrill.recorded'))
    expect(entries).toHaveLength(2)
    expect(entries[0]).toMatchObject({ userId: office.id, targetId: '2026-01-15', data: { minutes: 42 } })
  })

  test('is neither in the future nor without a duration, and each field says why', async () => {
    const office = await signedIn({ roles: { SuperAdministrator: {} } })
    const refusalOf = async (body: object) => {
      const refused = await office.fetch('POST', '/Operations/restoreDrills', body)
      expect(refused.status).toBe(400)
      return (await refused.json<{ fields: Record<string, string> }>()).fields
    }
    const tomorrow = toPortalDay(inHours(48))
    expect(await refusalOf({ day: tomorrow, minutes: 1 })).toEqual({ day: 'Datumet ligger i framtiden.' })
    expect(await refusalOf({ day: 'i går', minutes: 0 })).toMatchObject({
      day: expect.stringMatching(/åååå-mm-dd/),
      minutes: expect.stringMatching(/lägst 1/),
    })
    expect(await query.select().from(restoreDrills)).toEqual([])
  })
})

test('GET /Status says to everybody which parts work, and nothing more', async () => {
  await insertMetric('clock', 10, 1)
  const response = await anonymous('GET', '/Status')
  expect(response.status).toBe(200)
  expect(await response.json()).toEqual({ checked: expect.any(String), pages: true, background: true, files: true })
})
