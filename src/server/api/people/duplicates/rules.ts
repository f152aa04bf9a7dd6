/** Reasons why two records may be one person; never the name alone. */
export const duplicateReasons = ['birthDateAndName', 'emailAndBirthDate', 'phoneAndSurname', 'registerId'] as const
export type DuplicateReason = (typeof duplicateReasons)[number]

/** A pair of people with the reasons why they may be one; `id` is the lower number. */
export interface FoundPair {
  id: number
  otherId: number
  reasons: DuplicateReason[]
}

/** The last pair of a page, after which the next one begins. */
export interface PairCursor {
  id: number
  otherId: number
}

const isBefore = (one: PairCursor, other: PairCursor) =>
  one.id < other.id || (one.id === other.id && one.otherId < other.otherId)

/**
 * Joins the pairs that each reason found to one page of at most `limit`, by `id` and `otherId`. Each list is in that
 * order and has its first `limit` + 1 pairs, so a pair of the page has all its reasons. `next` is null on the last
 * page.
 */
export function joinPairs(
  found: readonly { reason: DuplicateReason; pairs: readonly PairCursor[] }[],
  limit: number,
): { pairs: FoundPair[]; next: PairCursor | null } {
  const byKey = new Map<string, FoundPair>()
  for (const { reason, pairs } of found)
    for (const { id, otherId } of pairs) {
      const key = `${id} ${otherId}`
      const pair = byKey.get(key) ?? { id, otherId, reasons: [] }
      pair.reasons.push(reason)
      byKey.set(key, pair)
    }
  const sorted = [...byKey.values()].sort((one, other) => (isBefore(one, other) ? -1 : 1))
  const pairs = sorted.slice(0, limit)
  const last = pairs.at(-1)
  return { pairs, next: sorted.length > limit && last ? { id: last.id, otherId: last.otherId } : null }
}
