import { day } from '../url-state/day-params.ts'
import { pageOfList } from '../url-state/page-of-list.ts'
import { flag, ids, oneOf } from '../url-state/params.ts'
import { type UrlStateOf, urlState } from '../url-state/url-state.ts'

export const views = ['list', 'month', 'week'] as const
export type View = (typeof views)[number]

/** Highest page of the list; later occasions are reached by a date in the URL. */
const maxPage = 200
const pages = pageOfList()

export const calendarUrl = urlState('/calendar', {
  /** Null shows the list, or a month in a wide window. */
  view: oneOf(views, null),
  /** Null is today. */
  date: day(null),
  category: ids(),
  role: ids(),
  educationId: ids(),
  /** Whether only the person's own bookings are shown. */
  own: flag(),
  page: { ...pages, parse: (texts: readonly string[]) => Math.min(pages.parse(texts) ?? 1, maxPage) },
})
export type CalendarSearch = UrlStateOf<typeof calendarUrl>

export const hasFilters = ({ category, role, educationId, own }: CalendarSearch) =>
  own || category.length + role.length + educationId.length > 0

/** Changes that remove every filter and leave the view and the day. */
export const noFilters = { category: [], role: [], educationId: [], own: false } satisfies Partial<CalendarSearch>
