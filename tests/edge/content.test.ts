import { env, exports } from 'cloudflare:workers'
import { beforeEach, describe, expect, test } from 'vitest'
import { toEntranceUrl } from '#api/catalogue/packages/entrance.ts'
import { GRANT_COOKIE, signGrant } from '#api/catalogue/packages/grants.ts'
import { createDigitalCourse } from '../course.ts'
import { inMinutes } from '../time.ts'

const whole = '<!doctype html><title>Kurs</title>'

let origin: string
let folder: string

beforeEach(async () => {
  folder = (await createDigitalCourse()).folder
  origin = `http://${folder}.content.localhost:8787`
})

const cookie = (until = inMinutes(5), of = folder) => `${GRANT_COOKIE}=${signGrant(env.SESSION_SECRET, of, until)}`

const get = (path: string, headers: Record<string, string> = {}) =>
  exports.default.fetch(origin + path, { headers: { cookie: cookie(), ...headers } })

test.each([
  ['bytes=0-3', '<!do', `bytes 0-3/${whole.length}`],
  ['bytes=30-', 'tle>', `bytes 30-33/${whole.length}`],
  ['bytes=-4', 'tle>', `bytes 30-33/${whole.length}`],
])('a player that requests %s gets that range', async (range, text, contentRange) => {
  const response = await get('/index.html', { range })
  expect(response.status).toBe(206)
  expect(response.headers.get('content-range')).toBe(contentRange)
  expect(await response.text()).toBe(text)
})

