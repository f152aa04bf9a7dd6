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

/** Lists the days with items that are not shown, from the count of each day and the shown items. */
export function countHiddenItems(
  counts: readonly DayCount[],
  items: readonly Pick<CalendarItem, 'startDate'>[],
): HiddenItems[] {
  const shown = Map.groupBy(items, ({ startDate }) => toPortalDay(startDate))
  return counts.flatMap(({ day, count }) => {
    const left = count - (shown.get(day)?.length ?? 0)
    return left > 0 ? [{ day, count: left, isLeast: count >= maxCountedPerDay }] : []
  })
}
