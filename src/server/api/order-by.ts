import { asc, desc, type SQL, type SQLWrapper } from 'drizzle-orm'

/**
 * Returns the order by these expressions, all in one direction, so that an index can be walked either way. The last one
 * is the id, which gives rows with equal values one order on all pages.
 */
export const orderInDirection = (descending: boolean, ...expressions: readonly SQLWrapper[]): SQL[] =>
  expressions.map(descending ? desc : asc)
