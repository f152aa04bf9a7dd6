import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { isValidSignature } from '#platform/digest.ts'
import { signedIn } from '../portal.ts'
import { sendRequest, upstream } from './test-app.ts'

const secret = 'shared-by-edge-and-origin'
const env = { API_ORIGIN: 'http://origin.test', API_ORIGIN_SECRET: secret }

/** Requests that the stand-in origin received, and the answer that it gives. */
const sent: { request: Request; body: string }[] = []
let answer: (request: Request) => Response | Promise<Response>

const send = (path: string, asking: Parameters<typeof sendRequest>[1] = {}) => sendRequest(path, { ...asking, env })
const last = () => {
  const given = sent.at(-1)
  if (!given) throw new Error('the origin was asked nothing')
  return given
}

beforeEach(() => {
  sent.length = 0
  Object.assign(upstream, { requestCount: 0, broken: false, pause: 0, text: 'built-in' })
  answer = () => Response.json({ text: 'from the origin' })
  vi.stubGlobal('fetch', async (request: Request) => {
    sent.push({ request, body: await request.clone().text() })
    return answer(request)
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const personIn = (request: Request): unknown =>
  JSON.parse(
    new TextDecoder().decode(
      Uint8Array.from(
        atob((request.headers.get('x-portal-person') ?? '').replaceAll('-', '+').replaceAll('_', '/')),
        (c) => c.charCodeAt(0),
      ),
    ),
  )

test('calls are forwarded to the other origin instead of the built-in API, with method and path', async () => {
  const response = await send('/THINGS?sort=name&page=2')
  expect(await response.json()).toEqual({ text: 'from the origin' })
  expect([last().request.method, last().request.url]).toEqual(['GET', 'http://origin.test/api/things?page=2&sort=name'])
  expect(upstream.requestCount).toBe(0)
})

test('the edge signs the caller’s identity; headers from outside are dropped', async () => {
  const { id, token } = await signedIn({ roles: { Educator: {} } })
  answer = () => Response.json({ id: 1 })
  const forged = {
    'x-portal-person': 'eyJpZCI6MX0',
    'x-portal-signature': 'mine',
    cookie: 'a=b',
    'x-forwarded-for': '1.1.1.1',
  }
  await send('/Things/mine', { token, headers: forged })
  const { request } = last()
  expect(personIn(request)).toMatchObject({ id, roles: { Educator: {} } })
  const seal = ['x-request-id', 'x-portal-language', 'x-portal-time', 'x-portal-person'].map((name) =>
    request.headers.get(name),
  )
  const text = ['GET', '/api/things/mine', ...seal].join('\n')
  expect(await isValidSignature(secret, text, request.headers.get('x-portal-signature') ?? '')).toBe(true)
  expect(await isValidSignature('another secret', text, request.headers.get('x-portal-signature') ?? '')).toBe(false)
  for (const name of ['authorization', 'cookie', 'x-forwarded-for']) expect(request.headers.get(name), name).toBeNull()
})

test('a write is forwarded with its body, and purges here', async () => {
  const { token } = await signedIn()
  await send('/Things')
  const body = { text: 'new' }
  const response = await send('/Things', { method: 'PUT', token, body })
  expect([last().request.method, JSON.parse(last().body)]).toEqual(['PUT', body])
  expect(response.headers.get('changes')).toBe('educations events')
  expect((await send('/Things')).headers.get('cache-status')).toContain('miss')
})

test('shared answers are cached, and requested without a person', async () => {
  const { token } = await signedIn()
  answer = () => Response.json({ asker: null })
  await send('/Things/members', { token })
  expect(personIn(last().request)).toBeNull()
  expect((await send('/Things/members', { token })).headers.get('cache-status')).toContain('hit')
  expect(sent).toHaveLength(1)
})

test('the edge refuses every caller that the contract refuses, and applies its limits', async () => {
  expect((await send('/Things/mine')).status).toBe(401)
  const { token } = await signedIn()
  expect((await send('/Things', { method: 'PUT', token, body: { text: 'x'.repeat(1_100_000) } })).status).toBe(413)
  expect(sent).toHaveLength(0)
})

test.each([
  ['is away', () => Promise.reject(new Error('no route'))],
  ['fails', () => new Response('oops', { status: 503 })],
  ['speaks in tongues', () => new Response('<html>')],
])(
  'with an origin that %s, serves the stale response, or reports that the service does not respond',
  async (_how, failing) => {
    await send('/Things')
    answer = failing
    vi.setSystemTime(Date.now() + 120_000)
    const stale = await send('/Things')
    expect([stale.status, stale.headers.get('cache-status')]).toEqual([200, 'edge; hit; ttl=-60; detail=stale'])
    const none = await send('/Things/greeting')
    expect([none.status, await none.json()]).toMatchObject([502, { code: 'upstream_unavailable' }])
  },
)

test('the origin’s refusal is returned in the reader’s language', async () => {
  answer = () => Response.json({ code: 'not_found', message: 'nope' }, { status: 404 })
  const response = await send('/Things/named/x', { headers: { cookie: 'language=en' } })
  expect([response.status, await response.json()]).toMatchObject([
    404,
    { code: 'not_found', message: 'What you are looking for does not exist.' },
  ])
})

test('a file is requested in ranges, and the headers of the ranges are returned', async () => {
  const headers = { range: 'bytes=0-1', 'if-range': '"version"', 'if-none-match': '"other"' }
  answer = () => new Response('bu', { status: 206, headers: { 'content-range': 'bytes 0-1/8' } })
  const part = await send('/Things/file', { headers })
  expect([part.status, part.headers.get('content-range'), await part.text()]).toEqual([206, 'bytes 0-1/8', 'bu'])
  expect(Object.fromEntries(last().request.headers)).toMatchObject(headers)
  for (const status of [304, 412, 416]) {
    answer = () => new Response(null, { status })
    expect((await send('/Things/file', { headers })).status).toBe(status)
  }
  answer = () => Response.json({ code: 'not_found' }, { status: 404 })
  expect((await send('/Things/file', { headers })).status).toBe(404)
  // The edge compares entity tags itself, with its own cached answer.
  await send('/Things', { headers })
  expect(last().request.headers.get('if-none-match')).toBeNull()
})

test('nothing is forwarded without the shared secret', async () => {
  const response = await sendRequest('/Things/greeting', { env: { API_ORIGIN: 'http://origin.test' } })
  expect(response.status).toBe(500)
  expect(sent).toHaveLength(0)
})
