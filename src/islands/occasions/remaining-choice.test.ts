import { expect, test } from 'vitest'
import { toRemainingChoice } from './remaining-choice.ts'

const answered = { chosen: [1, 2], sent: [1, 2, 7], unresolvedCount: 0, hasNewText: false }

test('a sign-up of everybody leaves nobody chosen and closes the dialog', () => {
  expect(toRemainingChoice(answered)).toEqual({ chosen: [], isDone: true })
})

test('people who are chosen while a sign-up is under way stay chosen in the open dialog', () => {
  expect(toRemainingChoice({ ...answered, chosen: [1, 2, 3] })).toEqual({ chosen: [3], isDone: false })
})

test('the dialog stays open for lines that are refused or were written during the sign-up', () => {
  expect(toRemainingChoice({ ...answered, unresolvedCount: 1 })).toEqual({ chosen: [], isDone: false })
  expect(toRemainingChoice({ ...answered, hasNewText: true })).toEqual({ chosen: [], isDone: false })
})
