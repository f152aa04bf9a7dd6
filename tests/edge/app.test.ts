import { exports } from 'cloudflare:workers'
import { expect, test } from 'vitest'

const get = (path: string) => exports.default.fetch(`http://portal.test${path}`)

test('a portal without a configuration has no public configuration', async () => {
  const response = await get('/api/PortalConfiguration/public')
  expect(response.status).toBe(200)
  expect(await response.json()).toBeNull()
})

test('paths match without regard to case, and an unknown one is refused in the reader’s language', async () => {
  expect((await get('/API/portalconfiguration/PUBLIC/')).status).toBe(200)
  const response = await get('/api/nothing-here')
  expect(response.status).toBe(404)
  expect(await response.json()).toMatchObject({ code: 'not_found', message: 'Det du letar efter finns inte.' })
})

test.each(['PUT', 'DELETE', 'PATCH', 'OPTIONS', 'PROPFIND'])('%s is refused by pages', async (method) => {
  for (const path of ['/', '/login', '/gdpr', '/education/1', '/no-such-page']) {
    const response = await exports.default.fetch(`http://portal.test${path}`, { method })
    expect([response.status, response.headers.get('allow')], path).toEqual([405, 'GET, HEAD, POST'])
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
  }
})
