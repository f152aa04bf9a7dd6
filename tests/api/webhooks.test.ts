import { env } from 'cloudflare:workers'
import { beforeEach, expect, inject, test } from 'vitest'
import type { Webhook } from '#api/office/webhooks/contract.ts'
import { deliverJob, drainJobs, withoutQueue } from '../queue.ts'
import {
  type CreatedWebhook,
  createWebhookAdministrator,
  logEntry,
  passMinute,
  runSchedule,
  skipWaiting,
} from '../webhooks.ts'

const { superadministrator, subscribe, listDeliveries } = await createWebhookAdministrator()

beforeEach(() => Object.assign(env, { WEBHOOKS_LOCAL: '1' }))

test('with one answer in five failing, no event is lost and none is processed twice', async () => {
  const { id, read } = await subscribe(['license.issued', 'result.completed'], { failEvery: 5 })
  await logEntry('session.opened')
  const expectedIds: string[] = []
  for (let n = 0; n < 40; n++) {
    expectedIds.push(
      await logEntry(n % 2 ? 'license.renewed' : 'result.completed', { userId: n, score: 0.8, name: 'Anna' }),
    )
    await logEntry('user.edited')
  }
  for (let minute = 0; minute < 60; minute++) {
    await passMinute()
    await skipWaiting()
    if ((await read()).processed.length === expectedIds.length) break
  }
  await skipWaiting()
  await passMinute()
  const { processed, arrived, refused } = await read()
  expect(processed.map((one) => one.id).sort()).toEqual(expectedIds.sort())
  expect(refused).toEqual([])
  expect(arrived).toBeGreaterThan(expectedIds.length)
  expect(processed[0]?.body).toEqual({
    type: 'result.completed',
    timestamp: expect.any(String),
    data: { target: { type: 'user', id: '42' }, userId: 0 },
  })
  const { items, total } = await listDeliveries(id, '?pageSize=50')
  expect(total).toBe(expectedIds.length)
  expect(items.filter(({ state }) => state !== 1)).toEqual([])
})

test('what happened before a webhook was added, or while the log has nothing new, is not sent', async () => {
  await logEntry('license.issued')
  const { id, read } = await subscribe()
  await passMinute()
  await passMinute()
  expect((await read()).arrived).toBe(0)
  expect((await listDeliveries(id)).total).toBe(0)
})

test('a stopped webhook gets afterwards what happened in the meantime', async () => {
  const hook = await subscribe()
  const { description, url, eventTypes } = hook
  const edit = (active: boolean, lastChange: Date) =>
    superadministrator.json<Webhook>('PUT', `/Webhooks/${hook.id}`, {
      description,
      url,
      eventTypes,
      active,
      lastChange,
    })
  const stopped = await edit(false, hook.lastChange)
  const event = await logEntry('license.issued')
  await passMinute()
  expect((await hook.read()).arrived).toBe(0)
  await edit(true, stopped.lastChange)
  await passMinute()
  expect((await hook.read()).processed.map((one) => one.id)).toEqual([event])
})

test('a message that is never accepted fails after ten attempts, and can be sent again', async () => {
  const hook = await subscribe(['license.issued'], { status: 503 })
  const event = await logEntry('license.issued')
  for (let attempt = 1; attempt <= 12; attempt++) {
    await passMinute()
    await skipWaiting()
  }
  const { items } = await listDeliveries(hook.id, '?onlyFailed=true')
  expect(items).toMatchObject([{ eventId: event, state: 2, attempts: 10, status: 503, error: 'answered 503' }])
  expect((await hook.read()).arrived).toBe(10)
  await hook.set({ status: null })
  const [failed] = items
  const replay = `/Webhooks/${hook.id}/deliveries/${failed?.id}/replay`
  expect((await superadministrator.fetch('POST', replay)).status).toBe(204)
  await drainJobs()
  expect((await hook.read()).processed.map((one) => one.id)).toEqual([event])
  expect((await listDeliveries(hook.id)).items).toMatchObject([{ state: 1, attempts: 1, status: 204 }])
  const other = await subscribe()
  expect((await superadministrator.fetch('POST', replay.replace(String(hook.id), String(other.id)))).status).toBe(404)
})

