import { createExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { eq, inArray } from 'drizzle-orm'
import { beforeEach, expect, inject, test } from 'vitest'
import { auditEntries } from '#api/foundation/audit/table.ts'
import { jobStates } from '#api/foundation/jobs/rules.ts'
import { jobs } from '#api/foundation/jobs/table.ts'
import { outboxMails } from '#api/foundation/mails/table.ts'
import { toMinute, toPeriod } from '#api/foundation/request-metrics/rules.ts'
import { requestMetrics } from '#api/foundation/request-metrics/table.ts'
import { alerts } from '#api/office/operations/table.ts'
import { listActions } from '#api/office/webhooks/rules.ts'
import { handleSchedule } from '#edge/background-work.ts'
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
const subjects = async () => (await query.select().from(outboxMails)).map(({ subject }) => subject)
const incidents = async () =>
  (await query.select().from(alerts)).map(({ rule, clearedAt }) => `${rule} ${clearedAt ? 'over' : 'open'}`)

const failedJob = { id: 'failed', kind: 'mails.send', payload: {}, state: jobStates.failed }

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
  await query.insert(jobs).values({ ...failedJob, runAt: new Date(), createdAt: new Date() })
  await tick()
  await tick()
  const problem = 'Minst ett bakgrundsjobb har misslyckats'
  expect(await subjects()).toEqual([`Larm: ${problem}`, `Larm: ${problem}`])
  const mails = await query.select().from(outboxMails)
  expect(mails.map(({ recipient }) => recipient)).toEqual(['drift@example.se', 'jour@example.se'])
  expect(mails.every(({ sentAt, body }) => sentAt !== null && body.includes('/operations'))).toBe(true)
  await query.delete(jobs).where(eq(jobs.id, 'failed'))
  await tick()
  await tick()
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
  await query.insert(jobs).values({ ...failedJob, runAt: new Date(), createdAt: new Date() })
  await tick()
  const office = await signedIn({ roles: { SuperAdministrator: {} } })
  expect((await office.fetch('POST', '/jobs/failed/cancel')).status).toBe(204)
  expect((await office.fetch('POST', '/jobs/failed/cancel')).status).toBe(409)
  await tick()
  expect(await incidents()).toEqual(['deadLetters over'])
})

test('errors of ten minutes ago break the rule, also when their period began before', async () => {
  const minute = toPeriod(inHours(-9.9 / 60))
  await query.insert(requestMetrics).values({ minute, name: 'GET /Dashboard', maxMs: 10, requests: 100, errors: 3 })
  await tick()
  expect(await incidents()).toEqual(['errors open'])
})

test('two runs of the clock at once raise one alert, and clear it once', async () => {
  await query.insert(jobs).values({ ...failedJob, runAt: new Date(), createdAt: new Date() })
  await Promise.all([tick(), tick()])
  expect(await subjects()).toHaveLength(2)
  await query.delete(jobs).where(eq(jobs.id, 'failed'))
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
  await query.insert(jobs).values({ ...failedJob, runAt: new Date(), createdAt: new Date() })
  await handleSchedule({ ...environment, ALERT_MAIL: '' }, createExecutionContext())
  expect(await incidents()).toEqual(['deadLetters open'])
  expect(await subjects()).toEqual([])
})
