import { describe, expect, test } from 'vitest'
import { isOfEarlierSignUp, type SignUpSpan } from './earlier-sign-ups.ts'

const at = (text: string) => new Date(`${text}:00Z`)
const completed = (from: string, to: string): SignUpSpan => ({
  createdAt: at(from),
  completedAt: at(to),
  canceledAt: null,
})
const left = (from: string, to: string): SignUpSpan => ({ createdAt: at(from), completedAt: null, canceledAt: at(to) })
const now = at('2026-05-04T12:00')

describe('an attempt is of an earlier sign-up', () => {
  test.each<[string, string, SignUpSpan[], boolean]>([
    ['never without one', '2020-01-01T00:00', [], false],
    [
      'when it began before that was completed',
      '2026-01-01T10:00',
      [completed('2026-01-01T09:00', '2026-01-01T11:00')],
      true,
    ],
    [
      'not when it began since, with the launch that signed up',
      '2026-05-04T11:59',
      [completed('2026-01-01T09:00', '2026-01-01T11:00')],
      false,
    ],
    [
      'when it began long before signing up',
      '2026-05-03T12:00',
      [completed('2026-01-01T09:00', '2026-01-01T11:00')],
      true,
    ],
    ['when that was left on an earlier day', '2026-05-03T10:00', [left('2026-05-03T09:00', '2026-05-03T20:00')], true],
    [
      'not when that was left on the same day',
      '2026-04-01T10:00',
      [left('2026-04-01T09:00', '2026-05-04T11:00')],
      false,
    ],
    ['on the Swedish day', '2026-05-03T21:00', [left('2026-05-03T20:00', '2026-05-03T21:59')], true],
    [
      'when it is older than the one that goes on',
      '2026-01-01T10:00',
      [left('2026-04-01T09:00', '2026-05-04T11:00'), completed('2026-01-01T09:00', '2026-01-01T11:00')],
      true,
    ],
    [
      'not when it is of the one that goes on',
      '2026-04-01T10:00',
      [left('2026-04-01T09:00', '2026-05-04T11:00'), completed('2026-01-01T09:00', '2026-01-01T11:00')],
      false,
    ],
    [
      'when that was completed and then cancelled on the same day',
      '2026-04-01T10:00',
      [{ ...completed('2026-04-01T09:00', '2026-04-02T09:00'), canceledAt: at('2026-05-04T11:00') }],
      true,
    ],
  ])('%s', (_, startedAt, earlier, expected) => {
    expect(isOfEarlierSignUp(at(startedAt), now, earlier)).toBe(expected)
  })
})
