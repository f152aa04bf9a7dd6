import type { PublicOccasion } from '#api/office/public-catalogue/contract.ts'
import { startOfDay, toPortalDay } from '#api/zone.ts'

export interface OccasionMonth {
  /** `yyyy-MM` in the portal's time zone. */
  month: string
  /** Midnight of its first day. */
  begins: Date
  occasions: PublicOccasion[]
}

/**
 * Groups occasions by the Swedish month of their start, months and occasions in the given order. `month` is `yyyy-MM`,
 * `begins` the instant at which the month's first day starts.
 */
export function groupByMonth(occasions: readonly PublicOccasion[]): OccasionMonth[] {
  const groups = Map.groupBy(occasions, ({ startDate }) => toPortalDay(startDate).slice(0, 7))
  return [...groups].map(([month, inMonth]) => ({
    month,
    begins: startOfDay(`${month}-01`),
    occasions: inMonth,
  }))
}

/** Returns the requested month (`yyyy-MM`) when it has occasions, or else the first; undefined without any. */
export const chooseMonth = (
  months: readonly OccasionMonth[],
  requestedMonth: string | null,
): OccasionMonth | undefined => months.find(({ month }) => month === requestedMonth) ?? months[0]
