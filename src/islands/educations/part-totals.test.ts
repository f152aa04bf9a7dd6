import { expect, test } from 'vitest'
import { listPartTotals } from './part-totals.ts'

const part = { id: 1, title: 'Kursdag', fee: 50, occasionFees: [] }

test('the fee of the education is added to that of each part', () => {
  const other = { id: 2, title: 'Webbkurs', fee: 0, occasionFees: [] }
  expect(listPartTotals(300, [part, other])).toEqual([
    { id: 1, title: 'Kursdag', from: 350, to: 350 },
    { id: 2, title: 'Webbkurs', from: 300, to: 300 },
  ])
})

test('fees of coming occasions replace that of their part', () => {
  expect(listPartTotals(300, [{ ...part, occasionFees: [0, 200] }])).toEqual([
    { id: 1, title: 'Kursdag', from: 300, to: 500 },
  ])
})

test('a part that costs nothing is left out', () => {
  expect(listPartTotals(0, [{ ...part, fee: 0 }])).toEqual([])
})
