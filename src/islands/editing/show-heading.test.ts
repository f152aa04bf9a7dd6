import { expect, test } from 'vitest'
import { toHeading } from './show-heading.ts'

test('the heading has the own title before that of the part, the time and the place', () => {
  const saved = {
    title: null,
    partTitle: 'Kursdag',
    startDate: new Date('2026-12-05T17:00:00Z'),
    endDate: new Date('2026-12-05T20:00:00Z'),
    city: 'Borlänge',
    venue: 'Sal A',
  }
  expect(toHeading(saved, 'sv')).toEqual({
    title: 'Kursdag',
    when: 'lör 5 dec. 2026 18:00–21:00',
    place: 'Sal A, Borlänge',
  })
  expect(toHeading({ ...saved, title: 'Extra kväll', venue: null }, 'sv')).toMatchObject({
    title: 'Extra kväll',
    place: 'Borlänge',
  })
})
