import { createExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { eq, inArray, ne } from 'drizzle-orm'
import { afterEach, beforeEach, expect, inject, test, vi } from 'vitest'
import { auditEntries } from '#api/foundation/audit/table.ts'
import { jobStates } from '#api/foundation/jobs/rules.ts'
import { jobs } from '#api/foundation/jobs/table.ts'
import { outboxMails } from '#api/foundation/mails/table.ts'
import { toMinute, toPeriod } from '#api/foundation/request-metrics/rules.ts'
import { requestMetrics } from '#api/foundation/request-metrics/table.ts'
import { alerts } from '#api/office/operations/table.ts'
import { listActions } from '#api/office/webhooks/rules.ts'
import { handleSchedule } from '../../src/background-work.ts'
import { database, signedIn } from '../portal.ts'
import { inHours } from '../time.ts'

const { query } = database()

const environment: Env = {
  ...env,
  // The queue stands still: no message arrives, and the mails of alerts are sent all the same.
  JOBS: Object.assign(Object.create(env.JOBS), { sendBatch: async () => undefined }),
  ALERT_MAIL: 'drift@example.se, jour@example.se',
  SMTP_HOST: '127.0.0.1',
  SMTP_PORT: String(inject('smtpPort')),
  SMTP_TLS: 'none',
}

const tick = () => handleSchedule(environment, createExecutionContext())
const failedJob = { id: 'failed', kind: 'mails.send', payload: {}, state: jobStates.failed }

/** Runs the clock every four minutes, for so many minutes. */
async function tickFor(minutes: number): Promise<void> {
  for (let passed = 4; passed <= minutes; passed += 4) {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 4 * 60_000 })
    await tick()
    // As if the queue had run the daily jobs, which would else break a rule of their own.
    await query.delete(jobs).where(ne(jobs.id, failedJob.id))
  }
}
const fail = () => query.insert(jobs).values({ ...failedJob, runAt: new Date(), createdAt: new Date() })
const mend = () => query.delete(jobs).where(eq(jobs.id, 'failed'))

const subjects = async () => (await query.select().from(outboxMails)).map(({ subject }) => subject)
const incidents = async () =>
  (await query.select().from(alerts)).map(({ rule, clearedAt }) => `${rule} ${clearedAt ? 'over' : 'open'}`)

afterEach(() => vi.useRealTimers())
beforeEach(async () => {
  for (const table of [jobs, requestMetrics, alerts, outboxMails]) await query.delete(table)
})

test('a healthy portal raises no alert, also on its first run', async () => {
  await tick()
  await tick()
  expect(await incidents()).toEqual([])
  expect(await subjects()).toEqual([])
  const runs = await query.select().from(requestMetrics)
  expect(runs.map(({ name, requests, errors }) => ({ name, requests, errors }))).toContainEqual({
    name: 'clock',
    requests: expect.any(Number),
    errors: 0,
  })
  expect(runs.reduce((sum, { requests }) => sum + requests, 0)).toBe(2)
})

test('an incident is mailed to each receiver once, and once more when it is over', async () => {
  await fail()
  await tick()
  await tick()
  const problem = 'Minst ett bakgrundsjobb har misslyckats'
  expect(await subjects()).toEqual([`Larm: ${problem}`, `Larm: ${problem}`])
  const mails = await query.select().from(outboxMails)
  expect(mails.map(({ recipient }) => recipient)).toEqual(['drift@example.se', 'jour@example.se'])
  expect(mails.every(({ sentAt, body }) => sentAt !== null && body.includes('/operations'))).toBe(true)
  await mend()
  await tickFor(8)
  expect(await incidents()).toEqual(['deadLetters open'])
  await tickFor(8)
  expect((await subjects()).slice(2)).toEqual([`Över: ${problem}`, `Över: ${problem}`])
  expect(await incidents()).toEqual(['deadLetters over'])
  const actions = listActions(['alert.opened', 'alert.cleared'])
  const entries = await query
    .select()
    .from(auditEntries)
    .where(inArray(auditEntries.action, actions))
    .orderBy(auditEntries.id)
  expect(entries.map(({ action, targetId, userId }) => `${action} ${targetId} ${userId}`)).toEqual([
    'alert.opened deadLetters null',
    'alert.cleared deadLetters null',
  ])
})