test('several ranges get the whole file; a range beyond the end is refused', async () => {
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

test('an impossible file name of any length is not found', async () => {
  for (const path of [`/${'a/'.repeat(2000)}b`, '/%00', '/..%2findex.html', '//index.html'])
    expect((await get(path)).status, path.slice(0, 20)).toBe(404)
})

test('every answer forbids WebRTC connections, which no content security policy does', async () => {
  for (const path of ['/index.html', '/no/such.html', '/_portal/scorm12.html', '/'])
    expect((await get(path)).headers.get('connection-allowlist'), path).toContain('webrtc=block')
})

test('a PDF is served without that policy, which some browsers cannot handle', async () => {
  await env.FILES.put(`packages/${folder}/rules.pdf`, '%PDF-1.7')
  const { headers } = await get('/rules.pdf')
  expect(headers.get('content-type')).toBe('application/pdf')
  expect(headers.get('connection-allowlist')).toBeNull()
  expect(headers.get('content-security-policy')).toMatch(/^sandbox/)
})

test('a cached copy is revalidated; a condition on another version fails', async () => {
  const etag = (await get('/index.html')).headers.get('etag') ?? ''
  expect((await get('/index.html', { 'if-none-match': etag })).status).toBe(304)
  expect((await get('/index.html', { 'if-match': '"another"' })).status).toBe(412)
})

test('a range applies to the player’s version only', async () => {
  const etag = (await get('/index.html')).headers.get('etag') ?? ''
  expect((await get('/index.html', { range: 'bytes=0-3', 'if-range': etag })).status).toBe(206)
  const other = await get('/index.html', { range: 'bytes=0-3', 'if-range': '"another"' })
  expect(other.status).toBe(200)
  expect(await other.text()).toBe(whole)
})

describe('the portal’s own scripts beside a package', () => {
  const pageScript = async () => /src="([^"]+)"/.exec(await (await get('/_portal/scorm12.html')).text())?.[1] ?? ''

  test('a page names its script by its version, which may be cached for ever', async () => {
    const path = await pageScript()
    expect(path).toMatch(/^\/_portal\/scorm12\.[0-9a-f]{16}\.js$/)
    const script = await get(path)
    expect(script.status).toBe(200)
    expect(script.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
    expect(script.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(await script.text()).toContain('LMSInitialize')
  })

  test('its pages know the portal by the configuration, not by their framing page', async () => {
    for (const name of ['watch', 'returned', 'scorm12'])
      expect(await (await get(`/_portal/${name}.html`)).text()).toContain(
        `<meta name="portal" content="${env.PORTAL_ORIGIN}">`,
      )
  })

  test('without a version it is requested again, and a cached copy is revalidated', async () => {
    for (const path of ['/_portal/scorm12.js', '/_portal/scorm12.html']) {
      const response = await get(path)
      expect(response.headers.get('cache-control'), path).toBe('no-cache')
      const again = await get(path, { 'if-none-match': response.headers.get('etag') ?? '' })
      expect(again.status, path).toBe(304)
    }
  })

  test('it has the same policy as the package, but may serve as a service worker of its whole scope', async () => {
    const [script, file] = await Promise.all([get('/_portal/scorm12.js'), get('/index.html')])
    expect(script.headers.get('service-worker-allowed')).toBe('/')
    expect(file.headers.get('service-worker-allowed')).toBeNull()
    for (const name of ['content-security-policy', 'x-content-type-options', 'cross-origin-resource-policy'])
      expect(script.headers.get(name), name).toBe(file.headers.get(name))
    expect(file.headers.get('content-security-policy')).toContain(`worker-src ${origin} blob:`)
  })

  test('a package’s own files of that folder are never served, nor an outdated version', async () => {
    await env.FILES.put(`packages/${folder}/_portal/worker.js`, 'self.onfetch = () => {}')
    const paths = ['worker.js', 'scorm12.0123456789abcdef.js', 'scorm12.0123456789abcdef.html', '', 'toString.js']
    for (const path of paths) expect((await get(`/_portal/${path}`)).status, path).toBe(404)
    expect((await get('/%5Fportal/worker.js')).status).toBe(404)
  })
})

test('a package’s script is served to its pages, but not as a service worker', async () => {
  await env.FILES.put(`packages/${folder}/worker.js`, 'onfetch = () => {}')
  const script = await get('/worker.js')
  expect(script.status).toBe(200)
  expect(script.headers.get('vary')?.toLowerCase()).toBe('service-worker')
  const refused = await get('/worker.js', { 'service-worker': 'script' })
  expect(refused.status).toBe(404)
  expect(await refused.text()).not.toContain('onfetch')
  expect((await get('/_portal/scorm12.js', { 'service-worker': 'script' })).status).toBe(200)
})

test('every refusal has a sandbox policy, so that a course can frame no page without one', async () => {
  const answers = [
    await get('/no/such/page.html'),
    await get('/'),
    await get('/%00'),
    await get('/_portal/'),
    await get('/index.html', { range: 'bytes=99999-' }),
    await get('/index.html', { 'if-match': '"another"' }),
    await exports.default.fetch(`${origin}/index.html`, { method: 'POST' }),
    await exports.default.fetch(`${origin}/index.html`),
    await exports.default.fetch('http://content.localhost:8787/'),
  ]
  for (const { status, headers } of answers) {
    expect(headers.get('content-security-policy'), String(status)).toMatch(/^sandbox/)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
  }
  expect(answers[0]?.headers.get('content-security-policy')).not.toContain('allow-same-origin')
})

describe('the files of a package require a grant', () => {
  const follow = (address: string, headers: Record<string, string> = {}) =>
    exports.default.fetch(address, { headers, redirect: 'manual' })
  const entrance = (path = 'index.html?auth=a%20b&x=1') =>
    toEntranceUrl({ env }, { folder, path, until: inMinutes(480) })

  test('without a grant nothing is returned, not even whether a file exists', async () => {
    const later = inMinutes(-1)
    const others = [{}, { cookie: cookie(later) }, { cookie: cookie(inMinutes(5), 'f'.repeat(32)) }]
    for (const headers of others)
      for (const path of ['/index.html', '/no/such.html']) {
        const response = await follow(origin + path, headers)
        expect(response.status).toBe(403)
        expect(response.headers.get('cache-control')).toBe('no-store')
        expect(response.headers.get('content-security-policy')).toMatch(/^sandbox;/)
        expect(response.headers.get('allow-csp-from')).toBe(env.PORTAL_ORIGIN)
        const page = await response.text()
        expect(page).toContain('Öppna kursen från portalen igen')
        expect(page).toContain('Open it again from its page in the portal')
        expect(page).not.toContain('<title>Kurs</title>')
      }
  })

  test('a browser that accepts the cookie is redirected to the file’s own address, which never changes', async () => {
    const first = await follow(entrance())
    expect(first.status).toBe(302)
    const [given, ...terms] = (first.headers.get('set-cookie') ?? '').split('; ')
    expect(terms).toEqual(expect.arrayContaining(['Path=/', 'HttpOnly', 'Secure', 'SameSite=None', 'Partitioned']))
    expect(terms.some((term) => term.startsWith('Domain'))).toBe(false)
    const second = await follow(first.headers.get('location') ?? '', { cookie: given ?? '' })
    expect(second.headers.get('location')).toBe(`${origin}/index.html?auth=a%20b&x=1`)
    const page = await follow(`${origin}/index.html?auth=a%20b&x=1`, { cookie: given ?? '' })
    expect(await page.text()).toBe(whole)
    expect(page.headers.get('cache-control')).toBe('private, max-age=31536000, immutable')
  })

  test('a browser that refuses cookies continues with the grant in the path, where relative addresses stay', async () => {
    const first = await follow(entrance())
    const second = await follow(first.headers.get('location') ?? '')
    const address = second.headers.get('location') ?? ''
    expect(address).toMatch(new RegExp(`^${origin}/~[^/]+/index\\.html\\?auth=a%20b&x=1$`))
    await env.FILES.put(`packages/${folder}/media/film.mp4`, 'film')
    expect(await (await follow(address)).text()).toBe(whole)
    const film = await follow(new URL('media/film.mp4', address).href, { range: 'bytes=0-1' })
    expect(film.status).toBe(206)
    expect(await film.text()).toBe('fi')
    expect((await follow(new URL('../index.html', address).href)).status).toBe(403)
  })

  test('an entry link is valid for at least eight hours, and then expires', async () => {
    const old = toEntranceUrl({ env }, { folder, path: 'index.html', until: inMinutes(-300) })
    for (const address of [old, old.replace('/enter/', '/entered/'), entrance().replace(folder, 'f'.repeat(32))])
      expect((await follow(address)).status, address).toBe(403)
  })

  test('an entry link leads to no other host', async () => {
    const first = await follow(entrance('/evil.test/x'))
    const second = await follow(first.headers.get('location') ?? '')
    for (const { headers } of [first, second]) expect(headers.get('location')?.startsWith(`${origin}/`)).toBe(true)
  })
})
