import { exports } from 'cloudflare:workers'
import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { servedCalls } from '#api/index.ts'
import { sessions } from '#api/people/authentication/table.ts'
import { callsSignedBySender } from '#edge/same-origin.ts'
import { configurePortal } from '../configuration.ts'
import { database, signedIn } from '../portal.ts'

await configurePortal({ features: ['UseExternalLogin', 'CardPayment'] })

const open = servedCalls.filter(({ name, call }) => call.who === 'anyone' && !name.startsWith('GET '))
const names = open.map(({ name }) => name).sort()

const send = (name: string, headers: Record<string, string>, body: string | null = '{"a":1}') => {
  const [method = '', path = ''] = name.split(' ')
  return exports.default.fetch(`http://portal.test/api${path.replace(/:\w+/g, 'x')}`, { method, headers, body })
}
const codeOf = async (response: Response) => [response.status, (await response.json<{ code: string }>()).code]
const json = { 'content-type': 'application/json' }
const ours = { origin: 'http://portal.test', 'sec-fetch-site': 'same-origin' }

test('only calls that check a signature of their own are open to other servers', () => {
  expect(names.filter((name) => callsSignedBySender.includes(name))).toEqual([...callsSignedBySender].sort())
})

describe.each(names.filter((name) => !callsSignedBySender.includes(name)))('%s, which needs no session,', (name) => {
  test.each([
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: 'http://other.portal.test' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
  ])('is refused for the page of another site: %o', async (from) => {
    expect(await codeOf(await send(name, { ...json, ...from } as Record<string, string>))).toEqual([
      403,
      'foreign_origin',
    ])
    expect((await send(name, from as Record<string, string>, null)).status).toBe(403)
  })

  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/jsonp',
  ])('accepts no %s, which a form can send without a preflight', async (type) => {
    const response = await send(name, { ...ours, 'content-type': type })
    expect(await codeOf(response)).toEqual([415, 'unsupported_media_type'])
  })

  test('accepts JSON from the portal’s pages, and from a client that is not a browser', async () => {
    for (const from of [ours, {}])
      for (const type of ['application/json', 'Application/JSON; charset=utf-8']) {
        const { status } = await send(name, { ...from, 'content-type': type })
        expect([403, 415]).not.toContain(status)
      }
  })
})

test.each(callsSignedBySender)('%s is verified by its signature, for any sender', async (name) => {
  const response = await send(name, { origin: 'https://evil.example', 'content-type': 'text/plain' })
  expect(response.status).not.toBe(415)
  expect((await response.json<{ code: string }>()).code).not.toBe('foreign_origin')
})

test('a request without a body needs no type, for any form of its length', async () => {
  for (const headers of [{}, { 'content-length': '0' }]) {
    const logout = { method: 'POST', headers: { ...ours, ...headers }, body: new Uint8Array() }
    expect((await exports.default.fetch('http://portal.test/api/Authentication/Logout', logout)).status).toBe(204)
  }
})

test('a form on another site cannot sign a person out', async () => {
  const person = await signedIn()
  const response = await send('POST /Authentication/Logout', {
    authorization: `Bearer ${person.token}`,
    origin: 'https://evil.example',
    'content-type': 'text/plain',
    'sec-fetch-site': 'cross-site',
  })
  expect([response.status, response.headers.get('set-cookie')]).toEqual([403, null])
  expect(await database().query.select().from(sessions).where(eq(sessions.userId, person.id))).toHaveLength(1)
})

test('a call without a body needs no type, also where the connection gives it an empty one', async () => {
  const person = await signedIn()
  const response = await exports.default.fetch('http://portal.test/api/Authentication/Logout', {
    method: 'POST',
    body: new Uint8Array(),
    headers: { ...ours, authorization: `Bearer ${person.token}`, 'content-length': '0' },
  })
  expect(response.status).toBe(204)
})
