import { expect, test } from 'vitest'
import { itemHref } from '#islands/calendar/item-people.ts'
import { peopleOfItems } from './family-items.ts'

const children = [{ id: 7, firstName: 'Milo', name: 'Milo Ström', pictureUrl: null }]
const self = { id: 3, name: 'Du' }
const peopleOf = (items: { id: string; userIds?: number[] }[]) => peopleOfItems({ items, children, self })

test('an item names everybody of the family who is booked on it', () => {
  expect(peopleOf([{ id: 'occasion-1', userIds: [3, 7] }])).toEqual({
    'occasion-1': { names: 'Du, Milo', childId: null },
  })
})

test('the item of a child alone leads to the child’s booking', () => {
  const { 'exam-2': people } = peopleOf([{ id: 'exam-2', userIds: [7] }])
  expect(people).toEqual({ names: 'Milo', childId: 7 })
  expect(itemHref({ educationId: 4, educationPartId: 9 }, people)).toBe('/education/4?person=7#part-9')
})

test('the item of two children leads to the first one’s booking, not to the reader’s page', () => {
  expect(peopleOf([{ id: 'exam-2', userIds: [7, 8] }])['exam-2']?.childId).toBe(7)
})

test('a calendar of all dates names nobody', () => {
  expect(peopleOf([{ id: 'occasion-1' }])).toEqual({})
  expect(itemHref({ educationId: 4, educationPartId: 9 }, undefined)).toBe('/education/4#part-9')
})
