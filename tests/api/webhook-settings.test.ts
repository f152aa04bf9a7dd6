import { env } from 'cloudflare:workers'
import { Webhook as Verifier } from 'standardwebhooks'
import { beforeEach, expect, test } from 'vitest'
import { unlimited } from '../integrations.ts'
import { anonymous, call, signedIn } from '../portal.ts'
import { drainJobs } from '../queue.ts'
import { inMinutes } from '../time.ts'
import { createWebhookAdministrator, logEntry, passMinute } from '../webhooks.ts'

const { superadministrator, subscribe } = await createWebhookAdministrator()

beforeEach(() => Object.assign(env, { WEBHOOKS_LOCAL: '1' }))

test('two changes of the secret at once leave a valid one for both who made them', async () => {
  const hook = await subscribe()
  const [one, two] = await Promise.all(
    [1, 2].map(() => superadministrator.json<{ secret: string }>('POST', `/Webhooks/${hook.id}/newsecret`)),
  )
  for (const answer of [one, two]) {
    await hook.set({ secret: answer?.secret ?? '' })
    await logEntry('license.issued')
    await passMinute()
    expect(await hook.read()).toMatchObject({ processed: [expect.anything()], refused: [] })
  }
})

test('a new secret signs at once, and the previous one beside it for a day', async () => {
  const hook = await subscribe()
  const { secret } = await superadministrator.json<{ secret: string }>('POST', `/Webhooks/${hook.id}/newsecret`)
  expect(secret).not.toBe(hook.secret)
  expect(() => new Verifier(secret)).not.toThrow()
  // The channel still knows the previous secret.
  await logEntry('license.issued')
  await passMinute()
  expect(await hook.read()).toMatchObject({ processed: [expect.anything()], refused: [] })
  await hook.set({ secret })
  await logEntry('license.issued')
  await passMinute()
  expect(await hook.read()).toMatchObject({ processed: [expect.anything()], refused: [] })
  await env.DB.prepare('UPDATE webhook_endpoints SET previous_secret_until = ?1 WHERE id = ?2')
    .bind(inMinutes(-1).toISOString(), hook.id)
    .run()
  await hook.set({ secret: hook.secret })
  await logEntry('license.issued')
  await passMinute()
  expect((await hook.read()).refused).toHaveLength(1)
})

test('secrets are stored sealed and shown once', async () => {
  const hook = await subscribe()
  const stored = JSON.stringify((await env.DB.prepare('SELECT * FROM webhook_endpoints').all()).results)
  expect(stored).not.toContain(hook.secret)
  expect(await (await superadministrator.fetch('GET', '/Webhooks')).text()).not.toContain('whsec_')
})

test('a test message arrives, and removing a webhook removes its messages', async () => {
  const hook = await subscribe()
  expect((await superadministrator.fetch('POST', `/Webhooks/${hook.id}/test`)).status).toBe(204)
  await drainJobs()
  expect((await hook.read()).processed).toMatchObject([{ body: { type: 'ping' } }])
  expect((await superadministrator.fetch('DELETE', `/Webhooks/${hook.id}`)).status).toBe(204)
  const left = await env.DB.prepare('SELECT count(*) AS n FROM webhook_deliveries WHERE endpoint_id = ?1').bind(hook.id)
  expect(await left.first('n')).toBe(0)
  expect((await superadministrator.fetch('GET', `/Webhooks/${hook.id}/deliveries`)).status).toBe(404)
})

test.each(['http://example.se/', 'https://10.0.0.1/', 'https://localhost/', 'https://anna:x@example.se/'])(
  'the address %s is refused in words',
  async (url) => {
    Object.assign(env, { WEBHOOKS_LOCAL: '' })
    const body = { url, description: 'Fel', eventTypes: ['license.issued'] }
    const response = await superadministrator.fetch('POST', '/Webhooks', body)
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ code: 'webhook_address' })
  },
)

test('an outdated edit is refused', async () => {
  const hook = await subscribe()
  const { url, eventTypes } = hook
  const body = { url, eventTypes, active: true, description: 'Ny', lastChange: new Date(0) }
  expect((await superadministrator.fetch('PUT', `/Webhooks/${hook.id}`, body)).status).toBe(409)
})

test('another system reads the same events by a cursor, with ids only', async () => {
  const { id, password } = await superadministrator.json<{ id: number; password: string }>(
    'POST',
    '/User/integrationaccounts',
    { name: 'Ändringar', roles: ['IntegrationRead'], ...unlimited },
  )
  const headers = { authorization: `Basic ${btoa(`${id}:${password}`)}` }
  const read = async (after: number) =>
    (await (await anonymous('GET', `/Changes?after=${after}`, undefined, headers)).json()) as {
      changes: { id: string; data: object }[]
      next: number
    }
  let before = await read(0)
  while (before.changes.length > 0) before = await read(before.next)
  const event = await logEntry('result.moved', { from: 3, to: 4, userId: 5, note: 'Anna kan inte' })
  await logEntry('session.opened')
  const page = await read(before.next)
  expect(page.changes).toEqual([
    {
      id: event,
      type: 'signUp.moved',
      timestamp: expect.any(String),
      data: { target: { type: 'user', id: '42' }, from: 3, to: 4, userId: 5 },
    },
  ])
  expect((await read(page.next)).changes).toEqual([])
})

test('only superadministrators see and change webhooks', async () => {
  const hook = await subscribe()
  const others = [
    await signedIn(),
    await signedIn({ roles: { Administrator: {} } }),
    await signedIn({ roles: { Educator: {} } }),
    await signedIn({ roles: { OrganizationAdmin: {} } }),
  ]
  for (const person of others) {
    for (const [method, path] of [
      ['GET', '/Webhooks'],
      ['GET', `/Webhooks/${hook.id}/deliveries`],
      ['DELETE', `/Webhooks/${hook.id}`],
      ['POST', `/Webhooks/${hook.id}/newsecret`],
      ['GET', '/Changes'],
    ] as const)
      expect((await call(person.token)(method, path)).status).toBe(403)
  }
  expect((await anonymous('GET', '/Webhooks')).status).toBe(401)
})
