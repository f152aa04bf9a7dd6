/** Chosen rows by id, each with what their actions need. */
export type Selection<Row> = ReadonlyMap<number, Row>

/**
 * Parses the text of `formatSelection`; nothing is chosen for null, for other text, and for a choice that was made with
 * another filter.
 */
export function parseSelection<Row>(filter: string, text: string | null): Selection<Row> {
  try {
    const stored = JSON.parse(text ?? 'null') as { filter: string; rows: [number, Row][] } | null
    return new Map(stored?.filter === filter ? stored.rows : [])
  } catch {
    return new Map()
  }
}

/** Converts a choice to the text that `parseSelection` reads, with the filter that it was made with. */
export const formatSelection = <Row>(filter: string, rows: Selection<Row>): string =>
  JSON.stringify({ filter, rows: [...rows] })
