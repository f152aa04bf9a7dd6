import type { GridView } from '#islands/calendar/calendar-days.ts'
import type { CalendarSearch } from '#islands/calendar/calendar-url.ts'

/** Returns the classes that show the grid instead of the list in wide windows with scripts. */
export function gridVisibility({ view }: CalendarSearch, gridView: GridView | null) {
  const hidesFromDesktop = gridView ? 'lg:[@media(scripting:enabled)]:hidden' : ''
  if (view === 'week' || view === 'month')
    return { media: '(width >= 48rem)', grid: 'max-md:hidden', list: 'md:[@media(scripting:enabled)]:hidden', bar: '' }
  return { media: '(width >= 64rem)', grid: 'max-lg:hidden', list: hidesFromDesktop, bar: view ? '' : hidesFromDesktop }
}
