import { expect, test } from 'vitest'
import { findLatest, isApproved, needsNewAttempt } from './attempts.ts'

const at = (resultId: number, day: number, completed = false) => ({
  resultId,
  completed,
  lastChange: new Date(Date.UTC(2026, 4, day)),
})

test('a person who has never opened the part gets a first attempt', () => {
  expect(needsNewAttempt([])).toBe(true)
  expect(isApproved([])).toBe(false)
})

test('an open attempt is resumed', () => {
  expect(needsNewAttempt([at(1, 1)])).toBe(false)
  expect(isApproved([at(1, 1)])).toBe(false)
})

test('opening an approved part again is a new attempt', () => {
  expect(needsNewAttempt([at(1, 2, true)])).toBe(true)
  expect(isApproved([at(1, 2, true)])).toBe(true)
})

test('an open attempt beside an older completed one is resumed and not approved yet', () => {
  const attempts = [at(1, 2, true), at(2, 3)]
  expect(findLatest(attempts)).toMatchObject({ latest: { resultId: 2 }, completed: { resultId: 1 } })
  expect(needsNewAttempt(attempts)).toBe(false)
  expect(isApproved(attempts)).toBe(false)
})

test('the latest change decides, regardless of the order of the response', () => {
  expect(isApproved([at(1, 2), at(2, 5, true), at(3, 4)])).toBe(true)
})
