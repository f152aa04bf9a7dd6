import { expect, test } from 'vitest'
import { canObject, getResetHoldEnd, hoursAfter } from './rules.ts'

const now = new Date('2026-03-02T12:00:00Z')
const byOffice = {
  fromRegister: false,
  requestedByUserId: 1,
  userId: 6,
  previousEmail: 'milo@example.se',
  confirmedAt: null,
  withdrawnAt: null,
  objectedAt: null,
}

test('the reader of the previous address stops the office’s change until 72 hours after it was confirmed', () => {
  expect(canObject(byOffice, now)).toBe(true)
  expect(canObject({ ...byOffice, confirmedAt: hoursAfter(now, -71.9) }, now)).toBe(true)
  expect(canObject({ ...byOffice, confirmedAt: hoursAfter(now, -72) }, now)).toBe(false)
  expect(getResetHoldEnd(hoursAfter(now, -72))).toEqual(now)
})

test('the person’s own change, one that is final and one without a previous address cannot be stopped', () => {
  expect(canObject({ ...byOffice, requestedByUserId: 6 }, now)).toBe(false)
  expect(canObject({ ...byOffice, withdrawnAt: now }, now)).toBe(false)
  expect(canObject({ ...byOffice, objectedAt: now }, now)).toBe(false)
  expect(canObject({ ...byOffice, previousEmail: null }, now)).toBe(false)
})
