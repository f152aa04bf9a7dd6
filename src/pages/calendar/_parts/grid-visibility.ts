import type { GridView } from '#islands/calendar/calendar-days.ts'
import type { CalendarSearch } from '#islands/calendar/calendar-url.ts'

/**
 * Returns the classes of the grid, the list and the bar of a calendar. A chosen grid stands from medium windows on, the
 * default one from large windows on; below, the list stands for it.
 */
export function gridVisibility({ view }: CalendarSearch, gridView: GridView | null) {
  const hidesFromDesktop = gridView ? 'lg:hidden' : ''
  if (view === 'week' || view === 'month') return { grid: 'max-md:hidden', list: 'md:hidden', bar: '' }
  return { grid: 'max-lg:hidden', list: hidesFromDesktop, bar: view ? '' : hidesFromDesktop }
}
