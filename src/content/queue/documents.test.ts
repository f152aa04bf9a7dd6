import { expect, test } from 'vitest'
import { type DocumentWrite, findLastWrite, refuseAfter, replaceWrite, resolveConflict } from './documents.ts'

const state = '/api/articulate/activities/state?stateId=place'

const writing = (overrides: Partial<DocumentWrite> = {}): DocumentWrite => ({
  token: 't',
  isOfSession: false,
  method: 'PUT',
  url: `https://p.example${state}`,
  contentType: 'application/json',
  version: '1.0.3',
  body: '{"page":1}',
  document: state,
  answer: null,
  ifMatch: null,
  ifNoneMatch: null,
  tag: 'one',
  isTried: false,
  own: [],
  ...overrides,
})

test('the last queued write decides the content of a document, unless only the record store knows it', () => {
  const [put, other] = [writing(), writing({ document: '/api/articulate/activities/state?stateId=other' })]
  expect(findLastWrite([put, other], put)).toBe(put)
  expect(findLastWrite([other], put)).toBeNull()
  expect(findLastWrite([put, writing({ method: 'POST' })], put)).toBe('unknown')
  expect(findLastWrite([put, writing({ method: 'DELETE', document: state.split('?')[0] ?? '' })], put)).toBe('unknown')
  expect(findLastWrite([writing({ document: null })], writing({ document: null }))).toBeNull()
  const ofSession = writing({ isOfSession: true, token: 'a' })
  expect(findLastWrite([ofSession], { ...ofSession, token: 'b' })).toBeNull()
})

test('checks a condition against the queued writes, as the record store will after them', () => {
  const before = writing({ tag: 'one' })
  const refused = (overrides: Partial<DocumentWrite>, last = before) => refuseAfter(writing(overrides), last)
  expect(refused({ ifMatch: '"one"' })).toBeNull()
  expect(refused({ ifMatch: '"two"' })).toBe(412)
  expect(refused({ ifNoneMatch: '*' })).toBe(412)
  expect(refused({ ifNoneMatch: '*' }, writing({ method: 'DELETE', tag: null }))).toBeNull()
  expect(refused({ ifMatch: '*' }, writing({ method: 'DELETE', tag: null }))).toBe(412)
  expect(refused({})).toBeNull()
})

test('a write replaces the one before it and its condition, and stores which content may have arrived', () => {
  const before = writing({ ifMatch: '"zero"', tag: 'one', isTried: true, own: ['half'] })
  const after = replaceWrite(writing({ ifMatch: '"one"', body: '{"page":2}' }), before)
  expect(after).toMatchObject({ ifMatch: '"zero"', body: '{"page":2}', own: ['half', 'one'] })
  expect(replaceWrite(writing({ ifMatch: '"one"' }), { ...before, isTried: false })?.own).toEqual(['half'])
  expect(replaceWrite(writing({ ifNoneMatch: '*' }), { ...before, method: 'DELETE', tag: null })?.own).toEqual([
    'half',
    '',
  ])
  // Whatever is there: neither the condition before nor what got there matters any more.
  expect(replaceWrite(writing(), before)).toMatchObject({ ifMatch: null, ifNoneMatch: null, own: [] })
})

test('sends writes that merge into a queued document as one, and others separately', () => {
  const before = writing({ ifNoneMatch: '*', body: '{"page":1,"seen":[1]}' })
  const post = writing({ method: 'POST', body: '{"seen":[2]}' })
  const merged = replaceWrite(post, before)
  expect(merged).toMatchObject({ method: 'PUT', ifNoneMatch: '*', body: '{"page":1,"seen":[2]}' })
  expect(replaceWrite(post, writing({ body: 'text' }))).toBeNull()
  expect(replaceWrite(post, writing({ method: 'DELETE', body: '' }))).toBeNull()
})

test('after a conflict, drops the write or repeats it over the course’s own version, never over somebody else’s', () => {
  const write = writing({ tag: 'three', own: ['one', 'two'], ifMatch: '"zero"' })
  expect(resolveConflict(write, 'three')).toBe('done')
  expect(resolveConflict(write, 'two')).toEqual({ ifMatch: '"two"', ifNoneMatch: null })
  expect(resolveConflict(write, 'zero')).toBe('refused')
  expect(resolveConflict(write, null)).toBe('refused')
  expect(resolveConflict(writing({ own: [''], tag: 'three' }), null)).toEqual({ ifMatch: null, ifNoneMatch: '*' })
  const removal = writing({ method: 'DELETE', tag: null, own: ['one'] })
  expect(resolveConflict(removal, null)).toBe('done')
  expect(resolveConflict(removal, 'one')).toEqual({ ifMatch: '"one"', ifNoneMatch: null })
})
