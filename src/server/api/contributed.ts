import type { SQL, SQLWrapper } from 'drizzle-orm'

/*
 * A domain imports nothing from the domains above it. A lower domain whose query needs rows or a rule of a higher one
 * declares a contribution, and contributions.ts supplies it where the API is composed.
 */

export interface Contribution<Value> {
  get: () => Value
  supply: (value: Value) => void
}

/**
 * Declares a value that a higher domain supplies later, by `supply`. `get` returns it, and throws an `Error` with
 * `name` before it has been supplied; supplied a second time it is replaced.
 */
export function declareContribution<Value>(name: string): Contribution<Value> {
  let supplied: { value: Value } | null = null
  return {
    get: () => {
      if (!supplied) throw new Error(`contributions.ts supplies no ${name}`)
      return supplied.value
    },
    supply: (value) => {
      supplied = { value }
    },
  }
}

/** A view of a higher domain's rows. It is resolved when a query is built, so that constants can hold it. */
export interface ContributedView extends SQLWrapper {
  supply: (view: SQL) => void
}

/**
 * Declares an SQL view that a higher domain supplies later; usable as a table in SQL. Building a query with it throws
 * before that.
 */
export function declareContributedView(name: string): ContributedView {
  const { get, supply } = declareContribution<SQL>(name)
  // The view brings its own parentheses.
  return { getSQL: get, shouldOmitSQLParens: () => true, supply }
}
