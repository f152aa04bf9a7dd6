import { exports } from 'cloudflare:workers'
import { expect, test, vi } from 'vitest'
import { signedIn } from '../portal.ts'
import { sendRequest } from './test-app.ts'

const guards = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'x-frame-options': 'DENY',
  'permissions-policy': expect.stringContaining('camera=()'),
  'x-request-id': expect.stringMatching(/.{8,}/),
}

const headersOf = (response: Response) => Object.fromEntries(response.headers)

test('every response has security headers and a request id: calls, refusals, texts and documents', async () => {
  for (const path of ['/api/portalconfiguration/public', '/api/no-such-call', '/locales/sv/refusals.json', '/api/docs'])
    expect(headersOf(await exports.default.fetch(`http://portal.test${path}`)), path).toMatchObject(guards)
})

test('no response of a call may run scripts, load resources or be framed', async () => {
  const policy = (await sendRequest('/Things')).headers.get('content-security-policy')
  expect(policy).toBe("default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'")
})

test('HTTPS is enforced by HSTS, except on plain localhost', async () => {
  const overTls = await exports.default.fetch('https://portal.test/api/portalconfiguration/public')
  expect(overTls.headers.get('strict-transport-security')).toContain('max-age=63072000')
  const plain = await exports.default.fetch('http://portal.test/api/portalconfiguration/public')
  expect(plain.headers.get('strict-transport-security')).toBeNull()
})

test('an answer reports its round trips, and the log has one line with the same number', async () => {
  const person = await signedIn()
  const log = vi.spyOn(console, 'info').mockImplementation(() => {})
  const response = await sendRequest('/Things/mine', { token: person.token })
  const lines = log.mock.calls.map(([text]) => JSON.parse(String(text)) as Record<string, unknown>)
  log.mockRestore()
  expect(response.headers.get('server-timing')).toBe('db;desc="1 round trip"')
  expect(lines).toEqual([
    {
      level: 'info',
      event: 'call',
      requestId: response.headers.get('x-request-id'),
      method: 'GET',
      call: 'GET /Things/mine',
      status: 200,
      ms: expect.any(Number),
      roundTrips: 1,
      cache: 'edge; fwd=bypass',
      personId: person.id,
    },
  ])
})

test('a deployed portal reports its round trips only to people who are signed in', async () => {
  const { token } = await signedIn()
  const deployed = { env: { PORTAL_ORIGIN: 'https://portal.test' } }
  for (const path of ['/Things', '/Things/mine', '/nothing'])
    expect((await sendRequest(path, deployed)).headers.get('server-timing'), path).toBeNull()
  expect((await sendRequest('/Things/mine', { ...deployed, token })).headers.get('server-timing')).toMatch(
    /^db;desc="\d/,
  )
})

test('a response lists where its dates are', async () => {
  const response = await exports.default.fetch('http://portal.test/api/DisturbanceMessage/current')
  expect(response.headers.get('dates')).toBe('from to lastChange')
  expect((await sendRequest('/Things')).headers.get('dates')).toBe('-')
})

test('a wrong method is refused with the allowed ones, and HEAD is GET without its body', async () => {
  const wrong = await sendRequest('/Things', { method: 'DELETE' })
  expect([wrong.status, wrong.headers.get('allow')]).toEqual([405, 'GET, POST, PUT'])
  const head = await sendRequest('/Things', { method: 'HEAD' })
  expect([head.status, await head.text()]).toEqual([200, ''])
  expect(head.headers.get('etag')).toMatch(/^W\/"/)
})

test('a write gives the writer a bookmark that scripts cannot read, and its answer is never cached', async () => {
  const writer = await signedIn()
  const answer = await sendRequest('/Things', { method: 'PUT', token: writer.token, body: { text: 'x' } })
  const [, bookmark = ''] = answer.headers.getSetCookie()
  expect(bookmark).toMatch(/^bookmark=[0-9a-f-]+; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Lax$/)
  expect(answer.headers.get('cache-control')).toBe('no-store')
})

test('a bookmark in another format than D1’s is ignored', async () => {
  const person = await signedIn()
  const headers = { cookie: 'bookmark=first-unconstrained%27' }
  expect((await sendRequest('/Things/mine', { token: person.token, headers })).status).toBe(200)
})
