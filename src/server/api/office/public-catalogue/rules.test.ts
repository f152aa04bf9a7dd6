import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Feature } from '#api/features.ts'
import {
  catalogueLanguage,
  cataloguePath,
  opensCatalogueFirst,
  parseSlug,
  slugify,
  toCatalogueSearch,
  toOtherLanguage,
  toPublicAvailability,
  toSlug,
} from './rules.ts'

const seats = (maxParticipants: number | null, bookedCount: number) =>
  toPublicAvailability({ maxParticipants, bookedCount, reservedCount: 0 })

test('strangers see a number only when few seats are left', () => {
  expect(seats(20, 3)).toEqual({ seats: 'free', availableSeats: null })
  expect(seats(20, 15)).toEqual({ seats: 'few', availableSeats: 5 })
  expect(seats(20, 20)).toEqual({ seats: 'full', availableSeats: null })
  expect(seats(null, 400)).toEqual({ seats: 'free', availableSeats: null })
})

test('a slug is readable without Swedish letters or signs', () => {
  expect(slugify('Funktionär grund – Åre & Östersund 2')).toBe('funktionar-grund-are-ostersund-2')
  expect(slugify('¡Olé!')).toBe('ole')
  expect(toSlug(12, 'Banchef')).toBe('banchef-12')
  expect(toSlug(12, '!!')).toBe('12')
})

test('the id at the end of a slug is found for any title', () => {
  fc.assert(
    fc.property(fc.string(), fc.integer({ min: 1, max: 999_999_999 }), (title, id) => {
      expect(parseSlug(toSlug(id, title))).toBe(id)
    }),
  )
})

test.each([undefined, '', 'banchef', 'banchef-0', 'banchef-012x', 'banchef-1234567890', 'banchef12'])(
  '%s contains no education id',
  (slug) => expect(parseSlug(slug)).toBe(0),
)

const pairs = [
  ['/katalog', '/en/catalogue'],
  ['/katalog/utbildningar', '/en/catalogue/courses'],
  ['/katalog/utbildning/banchef-12', '/en/catalogue/course/banchef-12'],
  ['/katalog/licens/banlakare-3', '/en/catalogue/licence/banlakare-3'],
  ['/katalog/kalender.ics', '/en/catalogue/dates.ics'],
] as const

test.each(pairs)('the path %s is %s in English', (swedish, english) => {
  expect(toOtherLanguage(swedish, 'sv')).toBe(english)
  expect(toOtherLanguage(english, 'en')).toBe(swedish)
})

test('a URL contains the page and the education', () => {
  expect(cataloguePath('sv', 'start')).toBe('/katalog')
  expect(cataloguePath('en', 'education', { id: 12, title: 'Banchef' })).toBe('/en/catalogue/course/banchef-12')
})

test.each([
  ['/katalog', 'sv'],
  ['/Katalog/Utbildningar', 'sv'],
  ['/en/catalogue/', 'en'],
  ['/katalogen', null],
  ['/educations', null],
])('the path %s is in the language %s', (path, language) => expect(catalogueLanguage(path)).toBe(language))

test('a stranger at the start page opens the catalogue first when both switches are on', () => {
  const opens = (pathname: string, hasSession: boolean, ...features: Feature[]) =>
    opensCatalogueFirst(pathname, { hasSession, features })
  expect(opens('/', false, 'PublicCatalogue', 'PublicCatalogueFirst')).toBe(true)
  expect(opens('/', false, 'PublicCatalogue')).toBe(false)
  expect(opens('/', false, 'PublicCatalogueFirst')).toBe(false)
  // The login says that the session has ended.
  expect(opens('/', true, 'PublicCatalogue', 'PublicCatalogueFirst')).toBe(false)
  expect(opens('/profile', false, 'PublicCatalogue', 'PublicCatalogueFirst')).toBe(false)
})

test('unknown and empty parameters are dropped, and the order is fixed', () => {
  const params = new URLSearchParams('utm_source=mail&page=2&category=&text=%20bana%20')
  expect(toCatalogueSearch(params)).toBe('?text=bana&page=2')
  expect(toCatalogueSearch(new URLSearchParams('fbclid=1'))).toBe('')
})
