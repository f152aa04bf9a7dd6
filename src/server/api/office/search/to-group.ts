/** Converts at most `limit` rows to items; `more` says whether there are more rows. */
export const toGroup = <Row, Item>(rows: readonly Row[], limit: number, toItem: (row: Row) => Item) => ({
  items: rows.slice(0, limit).map(toItem),
  more: rows.length > limit,
})
