import type { GridView } from '#islands/calendar/calendar-days.ts'
import type { CalendarSearch } from '#islands/calendar/calendar-url.ts'

/** Returns the classes that show the grid instead of the list in wide windows. */
export function gridVisibility({ view }: CalendarSearch, gridView: GridView | null) {
  const hidesFromDesktop = gridView ? 'lg:hidden' : ''
  if (view === 'week' || view === 'month') return { grid: 'max-md:hidden', list: 'md:hidden', bar: '' }
  return { grid: 'max-lg:hidden', list: hidesFromDesktop, bar: view ? '' : hidesFromDesktop }
}
