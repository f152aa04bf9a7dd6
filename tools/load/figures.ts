/** A request of the load: its kind, milliseconds, and what came of it, such as `200` or `occasion_full`. */
export interface LoadAnswer {
  kind: string
  ms: number
  outcome: string
}

/** Figures of one kind of request. */
interface KindFigures {
  kind: string
  count: number
  p50: number
  p95: number
  p99: number
  outcomes: Map<string, number>
}

const at = (sorted: readonly number[], share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0

function countBy(outcomes: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const outcome of outcomes) counts.set(outcome, (counts.get(outcome) ?? 0) + 1)
  return counts
}

/** Sums answers up by kind, in the order in which the kinds first came. */
export function toFigures(answers: readonly LoadAnswer[]): KindFigures[] {
  const kinds = [...new Set(answers.map(({ kind }) => kind))]
  return kinds.map((kind) => {
    const own = answers.filter((answer) => answer.kind === kind)
    const sorted = own.map(({ ms }) => ms).toSorted((a, b) => a - b)
    const outcomes = countBy(own.map(({ outcome }) => outcome))
    return { kind, count: own.length, p50: at(sorted, 0.5), p95: at(sorted, 0.95), p99: at(sorted, 0.99), outcomes }
  })
}

const row = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`

/** Writes figures as a Markdown table. */
export function toTable(figures: readonly KindFigures[]): string {
  const lines = figures.map(({ kind, count, p50, p95, p99, outcomes }) => {
    const listed = [...outcomes].toSorted((a, b) => b[1] - a[1]).map(([outcome, n]) => `${outcome}: ${n}`)
    return row([kind, count, p50.toFixed(0), p95.toFixed(0), p99.toFixed(0), listed.join(', ')])
  })
  const head = [
    row(['request', 'number', 'p50 ms', 'p95 ms', 'p99 ms', 'outcomes']),
    '| --- | ---: | ---: | ---: | ---: | --- |',
  ]
  return [...head, ...lines].join('\n')
}
