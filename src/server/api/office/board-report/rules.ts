import { getMonth, getYear } from '#api/days.ts'

export const quarters = [1, 2, 3, 4] as const
type Quarter = (typeof quarters)[number]

/** A year, or a quarter of it. */
export interface BoardPeriod {
  year: number
  quarter: Quarter | null
}

/** Number of rows in each top list, so that the report stays on one page. */
const topListLength = 5

const twoDigits = (value: number) => String(value).padStart(2, '0')

/**
 * Returns the first and last day of a period, a quarter or, with null for the quarter, a calendar year; `yyyy-MM-dd`,
 * both inclusive.
 */
export function toBoardDays({ year, quarter }: BoardPeriod): { from: string; to: string } {
  const [first, last] = quarter === null ? [1, 12] : [quarter * 3 - 2, quarter * 3]
  const lastDay = new Date(Date.UTC(year, last, 0)).getUTCDate()
  return { from: `${year}-${twoDigits(first)}-01`, to: `${year}-${twoDigits(last)}-${lastDay}` }
}

export const periodStates = ['upcoming', 'ongoing', 'ended'] as const
export type PeriodState = (typeof periodStates)[number]

/**
 * Returns the state of a period on a day (`yyyy-MM-dd`): `upcoming`, `ongoing` or `ended`. Its first and last day,
 * `from` and `to`, are `ongoing`.
 */
export function toPeriodState({ from, to }: { from: string; to: string }, today: string): PeriodState {
  if (today > to) return 'ended'
  return today < from ? 'upcoming' : 'ongoing'
}

/** Smallest whole of a share that is printed, and smallest number of a top list. */
export const minPrinted = 5

/** Returns the quarter before that of a day (`yyyy-MM-dd`): the latest one that has ended. */
export function latestQuarter(today: string): BoardPeriod {
  const current = Math.ceil(getMonth(today) / 3)
  const quarter = quarters.find((one) => one === current - 1)
  return quarter ? { year: getYear(today), quarter } : { year: getYear(today) - 1, quarter: 4 }
}

interface Rankable {
  signedUp: number
  completed: number
}

/**
 * Returns the rows with the most completions, then sign-ups, at most five; rows without participants are left out.
 * Equal rows keep their order.
 */
export const toTopList = <Row extends Rankable>(rows: readonly Row[]): Row[] =>
  rows
    .filter(({ signedUp, completed }) => signedUp + completed > 0)
    .toSorted((a, b) => b.completed - a.completed || b.signedUp - a.signedUp)
    .slice(0, topListLength)
