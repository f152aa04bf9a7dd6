import { officeTargets } from '../../tools/bench/office-lists.ts'
import { fetchWithoutKeepAlive } from './fetch-without-keep-alive.ts'
import { expect, test } from './fixtures.ts'
import { signIn } from './sign-in.ts'

const pages = ['/login', '/login/forgot', '/gdpr', '/cookies', '/no-such-page', '/']

const guards = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': expect.stringContaining('camera=()'),
}

const directivesOf = (policy: string) =>
  Object.fromEntries(
    policy.split(';').map((directive) => {
      const [name = '', ...sources] = directive.trim().split(/\s+/)
      return [name, sources] as const
    }),
  )

for (const path of pages)
  test(`${path} has the security headers and a policy without inline scripts`, async ({ portal }) => {
    const response = await fetchWithoutKeepAlive(portal.origin + path, { redirect: 'manual' })
    const headers = Object.fromEntries(response.headers)
    expect(headers).toMatchObject(guards)
    const policy = directivesOf(headers['content-security-policy'] ?? '')
    expect(policy).toMatchObject({
      'default-src': ["'self'"],
      'object-src': ["'none'"],
      'base-uri': ["'none'"],
      'form-action': ["'self'"],
      'frame-ancestors': ["'none'"],
      'frame-src': ["'none'"],
      'img-src': ["'self'", 'data:', 'blob:'],
      'worker-src': ["'self'"],
    })
    for (const name of ['script-src', 'style-src']) {
      const allowed = policy[name] ?? []
      expect(allowed).toContain("'self'")
      expect(allowed.filter((source) => source !== "'self'" && !/^'sha256-[\w+/=]+'$/.test(source))).toEqual([])
    }
  })

test('a page over HTTPS enforces HTTPS', async ({ portal }) => {
  for (const path of pages) {
    const { headers } = await portal.ask(`https://portal.example${path}`)
    expect(headers.get('strict-transport-security')).toBe('max-age=63072000; includeSubDomains')
    expect(headers.get('content-security-policy')).toContain('upgrade-insecure-requests')
  }
})

test('the styles of a page are covered too, and cached for ever under its hash', async ({ portal }) => {
  const html = await (await fetchWithoutKeepAlive(`${portal.origin}/login`)).text()
  const [, hashed = ''] = /"(\/_astro\/[^"]+\.css)"/.exec(html) ?? []
  const files = { [hashed]: 'public, max-age=31536000, immutable', '/favicon.svg': 'public, max-age=86400' }
  for (const [path, cacheControl] of Object.entries(files)) {
    const response = await fetchWithoutKeepAlive(portal.origin + path)
    expect(response.status, path).toBe(200)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'same-origin',
      'x-frame-options': 'DENY',
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': cacheControl,
    })
  }
})

test('files outside the content origin may not widen a service worker’s scope, and no page may be stored unless it declares it', async ({
  portal,
}) => {
  const served = await fetchWithoutKeepAlive(`${portal.origin}/favicon.svg`)
  expect(served.headers.get('service-worker-allowed')).toBeNull()
  for (const path of pages)
    expect(
      (await fetchWithoutKeepAlive(portal.origin + path, { redirect: 'manual' })).headers.get('x-kept-until'),
      path,
    ).toBeNull()
})

test('a page accepts only reads and form submissions', async ({ portal }) => {
  for (const method of ['PUT', 'DELETE', 'PROPFIND']) {
    const response = await fetchWithoutKeepAlive(`${portal.origin}/login`, { method })
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD, POST'])
  }
})

test('a page of the office makes at most two round trips', async ({ page }) => {
  await signIn(page, 'superadmin')
  const trips: Record<string, number> = {}
  for (const { path } of officeTargets) {
    // A visit that shows a person for the first time of the day also records the reading; other journeys add people.
    for (let visit = 0; visit < 3; visit++) {
      const response = await page.request.get(path)
      expect(response.status(), path).toBe(200)
      const [, count] = /^db;desc="(\d+)/.exec(response.headers()['server-timing'] ?? '') ?? []
      trips[path] = Math.min(Number(count), trips[path] ?? Number(count))
    }
  }
  expect(Object.entries(trips).filter(([, count]) => !(count <= 2))).toEqual([])
})
