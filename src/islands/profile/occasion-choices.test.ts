import { expect, test } from 'vitest'
import type { FoundOccasion } from '#api/office/search/contract.ts'
import { isLongEnough, listTiedLabels, toOccasionChoices } from './occasion-choices.ts'

const now = new Date('2026-12-01T10:00:00Z')
const occasion: FoundOccasion = {
  id: 1,
  educationId: 2,
  educationPartId: 3,
  title: 'Banchef folkrace',
  educationTitle: 'Banchef',
  startDate: new Date('2026-12-05T08:00:00Z'),
  endDate: new Date('2026-12-05T16:00:00Z'),
  city: 'Kil',
  venue: null,
  canceled: false,
  managed: true,
  type: 0,
}

test('the choices are the coming occasions that the reader manages, also when the search has more', () => {
  const items = [
    occasion,
    { ...occasion, id: 2, managed: false },
    { ...occasion, id: 3, canceled: true },
    { ...occasion, id: 4, startDate: new Date('2026-11-05T08:00:00Z') },
  ]
  expect(toOccasionChoices({ occasions: { items, more: true } }, now)).toEqual({ occasions: [occasion], more: true })
  expect(toOccasionChoices({ occasions: { items: [], more: false } }, now)).toEqual({ occasions: [], more: false })
})

test('a search needs two letters beside spaces', () => {
  expect([' b ', 'ba', ''].map(isLongEnough)).toEqual([false, true, false])
})

test('tied occasions are named with start and city, by their own title or else that of the part', () => {
  const tied = { title: null, partTitle: 'Bandag', startDate: new Date('2026-12-06T08:00:00Z'), city: 'Kil' }
  const labels = listTiedLabels([tied, { ...tied, title: 'Kväll på banan' }], 'sv')
  expect(labels).toHaveLength(2)
  expect(labels[0]).toMatch(/^Bandag, .*6 dec.* 09[.:]00, Kil$/)
  expect(labels[1]).toMatch(/^Kväll på banan, /)
})
