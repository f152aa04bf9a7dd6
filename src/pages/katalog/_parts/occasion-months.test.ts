import { expect, test } from 'vitest'
import type { PublicOccasion } from '#api/office/public-catalogue/contract.ts'
import { unchecked } from '../../../unchecked.ts'
import { chooseMonth, groupByMonth } from './occasion-months.ts'

const at = (text: string) => unchecked<PublicOccasion>({ startDate: new Date(text) })

test('occasions are grouped by the month of the portal’s time zone', () => {
  const occasions = ['2026-12-05T09:00:00Z', '2026-12-31T22:30:00Z', '2026-12-31T23:30:00Z'].map(at)
  const counts = groupByMonth(occasions).map(({ month, occasions: inMonth }) => [month, inMonth.length])
  expect(counts).toEqual([
    ['2026-12', 2],
    ['2027-01', 1],
  ])
})

test('a month without occasions gives way to the first month that has some', () => {
  const months = groupByMonth(['2026-12-05T09:00:00Z', '2027-02-05T09:00:00Z'].map(at))
  expect(chooseMonth(months, '2027-02')?.month).toBe('2027-02')
  expect(chooseMonth(months, '2027-01')?.month).toBe('2026-12')
  expect(chooseMonth(months, null)?.month).toBe('2026-12')
  expect(chooseMonth([], null)).toBeUndefined()
})
