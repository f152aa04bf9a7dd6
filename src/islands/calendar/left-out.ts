import type { CalendarItem } from '#api/office/calendar/contract.ts'
import { countedAtMost } from '#api/office/calendar/rules.ts'
import { dayIn } from '#api/zone.ts'

export interface DayCount {
  day: string
  count: number
}

/** Number of items that begin on a day and are not shown. */
export interface LeftOut extends DayCount {
  /** Whether there may be more, because counting stopped at its limit. */
  isLeast: boolean
}

/** Lists the days with items that are not shown, from the count of each day and the shown items. */
export function leftOutOf(counts: readonly DayCount[], items: readonly Pick<CalendarItem, 'startDate'>[]): LeftOut[] {
  const shown = Map.groupBy(items, ({ startDate }) => dayIn(startDate))
  return counts.flatMap(({ day, count }) => {
    const left = count - (shown.get(day)?.length ?? 0)
    return left > 0 ? [{ day, count: left, isLeast: count >= countedAtMost }] : []
  })
}
