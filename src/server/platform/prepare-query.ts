import { AsyncLocalStorage } from 'node:async_hooks'
import { type SQLWrapper, sql } from 'drizzle-orm'
import { createQuery, type Database, type Query } from './database.ts'
import type { Batcher } from './read-batcher.ts'

/** Builds queries: the database of a request, or the isolate's builder of prepared queries. */
export interface QueryBuilder {
  query: Query
}

/** Runs a prepared query. */
export type QueryRunner = Pick<Database, 'batcher'>

/** Values as the database stores them: a moment is ISO text, a list is JSON. */
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

/**
 * Returns an object whose members have the types of the values but are placeholders of SQL: they can only be put into a
 * query.
 */
const placeholders = <Inputs>() => new Proxy({}, { get: (_, name) => sql.placeholder(String(name)) }) as Inputs

const isPlain = (value: unknown) => typeof value !== 'string' || /^[\w .:+,[\]-]*$/.test(value)

/**
 * Writes constants into the text: SQLite plans by some of them, such as a limit, and would plan again if they were
 * bound. If one of them may be text that a user typed, all stay bound.
 */
function inlineConstants<Rows>(built: PreparableQuery<Rows>): PreparableQuery<Rows> {
  if (!built.toSQL().params.every(isPlain)) return built
  const getSql = built.getSQL.bind(built)
  return Object.assign(built, { getSQL: () => getSql().inlineParams() })
}

const maxPreparedQueries = 50

/**
 * Builds a query once in an isolate for each `shape`, which is everything that decides its text; `values` differ from
 * request to request. Saves up to a quarter of a millisecond of building in Drizzle.
 *
 * `build` gets placeholders for the values, which it can only put into the query: it cannot compare or convert them.
 * Anything that it reads elsewhere, such as the clock, keeps its first value. Holds 50 shapes, compared as JSON text,
 * then starts over. The returned function takes the database, the values as the database stores them (numbers and
 * texts: moments in ISO format, lists in JSON) and the shape, and runs the query in the next batch of that database.
 */
export function prepareQuery<Inputs extends Values, Rows, Shape = undefined>(
  build: (db: QueryBuilder, values: Inputs, shape: Shape) => PreparableQuery<Rows>,
) {
  const prepared = new Map<string, PreparedQuery<Rows>>()
  return (
    db: QueryRunner,
    values: Inputs,
    ...[shape]: undefined extends Shape ? [shape?: Shape] : [shape: Shape]
  ): Promise<Rows> => {
    const key = JSON.stringify(shape) ?? ''
    const query =
      prepared.get(key) ??
      inlineConstants(build({ query: createQuery(batcherOfRequest) }, placeholders<Inputs>(), shape as Shape)).prepare()
    if (prepared.size >= maxPreparedQueries && !prepared.has(key)) prepared.clear()
    prepared.set(key, query)
    return currentBatcher.run(db.batcher, () => query.execute(values))
  }
}
