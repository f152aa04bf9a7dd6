import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { activeFilters, educationsHref, educationsUrl } from './educations-url.ts'

const read = (address: string) => educationsUrl.parse(new URL(address, 'http://portal.test'))

describe('the address of the list', () => {
  test('says what it is narrowed by', () => {
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
        page: 2,
      },
    )
  })

  test('may hold nonsense, which narrows nothing', () => {
    const nonsense = '/educations?text=&category=x&category=-1&startDate=soon&endDate=2026-99-99&page=0&free=&city='
    expect(educationsHref(read(nonsense))).toBe('/educations?all=1')
    expect(read(nonsense).page).toBe(1)
  })

  test('and what it says are the same thing', () => {
    const filter = fc.record({
      text: fc.string({ maxLength: 30 }).map((text) => text.trim()),
      category: fc.array(fc.integer({ min: 1, max: 99 })),
      role: fc.array(fc.integer({ min: 1, max: 99 })),
      city: fc.array(fc.string({ minLength: 1, maxLength: 20 })),
      startDate: fc.constantFrom(undefined, '2026-05-01'),
      endDate: fc.constantFrom(undefined, '2026-05-31'),
      free: fc.boolean(),
      freeSpots: fc.boolean(),
    })
    fc.assert(
      fc.property(filter, (given) => {
        expect(read(educationsHref({ ...given, page: 1 }))).toEqual({ ...given, page: 1 })
      }),
    )
  })
})

test('each filter can be lifted by itself, back to the first page', () => {
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
