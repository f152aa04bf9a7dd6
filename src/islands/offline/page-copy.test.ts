import { describe, expect, test } from 'vitest'
import {
  decideCopy,
  isAsset,
  isCopied,
  isImmutable,
  isStorable,
  markAsCopy,
  storableUntil,
  untilHeader,
} from './page-copy.ts'

const now = Date.parse('2026-05-04T09:00:00Z')
const until = (text: string) => new Headers({ [untilHeader]: text })
const later = until('2026-05-04T10:00:00Z')
const page = { status: 200, type: 'basic' as const, redirected: false, headers: later }

describe('a page is stored', () => {
  test('until the time that its header states', () => {
    expect(decideCopy(page, now)).toBe('keep')
    expect(isStorable(later, now)).toBe(true)
    expect(isStorable(later, Date.parse('2026-05-04T10:00:00Z'))).toBe(false)
  })
  test.each([new Headers(), until(''), until('soon'), until('2026-05-04T08:00:00Z')])(
    'not without a valid header: %j',
    (headers) => {
      expect(isStorable(headers, now)).toBe(false)
      expect(decideCopy({ ...page, headers }, now)).toBe('forget')
    },
  )
})

test('a redirect or a refusal removes the copy; a server error does not', () => {
  for (const status of [0, 302, 401, 403, 404]) expect(decideCopy({ ...page, status }, now)).toBe('forget')
  expect(decideCopy({ ...page, redirected: true }, now)).toBe('forget')
  expect(decideCopy({ ...page, type: 'opaqueredirect', status: 0 }, now)).toBe('forget')
  for (const status of [429, 500, 503]) expect(decideCopy({ ...page, status }, now)).toBe('leave')
})

test('a copy is marked as a copy', () => {
  expect(markAsCopy('<!doctype html><html lang="sv"><body>', '2026-05-04T09:00:00Z')).toBe(
    '<!doctype html><html data-copy-at="2026-05-04T09:00:00.000Z" lang="sv"><body>',
  )
})

test.each([
  ['/_astro/client.abc.js', true, true],
  ['/favicon.svg', true, false],
  ['/theme/004a9c.css', true, false],
  ['/locales/sv/common.json', true, false],
  ['/api/User', false, false],
  ['/education/manageOccasion/57', false, false],
  ['/x/_astro/y.js', false, false],
])('the file %s is stored: %s, for good: %s', (pathname, isStored, forGood) => {
  expect([isAsset({ pathname }), isImmutable({ pathname })]).toEqual([isStored, forGood])
})

test.each([
  ['/education/manageOccasion/57', true],
  ['/education/manageOccasion/57?text=anna&order=state', true],
  ['/education/manageOccasion/57?tab=details', false],
  ['/education/manageOccasion/new?educationPartId=1', false],
  ['/education/managePracticalDriverExam/3', true],
  ['/education/managePracticalDriverExam/3?tab=details', false],
  ['/education/managePracticalDriverExam/new?from=3', false],
  ['/education/managePracticalDriverExam/3/x', false],
  ['/education/1/manage', false],
  ['/profile', true],
  ['/profile?tab=licenses', true],
  ['/profile?tab=account', false],
  ['/profile?tab=bookings', false],
  ['/profile/6', false],
  ['/profile/certificates', false],
])('the page %s may be copied: %s', (address, expected) => {
  expect(isCopied(new URL(address, 'https://portal.test'))).toBe(expected)
})

test('a copy lasts a working day and at most as long as the session', () => {
  const at = (text: string) => new Date(`2026-05-${text}:00Z`)
  expect(storableUntil(at('04T09:00'), at('20T09:00'))).toEqual(at('04T17:00'))
  expect(storableUntil(at('04T09:00'), at('04T10:30'))).toEqual(at('04T10:30'))
})
