import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { Hono } from 'hono'
import { beforeEach, expect, test } from 'vitest'
import { clearMemory } from '#edge/cache/store.ts'
import type { EdgeEnv } from '#edge/edge-env.ts'
import { publicPages } from '#edge/public-pages.ts'
import { invalidateCache } from '../portal.ts'

/** A page behind the cache, which can change and fail, and remembers what it was asked with. */
const page = { text: 'first', status: 200, requestCount: 0, cookie: '', url: '' }

const app = new Hono<EdgeEnv>()
app.use(publicPages)
app.get('*', (c) => {
  page.requestCount += 1
  page.cookie = c.req.raw.headers.get('cookie') ?? ''
  page.url = c.req.raw.url
  const headers = { 'content-type': 'text/html', 'set-cookie': 'a=1', 'cache-control': 'no-store' }
  return new Response(page.text, { status: page.status, headers })
})

async function ask(path: string, headers: Record<string, string> = {}): Promise<Response> {
  const ctx = createExecutionContext()
  const response = await app.fetch(new Request(`http://portal.test${path}`, { headers }), env, ctx)
  await waitOnExecutionContext(ctx)
  return response
}

let made = 0
/** A path that no other test has asked for. */
const freshPath = () => `/katalog/utbildning/x-${++made}`

beforeEach(() => Object.assign(page, { text: 'first', status: 200, requestCount: 0, cookie: '', url: '' }))

test('a page is rendered once for everyone, without their cookies, and sets none', async () => {
  const path = freshPath()
  const mine = await ask(path, { cookie: 'session=secret; theme=dark; language=en' })
  expect([page.cookie, mine.headers.get('set-cookie'), await mine.text()]).toEqual(['', null, 'first'])
  page.text = 'second'
  const theirs = await ask(`${path}?utm_source=mail`, { cookie: 'session=other' })
  expect(await theirs.text()).toBe('first')
  expect(theirs.headers.get('cache-control')).toBe('public, no-cache')
  expect(page.requestCount).toBe(1)
})

test('a reader who has the page already gets no bytes', async () => {
  const path = freshPath()
  const etag = (await ask(path)).headers.get('etag') ?? ''
  const again = await ask(path, { 'if-none-match': etag })
  expect([again.status, await again.text()]).toEqual([304, ''])
})

test('known parameters make a separate page', async () => {
  const path = freshPath()
  await ask(`${path}?district=2&page=&fbclid=1`)
  expect(page.url).toBe(`http://portal.test${path}?district=2`)
})

test('a change is visible at once, and a removed page is not served stale', async () => {
  const path = freshPath()
  await ask(path)
  Object.assign(page, { status: 404, text: 'gone' })
  await invalidateCache()
  const response = await ask(path)
  expect([response.status, await response.text(), response.headers.get('set-cookie')]).toEqual([404, 'gone', null])
})

test('a failing page is served stale, and fails without a stored copy', async () => {
  const path = freshPath()
  await ask(path)
  Object.assign(page, { status: 500, text: 'broken' })
  await invalidateCache()
  const stale = await ask(path)
  expect([stale.status, await stale.text()]).toEqual([200, 'first'])
  expect(stale.headers.get('cache-status')).toContain('detail=stale')
  expect((await ask(freshPath())).status).toBe(500)
})

test('a new isolate gets the page from the data centre', async () => {
  const path = freshPath()
  await ask(path)
  clearMemory()
  page.text = 'second'
  expect(await (await ask(path)).text()).toBe('first')
})

test('other pages pass unchanged', async () => {
  const response = await ask('/education/1', { cookie: 'session=mine' })
  expect([page.cookie, response.headers.get('set-cookie')]).toEqual(['session=mine', 'a=1'])
})
