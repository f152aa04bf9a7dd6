import { expect, test } from 'vitest'
import { figures, isCountedIn, matchesParticipantFilter } from './rules.ts'

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
