import { expect, test } from 'vitest'
import { translator } from '#locales/translate.ts'
import { hasGoalChoices, listGoalChoices } from './choosable-goals.ts'

const license = (licenseId: number, licenseName: string, requirementsMet: number, achieved = false) => ({
  licenseId,
  licenseName,
  achieved,
  qualified: requirementsMet === 4,
  requirementsMet,
  requirementsTotal: 4,
})
const licenses = [license(1, 'Domarlicens', 1), license(2, 'Banlicens', 3), license(3, 'Rallylicens', 4)]
const choices = (goalIds: number[] = [], more = licenses) =>
  listGoalChoices(more, goalIds, translator('sv', 'licenses')).map(({ label, hint }) => [label, hint])

test('each licence says what remains, and the nearest comes first', () => {
  expect(choices()).toEqual([
    ['Rallylicens', 'Du uppfyller alla krav'],
    ['Banlicens', '1 krav kvar'],
    ['Domarlicens', '3 krav kvar'],
  ])
})

test('a licence that is held or already a goal is not offered', () => {
  expect(choices([2], [...licenses, license(4, 'Funktionärslicens', 4, true)]).map(([label]) => label)).toEqual([
    'Rallylicens',
    'Domarlicens',
  ])
})

test('there is something to choose while a licence is neither held nor a goal', () => {
  expect(hasGoalChoices(licenses, [1, 2])).toBe(true)
  expect(hasGoalChoices(licenses, [1, 2, 3])).toBe(false)
  expect(hasGoalChoices([license(4, 'Funktionärslicens', 4, true)], [])).toBe(false)
})
