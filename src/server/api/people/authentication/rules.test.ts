import { expect, test } from 'vitest'
import { refuseSignIn, sessionExpiry, shouldTouchSession, toReturnPath, withReturnPath } from './rules.ts'

const monday = new Date('2026-03-02T08:00:00.000Z')
const later = (hours: number) => new Date(monday.getTime() + hours * 3_600_000)

test('a session lives twelve hours from its last use', () => {
  expect(sessionExpiry(monday, later(5))).toEqual(later(17))
})

test('a session in constant use ends after thirty days', () => {
  expect(sessionExpiry(monday, later(24 * 30 - 1))).toEqual(later(24 * 30))
})

test('a use is stored at most every five minutes', () => {
  expect(shouldTouchSession(monday, new Date(monday.getTime() + 299_000))).toBe(false)
  expect(shouldTouchSession(monday, new Date(monday.getTime() + 300_000))).toBe(true)
})

test('refuses an inactive person and an expired password, and accepts a password before its date', () => {
  expect(refuseSignIn({ inactiveAt: monday, passwordExpiresAt: null }, later(1))).toBe('user_inactive')
  expect(refuseSignIn({ inactiveAt: null, passwordExpiresAt: monday }, monday)).toBe('password_expired')
  expect(refuseSignIn({ inactiveAt: null, passwordExpiresAt: later(1) }, monday)).toBeNull()
  expect(refuseSignIn({ inactiveAt: null, passwordExpiresAt: null }, monday)).toBeNull()
})

test.each([
  '/educations?q=kart&page=2#list',
  '/education/7?educationPartId=3',
  '/skapaexternanv%C3%A4ndare',
  '/search?q=http%3A%2F%2Fevil.example',
  '/register/consent?token=abc',
])('signing in returns to %s', (path) => {
  expect(toReturnPath(path)).toBe(path)
})

test.each([
  null,
  undefined,
  '',
  'educations',
  'http://evil.example',
  'https:evil.example',
  'javascript:alert(1)',
  '//evil.example',
  '///evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  '/.//evil.example',
  '/x/..//evil.example',
  '/%2Fevil.example',
  '/%5Cevil.example',
  '/%5c%5cevil.example',
  '/educations\\..\\evil',
  '/%E0%A4%A',
  '/login',
  '/Login?returnUrl=%2Fusers',
  '/login/forgot',
  '/register',
  '/Register?returnUrl=%2Fusers',
])('signing in never leads to %s', (returnUrl) => {
  expect(toReturnPath(returnUrl)).toBe('/')
})

test('a page on the way to sign-in keeps where to go afterwards, and nothing for the dashboard', () => {
  expect(withReturnPath('/register', '/education/7?educationPartId=3&occasion=9')).toBe(
    '/register?returnUrl=%2Feducation%2F7%3FeducationPartId%3D3%26occasion%3D9',
  )
  expect(withReturnPath('/login', '/')).toBe('/login')
})
