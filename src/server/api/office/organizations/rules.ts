import { type SeasonState, seasonStates } from '#api/participation/licenses/season/rules.ts'
import { splitWords, toQueryWords } from '#api/text-matching.ts'

/** Returns the full name of a person, the first name first. */
export const nameOf = ({ firstName, lastName }: { firstName: string; lastName: string }): string =>
  `${firstName} ${lastName}`

/**
 * Whether each of the first eight words of the search `text` begins a word of the name, without regard to case and
 * diacritics; true for a search without words.
 */
export function matchesName(name: string, text: string): boolean {
  const known = splitWords(name)
  return toQueryWords(text).every((word) => known.some((one) => one.startsWith(word)))
}

/** Counts rows by state; a state without rows has 0. */
export function countStates(rows: readonly { state: SeasonState }[]): Record<SeasonState, number> {
  const count = (state: SeasonState) => rows.filter((row) => row.state === state).length
  return {
    unlicensed: count('unlicensed'),
    ready: count('ready'),
    expiring: count('expiring'),
    lacking: count('lacking'),
  }
}

/** Returns the rows of one page, in their order; `page` counts from 1, and a page beyond the last is empty. */
export const pageOf = <Row>(rows: readonly Row[], { page, pageSize }: { page: number; pageSize: number }): Row[] =>
  rows.slice((page - 1) * pageSize, page * pageSize)

interface DatedRow {
  state: SeasonState
  on: string | null
  userName: string
}

const noEnd = '9999'

/**
 * Compares two licences for sorting: the worst state first, then by their day, those without one last, then by the
 * holder's name in Swedish order.
 */
export const compareHeld = (a: DatedRow, b: DatedRow): number =>
  seasonStates.indexOf(b.state) - seasonStates.indexOf(a.state) ||
  (a.on ?? noEnd).localeCompare(b.on ?? noEnd) ||
  a.userName.localeCompare(b.userName, 'sv')
