import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError, api, invalidatedTags } from './api.ts'

const noon = '2026-11-20T12:00:00.000Z'
const requests: Request[] = []
let answer: () => Response

const json = (value: unknown, headers: Record<string, string> = {}, status = 200) =>
  new Response(JSON.stringify(value), { status, headers: { 'content-type': 'application/json', ...headers } })

beforeEach(() => {
  const stored = new Map([['token', 'secret']])
  vi.stubGlobal('localStorage', { getItem: (key: string) => stored.get(key) ?? null })
  vi.stubGlobal('location', { origin: 'http://portal.test' })
  vi.stubGlobal(
    'Request',
    class extends Request {
      constructor(input: string, init?: RequestInit) {
        super(new URL(input, 'http://portal.test'), {
          ...init,
          ...(init?.body ? { duplex: 'half' } : {}),
        } as RequestInit)
      }
    },
  )
  vi.stubGlobal('fetch', async (request: Request) => {
    requests.push(request)
    return answer()
  })
  vi.spyOn(console, 'error').mockImplementation(() => {})
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  requests.length = 0
})

test('sends dates as ISO texts, and the bearer token as the only identification', async () => {
  answer = () => new Response(null, { status: 204 })
  const body = { from: new Date(noon), to: new Date(noon), content: 'Stängt', color: 'Red' }
  // The body is incomplete on purpose: the answer is made up.
  await api('POST /DisturbanceMessage', { body } as never)
  const [request] = requests
  expect(request?.headers.get('authorization')).toBe('Bearer secret')
  expect(await request?.json()).toMatchObject({ from: noon, to: noon })
})

test('revives dates where the response lists them, and leaves a user’s text unchanged', async () => {
  answer = () => json([{ id: 1, content: noon, created: noon }], { dates: '*.created' })
  expect(await api('GET /Events/latest')).toEqual([{ id: 1, content: noon, created: new Date(noon) }])
})

test('revives every full date-time in a response without such a list', async () => {
  answer = () => json([{ content: '2026-11-20', created: noon }])
  expect(await api('GET /Events/latest')).toEqual([{ content: '2026-11-20', created: new Date(noon) }])
})

test('an invalid date fails with the specified text', async () => {
  answer = () => json([{ created: '2026-13-45T12:00:00Z' }], { dates: '*.created' })
  await expect(api('GET /Events/latest')).rejects.toThrow(/^Failed to parse date in object$/)
})

test('a write notifies listeners of the invalidated cache tags', async () => {
  const events: string[] = []
  for (const tag of ['events', 'educations', 'media']) invalidatedTags.addEventListener(tag, () => events.push(tag))
  answer = () => new Response(null, { status: 204, headers: { changes: 'educations events' } })
  // The body is empty on purpose: the answer is made up.
  await api('PUT /gdpr', { body: {} } as never)
  expect(events).toEqual(['educations', 'events'])
})

test('a refusal is an error with the server’s text', async () => {
  answer = () => json({ status: 409, code: 'changed_meanwhile', message: 'Läs in på nytt.' }, {}, 409)
  const failure = await api('GET /Events/latest').catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(ApiError)
  expect(failure).toMatchObject({ status: 409, message: 'Läs in på nytt.', body: { code: 'changed_meanwhile' } })
})

test('a failed connection is an error in the reader’s language', async () => {
  const texts = JSON.stringify({ sv: { common: { networkFailed: 'Kontrollera din uppkoppling.' } } })
  vi.stubGlobal('document', { getElementById: () => ({ textContent: texts }) })
  answer = () => {
    throw new TypeError('Failed to fetch')
  }
  await expect(api('GET /Events/latest')).rejects.toThrow(/^Kontrollera din uppkoppling\.$/)
  vi.stubGlobal('document', { getElementById: () => null })
  await expect(api('GET /Events/latest')).rejects.toThrow(/^Failed to fetch$/)
})
