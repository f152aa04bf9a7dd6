import { fillPlaceholders, type Query, sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/d1'
import type { Statement } from './connection.ts'
import type { Database } from './database.ts'
import { type AnswerField, type Certain, rowReader } from './rows.ts'

/** What Drizzle makes of a question: its SQL, how its rows are read, and the connection's own statement. */
interface Prepared {
  query: Query
  stmt: unknown
  fields?: AnswerField[]
  joinsNotNullableMap?: Certain
  customResultMapper?: unknown
  all: () => Promise<unknown>
  mapAllResult: (found: Found, isFromBatch: boolean) => unknown
}

/** The same with what is found out once in an isolate's life. */
export interface Written extends Prepared {
  /** Tells it apart from all others. */
  number: number
  /** How many columns a row has. */
  width: number
  /** Reads a row; null where Drizzle's own way is needed. */
  read: ((row: readonly unknown[]) => object) | null
}

/** A question that was written before, on one connection. Drizzle's batches ask for `_prepare`, and whoever awaits it for `then`. */
export class Asked implements PromiseLike<unknown> {
  readonly written: Written
  readonly params: readonly unknown[]
  readonly #connection: D1DatabaseSession

  constructor(written: Written, values: Record<string, unknown>, connection: D1DatabaseSession) {
    this.written = written
    this.params = fillPlaceholders(written.query.params, values)
    this.#connection = connection
  }

  /** Another text on its connection. */
  statementOf(text: string): D1PreparedStatement {
    return this.#connection.prepare(text)
  }

  _prepare() {
    // An object that takes the rest from what was written.
    return Object.create(this.written, {
      query: { value: { ...this.written.query, params: this.params } },
      stmt: { value: this.statementOf(this.written.query.sql) },
    }) as Written
  }

  /** The same question with the same values. */
  isAlso(other: unknown): boolean {
    if (!(other instanceof Asked) || other.written !== this.written) return false
    return this.params.every((value, at) => value === other.params[at])
  }

  // biome-ignore lint/suspicious/noThenProperty: a question is awaited like Drizzle's own.
  then<Ok, Failed>(
    ok?: ((rows: unknown) => Ok | PromiseLike<Ok>) | null,
    failed?: ((reason: unknown) => Failed | PromiseLike<Failed>) | null,
  ) {
    return this._prepare().all().then(ok, failed)
  }
}

/**
 * A question in whose text stands what is the same each time. SQLite looks at some values when it plans, a limit or what a partial
 * index is of, and plans anew whenever one of them is bound.
 */
function settled(query: Query): Query {
  const pieces = query.sql.split('?')
  // Somebody has written a question mark as text.
  if (pieces.length !== query.params.length + 1) return query
  const isSettled = (value: unknown) => typeof value === 'number'
  const texts = query.params.map((value, at) => `${isSettled(value) ? value : '?'}${pieces[at + 1]}`)
  return { ...query, sql: `${pieces[0]}${texts.join('')}`, params: query.params.filter((value) => !isSettled(value)) }
}

/** Writes questions and never asks them. */
const writer = drizzle({ prepare: (text: string) => text } as unknown as D1Database)

/** Where questions can be written: a request's database, or nowhere in particular. */
export type Writing = Pick<Database, 'query'>

/** Values as the database holds them: an instant is ISO text, a list is JSON. */
type Values = Record<string, number | string>
type Question = Statement & { prepare: () => unknown }

/** Each member has its value's type and is SQL's placeholder: it goes into a query, and nothing can be read from it. */
const standIns = <Given>() => new Proxy({}, { get: (_, name) => sql.placeholder(String(name)) }) as Given

type Found = readonly unknown[][] | { results: readonly Record<string, unknown>[] }

const arraysOf = (found: Found) => ('results' in found ? found.results.map((row) => Object.values(row)) : found)

/** Finding out who reads what is work of its own, which is left to Drizzle for so many rows. */
const fewRows = 4

/** A query that Drizzle builds for this request alone, whose rows are read as those of a question written before. */
export class Built {
  readonly #query: { _prepare: () => unknown }

  constructor(query: { _prepare: () => unknown }) {
    this.#query = query
  }

  /** What Drizzle's batches ask for. */
  _prepare() {
    // What a query of Drizzle's makes of itself.
    const one = this.#query._prepare() as Prepared
    const mapAllResult = (found: Found, isFromBatch: boolean): unknown => {
      const rows = 'results' in found ? found.results.length : found.length
      const read = rows > fewRows && !one.customResultMapper ? rowReader(one.fields, one.joinsNotNullableMap) : null
      return read ? arraysOf(found).map(read) : one.mapAllResult(found, isFromBatch)
    }
    return Object.create(one, { mapAllResult: { value: mapAllResult } }) as Prepared
  }
}

let numbers = 0

/** What Drizzle prepared, with numbers in its text and rows that are read by what is known of them. */
function writtenFrom(one: Prepared): Written {
  const read = one.customResultMapper ? null : rowReader(one.fields, one.joinsNotNullableMap)
  numbers += 1
  return Object.create(one, {
    query: { value: settled(one.query) },
    number: { value: numbers },
    width: { value: one.fields?.length ?? 0 },
    read: { value: read },
    ...(read ? { mapAllResult: { value: (found: Found) => arraysOf(found).map(read) } } : {}),
  }) as Written
}

const writtenAtMost = 50

/**
 * A question whose SQL is written once in an isolate's life for each `shape`, which is everything that decides how it reads; `given`
 * is what differs from request to request. For what pages ask: Drizzle takes up to a quarter of a millisecond to write a query.
 * Whatever `write` takes from elsewhere, the clock above all, stays as it was the first time.
 */
export function preparedFor<Shape, Given extends Values, Q extends Question>(
  write: (db: Writing, given: Given, shape: Shape) => Q,
) {
  const written = new Map<string, Written>()
  return (db: Database, given: Given, shape: Shape): Q => {
    const key = JSON.stringify(shape)
    // A prepared query of Drizzle's is what `Written` describes of it.
    const one =
      written.get(key) ?? writtenFrom(write({ query: writer }, standIns<Given>(), shape).prepare() as Prepared)
    if (written.size >= writtenAtMost && !written.has(key)) written.clear()
    written.set(key, one)
    // Drizzle asks a question for two members and no more, and `Asked` has them.
    return db.ask(one, given) as unknown as Q
  }
}

/** The same for a question that always reads alike. */
export function prepared<Q extends Question, Given extends Values = Values>(write: (db: Writing, given: Given) => Q) {
  const asked = preparedFor(write)
  return (db: Database, given: Given): Q => asked(db, given, null)
}
