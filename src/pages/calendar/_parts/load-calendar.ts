import type { AstroGlobal } from 'astro'
import type { Actor } from '#api/actor.ts'
import type { CalendarItem } from '#api/office/calendar/contract.ts'
import { toPortalDay } from '#api/zone.ts'
import { nullIfNotAllowed } from '#components/refusal-fallbacks.ts'
import { getItemState } from '#islands/calendar/item-state.ts'
import type { ItemStanding } from '#islands/calendar/standing-text.ts'
import { type GridView, viewDays } from './calendar-days.ts'
import { type CalendarSearch, calendarUrl, showsBookings, type View } from './calendar-url.ts'
import { peopleOfItems, readFamilyItems, readReservations } from './family-items.ts'
import { countHiddenItems, type HiddenItems } from './hidden-items.ts'
import { bookingsOfItems, readChildrenBookings } from './item-bookings.ts'
import { itemsByDay } from './month-days.ts'

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
  userId: number
}

/** Reads the items of whole days. The list without a date reads the default window instead. */
async function readItems(
  api: Api,
  { search, view, day, userId }: CalendarQuery,
): Promise<(CalendarItem & { userIds?: number[] })[]> {
  if (search.who !== null) return readFamilyItems(api, { search, view, day, userId })
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

function readCounts(api: Api, { search, view, day }: Omit<CalendarQuery, 'userId'>) {
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

/**
 * Counts the items of the period: those that are listed and, in a grid that the URL names, those that it leaves out.
 * Without a view in the URL it counts the list alone. In the view `month` only items on days of that month count.
 * `isLeast`: there may be more than `count`, which happens in a named grid only.
 */
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

/** Reads items as `readItems`; null for the bookings of a person who is no child of the reader, or no longer is. */
const readVisibleItems = (api: Api, query: CalendarQuery) =>
  query.search.who === null ? readItems(api, query) : readItems(api, query).catch(nullIfNotAllowed)

/** Whether an item could be signed up or queued for: the reader's standing is read for no other. */
const isChoice = (now: Date) => (item: CalendarItem) =>
  ['open', 'full'].includes(getItemState(item, { isExternal: false }, now))

/**
 * Reads how the reader stands to the parts of educations, in one round trip. With `isGuardian` a barred standing has
 * the children whom the education is for. Empty without educations.
 */
async function readStandings(
  { api, language }: App.Locals,
  educationIds: number[],
  isGuardian: boolean,
): Promise<ItemStanding[]> {
  if (educationIds.length === 0) return []
  const [standings, { educations }] = await Promise.all([
    api('GET /Calendar/Standings', { query: { educationIds } }),
    isGuardian ? api('GET /Educations/own', { query: { educationIds } }) : { educations: [] },
  ])
  return standings.map((standing) => {
    const own = educations.find(({ educationId }) => educationId === standing.educationId)
    const [first, ...others] = standing.kind === 'barred' ? (own?.children ?? []) : []
    if (!first) return standing
    const names = [first, ...others].map(({ firstName }) => firstName)
    return { ...standing, children: { names: new Intl.ListFormat(language).format(names), childId: first.id } }
  })
}

/**
 * Loads the calendar of the reader. It has the occasions that the filters select or, with `own` or `who` in the URL,
 * the bookings of the reader or of the family. Seats that await payment and places in queues always come along. The
 * list without `own` or `who` has pages of 25.
 *
 * `isElsewhere` with a URL to redirect to for a page of the list behind the last one, and for bookings that the reader
 * may not see.
 */
export async function loadCalendar({ locals, url }: Pick<AstroGlobal, 'locals' | 'url'>, actor: Actor) {
  const { api, ctx } = locals
  const self = { id: actor.id, name: locals.t('calendar')('who.you') }
  const search = calendarUrl.parse(url)
  const day = search.date ?? toPortalDay(ctx.now)
  const listView = search.view ?? 'list'
  const gridView = gridViewOf(search)
  const isBooked = showsBookings(search)
  const query = { search, day, userId: actor.id }
  const readChildren = api('GET /Children')
  const [choices, children, ofChildren, found, other, counts, { bookings, reservations }, waiting] = await Promise.all([
    api('GET /Educations/filters'),
    readChildren,
    readChildren.then((list) => readChildrenBookings(api, search, list)),
    readVisibleItems(api, { ...query, view: listView }),
    search.view === null && gridView ? readVisibleItems(api, { ...query, view: gridView }) : null,
    gridView && !isBooked ? readCounts(api, { search, view: gridView, day }) : [],
    api('GET /user/:id/Bookings', { params: { id: actor.id } }),
    api('GET /WaitingList'),
  ])
  if (!found) return { isElsewhere: true as const, href: calendarUrl.href(search, { who: null }) }
  const isPaged = listView === 'list' && !isBooked
  // A saved URL may name a page behind the last one, since days have passed.
  if (isPaged && search.page > 1 && found.length === 0)
    return { isElsewhere: true as const, href: calendarUrl.href(search) }
  const hasNext = isPaged && found.length > pageSize
  const listed = hasNext ? found.slice(0, pageSize) : found
  const inGrid = other ?? listed
  const leftOut = countHiddenItems(counts, inGrid)
  const shown = other ? [...listed, ...other] : listed
  const educationIds = [...new Set(shown.filter(isChoice(ctx.now)).map(({ educationId }) => educationId))].slice(0, 200)
  // Formatted once, since a month has a link for each day.
  const fromDay = calendarUrl.href(search, { view: 'list', date: day })
  return {
    isElsewhere: false as const,
    search,
    children,
    people: peopleOfItems({ items: shown, children, self }),
    day,
    choices,
    listView,
    gridView,
    isPaged,
    hasNext,
    listed,
    inGrid,
    bookings: bookingsOfItems({
      items: shown,
      family: [{ userId: self.id, name: self.name, bookings }, ...ofChildren],
      readerId: actor.id,
    }),
    reservations: await readReservations(api, { search, userId: actor.id, own: reservations, children }),
    waiting,
    standings: await readStandings(locals, educationIds, children.length > 0),
    filtered: shown,
    more: leftOut.map((one) => ({ ...one, href: fromDay.replace(day, one.day) })),
    first: (search.page - 1) * pageSize + 1,
    counted: countItems({ search, day, listed, leftOut }),
  }
}
