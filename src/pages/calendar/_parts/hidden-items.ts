import type { CalendarItem } from '#api/office/calendar/contract.ts'
import { maxCountedPerDay } from '#api/office/calendar/rules.ts'
import { toPortalDay } from '#api/zone.ts'

export interface DayCount {
  day: string
  count: number
}

/** Number of items that begin on a day and are not shown. */
export interface HiddenItems extends DayCount {
  /** Whether there may be more, because counting stopped at its limit. */
  isLeast: boolean
}

/** The items of a day that are not shown, with the URL of the full list. */
export interface HiddenItemsLink extends HiddenItems {
  href: string
}

/**
 * Counts the items that are not shown, by Swedish day, and lists the days that have any, in the order of `counts`.
 * `counts` are all items of each day, shown or not, and `items` those shown. `isLeast` when the day's count reached
 * the limit at which counting stops, so that there may be more.
 */
export function countHiddenItems(
  counts: readonly DayCount[],
  items: readonly Pick<CalendarItem, 'startDate'>[],
): HiddenItems[] {
  const shown = Map.groupBy(items, ({ startDate }) => toPortalDay(startDate))
  return counts.flatMap(({ day, count }) => {
    const hiddenCount = count - (shown.get(day)?.length ?? 0)
    return hiddenCount > 0 ? [{ day, count: hiddenCount, isLeast: count >= maxCountedPerDay }] : []
  })
}
