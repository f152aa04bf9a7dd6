import { expect } from 'vitest'

interface Walk<Row> {
  /** Reads a page of the list in an order; `page` counts from 1. */
  read: (place: { sort: string; descending: boolean; page: number; pageSize: number }) => Promise<readonly Row[]>
  idOf: (row: Row) => number | string
}

/** Reads a list page by page with two rows each, so that equal values lie on both sides of a border. */
async function readInPairs<Row>({ read, idOf }: Walk<Row>, sort: string, descending: boolean) {
  const ids: (number | string)[] = []
  for (let page = 1; ; page += 1) {
    const rows = await read({ sort, descending, page, pageSize: 2 })
    ids.push(...rows.map(idOf))
    if (rows.length < 2) return ids
  }
}

/**
 * Expects that an order of a list holds over the borders of its pages: no row is left out or repeated, values rise, and
 * the opposite direction is the exact reverse, also among equal values. Returns the rows in rising order.
 */
export async function expectOrderOverPages<Row>(
  walk: Walk<Row>,
  sort: string,
  valueIn: (row: Row) => number | string | null,
): Promise<readonly Row[]> {
  const rows = await walk.read({ sort, descending: false, page: 1, pageSize: 200 })
  const rising = rows.map(walk.idOf)
  expect(new Set(rows.map(valueIn)).size, 'equal values on both sides of a border').toBeLessThan(rows.length)
  expect(await readInPairs(walk, sort, false)).toEqual(rising)
  expect(await readInPairs(walk, sort, true)).toEqual(rising.toReversed())
  const values = rows.map(valueIn)
  expect(values).toEqual(
    values.toSorted((one, other) => ((one ?? '') < (other ?? '') ? -1 : (one ?? '') > (other ?? '') ? 1 : 0)),
  )
  return rows
}
