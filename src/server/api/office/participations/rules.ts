import { subYears } from 'date-fns'
import { endOfDay, startOfDay, toPortalDay } from '#api/zone.ts'

/** A period of whole days in the portal's time zone. */
export interface Period {
  from: Date
  until: Date
  /** First and last day, both inclusive. */
  fromOn: string
  untilOn: string
}

/**
 * Converts first and last day, `yyyy-MM-dd` in the portal's zone, to a period with both moments and both days. The last
 * day, which is included to its end, defaults to today, the first one to a year before the last. Does not check their
 * order.
 */
export function toPeriod(
  { startDate, endDate }: { startDate?: string | undefined; endDate?: string | undefined },
  now: Date,
): Period {
  const until = endOfDay(endDate ?? toPortalDay(now))
  const from = startOfDay(startDate ?? toPortalDay(subYears(until, 1)))
  return { from, until, fromOn: toPortalDay(from), untilOn: toPortalDay(until) }
}

const hourMs = 3_600_000

/**
 * Returns a function that converts instants to days of the portal's time zone, null to null. Caches the day of each
 * hour.
 */
export function createDayConverter(): (moment: string | Date | null) => string | null {
  const dayByHour = new Map<number, string>()
  return (moment) => {
    if (moment === null) return null
    const time = typeof moment === 'string' ? Date.parse(moment) : moment.getTime()
    const hour = Math.floor(time / hourMs)
    const day = dayByHour.get(hour) ?? toPortalDay(new Date(hour * hourMs))
    dayByHour.set(hour, day)
    return day
  }
}

/** Name and place of an organisation in the tree. */
export interface OrganizationNode {
  name: string
  /** Ids from the root to the organisation itself, `/1/7/42/`. */
  path: string
  type: 0 | 1 | 2
}

/** Finds the id of the nearest district: the organisation itself or one above it; null without one. */
export function findDistrict(organizations: ReadonlyMap<number, OrganizationNode>, id: number | null): number | null {
  const path = id === null ? undefined : organizations.get(id)?.path
  const above = path?.split('/').filter(Boolean).map(Number).reverse() ?? []
  return above.find((one) => organizations.get(one)?.type === 1) ?? null
}
