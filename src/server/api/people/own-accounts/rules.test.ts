import { expect, test } from 'vitest'
import { type AddressMatch, hasAccount, matchAccount, needsGuardian, parseCode } from './rules.ts'

const bornOn = '1990-05-17'

const match = (more: Partial<AddressMatch> = {}): AddressMatch => ({
  id: 7,
  userName: 'medlem-1',
  email: 'medlem@elsewhere.example',
  birthOn: bornOn,
  changedAt: new Date('2026-01-01T00:00:00Z'),
  hasSignIn: false,
  isActive: true,
  isProtected: false,
  ...more,
})

test('an address that nobody has opens a new account', () => {
  expect(matchAccount([], bornOn)).toEqual({ kind: 'new' })
})

test('the only person with the address and the date of birth is claimed', () => {
  expect(matchAccount([match()], bornOn)).toEqual({ kind: 'claim', person: match() })
})

test.each([
  ['another date of birth', [match({ birthOn: '1990-05-18' })]],
  ['an unknown date of birth', [match({ birthOn: null })]],
  ['two people', [match(), match({ id: 8, birthOn: '2012-01-01' })]],
  ['an inactive person', [match({ isActive: false })]],
  ['a person who has signed in', [match({ hasSignIn: true })]],
])('%s is a possible duplicate', (_name, matches) => {
  expect(matchAccount(matches, bornOn)).toEqual({ kind: 'duplicate', isProtected: false })
})

test('a protected identity is never claimed, and marks the duplicate', () => {
  expect(matchAccount([match({ isProtected: true })], bornOn)).toEqual({ kind: 'duplicate', isProtected: true })
})

test('an address has an account once one of its people can sign in', () => {
  expect(hasAccount([match(), match({ hasSignIn: true })])).toBe(true)
  expect(hasAccount([match()])).toBe(false)
})

test('a guardian is needed until the eighteenth birthday', () => {
  expect(needsGuardian('2008-05-18', '2026-05-17')).toBe(true)
  expect(needsGuardian('2008-05-17', '2026-05-17')).toBe(false)
})

test('a code is read with spaces and dashes', () => {
  expect(parseCode(' 123-4 56 ')).toBe('123456')
})
