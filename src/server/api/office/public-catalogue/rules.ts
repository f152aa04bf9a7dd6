import type { Language } from '#api/actor.ts'
import { countAvailableSeats, type SeatCounts } from '#api/catalogue/occasions/rules.ts'
import type { Feature } from '#api/features.ts'

/** Availability of an occasion as strangers see it. */
type PublicSeats = 'free' | 'few' | 'full'

/** From this number of seats left downwards, strangers see the number. */
const maxShownSeats = 5

interface PublicAvailability {
  seats: PublicSeats
  /** Number of seats left, 1 to 5; null when there are more, no limit or none. */
  availableSeats: number | null
}

/**
 * Returns the availability of an occasion without revealing how many people have signed up. `few` has the number of
 * seats left, one to five; `free`, also without a limit, and `full` have null.
 */
export function toPublicAvailability(counts: SeatCounts): PublicAvailability {
  const availableSeats = countAvailableSeats(counts)
  if (availableSeats === null || availableSeats > maxShownSeats) return { seats: 'free', availableSeats: null }
  return availableSeats === 0 ? { seats: 'full', availableSeats: null } : { seats: 'few', availableSeats }
}

const letters: Record<string, string> = { å: 'a', ä: 'a', ö: 'o', æ: 'a', ø: 'o', ß: 'ss' }
const maxSlugLength = 60

/**
 * Converts a title to the readable part of a URL: lower case ASCII letters and digits with dashes between, cut at 60
 * characters. Empty for a title of other letters.
 */
export const slugify = (title: string): string =>
  title
    .toLowerCase()
    .replace(/[åäöæøß]/g, (letter) => letters[letter] ?? letter)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, maxSlugLength)
    .replace(/^-+|-+$/g, '')

/**
 * Returns the last segment of the URL of an education or a licence: its readable name, if its title gives one, a dash,
 * and its id.
 */
export const toSlug = (id: number, title: string): string => [slugify(title), id].filter(Boolean).join('-')

/** Returns the id at the end of a slug; 0, which no row has, for a text without one. */
export function parseSlug(slug: string | undefined): number {
  const [, digits = '0'] = /(?:^|-)([1-9]\d{0,8})$/.exec(slug ?? '') ?? []
  return Number(digits)
}

/** Segments of the catalogue's URLs, in each language. */
const segments = {
  start: { sv: '/katalog', en: '/en/catalogue' },
  educations: { sv: 'utbildningar', en: 'courses' },
  education: { sv: 'utbildning', en: 'course' },
  license: { sv: 'licens', en: 'licence' },
  calendar: { sv: 'kalender', en: 'calendar' },
  widget: { sv: 'widget', en: 'widget' },
  icalendar: { sv: 'kalender.ics', en: 'dates.ics' },
  json: { sv: 'tillfallen.json', en: 'dates.json' },
} as const satisfies Record<string, Record<Language, string>>

export type CataloguePage = keyof typeof segments

/**
 * Returns the path of a page of the catalogue in a language. With `item`, an education or a licence, it ends with the
 * slug of that.
 */
export function cataloguePath(language: Language, page: CataloguePage, item?: { id: number; title: string }): string {
  const rest = page === 'start' ? [] : [segments[page][language]]
  const slug = item ? [toSlug(item.id, item.title)] : []
  return [segments.start[language], ...rest, ...slug].join('/')
}

const isBelow = (path: string, root: string) => path === root || path.startsWith(`${root}/`)

/**
 * Returns the language of a path of the catalogue, in any case of letters. It is Swedish for `/katalog` and below it,
 * English for `/en/catalogue` and below it, and null for other paths.
 */
export function catalogueLanguage(pathname: string): Language | null {
  const path = pathname.toLowerCase()
  if (isBelow(path, segments.start.sv)) return 'sv'
  return isBelow(path, segments.start.en) ? 'en' : null
}

/**
 * Returns a path of the catalogue, which is in the language `from`, in the other language. The slug of an education or
 * a licence is the same in both; an unknown segment stays.
 */
export function toOtherLanguage(pathname: string, from: Language): string {
  const to = from === 'sv' ? 'en' : 'sv'
  const [page = '', ...slug] = pathname.slice(segments.start[from].length).split('/').filter(Boolean)
  const named = Object.values(segments).find((one) => one[from] === page)
  return [segments.start[to], ...(page ? [named?.[to] ?? page] : []), ...slug].join('/')
}

/**
 * Whether a stranger at the start page is sent to the catalogue instead of the login: both features of the catalogue
 * are on, and the browser has no session cookie. A browser with the cookie of an ended session still goes to the login,
 * which says so.
 */
export const opensCatalogueFirst = (
  pathname: string,
  { hasSession, features }: { hasSession: boolean; features: readonly Feature[] },
): boolean =>
  pathname === '/' && !hasSession && features.includes('PublicCatalogue') && features.includes('PublicCatalogueFirst')

/** Parameters of the catalogue's URLs; others are ignored, so that they make no copies in the cache. */
const parameterNames = ['text', 'category', 'district', 'club', 'freeSpots', 'page', 'month', 'limit']

/**
 * Returns the search part of a URL, from its `?`, with the known, filled-in parameters in a fixed order; empty without
 * any. Each value is trimmed and cut at 200 characters; of a repeated parameter the first value counts.
 */
export function toCatalogueSearch(params: URLSearchParams): string {
  const knownParams = new URLSearchParams()
  for (const name of parameterNames) {
    const value = params.get(name)?.trim().slice(0, 200)
    if (value) knownParams.set(name, value)
  }
  return knownParams.size > 0 ? `?${knownParams}` : ''
}
