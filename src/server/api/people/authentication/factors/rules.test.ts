import { expect, test } from 'vitest'
import { findFactorDueDay, findSignInStep, formatRecoveryCode, parseAppCode, parseRecoveryCode } from './rules.ts'

const day = '2027-03-01'
const administrator = {
  roles: { Administrator: {} },
  secondFactor: null,
  awaitsSecondFactor: false,
  hasFactor: false,
  requiredFrom: day,
}

test('before the day an administrator is told of it, and from it on sets a factor up', () => {
  expect([findSignInStep(administrator, '2027-02-28'), findFactorDueDay(administrator, '2027-02-28')]).toEqual([
    null,
    day,
  ])
  expect([findSignInStep(administrator, day), findFactorDueDay(administrator, day)]).toEqual(['factor-setup', null])
})

test('who has a factor takes the step and is told nothing; who took it is let in', () => {
  const equipped = { ...administrator, hasFactor: true }
  expect([findSignInStep(equipped, day), findFactorDueDay(equipped, '2027-02-28')]).toEqual(['second-factor', null])
  for (const secondFactor of ['app', 'passkey', 'recovery-code', 'external-login'] as const)
    expect(findSignInStep({ ...equipped, secondFactor }, day)).toBeNull()
})

test('an electronic identification is enough, and nobody who uses one is told', () => {
  const identified = { ...administrator, secondFactor: 'external-login' as const }
  expect([findSignInStep(identified, day), findFactorDueDay(identified, '2027-02-28')]).toEqual([null, null])
})

test('nothing is demanded without a day, nor of other roles', () => {
  expect(findSignInStep({ ...administrator, requiredFrom: null }, day)).toBeNull()
  for (const roles of [{}, { Educator: {} }, { OrganizationAdmin: {} }]) {
    expect(findSignInStep({ ...administrator, roles }, day)).toBeNull()
    expect(findFactorDueDay({ ...administrator, roles }, '2027-02-28')).toBeNull()
  }
  expect(findSignInStep({ ...administrator, roles: { SuperAdministrator: {} } }, day)).toBe('factor-setup')
})

test('a person who began a sign-in in two steps takes the second, whatever is demanded', () => {
  const begun = { ...administrator, roles: {}, requiredFrom: null, awaitsSecondFactor: true, hasFactor: true }
  expect(findSignInStep(begun, day)).toBe('second-factor')
})

test('codes are read as people type them', () => {
  expect(formatRecoveryCode('abcdefghjkmn')).toBe('abcd-efgh-jkmn')
  for (const typed of ['abcd-efgh-jkmn', ' ABCD efgh JKMN ', 'abcdefghjkmn'])
    expect(parseRecoveryCode(typed)).toBe('abcdefghjkmn')
  for (const typed of ['', 'abcd-efgh-jkm', 'abcd-efgh-jkml', 'abcd-efgh-jkmn2'])
    expect(parseRecoveryCode(typed)).toBeNull()
  expect(parseAppCode(' 123 456 ')).toBe('123456')
  for (const typed of ['12345', '1234567', '12345a', '']) expect(parseAppCode(typed)).toBeNull()
})
