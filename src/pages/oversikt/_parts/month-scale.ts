/** The sign-ups and completions of a month. */
export interface MonthFigures {
  month: string
  signedUp: number
  completed: number
}

const roundSteps = [1, 2, 5]
  .flatMap((one) => [0, 1, 2, 3, 4, 5].map((power) => one * 10 ** power))
  .sort((a, b) => a - b)

/**
 * Returns the top of a chart's scale and its ascending grid lines, at round numbers. The top is the highest figure
 * rounded up to a grid line, at least 1, also without figures. There are at most six lines, from zero to the top.
 */
export function createMonthScale(months: readonly MonthFigures[]): { top: number; lines: number[] } {
  const most = Math.max(1, ...months.flatMap(({ signedUp, completed }) => [signedUp, completed]))
  const step = roundSteps.find((one) => most / one <= 5) ?? most
  const top = Math.ceil(most / step) * step
  return { top, lines: Array.from({ length: top / step + 1 }, (_, at) => at * step) }
}
