import { expect, test } from 'vitest'
import { mayConfirm, refuseLink } from './rules.ts'

const today = new Date('2026-03-02T12:00:00.000Z')
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
