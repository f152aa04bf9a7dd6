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

test('an administrator is informed before the day, and must set up a factor from that day', () => {
  expect([findSignInStep(administrator, '2027-02-28'), findFactorDueDay(administrator, '2027-02-28')]).toEqual([
    null,
    day,
  ])
  expect([findSignInStep(administrator, day), findFactorDueDay(administrator, day)]).toEqual(['factor-setup', null])
})

test('a person with a factor takes the second step without a reminder, and is then let in', () => {
  const equipped = { ...administrator, hasFactor: true }
  expect([findSignInStep(equipped, day), findFactorDueDay(equipped, '2027-02-28')]).toEqual(['second-factor', null])
  for (const secondFactor of ['app', 'passkey', 'recovery-code', 'external-login'] as const)
    expect(findSignInStep({ ...equipped, secondFactor }, day)).toBeNull()
})

test('an electronic identification is sufficient, without a reminder', () => {
  const identified = { ...administrator, secondFactor: 'external-login' as const }
  expect([findSignInStep(identified, day), findFactorDueDay(identified, '2027-02-28')]).toEqual([null, null])
})

test('nothing is required without a day, nor of other roles', () => {
  expect(findSignInStep({ ...administrator, requiredFrom: null }, day)).toBeNull()
  for (const roles of [{}, { Educator: {} }, { OrganizationAdmin: {} }]) {
    expect(findSignInStep({ ...administrator, roles }, day)).toBeNull()
    expect(findFactorDueDay({ ...administrator, roles }, '2027-02-28')).toBeNull()
  }
  expect(findSignInStep({ ...administrator, roles: { SuperAdministrator: {} } }, day)).toBe('factor-setup')
})

test('a person who began a sign-in in two steps takes the second, regardless of the requirement', () => {
  const begun = { ...administrator, roles: {}, requiredFrom: null, awaitsSecondFactor: true, hasFactor: true }
  expect(findSignInStep(begun, day)).toBe('second-factor')
})

test('codes are parsed as people type them', () => {
  expect(formatRecoveryCode('abcdefghjkmn')).toBe('abcd-efgh-jkmn')
  for (const typed of ['abcd-efgh-jkmn', ' ABCD efgh JKMN ', 'abcdefghjkmn'])
    expect(parseRecoveryCode(typed)).toBe('abcdefghjkmn')
  for (const typed of ['', 'abcd-efgh-jkm', 'abcd-efgh-jkml', 'abcd-efgh-jkmn2'])
    expect(parseRecoveryCode(typed)).toBeNull()
  expect(parseAppCode(' 123 456 ')).toBe('123456')
  for (const typed of ['12345', '1234567', '12345a', '']) expect(parseAppCode(typed)).toBeNull()
})
