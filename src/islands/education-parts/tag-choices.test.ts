import { expect, test } from 'vitest'
import { initialChoice, listChoices, type TaggableOccasion } from './tag-choices.ts'

const now = new Date('2026-11-21T12:00:00Z')
const one = (id: number, more: Partial<TaggableOccasion> = {}): TaggableOccasion => ({
  id,
  educationPartId: 1,
  tagId: null,
  bookedCount: 0,
  canceled: false,
  city: 'Kil',
  startDate: new Date('2026-12-01T09:00:00Z'),
  endDate: new Date('2026-12-01T12:00:00Z'),
  ...more,
})

test('coming occasions without participants can be chosen, and the tag’s own occasions always', () => {
  const all = [
    one(1),
    one(2, { educationPartId: 2 }),
    one(3, { bookedCount: 1 }),
    one(4, { tagId: 8 }),
    one(5, { startDate: new Date('2026-11-20T09:00:00Z') }),
    one(6, { canceled: true }),
    one(7, { tagId: 9, bookedCount: 4 }),
  ]
  expect(listChoices(1, 9, all, now).map(({ id }) => id)).toEqual([1, 7])
  expect(listChoices(1, null, all, now).map(({ id }) => id)).toEqual([1])
})

test('the form starts with the occasions of the tag', () => {
  const tag = { id: 9, educationId: 3, name: 'Helg', occasionIds: [7, 2] }
  const all = [one(1), one(2, { educationPartId: 2 }), one(7)]
  expect(initialChoice(tag, all)).toEqual({ 1: 7, 2: 2 })
  expect(initialChoice(null, all)).toEqual({})
})
