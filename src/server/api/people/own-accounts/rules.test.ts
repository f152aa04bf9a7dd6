import { expect, test } from 'vitest'
import {
  type AddressMatch,
  bindsBrowser,
  hasAccount,
  type IdentityMatch,
  matchAccount,
  matchIdentified,
  needsGuardian,
  parseCode,
} from './rules.ts'

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

const known = (more: Partial<IdentityMatch> = {}): IdentityMatch => ({
  ...match(),
  hasNumber: false,
  hasSameName: true,
  ...more,
})
const safe = { birthOn: bornOn, bindsBrowser: true }

test('the only person with the number is claimed, also beside others of the name or the address', () => {
  const numbered = known({ hasNumber: true })
  const others = [known({ id: 8 }), match({ id: 9, birthOn: '2012-01-01' })]
  expect(matchIdentified([numbered, known({ id: 8 })], others, safe)).toEqual({ kind: 'claim', person: numbered })
})

test.each([
  ['two people with the number', [known({ hasNumber: true }), known({ id: 8, hasNumber: true })], safe],
  ['the number without a bound browser', [known({ hasNumber: true })], { ...safe, bindsBrowser: false }],
  ['nobody of the name without a bound browser', [], { ...safe, bindsBrowser: false }],
  ['the number of somebody who signs in', [known({ hasNumber: true, hasSignIn: true })], safe],
  ['the name and the date of birth alone', [known()], safe],
])('%s is a possible duplicate', (_name, people, by) => {
  expect(matchIdentified(people, [], by)).toEqual({ kind: 'duplicate', isProtected: false })
})

test('name, date of birth and address together claim the only such person', () => {
  expect(matchIdentified([known()], [match()], safe)).toEqual({ kind: 'claim', person: match() })
  expect(matchIdentified([known({ id: 8 })], [match()], safe).kind).toBe('duplicate')
  expect(matchIdentified([known(), known({ id: 8 })], [match()], safe).kind).toBe('duplicate')
  expect(matchIdentified([], [match()], safe).kind).toBe('duplicate')
  expect(matchIdentified([known()], [match()], { ...safe, bindsBrowser: false }).kind).toBe('duplicate')
})

test('somebody who has only some of the given names may be a twin, and is not claimed by the address', () => {
  expect(matchIdentified([known({ hasSameName: false })], [match()], safe).kind).toBe('duplicate')
  const numbered = known({ hasNumber: true, hasSameName: false })
  expect(matchIdentified([numbered], [match()], safe)).toEqual({ kind: 'claim', person: numbered })
})

test('nobody of the name, the number and the address opens a new account', () => {
  expect(matchIdentified([], [], safe)).toEqual({ kind: 'new' })
})

test('an app that leads nobody back does not bind the browser', () => {
  expect((['bankid', 'local', 'freja'] as const).map(bindsBrowser)).toEqual([true, true, false])
})
