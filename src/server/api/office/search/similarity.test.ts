import { expect, test } from 'vitest'
import { byDistance, nameDistance } from './similarity.ts'

const titles = ['Banbyggare grus', 'Crosskart för ledare', 'Rallycross steg 1', 'Förarutbildning rally']

test('a misspelt word finds the most similar name first', () => {
  expect(byDistance(titles, ['raly'], (title) => title).slice(0, 2)).toEqual([
    'Förarutbildning rally',
    'Rallycross steg 1',
  ])
  expect(byDistance(titles, ['banbygare'], (title) => title)[0]).toBe('Banbyggare grus')
})

test('equally similar names preserve their order, and empty words are not similar', () => {
  expect(byDistance(['B', 'A'], ['zzzz'], (title) => title)).toEqual(['B', 'A'])
  expect(nameDistance([], 'Rally')).toBe(0)
  expect(nameDistance(['rally'], '')).toBe(5)
})
