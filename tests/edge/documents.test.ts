import { exports } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { completionsPath } from '#api/courses/xapi/rules.ts'
import { servedCalls } from '#api/index.ts'
import swedish from '#locales/sv/refusals.json'
import { createWeakEtag } from '#platform/digest.ts'
import { bodyOf } from '../response-body.ts'

const get = (path: string, headers: Record<string, string> = {}) =>
  exports.default.fetch(`http://portal.test${path}`, { headers })

interface Document {
  openapi: string
  paths: Record<string, Record<string, { 'x-who': string; 'x-cache': unknown; 'x-changes': string[] }>>
}

test('the document lists for every call who may make it, how it is cached and what it changes', async () => {
  const document = await bodyOf<Document>(get('/api/openapi.json'))
  expect(document.openapi).toBe('3.1.0')
  for (const { name, call } of servedCalls) {
    const [method = '', path = ''] = name.split(' ')
    const operation = document.paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()]
    expect(operation, name).toMatchObject({ 'x-who': call.who, 'x-changes': call.changes ?? [] })
    if (typeof call.cache === 'object')
      expect(operation?.['x-cache'], name).toMatchObject({ seconds: call.cache.seconds })
  }
})

test('the WebSocket that notifies players of completions is documented beside the calls', async () => {
  const document = await bodyOf<Document>(get('/api/openapi.json'))
  expect(document.paths[completionsPath]?.['get']).toMatchObject({
    'x-who': 'signedIn',
    'x-cache': 'never',
    responses: { 101: { description: 'Open' } },
  })
})

test('dates are date-times on the wire, and refusals have their shape', async () => {
  const text = await (await get('/api/openapi.json')).text()
  expect(text).toContain('"format":"date-time"')
  expect(text).toContain('"#/components/responses/Refused"')
})

test('the page for people loads Swagger UI in a sandbox, and nothing else may run', async () => {
  const page = await get('/api/docs')
  const policy = page.headers.get('content-security-policy') ?? ''
  const html = await page.text()
  expect(html).not.toMatch(/style="|\son\w+=/)
  expect(policy).toMatch(/^sandbox allow-scripts allow-popups; default-src 'none';/)
  expect(policy).not.toMatch(/unsafe|allow-same-origin/)
  const file = /<script src="([^"]+)">/.exec(html)?.[1] ?? ''
  expect(policy).toContain(`script-src http://portal.test${file} 'sha256-`)
  const script = /<script>([\s\S]*?)<\/script>/.exec(html)?.[1] ?? ''
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(script))
  expect(policy).toContain(btoa(String.fromCharCode(...new Uint8Array(bytes))))
})

test('texts are read by language and namespace, also under the longer names of the languages', async () => {
  for (const locale of ['sv', 'sv-se', 'sv-SE']) {
    const response = await get(`/locales/${locale}/refusals.json`)
    expect(response.headers.get('content-type')).toContain('application/json')
    expect(await response.json()).toEqual(swedish)
  }
  const english = await bodyOf<Record<string, string>>(get('/locales/en/refusals.json'))
  expect(Object.keys(english)).toEqual(Object.keys(swedish))
  expect(english).not.toEqual(swedish)
})

test('texts are cached long and revalidated', async () => {
  const response = await get('/locales/sv/refusals.json')
  const etag = response.headers.get('etag') ?? ''
  expect(etag).toBe(await createWeakEtag(JSON.stringify(swedish)))
  expect(response.headers.get('cache-control')).toContain('max-age=3600')
  expect((await get('/locales/sv/refusals.json', { 'if-none-match': etag })).status).toBe(304)
  expect((await get('/locales/sv/refusals.json', { 'if-none-match': 'W/"other"' })).status).toBe(200)
})

test.each([
  '/locales/sv/nothing.json',
  '/locales/fi/refusals.json',
  '/locales/sv/__proto__.json',
  '/locales/__proto__/toString.json',
])('unknown texts do not exist: %s', async (path) => expect((await get(path)).status).toBe(404))
