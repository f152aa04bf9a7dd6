import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import swedish from '#locales/sv/common.json'
import { loadTexts } from './texts-loader.ts'

/** Answers of the portal in order; the last one repeats. */
let answers: (() => Response)[]
const requests: { path: string; at: number }[] = []

const texts = (value: Record<string, string>) => () => Response.json(value)
const failing = (status: number) => () => new Response('', { status })
const away = () => {
  throw new TypeError('Failed to fetch')
}

beforeEach(() => {
  vi.useFakeTimers()
  requests.length = 0
  vi.stubGlobal('location', { hostname: 'portal.test' })
  vi.stubGlobal('fetch', async (path: string) => {
    requests.push({ path, at: Date.now() })
    return (answers.length > 1 ? answers.shift() : answers[0])?.()
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

async function loaded(language: string) {
  const loading = loadTexts(language, 'common')
  await vi.advanceTimersByTimeAsync(10_000)
  return loading
}

const waits = () => requests.slice(1).map(({ at }, index) => at - (requests[index]?.at ?? 0))

test('fetches a namespace by language and name, with Swedish as the fallback', async () => {
  answers = [texts({ save: 'Save' }), texts({ save: 'Spara' })]
  expect(await loaded('en')).toEqual({ en: { save: 'Save' }, sv: { save: 'Spara' } })
  expect(requests.map(({ path }) => path)).toEqual(['/locales/en/common.json', '/locales/sv/common.json'])
})

test('retries a 5xx after half a second, one second and two seconds', async () => {
  answers = [failing(503), failing(500), failing(502), texts({ save: 'Spara' })]
  expect(await loaded('sv')).toEqual({ sv: { save: 'Spara' } })
  expect(waits()).toEqual([500, 1000, 2000])
})

test('retries a failed connection too, and uses the built-in Swedish texts after the third retry', async () => {
  answers = [away]
  expect(await loaded('sv')).toEqual({ sv: swedish })
  expect(waits()).toEqual([500, 1000, 2000])
})

test('does not retry a 4xx', async () => {
  answers = [failing(404)]
  expect(await loaded('sv')).toEqual({ sv: swedish })
  expect(requests).toHaveLength(1)
})

test.each([
  ['portal.example', false],
  ['localhost', true],
  ['portal.localhost', true],
])('loading texts logs on %s: %s', async (hostname, isTold) => {
  vi.stubGlobal('location', { hostname })
  const log = vi.spyOn(console, 'log').mockImplementation(() => {})
  answers = [texts({ save: 'Spara' })]
  await loaded('sv')
  expect(log.mock.calls.length > 0).toBe(isTold)
})
