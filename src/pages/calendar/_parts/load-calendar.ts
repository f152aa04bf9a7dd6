import type { AstroGlobal } from 'astro'
import type { CalendarItem } from '#api/office/calendar/contract.ts'
import { toPortalDay } from '#api/zone.ts'
import { findBooking } from '#islands/bookings/booking-facts.ts'
import { type GridView, viewDays } from '#islands/calendar/calendar-days.ts'
import { type CalendarSearch, calendarUrl, type View } from '#islands/calendar/calendar-url.ts'
import { countHiddenItems, type HiddenItems } from '#islands/calendar/hidden-items.ts'
import { itemsByDay } from '#islands/calendar/month-days.ts'

/** Highest number of items of each day in a grid, which counts the others. The list has all items, in pages. */
const maxPerDay = { ahead: 3, month: 3, week: 4 }
const pageSize = 25

const toFilter = ({ category, role, educationId }: CalendarSearch) => ({
  educationCategory: category,
  educationRole: role,
  educationId,
})

type Api = App.Locals['api']

interface CalendarQuery {
  search: CalendarSearch
  view: View | GridView
  day: string
}

/** Reads the items of whole days. The list without a date reads the default window instead. */
async function readItems(api: Api, { search, view, day }: CalendarQuery): Promise<CalendarItem[]> {
  if (view === 'list' && search.own) return api('GET /Calendar/FutureBookedCalendarItems')
  const { first, last } = viewDays(view, day)
  const isInitialLoad = view === 'list' && !search.date
  const days = isInitialLoad ? {} : { startDate: first, endDate: last }
  const limits =
    view === 'list'
      ? { useMaxCountLimit: true, skip: (search.page - 1) * pageSize, take: pageSize + 1 }
      : { useMaxCountLimit: false, skip: 0, mostPerDay: maxPerDay[view] }
  const body = { ...toFilter(search), ...days, ...limits, isInitialLoad }
  const items = await api('POST /Calendar/CalendarFiltered', { body })
  return search.own ? items.filter(({ booked, canceled }) => booked || canceled) : items
}

function readCounts(api: Api, { search, view, day }: CalendarQuery) {
  const { first, last } = viewDays(view, day)
  return api('POST /Calendar/CalendarCounts', { body: { ...toFilter(search), startDate: first, endDate: last } })
}

/** Returns the grid beside the list: without a view in the URL, the month of its date or else the weeks ahead. */
const gridViewOf = ({ view, date }: CalendarSearch): GridView | null =>
  view === 'list' ? null : (view ?? (date ? 'month' : 'ahead'))

interface CountedItems {
  search: CalendarSearch
  day: string
  listed: readonly CalendarItem[]
  leftOut: readonly HiddenItems[]
}

/** Counts the items of the period: those that are listed and, in a grid, those that it leaves out. */
export function countItems({ search, day, listed, leftOut }: CountedItems): { count: number; isLeast: boolean } {
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
  const { api, actor, ctx } = locals
  const search = calendarUrl.parse(url)
  const day = search.date ?? toPortalDay(ctx.now)
  const listView = search.view ?? 'list'
  const gridView = gridViewOf(search)
  const [choices, found, other, counts, { bookings }] = await Promise.all([
    api('GET /Educations/filters'),
    readItems(api, { search, view: listView, day }),
    search.view === null && gridView ? readItems(api, { search, view: gridView, day }) : null,
    gridView && !search.own ? readCounts(api, { search, view: gridView, day }) : [],
    actor ? api('GET /user/:id/Bookings', { params: { id: actor.id } }) : { bookings: [] },
  ])
  const isPaged = listView === 'list' && !search.own
  if (isPaged && search.page > 1 && found.length === 0) return { isPastEnd: true as const, search }
  const hasNext = isPaged && found.length > pageSize
  const listed = hasNext ? found.slice(0, pageSize) : found
  const inGrid = other ?? listed
  const leftOut = countHiddenItems(counts, inGrid)
  // Formatted once, since a month has a link for each day.
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
    // The dialog has the facts without the organiser's text, for which it links to the education.
    bookings: bookings.filter((one) => [...listed, ...inGrid].some((item) => findBooking([one], item))),
    filtered: other ? [...listed, ...other] : listed,
    more: leftOut.map((one) => ({ ...one, href: fromDay.replace(day, one.day) })),
    first: (search.page - 1) * pageSize + 1,
    counted: countItems({ search, day, listed, leftOut }),
  }
}
