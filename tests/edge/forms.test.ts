import { expect, test } from 'vitest'
import { readForm } from '#edge/request-body.ts'

const sent = (body: BodyInit | null, headers: Record<string, string> = {}) =>
  readForm(new Request('http://portal.test/language', { method: 'POST', body, headers }))

const urlencoded = { 'content-type': 'application/x-www-form-urlencoded' }

test('a page reads the form that was sent', async () => {
  expect((await sent('language=en', urlencoded)).get('language')).toBe('en')
})

test.each([
  ['JSON', '{}', { 'content-type': 'application/json' }],
  ['parts without a boundary', 'x', { 'content-type': 'multipart/form-data' }],
  ['parts that break off', '--x\r\n', { 'content-type': 'multipart/form-data; boundary=x' }],
  ['nothing at all', null, {}],
  ['more than a form holds', `language=${'e'.repeat(1_100_000)}`, urlencoded],
] as const)('a body of %s is a form without fields', async (_name, body, headers) => {
  expect([...(await sent(body, headers)).keys()]).toEqual([])
})
