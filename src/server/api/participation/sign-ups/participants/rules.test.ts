import { expect, test } from 'vitest'
import { figures, isCountedIn, matchesParticipantFilter, planMove } from './rules.ts'

const participant = {
  name: 'Anna Åkerlund',
  email: 'anna@example.se',
  phone: null,
  externalPersonId: 'IID4711',
  organizationNames: ['Arvika MK', 'Kil MS'],
  canceled: false,
  completed: false,
  attended: null,
  signUpDate: new Date(),
}
const matches = (text: string, fields: Partial<typeof participant> = {}) =>
  matchesParticipantFilter({ ...participant, ...fields }, { text, only: null })

test('a text is found in any case in name, e-mail address, external id and every organisation', () => {
  for (const text of ['', ' ', 'åKER', 'anna@', 'iid47', 'kil ms', ' arvika ']) expect(matches(text), text).toBe(true)
  for (const text of ['bertil', '070', 'null']) expect(matches(text), text).toBe(false)
})

test('a figure counts live sign-ups only, and a completed one as attended', () => {
  const counted = (fields: object) => figures.filter((figure) => isCountedIn({ ...participant, ...fields }, figure))
  expect(counted({})).toEqual(['signedUp'])
  expect(counted({ signUpDate: null })).toEqual(['signedUp', 'pending'])
  expect(counted({ attended: true })).toEqual(['signedUp', 'attended'])
  expect(counted({ completed: true })).toEqual(['signedUp', 'attended', 'completed'])
  expect(counted({ canceled: true, completed: true, attended: true })).toEqual([])
})

test('text and figure must both match', () => {
  expect(matchesParticipantFilter(participant, { text: 'anna', only: 'signedUp' })).toBe(true)
  expect(matchesParticipantFilter(participant, { text: 'anna', only: 'completed' })).toBe(false)
  expect(matchesParticipantFilter(participant, { text: 'bo', only: 'signedUp' })).toBe(false)
})

test('those who signed up first fit on another date, and those who are on it or wait for approval come last', () => {
  const row = (resultId: number, day: number | null) => ({
    resultId,
    userId: 100 + resultId,
    name: `Person ${resultId}`,
    signUpDate: day === null ? null : new Date(2026, 0, day),
  })
  const open = [row(1, null), row(2, 5), row(3, 2), row(4, 1)]
  const idsOf = (seats: number) => {
    const { fitting, others } = planMove(open, new Set([104]), seats)
    return [fitting, others].map((rows) => rows.map(({ resultId }) => resultId))
  }
  expect(idsOf(2)).toEqual([
    [3, 2],
    [1, 4],
  ])
  expect(idsOf(9)).toEqual([[3, 2, 1], [4]])
  expect(idsOf(0)).toEqual([[], [1, 2, 3, 4]])
})
