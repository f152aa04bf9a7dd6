import { subYears } from 'date-fns'
import { dayIn, endOfDay, startOfDay } from '#api/zone.ts'

export interface Period {
  from: Date
  until: Date
  /** The days that it begins and ends with. */
  fromOn: string
  untilOn: string
}

/** From the beginning of the first day to the end of the last; the last twelve months where nothing is said. */
export function periodOf(
  { startDate, endDate }: { startDate?: string | undefined; endDate?: string | undefined },
  now: Date,
): Period {
  const until = endOfDay(endDate ?? dayIn(now))
  const from = startOfDay(startDate ?? dayIn(subYears(until, 1)))
  return { from, until, fromOn: dayIn(from), untilOn: dayIn(until) }
}

const hourMs = 3_600_000

/** Days of many moments. The hour settles it, and few of them are different: a calendar is asked once for each. */
export function dayTeller(): (moment: string | Date | null) => string | null {
  const known = new Map<number, string>()
  return (moment) => {
    if (moment === null) return null
    const time = typeof moment === 'string' ? Date.parse(moment) : moment.getTime()
    const hour = Math.floor(time / hourMs)
    const day = known.get(hour) ?? dayIn(new Date(hour * hourMs))
    known.set(hour, day)
    return day
  }
}

export interface Club {
  name: string
  /** Ancestor ids from the root and the own id, `/1/7/42/`. */
  path: string
  type: 0 | 1 | 2
}

/** The nearest district above, or the organisation itself when it is one. */
export function districtOf(organizations: ReadonlyMap<number, Club>, id: number | null): number | null {
  const path = id === null ? undefined : organizations.get(id)?.path
  const above = path?.split('/').filter(Boolean).map(Number).reverse() ?? []
  return above.find((one) => organizations.get(one)?.type === 1) ?? null
}
