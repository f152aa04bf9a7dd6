import { expect, test } from 'vitest'
import { chooseRowsToCredit } from './credit-choice.ts'

const row = (id: number, creditDate: Date | null = null, creditNumber: number | null = null) => ({
  id,
  creditDate,
  creditNumber,
})

test('the rows to be credited are chosen at first, and without any all that are not credited', () => {
  expect([...chooseRowsToCredit([row(1), row(2, new Date()), row(3, null, 1002)])]).toEqual([2])
  expect([...chooseRowsToCredit([row(1), row(2), row(3, null, 1002)])]).toEqual([1, 2])
  expect([...chooseRowsToCredit([])]).toEqual([])
})
