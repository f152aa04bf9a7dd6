import { expect, test } from 'vitest'
import type { Visitor } from '#api/context.ts'
import { refusalStatuses } from '#api/refusal-statuses.ts'
import { isRefusalCode, Refused } from '#api/refusals.ts'
import { takeToken } from '#edge/rate-limits.ts'
import { refusalResponse } from '#edge/refusal-response.ts'
import { insertIntegrationAccount } from '../integrations.ts'
import { signedIn } from '../portal.ts'
import { sendRequest } from './test-app.ts'

const codesOf = (status: number) =>
  Object.keys(refusalStatuses)
    .filter(isRefusalCode)
    .filter((code) => refusalStatuses[code] === status)

const few = { env: { CALLS_PER_MINUTE: '3' } }

test('a bucket contains the tokens of a minute, empties and refills', () => {
  const waits = Array.from({ length: 4 }, () => takeToken('bucket', 3, 1000))
  expect(waits).toEqual([0, 0, 0, 20])
  expect(takeToken('bucket', 3, 1000 + 20_000)).toBe(0)
  expect(takeToken('bucket', 3, 1000 + 20_001)).toBe(20)
  expect(takeToken('another bucket', 3, 1000)).toBe(0)
})

test('calls of one address are limited by minute and then refused with the time to wait; others are not affected', async () => {
  const from = (address: string) => sendRequest('/Things', { ...few, headers: { 'cf-connecting-ip': address } })
  for (let call = 0; call < 3; call++) expect((await from('192.0.2.1')).status).toBe(200)
  const refused = await from('192.0.2.1')
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(await refused.json()).toMatchObject({ code: 'too_many_requests' })
  expect((await from('192.0.2.2')).status).toBe(200)
})

test('a person is limited wherever the calls come from', async () => {
  const person = await signedIn()
  const from = (address: string) =>
    sendRequest('/Things/mine', { ...few, token: person.token, headers: { 'cf-connecting-ip': address } })
  const statuses = []
  for (let call = 0; call < 4; call++) statuses.push((await from(`198.51.100.${call}`)).status)
  expect(statuses).toEqual([200, 200, 200, 429])
})

test('an integration account reads its limit in the headers of each reply, also of a refusal', async () => {
  const { secret } = await insertIntegrationAccount()
  const send = (path: string) =>
    sendRequest(path, { ...few, token: secret, headers: { 'cf-connecting-ip': crypto.randomUUID() } })
  const limitsOf = ({ headers }: Response) => [headers.get('ratelimit-policy'), headers.get('ratelimit')]
  expect(limitsOf(await send('/Things/mine'))).toEqual(['"account";q=3;w=60', '"account";r=2;t=20'])
  expect(limitsOf(await send('/Things/mine'))[1]).toBe('"account";r=1;t=40')
  expect(limitsOf(await send('/Things/mine'))[1]).toBe('"account";r=0;t=60')
  const refused = await send('/Things/mine')
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(limitsOf(refused)).toEqual(['"account";q=3;w=60', '"account";r=0;t=60'])
})

test('a person, and an account without a limit, get no such headers', async () => {
  const person = await signedIn()
  const { secret } = await insertIntegrationAccount()
  const answers = [
    await sendRequest('/Things/mine', { ...few, token: person.token }),
    await sendRequest('/Things/mine', { env: { CALLS_PER_MINUTE: '0' }, token: secret }),
  ]
  expect(answers.map(({ headers }) => headers.get('ratelimit'))).toEqual([null, null])
})

test('the platform’s own counter is used where it is bound', async () => {
  const CALL_LIMITER = { limit: async () => ({ success: false }) }
  const headers = { 'cf-connecting-ip': '203.0.113.9' }
  expect((await sendRequest('/Things', { headers, env: { CALL_LIMITER } })).status).toBe(429)
})

test('without a limit nothing is refused', async () => {
  const headers = { 'cf-connecting-ip': '203.0.113.10' }
  for (let call = 0; call < 5; call++)
    expect((await sendRequest('/Things', { headers, env: { CALLS_PER_MINUTE: '0' } })).status).toBe(200)
})

test('a body over its call’s limit is refused by its stated length, and by its real one', async () => {
  const { token } = await signedIn()
  const stated = await sendRequest('/Things', { method: 'PUT', token, body: { text: 'x'.repeat(1_100_000) } })
  expect([stated.status, await stated.json()]).toMatchObject([413, { code: 'too_large' }])
  let left = 20
  const endless = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (left-- === 0) controller.close()
      else controller.enqueue(new Uint8Array(100_000).fill(32))
    },
  })
  const streamed = await sendRequest('/Things', { method: 'PUT', token, stream: endless })
  expect([streamed.status, await streamed.json()]).toMatchObject([413, { code: 'too_large' }])
})

test.each(codesOf(429))('a refusal %s names the time to wait, also when nobody has computed it', (code) => {
  // A refusal reads only these fields of the context.
  const ctx = { language: 'sv', requestId: '1', log: { error: () => undefined } } as unknown as Visitor
  expect(refusalResponse(new Refused(code), ctx).headers.get('retry-after')).toBe('60')
  const reckoned = new Refused(code, { details: { retryAfterSeconds: 7 } })
  expect(refusalResponse(reckoned, ctx).headers.get('retry-after')).toBe('7')
})
