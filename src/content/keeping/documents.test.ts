import { expect, test } from 'vitest'
import { afterConflict, inPlaceOf, lastOf, refusalAfter, type Writing } from './documents.ts'

const state = '/api/articulate/activities/state?stateId=place'

const writing = (given: Partial<Writing> = {}): Writing => ({
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
  ...given,
})

test('what waits last of a document decides what it is like, unless only the record store could tell', () => {
  const [put, other] = [writing(), writing({ document: '/api/articulate/activities/state?stateId=other' })]
  expect(lastOf([put, other], put)).toBe(put)
  expect(lastOf([other], put)).toBeNull()
  expect(lastOf([put, writing({ method: 'POST' })], put)).toBe('unknown')
  expect(lastOf([put, writing({ method: 'DELETE', document: state.split('?')[0] ?? '' })], put)).toBe('unknown')
  expect(lastOf([writing({ document: null })], writing({ document: null }))).toBeNull()
  const ofSession = writing({ isOfSession: true, token: 'a' })
  expect(lastOf([ofSession], { ...ofSession, token: 'b' })).toBeNull()
})

test('a condition is judged by what waits, as the record store would after it', () => {
  const before = writing({ tag: 'one' })
  const refused = (given: Partial<Writing>, last = before) => refusalAfter(writing(given), last)
  expect(refused({ ifMatch: '"one"' })).toBeNull()
  expect(refused({ ifMatch: '"two"' })).toBe(412)
  expect(refused({ ifNoneMatch: '*' })).toBe(412)
  expect(refused({ ifNoneMatch: '*' }, writing({ method: 'DELETE', tag: null }))).toBeNull()
  expect(refused({ ifMatch: '*' }, writing({ method: 'DELETE', tag: null }))).toBe(412)
  expect(refused({})).toBeNull()
})

test('a write takes the place of the one before it and its condition, and remembers what may have got there', () => {
  const before = writing({ ifMatch: '"zero"', tag: 'one', isTried: true, own: ['half'] })
  const after = inPlaceOf(writing({ ifMatch: '"one"', body: '{"page":2}' }), before)
  expect(after).toMatchObject({ ifMatch: '"zero"', body: '{"page":2}', own: ['half', 'one'] })
  expect(inPlaceOf(writing({ ifMatch: '"one"' }), { ...before, isTried: false })?.own).toEqual(['half'])
  expect(inPlaceOf(writing({ ifNoneMatch: '*' }), { ...before, method: 'DELETE', tag: null })?.own).toEqual([
    'half',
    '',
  ])
  // Whatever is there: neither the condition before nor what got there matters any more.
  expect(inPlaceOf(writing(), before)).toMatchObject({ ifMatch: null, ifNoneMatch: null, own: [] })
})

test('what is merged into a document that waits is sent as one, and what cannot be merged here stays a write of its own', () => {
  const before = writing({ ifNoneMatch: '*', body: '{"page":1,"seen":[1]}' })
  const post = writing({ method: 'POST', body: '{"seen":[2]}' })
  const merged = inPlaceOf(post, before)
  expect(merged).toMatchObject({ method: 'PUT', ifNoneMatch: '*', body: '{"page":1,"seen":[2]}' })
  expect(inPlaceOf(post, writing({ body: 'text' }))).toBeNull()
  expect(inPlaceOf(post, writing({ method: 'DELETE', body: '' }))).toBeNull()
})

test('after a conflict it is done, sent again over what its own course wrote, or not written over what somebody else did', () => {
  const write = writing({ tag: 'three', own: ['one', 'two'], ifMatch: '"zero"' })
  expect(afterConflict(write, 'three')).toBe('done')
  expect(afterConflict(write, 'two')).toEqual({ ifMatch: '"two"', ifNoneMatch: null })
  expect(afterConflict(write, 'zero')).toBe('refused')
  expect(afterConflict(write, null)).toBe('refused')
  expect(afterConflict(writing({ own: [''], tag: 'three' }), null)).toEqual({ ifMatch: null, ifNoneMatch: '*' })
  const removal = writing({ method: 'DELETE', tag: null, own: ['one'] })
  expect(afterConflict(removal, null)).toBe('done')
  expect(afterConflict(removal, 'one')).toEqual({ ifMatch: '"one"', ifNoneMatch: null })
})
