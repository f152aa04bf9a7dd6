import { expect, test } from 'vitest'
import { emptyOccasion } from '#islands/occasions/occasion-draft.ts'
import { copyOccasion } from './copy-occasion.ts'

test('a copy has the place and the price, but no days, bookings or tag', () => {
  const occasion = {
    ...emptyOccasion(7, true),
    id: 12,
    city: 'Umeå',
    fee: 450,
    startDate: new Date('2026-03-01T08:00:00Z'),
    endDate: new Date('2026-03-01T15:00:00Z'),
    bookedCount: 9,
    tagId: 3,
    canceled: true,
  }
  expect(copyOccasion(occasion)).toMatchObject({
    id: 0,
    city: 'Umeå',
    fee: 450,
    startDate: new Date(0),
    endDate: new Date(0),
    sessions: [],
    lastSignUpDate: null,
    bookedCount: 0,
    tagId: null,
    canceled: false,
  })
})
