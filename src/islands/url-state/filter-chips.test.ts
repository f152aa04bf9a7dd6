import { expect, test } from 'vitest'
import { createFilterChips, type ListFilter } from './filter-chips.ts'

const filters: readonly ListFilter[] = [
  { name: 'search', label: 'Sök' },
  { name: 'club', label: 'Förening', textOf: (id) => ({ '7': 'Kils MK', '8': 'Eds MK' })[id] },
  { name: 'education', label: 'Utbildning', textOf: () => 'Flaggvakt', needed: ['part'] },
  { name: 'part', label: 'Delmoment' },
  { name: 'mine', label: 'Bara mina', textOf: (value) => (value === '1' ? '' : null) },
]

const read = (query: string) => createFilterChips(`/list${query}`, filters)

test('a list without filters has no chips', () => {
  expect(read('')).toEqual({ chips: [], clearHref: '/list' })
  expect(read('?sort=name&columns=name&search=&page=2').chips).toEqual([])
})

test('each filter has its label, its value and the list without it, at its first page', () => {
  expect(read('?tab=all&search=+%C3%85sa+&mine=1&sort=name&page=3')).toEqual({
    chips: [
      { label: 'Sök: Åsa', href: '/list?tab=all&mine=1&sort=name' },
      { label: 'Bara mina', href: '/list?tab=all&search=+%C3%85sa+&sort=name' },
    ],
    clearHref: '/list?tab=all&sort=name',
  })
})

test('a value of several is removed alone', () => {
  expect(read('?club=7&club=8').chips).toEqual([
    { label: 'Förening: Kils MK', href: '/list?club=8' },
    { label: 'Förening: Eds MK', href: '/list?club=7' },
  ])
})

test('what needs a filter goes with it', () => {
  expect(read('?education=3&part=9').chips).toEqual([
    { label: 'Utbildning: Flaggvakt', href: '/list' },
    { label: 'Delmoment: 9', href: '/list?education=3' },
  ])
})

test('an unusable value has no chip, and is cleared with the others', () => {
  expect(read('?mine=yes&club=1&search=a')).toEqual({
    chips: [{ label: 'Sök: a', href: '/list?mine=yes&club=1' }],
    clearHref: '/list',
  })
})
