import type { AstroGlobal } from 'astro'
import type { CalendarItem } from '#api/office/calendar/contract.ts'
import { dayIn } from '#api/zone.ts'
import { addressOf, type CalendarPlace, placeOf, type View } from '#islands/calendar/calendar-address.ts'
import { daysOf, type GridView } from '#islands/calendar/calendar-days.ts'
import { type LeftOut, leftOutOf } from '#islands/calendar/left-out.ts'
import { itemsByDay } from '#islands/calendar/month-days.ts'

/** A grid shows so many items of each day and how many more there are; the list has all of them, a page at a time. */
const maxPerDay = { ahead: 3, month: 3, week: 4 }
const pageSize = 25

const narrowingOf = ({ category, role, educationId }: CalendarPlace) => ({
  educationCategory: category,
  educationRole: role,
  educationId,
})

type Api = App.Locals['api']

interface Asked {
  place: CalendarPlace
  view: View | GridView
  day: string
}

/** Reads the items of whole days; the list without a date asks for the default window instead. */
async function readItems(api: Api, { place, view, day }: Asked): Promise<CalendarItem[]> {
  if (view === 'list' && place.own) return api('GET /Calendar/FutureBookedCalendarItems')
  const { first, last } = daysOf(view, day)
  const isInitialLoad = view === 'list' && !place.date
  const days = isInitialLoad ? {} : { startDate: first, endDate: last }
  const limits =
    view === 'list'
      ? { useMaxCountLimit: true, skip: (place.page - 1) * pageSize, take: pageSize + 1 }
      : { useMaxCountLimit: false, skip: 0, mostPerDay: maxPerDay[view] }
  const body = { ...narrowingOf(place), ...days, ...limits, isInitialLoad }
  const found = await api('POST /Calendar/CalendarFiltered', { body })
  return place.own ? found.filter(({ booked, canceled }) => booked || canceled) : found
}

function readCounts(api: Api, { place, view, day }: Asked) {
  const { first, last } = daysOf(view, day)
  return api('POST /Calendar/CalendarCounts', { body: { ...narrowingOf(place), startDate: first, endDate: last } })
}

/** Returns the grid beside the list: an address without a view has the weeks ahead, or the month of the date that it names. */
const gridViewOf = ({ view, date }: CalendarPlace): GridView | null =>
  view === 'list' ? null : (view ?? (date ? 'month' : 'ahead'))

interface Shown {
  place: CalendarPlace
  day: string
  listed: readonly CalendarItem[]
  leftOut: readonly LeftOut[]
}

/** Counts the items of the window: those that are listed, and in a grid those that are left out of it. */
export function countItems({ place, day, listed, leftOut }: Shown): { count: number; isLeast: boolean } {
  const isMonth = place.view === 'month'
  const shown = isMonth ? new Set([...itemsByDay(listed, day).values()].flat()).size : listed.length
  if (place.view === null || place.view === 'list') return { count: shown, isLeast: false }
  const within = isMonth ? leftOut.filter((one) => one.day.startsWith(day.slice(0, 7))) : leftOut
  return {
    count: within.reduce((sum, { count }) => sum + count, shown),
    isLeast: within.some(({ isLeast }) => isLeast),
  }
}

/** Loads the calendar; `isPastEnd` for a page of the list behind the last one. */
export async function loadCalendar({ locals, url }: Pick<AstroGlobal, 'locals' | 'url'>) {
  const { api, ctx } = locals
  const place = placeOf(url.searchParams)
  const day = place.date ?? dayIn(ctx.now)
  const listView = place.view ?? 'list'
  const gridView = gridViewOf(place)
  const [choices, found, other, counts] = await Promise.all([
    api('GET /Educations/filters'),
    readItems(api, { place, view: listView, day }),
    place.view === null && gridView ? readItems(api, { place, view: gridView, day }) : null,
    gridView && !place.own ? readCounts(api, { place, view: gridView, day }) : [],
  ])
  const isPaged = listView === 'list' && !place.own
  if (isPaged && place.page > 1 && found.length === 0) return { isPastEnd: true as const, place }
  const hasNext = isPaged && found.length > pageSize
  const listed = hasNext ? found.slice(0, pageSize) : found
  const inGrid = other ?? listed
  const leftOut = leftOutOf(counts, inGrid)
  // Built once: a month has a link for each of its days.
  const fromDay = addressOf({ ...place, view: 'list', date: day })
  return {
    isPastEnd: false as const,
    place,
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
    first: (place.page - 1) * pageSize + 1,
    counted: countItems({ place, day, listed, leftOut }),
  }
}
