import { describe, expect, test } from 'vitest'
import { findLatestCompleted, isOverlapping, toSignUpState } from './rules.ts'

const at = (text: string) => new Date(`${text}T08:00:00Z`)
const today = at('2026-05-10')

test('occasions that only touch do not overlap', () => {
  const day = (from: string, to: string) => ({ startsAt: at(from), endsAt: at(to) })
  expect(isOverlapping(day('2026-06-01', '2026-06-02'), day('2026-06-02', '2026-06-03'))).toBe(false)
  expect(isOverlapping(day('2026-06-01', '2026-06-03'), day('2026-06-02', '2026-06-04'))).toBe(true)
})

describe('the state of a part', () => {
  const one = { completed: false, canceled: false, attended: null, signUpDate: today as Date | null }
  test('is pending while the sign-up has no date', () =>
    expect(toSignUpState([{ ...one, signUpDate: null }])).toBe('pending'))
  test('stays completed during a new attempt', () =>
    expect(toSignUpState([one, { ...one, completed: true }])).toBe('completed'))
  test('is cancelled only when nothing else is left', () => {
    expect(toSignUpState([{ ...one, canceled: true }])).toBe('canceled')
    expect(toSignUpState([{ ...one, canceled: true }, one])).toBe('signedUp')
  })
  test('is attended when present but not passed', () =>
    expect(toSignUpState([{ ...one, attended: true }])).toBe('attended'))
  test('is none without results', () => expect(toSignUpState([])).toBe('none'))
})

test('the latest completed result wins, by lastChange', () => {
  const results = [
    { resultId: 1, completed: true, lastChange: at('2026-01-01') },
    { resultId: 2, completed: true, lastChange: at('2026-03-01') },
    { resultId: 3, completed: false, lastChange: at('2026-04-01') },
  ]
  expect(findLatestCompleted(results)?.resultId).toBe(2)
  expect(findLatestCompleted([])).toBeNull()
})
