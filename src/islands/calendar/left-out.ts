import type { CalendarItem } from '#api/office/calendar/contract.ts'
import { countedAtMost } from '#api/office/calendar/rules.ts'
import { dayIn } from '#api/zone.ts'

export interface DayCount {
  day: string
  count: number
}

/** What begins on a day and is not among what is shown of it. */
export interface LeftOut extends DayCount {
  /** There may be more: a day is not counted further. */
  isLeast: boolean
}

/** The days of which something is left out, by what each holds and what is shown. */
export function leftOutOf(counts: readonly DayCount[], items: readonly Pick<CalendarItem, 'startDate'>[]): LeftOut[] {
  const shown = Map.groupBy(items, ({ startDate }) => dayIn(startDate))
  return counts.flatMap(({ day, count }) => {
    const left = count - (shown.get(day)?.length ?? 0)
    return left > 0 ? [{ day, count: left, isLeast: count >= countedAtMost }] : []
  })
}
