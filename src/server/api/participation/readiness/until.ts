const noEnd = '9999-12-31'

/**
 * Returns the day (`yyyy-MM-dd`) until which `need` of the met evaluations stay met: the end of the one at place `need`
 * when the longest are first. An evaluation without an end is the longest. Null when they have no end, and when `need`
 * is 0 or more than there are.
 */
export function untilOf(met: readonly { until: string | null }[], need: number): string | null {
  const ends = met.map(({ until }) => until ?? noEnd).toSorted((a, b) => (a < b ? 1 : -1))
  const end = need > 0 ? ends[need - 1] : undefined
  return end === undefined || end === noEnd ? null : end
}