test('a failed job that nobody wants to run again is cancelled, which ends the incident', async () => {
  await fail()
  await tick()
  const office = await signedIn({ roles: { SuperAdministrator: {} } })
  expect((await office.fetch('POST', '/jobs/failed/cancel')).status).toBe(204)
  expect((await office.fetch('POST', '/jobs/failed/cancel')).status).toBe(409)
  await tickFor(12)
  expect(await incidents()).toEqual(['deadLetters over'])
})

test('errors of ten minutes ago break the rule, also when their period began before', async () => {
  const minute = toPeriod(inHours(-9.9 / 60))
  await query.insert(requestMetrics).values({ minute, name: 'GET /Dashboard', maxMs: 10, requests: 100, errors: 3 })
  await tick()
  expect(await incidents()).toEqual(['errors open'])
})

test('two runs of the clock at once raise one alert, and clear it once', async () => {
  await fail()
  await Promise.all([tick(), tick()])
  expect(await subjects()).toHaveLength(2)
  await mend()
  await tickFor(8)
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 4 * 60_000 })
  await Promise.all([tick(), tick()])
  expect(await subjects()).toHaveLength(4)
  expect(await incidents()).toEqual(['deadLetters over'])
})

test('a late backup, a clock that stood still, errors and a long queue are separate incidents', async () => {
  await query.insert(requestMetrics).values([
    { minute: toMinute(inHours(-1)), name: 'clock', maxMs: 10, requests: 1, errors: 0 },
    { minute: toMinute(new Date()), name: 'GET /Dashboard', maxMs: 10, requests: 100, errors: 3 },
  ])
  const late = { payload: {}, createdAt: inHours(-30), runAt: inHours(-1) }
  await query.insert(jobs).values([
    { ...late, id: 'late', kind: 'reports.write' },
    { ...late, id: 'backup', kind: 'backups.write', state: jobStates.succeeded },
  ])
  await tick()
  expect(await incidents()).toEqual(['backup open', 'clock open', 'errors open', 'queue open'])
})

test('without receivers an incident is shown and logged, and nothing is mailed', async () => {
  await fail()
  await handleSchedule({ ...environment, ALERT_MAIL: '' }, createExecutionContext())
  expect(await incidents()).toEqual(['deadLetters open'])
  expect(await subjects()).toEqual([])
})

test('a rule that breaks again within ten minutes is one incident with one mail, until it has held so long', async () => {
  for (let round = 0; round < 4; round++) {
    await fail()
    await tickFor(4)
    await mend()
    await tickFor(8)
  }
  expect(await subjects()).toHaveLength(2)
  expect(await incidents()).toEqual(['deadLetters open'])
  await tickFor(4)
  expect(await subjects()).toHaveLength(4)
  expect(await incidents()).toEqual(['deadLetters over'])
})

test('a long incident ends ten minutes after it was last seen, not after it began', async () => {
  await fail()
  await tickFor(40)
  await mend()
  await tickFor(8)
  expect(await incidents()).toEqual(['deadLetters open'])
  await tickFor(4)
  expect(await incidents()).toEqual(['deadLetters over'])
})

test('an incident that the database refuses for another reason fails the run of the clock, and is opened later', async () => {
  await env.DB.prepare(
    "create trigger refuse_mails before insert on outbox_mails begin select raise(abort, 'mails are refused'); end",
  ).run()
  await fail()
  await expect(tick()).rejects.toThrow('mails are refused')
  await env.DB.prepare('drop trigger refuse_mails').run()
  expect(await incidents()).toEqual([])
  await tick()
  expect(await incidents()).toEqual(['deadLetters open'])
})

test('the watch runs the jobs of its own mails, and leaves those of others to the queue', async () => {
  await fail()
  const waiting = { kind: 'reports.write', payload: {}, createdAt: new Date(), runAt: new Date() }
  await query.insert(jobs).values({ ...waiting, id: 'of-others' })
  await tick()
  const [job] = await query.select().from(jobs).where(eq(jobs.id, 'of-others'))
  expect(job).toMatchObject({ attempts: 0 })
  expect(await subjects()).toHaveLength(2)
})
