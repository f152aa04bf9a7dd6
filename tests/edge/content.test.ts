import { exports } from 'cloudflare:workers'
import { beforeEach, expect, test } from 'vitest'
import { digitalCourse } from '../course.ts'

const whole = '<!doctype html><title>Kurs</title>'

let origin: string

beforeEach(async () => {
  const { folder } = await digitalCourse()
  origin = `http://${folder}.content.localhost:8787`
})

const get = (path: string, headers: Record<string, string> = {}) => exports.default.fetch(origin + path, { headers })

test.each([
  ['bytes=0-3', '<!do', `bytes 0-3/${whole.length}`],
  ['bytes=30-', 'tle>', `bytes 30-33/${whole.length}`],
  ['bytes=-4', 'tle>', `bytes 30-33/${whole.length}`],
])('a player that asks for %s gets just that, and is told so', async (range, text, contentRange) => {
  const response = await get('/index.html', { range })
  expect(response.status).toBe(206)
  expect(response.headers.get('content-range')).toBe(contentRange)
  expect(await response.text()).toBe(text)
})

test('what is no single range is answered with the whole file, one behind its end is refused', async () => {
  for (const range of ['junk', 'bytes=5-2', 'bytes=0-1,3-4']) {
    const response = await get('/index.html', { range })
    expect(response.status, range).toBe(200)
    expect(response.headers.get('content-range')).toBeNull()
    expect(await response.text()).toBe(whole)
  }
  const behind = await get('/index.html', { range: 'bytes=99999-' })
  expect(behind.status).toBe(416)
  expect(behind.headers.get('content-range')).toBe(`bytes */${whole.length}`)
})

test('a name that no file can have is not found, however long', async () => {
  for (const path of [`/${'a/'.repeat(2000)}b`, '/%00', '/..%2findex.html', '//index.html'])
    expect((await get(path)).status, path.slice(0, 20)).toBe(404)
})

test('a held copy is revalidated; a condition on another version fails', async () => {
  const etag = (await get('/index.html')).headers.get('etag') ?? ''
  expect((await get('/index.html', { 'if-none-match': etag })).status).toBe(304)
  expect((await get('/index.html', { 'if-match': '"another"' })).status).toBe(412)
})

test('a part is only of the version that the player holds', async () => {
  const etag = (await get('/index.html')).headers.get('etag') ?? ''
  expect((await get('/index.html', { range: 'bytes=0-3', 'if-range': etag })).status).toBe(206)
  const other = await get('/index.html', { range: 'bytes=0-3', 'if-range': '"another"' })
  expect(other.status).toBe(200)
  expect(await other.text()).toBe(whole)
})
