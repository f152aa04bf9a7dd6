import type { RowId } from '../ui/select-up-to.ts'

/** Chosen rows by id, each with what their actions need. */
export type Selection<Row, Id extends RowId = number> = ReadonlyMap<Id, Row>

/**
 * Parses the text of `formatSelection`; nothing is chosen for null, for other text, and for a choice that was made with
 * another filter.
 */
export function parseSelection<Row, Id extends RowId = number>(
  filter: string,
  text: string | null,
): Selection<Row, Id> {
  try {
    const stored = JSON.parse(text ?? 'null') as { filter: string; rows: [Id, Row][] } | null
    return new Map(stored?.filter === filter ? stored.rows : [])
  } catch {
    return new Map()
  }
}

/** Converts a choice to the text that `parseSelection` reads, with the filter that it was made with. */
export const formatSelection = <Row, Id extends RowId>(filter: string, rows: Selection<Row, Id>): string =>
  JSON.stringify({ filter, rows: [...rows] })
