/** What the list is narrowed by, as its address says it. */
export interface ListFilter {
  text: string
  category: number[]
  role: number[]
  city: string[]
  startDate?: string | undefined
  endDate?: string | undefined
  free: boolean
  freeSpots: boolean
  page: number
}

const ids = (texts: string[]) => texts.map(Number).filter((id) => Number.isInteger(id) && id > 0)

const dayOf = (text: string | null) =>
  text && /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : undefined

const isOn = (text: string | null) => text === 'true' || text === '1'

/** Reads an address; what makes no sense in it is as if it were not there. */
export function filterOf(search: URLSearchParams): ListFilter {
  const page = Number(search.get('page'))
  return {
    text: (search.get('text') ?? '').trim().slice(0, 200),
    category: ids(search.getAll('category')),
    role: ids(search.getAll('role')),
    city: search.getAll('city').filter((city) => city !== '' && city.length <= 100),
    startDate: dayOf(search.get('startDate')),
    endDate: dayOf(search.get('endDate')),
    free: isOn(search.get('free')),
    freeSpots: isOn(search.get('freeSpots')),
    page: Number.isInteger(page) && page > 0 ? page : 1,
  }
}

/** The address of a narrowed list, without what does not narrow it; a list of everything says so with `all`. */
export function addressOfList(filter: Omit<ListFilter, 'page'>): string {
  const search = new URLSearchParams()
  if (filter.text) search.set('text', filter.text)
  for (const id of filter.category) search.append('category', String(id))
  for (const id of filter.role) search.append('role', String(id))
  for (const city of filter.city) search.append('city', city)
  if (filter.startDate) search.set('startDate', filter.startDate)
  if (filter.endDate) search.set('endDate', filter.endDate)
  if (filter.free) search.set('free', 'true')
  if (filter.freeSpots) search.set('freeSpots', 'true')
  return search.size > 0 ? `/educations?${search}` : '/educations?all=1'
}

export interface ActiveFilter {
  kind: 'text' | 'category' | 'role' | 'city' | 'startDate' | 'endDate' | 'free' | 'freeSpots'
  value: string
  /** The list without it. */
  href: string
}

/** Each thing that narrows the list, with the way to lift it. */
export function activeFilters({ page: _, ...filter }: ListFilter): ActiveFilter[] {
  const lifted = (change: Partial<ListFilter>) => addressOfList({ ...filter, ...change })
  const each = <Value extends number | string>(kind: 'category' | 'role' | 'city', values: readonly Value[]) =>
    values.map((value) => ({
      kind,
      value: String(value),
      href: lifted({ [kind]: values.filter((other) => other !== value) }),
    }))
  const one = (kind: 'text' | 'startDate' | 'endDate') => {
    const value = filter[kind]
    return value ? [{ kind, value, href: lifted({ [kind]: kind === 'text' ? '' : undefined }) }] : []
  }
  const flag = (kind: 'free' | 'freeSpots') =>
    filter[kind] ? [{ kind, value: '', href: lifted({ [kind]: false }) }] : []
  return [
    ...one('text'),
    ...each('category', filter.category),
    ...each('role', filter.role),
    ...each('city', filter.city),
    ...one('startDate'),
    ...one('endDate'),
    ...flag('free'),
    ...flag('freeSpots'),
  ]
}
