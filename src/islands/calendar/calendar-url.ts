export const views = ['list', 'month', 'week'] as const
export type View = (typeof views)[number]

/** What the calendar shows, as its address says it. */
export interface CalendarPlace {
  /** Absent: the list, and a month where the window is wide. */
  view: View | null
  /** Absent: today. */
  date: string | null
  category: number[]
  role: number[]
  educationId: number[]
  /** Own bookings alone. */
  own: boolean
  /** Of the list; the first unless the address says another. */
  page: number
}

const ids = (texts: string[]) => [...new Set(texts.map(Number).filter((id) => Number.isInteger(id) && id > 0))]

const dayOf = (text: string | null) =>
  text && /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : null

/** Nobody goes further by pages; a date in the address does. */
const pagesAtMost = 200

/** Reads an address; what makes no sense in it is as if it were not there. */
export function placeOf(search: URLSearchParams): CalendarPlace {
  const page = Number(search.get('page'))
  return {
    view: views.find((view) => view === search.get('view')) ?? null,
    date: dayOf(search.get('date')),
    category: ids(search.getAll('category')),
    role: ids(search.getAll('role')),
    educationId: ids(search.getAll('educationId')),
    own: search.get('own') === '1',
    page: Number.isInteger(page) && page > 1 ? Math.min(page, pagesAtMost) : 1,
  }
}

/** What is shown otherwise begins at its first page; `pageAddress` leads to the others. */
export function addressOf({ view, date, category, role, educationId, own }: Omit<CalendarPlace, 'page'>): string {
  const search = new URLSearchParams()
  if (view) search.set('view', view)
  if (date) search.set('date', date)
  for (const id of category) search.append('category', String(id))
  for (const id of role) search.append('role', String(id))
  for (const id of educationId) search.append('educationId', String(id))
  if (own) search.set('own', '1')
  return search.size > 0 ? `/calendar?${search}` : '/calendar'
}

export const isNarrowed = ({ category, role, educationId, own }: CalendarPlace) =>
  own || category.length + role.length + educationId.length > 0

export const unnarrowed = (place: CalendarPlace): CalendarPlace => ({
  ...place,
  category: [],
  role: [],
  educationId: [],
  own: false,
})
