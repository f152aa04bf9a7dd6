import { expect, test } from 'vitest'
import { toCredentials } from '#api/courses/xapi/cmi5/rules.ts'
import { type CourseRequest, canBeQueued, isRead, parseFetchKey, toDocumentUrl, toQueuedWrite } from './queued-write.ts'

const clock = { newId: () => 'fresh', now: () => '2026-05-04T09:00:00.000Z' }
const store = 'https://p.example/api/articulate'

function createRequest(
  method: string,
  path: string,
  text: string,
  headers: Record<string, string> = {},
): CourseRequest {
  const all: Record<string, string> = { authorization: 'Bearer t', 'content-type': 'application/json', ...headers }
  return { method, url: `${store}/${path}`, header: (name) => all[name] ?? null, text }
}

test('adds an id and the time to a statement, so that it counts once and when it happened', () => {
  const write = toQueuedWrite(createRequest('POST', 'statements', '{"verb":{"id":"urn:v"}}'), clock)
  expect(JSON.parse(write?.body ?? '')).toEqual({ verb: { id: 'urn:v' }, id: 'fresh', timestamp: clock.now() })
  expect(write).toMatchObject({ token: 't', answer: ['fresh'], document: null })
  const own = toQueuedWrite(createRequest('POST', 'statements', '[{"id":"a","timestamp":"t"},{"id":"b"}]'), clock)
  expect(own?.answer).toEqual(['a', 'b'])
  expect(JSON.parse(own?.body ?? '')[0]).toEqual({ id: 'a', timestamp: 't' })
})

test('identifies a document by its address in any order of parameters, with an optional condition', () => {
  const [put, other] = ['stateId=a&b=2', 'b=2&stateId=a'].map((query) =>
    toQueuedWrite(createRequest('PUT', `activities/state?${query}`, 'x', { 'if-match': '"e"' }), clock),
  )
  expect(put).toMatchObject({ ifMatch: '"e"', ifNoneMatch: null, document: other?.document })
  expect(toDocumentUrl(`${store}/activities/state?b=2&stateId=a`)).toBe(put?.document)
  expect(toQueuedWrite(createRequest('DELETE', 'activities/state?b=2', ''), clock)?.document).toBe(
    '/api/articulate/activities/state',
  )
  const profile = 'agents/profile?profileId=a'
  expect(toQueuedWrite(createRequest('PUT', profile, 'x', { 'if-none-match': '*' }), clock)?.ifNoneMatch).toBe('*')
  // A profile is never written blindly: the record store says so at once.
  expect(toQueuedWrite(createRequest('PUT', profile, 'x'), clock)).toBeNull()
  expect(canBeQueued('PUT', `${store}/activities/profile?profileId=a`)).toBe(true)
})

test('converts a form of the alternate request syntax to the request', () => {
  const form = new URLSearchParams({ Authorization: 'Bearer f', statementId: 'id', content: '{"verb":{"id":"urn:v"}}' })
  const write = toQueuedWrite(createRequest('POST', 'statements?method=PUT', form.toString()), clock)
  expect(write).toMatchObject({ method: 'PUT', token: 'f', url: `${store}/statements?statementId=id`, answer: null })
  expect(write?.contentType).toBe('application/json')
})

test('does not queue attachments, invalid statements or requests without a person', () => {
  expect(
    toQueuedWrite(createRequest('POST', 'statements', 'x', { 'content-type': 'multipart/mixed; boundary=b' }), clock),
  ).toBeNull()
  expect(toQueuedWrite(createRequest('POST', 'statements', 'not json'), clock)).toBeNull()
  expect(toQueuedWrite(createRequest('POST', 'statements', '{}', { authorization: '' }), clock)).toBeNull()
  expect(['GET', 'PUT'].map((method) => canBeQueued(method, `${store}/statements`))).toEqual([false, true])
  expect(canBeQueued('POST', 'https://p.example/other')).toBe(false)
})

test('assigns the requests of a cmi5 unit to the session whose token it fetched with a key', () => {
  const token = 'a'.repeat(43)
  const credentials = { authorization: `Basic ${toCredentials(token)}` }
  const write = toQueuedWrite(createRequest('POST', '/statements', '{"verb":{"id":"urn:v"}}', credentials), clock)
  expect(write).toMatchObject({ token, isOfSession: true, url: `${store}//statements` })
  expect(
    toQueuedWrite(createRequest('POST', 'statements', '{}', { authorization: 'Basic bm9ib2R5' }), clock),
  ).toBeNull()
  expect(toQueuedWrite(createRequest('POST', 'statements', '{}'), clock)?.isOfSession).toBe(false)
  expect([`${store}/fetch?k=1`, `${store}/statements?k=1`].map(parseFetchKey)).toEqual(['1', null])
})

test('repeats reads from the record store and ignores requests to other hosts', () => {
  expect(['GET', 'PUT', 'POST'].map((method) => isRead(method, `${store}/activities/state?a=1`))).toEqual([
    true,
    false,
    false,
  ])
  expect(isRead('GET', 'https://p.example/index.html')).toBe(false)
})
