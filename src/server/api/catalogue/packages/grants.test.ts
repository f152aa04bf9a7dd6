import { expect, test } from 'vitest'
import { formatGrantCookie, readGrantCookie, signGrant, verifyGrant } from './grants.ts'

const secret = 'only-for-tests'
const folder = '4f4a2478c6414e85b519bd4f9e30691d'
const now = new Date('2026-05-04T09:00:00Z')
const until = new Date('2026-05-04T17:00:00Z')
const grant = signGrant(secret, folder, until)

test('a grant opens its folder until its end', () => {
  expect(verifyGrant(secret, folder, grant, now)).toEqual(until)
  expect(verifyGrant(secret, folder, grant, until)).toBeNull()
})

test('no other text opens a folder, and a grant opens no other folder', () => {
  const [end = '', sign = ''] = grant.split('.')
  const later = (Number.parseInt(end, 36) + 60).toString(36)
  const forged = [
    '',
    '.',
    'null',
    `${later}.${sign}`,
    `${end}.${sign.slice(1)}`,
    `${end}.${'A'.repeat(43)}`,
    `${grant}x`,
  ]
  for (const text of forged) expect(verifyGrant(secret, folder, text, now), text).toBeNull()
  expect(verifyGrant(secret, folder.replace('4', '5'), grant, now)).toBeNull()
  expect(verifyGrant('another-secret', folder, grant, now)).toBeNull()
})

test('the cookie expires with its grant, and is found among others', () => {
  expect(formatGrantCookie(grant, until, now)).toContain('Max-Age=28800;')
  expect(readGrantCookie(`toss=1; __Host-course=${grant}; other=2`)).toBe(grant)
  expect(readGrantCookie('x__Host-course=1')).toBe('')
  expect(readGrantCookie(null)).toBe('')
})
