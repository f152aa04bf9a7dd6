import type { GridView } from './calendar-days.ts'
import type { CalendarSearch } from './calendar-url.ts'

/**
 * Returns the classes that hide the grid, the list and the bar of a calendar. A grid that the URL names stands from
 * medium windows on, the default one from large windows on; below, the list stands for it. The bar is hidden only where
 * the default grid stands. Without a grid (`gridView` null) the list is always shown.
 */
export function gridVisibility({ view }: CalendarSearch, gridView: GridView | null) {
  const hidesFromDesktop = gridView ? 'lg:hidden' : ''
  if (view === 'week' || view === 'month') return { grid: 'max-md:hidden', list: 'md:hidden', bar: '' }
  return { grid: 'max-lg:hidden', list: hidesFromDesktop, bar: view ? '' : hidesFromDesktop }
}
