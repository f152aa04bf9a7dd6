import { day } from '#islands/url-state/day-params.ts'
import { pageOfList } from '#islands/url-state/page-of-list.ts'
import { flag, text, toId } from '#islands/url-state/params.ts'
import { type Param, type UrlStateOf, urlState } from '#islands/url-state/url-state.ts'

const search = text()

const trimmed: Param<string> = { ...search, parse: (texts) => search.parse(texts.map((one) => one.trim())) }
const ids: Param<number[]> = { parse: (texts) => texts.flatMap((one) => toId(one) ?? []), fallback: [] }
const cities: Param<string[]> = {
  parse: (texts) => texts.filter((one) => one !== '' && one.length <= 100),
  fallback: [],
}

const orders = /^(date|price|near\.[1-9]\d{0,8})$/
const order: Param<string | undefined> = {
  parse: ([first = '']) => (orders.test(first) ? first : undefined),
  fallback: undefined,
  format: (value) => (value ? [value] : []),
}

export const educationsUrl = urlState('/educations', {
  text: trimmed,
  category: ids,
  role: ids,
  city: cities,
  startDate: day(undefined),
  endDate: day(undefined),
  free: flag('true'),
  freeSpots: flag('true'),
  /** Branches whose educations come first; they narrow nothing. */
  first: ids,
  order,
  page: pageOfList(),
})
export type EducationSearch = UrlStateOf<typeof educationsUrl>

/**
 * Returns path and query of the list with the changes applied, always of its first page. A plain `/educations` opens
 * with the favourite branches first, so a list without parameters carries `all`.
 */
export function educationsHref(search: EducationSearch, changes: Partial<EducationSearch> = {}): string {
  const href = educationsUrl.href(search, changes)
  return href === educationsUrl.path ? `${href}?all=1` : href
}

/**
 * Returns the search with its text and order alone: every other filter is lifted, and the favourite branches are too.
 */
export const textAlone = ({ text, order }: EducationSearch): EducationSearch => ({
  ...educationsUrl.parse(new URLSearchParams()),
  text,
  order,
})

export interface ActiveFilter {
  kind: Exclude<keyof EducationSearch, 'page' | 'first' | 'order'>
  value: string
  /** URL of the list without this filter. */
  href: string
}

/**
 * Lists the active filters in a fixed order, each with the link to the first page without it; empty without any. Each
 * category, role and city is one of its own: `kind` is the field of the search, and `value` its text or id, empty for a
 * switch.
 */
export function activeFilters(filter: EducationSearch): ActiveFilter[] {
  const without = (changes: Partial<EducationSearch>) => educationsHref(filter, changes)
  const listFilters = <Value extends number | string>(kind: 'category' | 'role' | 'city', values: readonly Value[]) =>
    values.map((value) => ({
      kind,
      value: String(value),
      href: without({ [kind]: values.filter((other) => other !== value) }),
    }))
  const singleFilters = (kind: 'text' | 'startDate' | 'endDate') => {
    const value = filter[kind]
    return value ? [{ kind, value, href: without({ [kind]: kind === 'text' ? '' : undefined }) }] : []
  }
  const flagFilters = (kind: 'free' | 'freeSpots') =>
    filter[kind] ? [{ kind, value: '', href: without({ [kind]: false }) }] : []
  return [
    ...singleFilters('text'),
    ...listFilters('category', filter.category),
    ...listFilters('role', filter.role),
    ...listFilters('city', filter.city),
    ...singleFilters('startDate'),
    ...singleFilters('endDate'),
    ...flagFilters('free'),
    ...flagFilters('freeSpots'),
  ]
}
