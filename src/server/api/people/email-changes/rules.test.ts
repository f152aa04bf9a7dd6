import { expect, test } from 'vitest'
import { hoursAfter, mayObject, restsUntil } from './rules.ts'

const now = new Date('2026-03-02T12:00:00Z')
const byOffice = {
  requestedByUserId: 1,
  userId: 6,
  previousEmail: 'milo@example.se',
  confirmedAt: null,
  withdrawnAt: null,
  objectedAt: null,
}

test('the reader of the previous address stops the office’s change until 72 hours after it was confirmed', () => {
  expect(mayObject(byOffice, now)).toBe(true)
  expect(mayObject({ ...byOffice, confirmedAt: hoursAfter(now, -71.9) }, now)).toBe(true)
  expect(mayObject({ ...byOffice, confirmedAt: hoursAfter(now, -72) }, now)).toBe(false)
  expect(restsUntil(hoursAfter(now, -72))).toEqual(now)
})

test('nobody stops the person’s own change, one that is over, or one without a previous address', () => {
  expect(mayObject({ ...byOffice, requestedByUserId: 6 }, now)).toBe(false)
  expect(mayObject({ ...byOffice, withdrawnAt: now }, now)).toBe(false)
  expect(mayObject({ ...byOffice, objectedAt: now }, now)).toBe(false)
  expect(mayObject({ ...byOffice, previousEmail: null }, now)).toBe(false)
})
