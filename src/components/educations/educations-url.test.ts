import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { activeFilters, educationsHref, educationsUrl } from './educations-url.ts'

const read = (address: string) => educationsUrl.parse(new URL(address, 'http://portal.test'))

describe('the URL of the list', () => {
  test('contains its filters', () => {
    expect(read('/educations?text=rally&category=3&category=4&city=Kil&free=true&startDate=2026-05-01&page=2')).toEqual(
      {
        text: 'rally',
        category: [3, 4],
        role: [],
        city: ['Kil'],
        startDate: '2026-05-01',
        endDate: undefined,
        free: true,
        freeSpots: false,
        first: [],
        order: undefined,
        page: 2,
      },
    )
  })

  test('ignores invalid parameters', () => {
    const nonsense =
      '/educations?text=&category=x&category=-1&startDate=soon&endDate=2026-99-99&page=0&free=&city=&order=near.x&first=x'
    expect(educationsHref(read(nonsense))).toBe('/educations?all=1')
    expect(read(nonsense).page).toBe(1)
  })

  test('is parsed and formatted without loss', () => {
    const filter = fc.record({
      text: fc.string({ maxLength: 30 }).map((text) => text.trim()),
      category: fc.array(fc.integer({ min: 1, max: 99 })),
      role: fc.array(fc.integer({ min: 1, max: 99 })),
      city: fc.array(fc.string({ minLength: 1, maxLength: 20 })),
      startDate: fc.constantFrom(undefined, '2026-05-01'),
      endDate: fc.constantFrom(undefined, '2026-05-31'),
      free: fc.boolean(),
      freeSpots: fc.boolean(),
      first: fc.array(fc.integer({ min: 1, max: 99 })),
      order: fc.constantFrom(undefined, 'date', 'price', 'near.12'),
    })
    fc.assert(
      fc.property(filter, (query) => {
        expect(read(educationsHref({ ...query, page: 1 }))).toEqual({ ...query, page: 1 })
      }),
    )
  })
})

test('clears each filter separately and returns to the first page', () => {
  const active = activeFilters(read('/educations?text=rally&category=3&category=4&freeSpots=1&page=3'))
  expect(active.map(({ kind, value }) => `${kind} ${value}`)).toEqual([
    'text rally',
    'category 3',
    'category 4',
    'freeSpots ',
  ])
  expect(active[1]?.href).toBe('/educations?text=rally&category=4&freeSpots=true')
  expect(activeFilters(read('/educations?free=true'))[0]?.href).toBe('/educations?all=1')
})
