import { day } from '#islands/url-state/day-params.ts'
import { pageOfList } from '#islands/url-state/page-of-list.ts'
import { flag, ids, oneOf, toId } from '#islands/url-state/params.ts'
import { type Param, type UrlStateOf, urlState } from '#islands/url-state/url-state.ts'

export const views = ['list', 'month', 'week'] as const
export type View = (typeof views)[number]

/** Highest page of the list; later occasions are reached by a date in the URL. */
const maxPage = 200
const pages = pageOfList()

/** The people whose bookings are shown: the reader, a child by its id, or the whole family. */
export type Whose = 'self' | 'all' | number

const whose = (): Param<Whose | null> => ({
  parse: ([first]) => (first === 'self' || first === 'all' ? first : toId(first)),
  fallback: null,
})

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
  /** Null shows all dates. */
  who: whose(),
  page: { ...pages, parse: (texts: readonly string[]) => Math.min(pages.parse(texts) ?? 1, maxPage) },
})
export type CalendarSearch = UrlStateOf<typeof calendarUrl>

/** Whether only bookings are shown, of the reader or of the family. */
export const showsBookings = ({ own, who }: Pick<CalendarSearch, 'own' | 'who'>): boolean => own || who !== null

/**
 * Whether the list shows all coming bookings instead of a period, so that it has no previous or next: always with
 * `own`, and with `who` unless a date is chosen.
 */
export const listsAllComing = ({ own, who, date }: Pick<CalendarSearch, 'own' | 'who' | 'date'>): boolean =>
  own || (who !== null && !date)

/** Whether the search limits the calendar. The view and the period do not count. */
export const hasFilters = ({ category, role, educationId, ...search }: CalendarSearch) =>
  showsBookings(search) || category.length + role.length + educationId.length > 0

/** Changes that remove every filter and leave the view and the day. */
export const noFilters = {
  category: [],
  role: [],
  educationId: [],
  own: false,
  who: null,
} satisfies Partial<CalendarSearch>
