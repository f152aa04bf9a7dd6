import { type SQL, sql } from 'drizzle-orm'

/** Returns the select list for a hand-written subquery: each name as a raw column. */
export const rawColumns = <Row>(...names: (keyof Row & string)[]) =>
  // Unchecked: the query must return the column types that `Row` declares.
  Object.fromEntries(names.map((name) => [name, sql.raw(name)])) as { [Name in keyof Row]: SQL<Row[Name]> }
