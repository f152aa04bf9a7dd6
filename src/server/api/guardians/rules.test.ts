import { expect, test } from 'vitest'
import { cameOfAgeOn, mayConfirm, mayStandAsGuardian, mustHaveGuardian, refuseLink } from './rules.ts'

const today = '2026-03-02'
const helena = { id: 7, birthOn: '1983-05-01' }
const milo = { id: 6, birthOn: '2010-08-20' }

test('an adult is linked to a child', () => {
  expect(refuseLink(helena, milo, today)).toBeNull()
  expect(refuseLink(helena, { id: 6, birthOn: null }, today)).toBeNull()
})

test('a guardian is 18 that very day, not the day before, and not without a date of birth', () => {
  expect(refuseLink({ id: 7, birthOn: '2008-03-02' }, milo, today)).toBeNull()
  expect(refuseLink({ id: 7, birthOn: '2008-03-03' }, milo, today)).toBe('guardian_not_adult')
  expect(refuseLink({ id: 7, birthOn: null }, milo, today)).toBe('guardian_not_adult')
})

test('nobody is their own guardian, or an adult’s', () => {
  expect(refuseLink(helena, helena, today)).toBe('guardian_of_self')
  expect(refuseLink(helena, { id: 6, birthOn: '2008-03-02' }, today)).toBe('guardian_of_adult')
})

test('the adult alone is not believed', () => {
  expect(mayConfirm(helena.id, milo.id, false)).toBe(false)
  expect(mayConfirm(milo.id, milo.id, false)).toBe(true)
  expect(mayConfirm(3, milo.id, true)).toBe(true)
})

test('a driver needs a guardian until the eighteenth birthday, on the day of the exam and not of the sign-up', () => {
  expect(mustHaveGuardian(18, '2008-06-14', '2026-06-13')).toBe(true)
  expect(mustHaveGuardian(18, '2008-06-13', '2026-06-13')).toBe(false)
  expect(mustHaveGuardian(18, '2008-06-12', '2026-06-13')).toBe(false)
  expect(mustHaveGuardian(18, null, '2026-06-13')).toBe(true)
  expect(mustHaveGuardian(null, null, '2026-06-13')).toBe(false)
})

test('an adult of the federation stands as a guardian; somebody from outside when the organiser says so', () => {
  const helena = { birthOn: '1983-05-01', isExternal: false }
  expect(mayStandAsGuardian(helena, today, false)).toBe(true)
  expect(mayStandAsGuardian({ ...helena, isExternal: true }, today, false)).toBe(false)
  expect(mayStandAsGuardian({ ...helena, isExternal: true }, today, true)).toBe(true)
  expect(mayStandAsGuardian({ birthOn: '2008-03-03', isExternal: false }, today, true)).toBe(false)
  expect(mayStandAsGuardian({ birthOn: null, isExternal: false }, today, true)).toBe(false)
  expect(cameOfAgeOn('2026-03-02')).toBe('2008-03-02')
})
