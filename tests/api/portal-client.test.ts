import { exports } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { createPortalClient, PortalError } from '../../docs/running/client/portal-client.ts'
import { insertFederation } from '../federation.ts'
import { insertIntegrationAccount } from '../integrations.ts'

await insertFederation()
const send = (url: string, init: RequestInit) => exports.default.fetch(url, init)
const origin = 'http://portal.test'

test('the published client writes and reads a person', async () => {
  const { secret: password } = await insertIntegrationAccount()
  const portal = createPortalClient({ origin, password, fetch: send })
  const body = {
    externalId: 'M-1',
    firstName: 'Karin',
    lastName: 'Ek',
    birthDate: '1991-03-04',
    memberships: [{ organizationId: 20 }],
  }
  const { id, result } = await portal('POST /User', { body })
  expect(result).toBe('created')
  expect(await portal('GET /User/{id}', { path: { id } })).toMatchObject({
    firstName: 'Karin',
    organizations: { 20: 'Åre MK' },
  })
  expect(
    await portal('GET /user/{id}/organizations', { path: { id }, query: { includeParents: 'true' } }),
  ).toHaveLength(3)
  const { changes } = await portal('GET /Changes')
  expect(changes.at(-1)).toMatchObject({ type: 'person.created', data: { target: { type: 'user', id: String(id) } } })
  expect(JSON.stringify(changes)).not.toContain('Karin')
})

test('a refused call throws its code, its fields and the time to wait', async () => {
  const { secret: password } = await insertIntegrationAccount({ resources: ['licenses'] })
  const portal = createPortalClient({ origin, password, fetch: send })
  const refused = await portal('GET /User/{id}', { path: { id: 1 } }).catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(PortalError)
  expect(refused).toMatchObject({
    refusal: { status: 403, code: 'integration_resource_closed' },
    retryAfterSeconds: null,
  })
  const busy = createPortalClient({
    origin,
    password,
    fetch: async () => Response.json({ code: 'too_many_requests' }, { status: 429, headers: { 'retry-after': '7' } }),
  })
  expect(await busy('GET /User/{id}', { path: { id: 1 } }).catch((error: unknown) => error)).toMatchObject({
    retryAfterSeconds: 7,
  })
})
