import { AsyncLocalStorage } from 'node:async_hooks'
import { type SQLWrapper, sql } from 'drizzle-orm'
import { type Database, type Query, queryOn } from './database.ts'
import type { Batcher } from './read-batcher.ts'

/** Where queries are built: a request's database, or the isolate's. */
export interface QueryBuilder {
  query: Query
}

/** Where a prepared query is run. */
export type QueryRunner = Pick<Database, 'batcher'>

/** Values as the database holds them: a moment is ISO text, a list is JSON. */
type Values = Record<string, number | string>

interface PreparedQuery<Rows> {
  execute: (values: Values) => Promise<Rows>
}

/** A query that Drizzle can build once and run with other values each time. */
interface PreparableQuery<Rows> extends SQLWrapper, PromiseLike<Rows> {
  toSQL: () => { params: unknown[] }
  prepare: () => PreparedQuery<Rows>
}

/** The batcher of the request that runs a prepared query. */
const currentBatcher = new AsyncLocalStorage<Batcher>()

function batcherOfRequest(): Batcher {
  const batcher = currentBatcher.getStore()
  if (!batcher) throw new Error('a prepared query was run outside of a request')
  return batcher
}

/** Each member has the type of its value and is a placeholder of SQL: it goes into a query, and nothing can be read from it. */
const placeholders = <Given>() => new Proxy({}, { get: (_, name) => sql.placeholder(String(name)) }) as Given

const isPlain = (value: unknown) => typeof value !== 'string' || /^[\w .:+,[\]-]*$/.test(value)

/**
 * Writes constants into the text: SQLite looks at some, such as a limit, when it plans, and would plan again if they were bound.
 * Where one of them is text that somebody has typed, all stay bound.
 */
function inlineConstants<Rows>(built: PreparableQuery<Rows>): PreparableQuery<Rows> {
  if (!built.toSQL().params.every(isPlain)) return built
  const getSql = built.getSQL.bind(built)
  return Object.assign(built, { getSQL: () => getSql().inlineParams() })
}

const maxPreparedQueries = 50

/**
 * Builds a query once in the life of an isolate for each `shape`, which is everything that decides how it reads; `values` differ from
 * request to request. For reads of pages: Drizzle takes up to a quarter of a millisecond to build one. Anything that `build` reads
 * elsewhere, the clock above all, stays as it was the first time.
 */
export function prepareQuery<Given extends Values, Rows, Shape = undefined>(
  build: (db: QueryBuilder, values: Given, shape: Shape) => PreparableQuery<Rows>,
) {
  const prepared = new Map<string, PreparedQuery<Rows>>()
  return (
    db: QueryRunner,
    values: Given,
    ...[shape]: undefined extends Shape ? [shape?: Shape] : [shape: Shape]
  ): Promise<Rows> => {
    const key = JSON.stringify(shape) ?? ''
    const query =
      prepared.get(key) ??
      inlineConstants(build({ query: queryOn(batcherOfRequest) }, placeholders<Given>(), shape as Shape)).prepare()
    if (prepared.size >= maxPreparedQueries && !prepared.has(key)) prepared.clear()
    prepared.set(key, query)
    return currentBatcher.run(db.batcher, () => query.execute(values))
  }
}
