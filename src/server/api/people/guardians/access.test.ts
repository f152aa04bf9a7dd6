import { describe, expect, test } from 'vitest'
import { determineStanding, type GuardianRight, type GuardianStanding, hasGuardianRight } from './access.ts'

const helena = 7
const confirmed = { confirmed: true }
const claimed = { confirmed: false }
const today = '2026-06-13'

/** Expected standing by birth date, link, assignment on the sign-up, and the day in Sweden. */
const standings: [string, string | null, typeof confirmed | null, boolean, string, GuardianStanding][] = [
  ['a child with a confirmed link', '2012-03-01', confirmed, false, today, 'guardian'],
  ['a child of unknown age with a confirmed link', null, confirmed, false, today, 'guardian'],
  ['the day before the eighteenth birthday', '2008-06-14', confirmed, false, today, 'guardian'],
  ['the eighteenth birthday', '2008-06-13', confirmed, false, today, 'none'],
  ['the day after it', '2008-06-12', confirmed, false, today, 'none'],
  [
    'born on a leap day, on 28 February of the eighteenth year',
    '2008-02-29',
    confirmed,
    false,
    '2026-02-28',
    'guardian',
  ],
  ['born on a leap day, on the first of March', '2008-02-29', confirmed, false, '2026-03-01', 'none'],
  ['born on a leap day, of age in a leap year', '2008-02-29', confirmed, false, '2028-02-29', 'none'],
  ['born on the first of March, on a leap day', '2010-03-01', confirmed, false, '2028-02-29', 'guardian'],
  ['born on the last day of a year, on the last', '2008-12-31', confirmed, false, '2026-12-31', 'none'],
  ['born on the last day of a year, the day before', '2008-12-31', confirmed, false, '2026-12-30', 'guardian'],
  ['a newborn', '2026-06-13', confirmed, false, today, 'guardian'],
  ['a link that only the adult has made', '2012-03-01', claimed, false, today, 'unconfirmed'],
  ['the same to a child of unknown age', null, claimed, false, today, 'unconfirmed'],
  ['the same to somebody of age', '2000-03-01', claimed, false, today, 'none'],
  ['no link at all', '2012-03-01', null, false, today, 'none'],
  ['no link, unknown age', null, null, false, today, 'none'],
  ['named on the sign-up alone', '2012-03-01', null, true, today, 'assigned'],
  ['named, and claiming more', '2012-03-01', claimed, true, today, 'assigned'],
  ['named, and confirmed: the more counts', '2012-03-01', confirmed, true, today, 'guardian'],
  ['named on the sign-up of somebody who has come of age since', '2008-06-01', null, true, today, 'assigned'],
  ['confirmed and named, come of age since', '2008-06-01', confirmed, true, today, 'assigned'],
  ['named, unknown age', null, null, true, today, 'assigned'],
]

describe('the relation of an adult to a person', () => {
  test.each(standings)('%s', (_case, birthOn, link, isAssigned, todayOn, standing) => {
    expect(determineStanding({ adultId: helena, child: { id: 6, birthOn }, link, isAssigned }, todayOn)).toBe(standing)
  })

  test('no person is their own guardian, in any combination of links', () => {
    const self = { id: helena, birthOn: '2012-03-01' }
    expect(determineStanding({ adultId: helena, child: self, link: confirmed, isAssigned: true }, today)).toBe('none')
  })
})

const nobody: GuardianStanding[] = []
const everybody: GuardianStanding[] = ['none', 'unconfirmed', 'assigned', 'guardian']

/** Expected rights, listed a second time so that a mistake in the rules is found. */
const expectedRights: Record<GuardianRight, GuardianStanding[]> = {
  seeName: everybody,
  seeProfile: ['guardian'],
  seeResults: ['guardian'],
  seeBookings: ['guardian'],
  seeExamBooking: ['assigned', 'guardian'],
  seeProtocol: ['guardian'],
  seeExaminersNote: nobody,
  signUp: ['guardian'],
  signOff: ['guardian'],
  assignGuardian: ['guardian'],
  searchAdults: ['guardian'],
  removeLink: ['unconfirmed', 'guardian'],
  confirmLink: ['guardian'],
  editPerson: nobody,
  changePassword: nobody,
  judge: nobody,
}

describe('access of a guardian to a child', () => {
  test.each(Object.entries(expectedRights) as [GuardianRight, GuardianStanding[]][])('%s', (act, allowed) => {
    expect(everybody.filter((standing) => hasGuardianRight(standing, act))).toEqual(allowed)
  })
})
