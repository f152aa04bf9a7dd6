/** Rows by id, in their order. A failed load leaves the rows of an earlier one and sets its error text. */
export interface LoadedList<Row extends { id: number }> {
  status: 'loading' | 'success' | 'error'
  byId: ReadonlyMap<number, Row>
  error: string | null
}

/** Creates a list that is loading and has no rows. */
export const emptyList = <Row extends { id: number }>(): LoadedList<Row> => ({
  status: 'loading',
  byId: new Map(),
  error: null,
})

/** Creates a loaded list of these rows, in their order; of two rows with one id the last replaces the first. */
export const withRows = <Row extends { id: number }>(rows: readonly Row[]): LoadedList<Row> => ({
  status: 'success',
  byId: new Map(rows.map((row) => [row.id, row])),
  error: null,
})

/**
 * Resolves with a list of the loaded rows, or after a failure with the rows of `before` and status `error`; does not
 * reject. `reasonFor` turns the error into a text for the reader.
 */
export const loadList = <Row extends { id: number }>(
  load: Promise<readonly Row[]>,
  reasonFor: (error: unknown) => string,
  before: LoadedList<Row> = emptyList(),
): Promise<LoadedList<Row>> =>
  load.then(withRows, (error: unknown) => ({ ...before, status: 'error', error: reasonFor(error) }))

/** Returns the rows in the order in which they were loaded. */
export const listRows = <Row extends { id: number }>({ byId }: LoadedList<Row>): Row[] => [...byId.values()]
