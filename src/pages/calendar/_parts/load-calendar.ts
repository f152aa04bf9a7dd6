import type { AstroGlobal } from 'astro'
import type { CalendarItem } from '#api/office/calendar/contract.ts'
import { toPortalDay } from '#api/zone.ts'
import { type GridView, viewDays } from '#islands/calendar/calendar-days.ts'
import { type CalendarSearch, calendarUrl, type View } from '#islands/calendar/calendar-url.ts'
import { countHiddenItems, type HiddenItems } from '#islands/calendar/hidden-items.ts'
import { itemsByDay } from '#islands/calendar/month-days.ts'

/** A grid shows so many items of each day and how many more there are; the list has all of them, a page at a time. */
const maxPerDay = { ahead: 3, month: 3, week: 4 }
const pageSize = 25

const narrowingOf = ({ category, role, educationId }: CalendarSearch) => ({
  educationCategory: category,
  educationRole: role,
  educationId,
})

type Api = App.Locals['api']

interface Asked {
  search: CalendarSearch
  view: View | GridView
  day: string
}

/** Reads the items of whole days; the list without a date asks for the default window instead. */
async function readItems(api: Api, { search, view, day }: Asked): Promise<CalendarItem[]> {
  if (view === 'list' && search.own) return api('GET /Calendar/FutureBookedCalendarItems')
  const { first, last } = viewDays(view, day)
  const isInitialLoad = view === 'list' && !search.date
  const days = isInitialLoad ? {} : { startDate: first, endDate: last }
  const limits =
    view === 'list'
      ? { useMaxCountLimit: true, skip: (search.page - 1) * pageSize, take: pageSize + 1 }
      : { useMaxCountLimit: false, skip: 0, mostPerDay: maxPerDay[view] }
  const body = { ...narrowingOf(search), ...days, ...limits, isInitialLoad }
  const found = await api('POST /Calendar/CalendarFiltered', { body })
  return search.own ? found.filter(({ booked, canceled }) => booked || canceled) : found
}

function readCounts(api: Api, { search, view, day }: Asked) {
  const { first, last } = viewDays(view, day)
  return api('POST /Calendar/CalendarCounts', { body: { ...narrowingOf(search), startDate: first, endDate: last } })
}

/** Returns the grid beside the list: an address without a view has the weeks ahead, or the month of the date that it names. */
const gridViewOf = ({ view, date }: CalendarSearch): GridView | null =>
  view === 'list' ? null : (view ?? (date ? 'month' : 'ahead'))

interface Shown {
  search: CalendarSearch
  day: string
  listed: readonly CalendarItem[]
  leftOut: readonly HiddenItems[]
}

/** Counts the items of the window: those that are listed, and in a grid those that are left out of it. */
export function countItems({ search, day, listed, leftOut }: Shown): { count: number; isLeast: boolean } {
  const isMonth = search.view === 'month'
  const shown = isMonth ? new Set([...itemsByDay(listed, day).values()].flat()).size : listed.length
  if (search.view === null || search.view === 'list') return { count: shown, isLeast: false }
  const within = isMonth ? leftOut.filter((one) => one.day.startsWith(day.slice(0, 7))) : leftOut
  return {
    count: within.reduce((sum, { count }) => sum + count, shown),
    isLeast: within.some(({ isLeast }) => isLeast),
  }
}

/** Loads the calendar; `isPastEnd` for a page of the list behind the last one. */
export async function loadCalendar({ locals, url }: Pick<AstroGlobal, 'locals' | 'url'>) {
  const { api, ctx } = locals
  const search = calendarUrl.parse(url)
  const day = search.date ?? toPortalDay(ctx.now)
  const listView = search.view ?? 'list'
  const gridView = gridViewOf(search)
  const [choices, found, other, counts] = await Promise.all([
    api('GET /Educations/filters'),
    readItems(api, { search, view: listView, day }),
    search.view === null && gridView ? readItems(api, { search, view: gridView, day }) : null,
    gridView && !search.own ? readCounts(api, { search, view: gridView, day }) : [],
  ])
  const isPaged = listView === 'list' && !search.own
  if (isPaged && search.page > 1 && found.length === 0) return { isPastEnd: true as const, search }
  const hasNext = isPaged && found.length > pageSize
  const listed = hasNext ? found.slice(0, pageSize) : found
  const inGrid = other ?? listed
  const leftOut = countHiddenItems(counts, inGrid)
  // Built once: a month has a link for each of its days.
  const fromDay = calendarUrl.href(search, { view: 'list', date: day })
  return {
    isPastEnd: false as const,
    search,
    day,
    choices,
    listView,
    gridView,
    isPaged,
    hasNext,
    listed,
    inGrid,
    filtered: other ? [...listed, ...other] : listed,
    more: leftOut.map((one) => ({ ...one, href: fromDay.replace(day, one.day) })),
    first: (search.page - 1) * pageSize + 1,
    counted: countItems({ search, day, listed, leftOut }),
  }
}