test('one address that does not answer keeps nobody else waiting', async () => {
  const broken = await subscribe(['license.issued'], { status: 500 })
  const working = await subscribe()
  const event = await logEntry('license.issued')
  await passMinute()
  expect((await working.read()).processed.map((one) => one.id)).toEqual([event])
  expect((await broken.read()).arrived).toBe(1)
})

test('a receiver that is down is asked once a minute, and not for each message', async () => {
  const hook = await subscribe(['license.issued'], { status: 500 })
  for (let n = 0; n < 3; n++) await logEntry('license.issued')
  await passMinute()
  expect((await hook.read()).arrived).toBe(1)
  await passMinute()
  expect((await hook.read()).arrived).toBe(2)
})

test('five hundred events for two addresses stay far below the queries of one invocation', async () => {
  const hooks = [await subscribe(['person.created']), await subscribe(['person.created'])]
  const rows = Array.from({ length: 500 }, (_, n) => ({ userId: n }))
  await env.DB.prepare(
    `INSERT INTO audit_entries (at, action, target_type, target_id, data, request_id)
     SELECT ?1, 'user.registered', 'user', '1', value, 'test' FROM json_each(?2)`,
  )
    .bind(new Date().toISOString(), JSON.stringify(rows))
    .run()
  await withoutQueue(() => runSchedule())
  const { DB } = env
  let statements = 0
  const withSession = (bookmark: string) =>
    new Proxy(DB.withSession(bookmark), {
      get: (session, name) => {
        if (name === 'prepare') statements += 1
        const value = Reflect.get(session, name) as unknown
        return typeof value === 'function' ? value.bind(session) : value
      },
    })
  Object.assign(env, { DB: { withSession } })
  const job = await DB.prepare("SELECT id FROM jobs WHERE kind = 'webhooks.deliver' AND state < 2").first<{
    id: string
  }>()
  try {
    await deliverJob(job?.id ?? '')
  } finally {
    Object.assign(env, { DB })
  }
  expect(statements).toBeGreaterThan(10)
  expect(statements).toBeLessThan(200)
  for (const hook of hooks) expect((await listDeliveries(hook.id)).total).toBe(500)
})

test('410 stops the webhook', async () => {
  const hook = await subscribe(['license.issued'], { status: 410 })
  await logEntry('license.issued')
  await passMinute()
  const found = (await superadministrator.json<Webhook[]>('GET', '/Webhooks')).find(({ id }) => id === hook.id)
  expect(found).toMatchObject({ active: false, waiting: 1 })
})

test('a membership that an undone import takes back changes the person and closes no account', async () => {
  const [closed, changed] = [await subscribe(['person.closed']), await subscribe(['person.changed'])]
  const event = await logEntry('user.left', { batchId: 1, organizationId: 20 })
  await passMinute()
  expect((await closed.read()).arrived).toBe(0)
  expect((await changed.read()).processed.map(({ id }) => id)).toEqual([event])
})

test('a redirect is not followed', async () => {
  const redirecting = `http://127.0.0.1:${inject('redirectingPort')}`
  const arrivals = async () => (await fetch(`${redirecting}/arrivals`)).json()
  const before = await arrivals()
  const hook = await superadministrator.json<CreatedWebhook>('POST', '/Webhooks', {
    url: `${redirecting}/hooks`,
    description: 'Vidare',
    eventTypes: ['person.closed'],
  })
  await logEntry('user.inactive')
  await passMinute()
  expect((await listDeliveries(hook.id)).items).toMatchObject([{ state: 0, attempts: 1, status: null }])
  expect(await arrivals()).toEqual(before)
})
