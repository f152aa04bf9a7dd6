import { type SQL, sql } from 'drizzle-orm'

/** Columns of a query written by hand, by the names that it gives them. */
export const named = <Row>(...names: (keyof Row & string)[]) =>
  // Each column has the type that the row's interface states for its name.
  Object.fromEntries(names.map((name) => [name, sql.raw(name)])) as { [Name in keyof Row]: SQL<Row[Name]> }
