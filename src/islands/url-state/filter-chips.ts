/** A filter of a list, by its parameter in the URL. */
export interface ListFilter {
  name: string
  label: string
  /**
   * Returns the text of a value: empty for a filter that its label says alone, null for one that narrows nothing.
   * Without it, the value is its own text.
   */
  textOf?: (value: string) => string | null | undefined
  /** Names of the parameters that mean nothing without this one. */
  needed?: readonly string[]
}

/** An active filter, with the URL of the list without it. */
interface FilterChip {
  label: string
  href: string
}

export interface ActiveFilters {
  chips: FilterChip[]
  /** URL of the list without any of its filters; its tab, order and columns stay. */
  clearHref: string
}

const placeParameters = ['page', 'after', 'submission']

/** Returns the label of a chip; null for a value that narrows nothing. */
function formatChip({ label, textOf }: ListFilter, value: string): string | null {
  const text = value.trim() === '' ? null : textOf ? textOf(value) : value.trim()
  if (text === null || text === undefined) return null
  return text === '' ? label : `${label}: ${text}`
}

/**
 * Returns the active filters of a list in the order of `filters`, read from `address`, its path and query. Removing one
 * leads to the first page of the list. A parameter that occurs several times has a chip for each value.
 */
export function createFilterChips(address: string, filters: readonly ListFilter[]): ActiveFilters {
  const { pathname: path, search: query } = new URL(address, 'https://portal.invalid')
  const pairs = [...new URLSearchParams(query)].filter(([name]) => !placeParameters.includes(name))
  const toHref = (keeps: (name: string, value: string) => boolean) => {
    const rest = new URLSearchParams(pairs.filter(([name, value]) => keeps(name, value)))
    return rest.size > 0 ? `${path}?${rest}` : path
  }
  const chips = filters.flatMap((filter) => {
    const { name, needed = [] } = filter
    return pairs.flatMap(([of, value]) => {
      const label = of === name ? formatChip(filter, value) : null
      if (label === null) return []
      return {
        label,
        href: toHref((other, text) => !(other === name && text === value) && !needed.includes(other)),
      }
    })
  })
  return { chips, clearHref: toHref((name) => filters.every((filter) => filter.name !== name)) }
}
