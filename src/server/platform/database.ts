import { type AnyColumn, fillPlaceholders, type Query, type SQL, sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import { type DrizzleD1Database, drizzle } from 'drizzle-orm/d1'

export type Statement = BatchItem<'sqlite'>

export interface Database {
  query: DrizzleD1Database
  /** Writes all statements in one transaction; `Constraint` when the database refuses. */
  commit: <const S extends readonly Statement[]>(statements: S) => Promise<{ [K in keyof S]: Awaited<S[K]> }>
  /** Reads in one round trip. */
  read: <const Q extends readonly [Statement, ...Statement[]]>(queries: Q) => Promise<{ [K in keyof Q]: Awaited<Q[K]> }>
  /** A question written before, with this request's values; see `prepared`. */
  ask: (written: Written, values: Record<string, unknown>) => unknown
  /** Round trips made so far. */
  roundTrips: () => number
  bookmark: () => string | null
  /** The same database as the primary has it now, whatever the reader's bookmark; trips are counted together. */
  onPrimary: () => Database
}

/** The database refused: `text` is the trigger's own word, or the violated constraint. */
export class Constraint extends Error {
  readonly text: string

  constructor(text: string, cause: unknown) {
    super(text, { cause })
    this.text = text
  }
}

/**
 * The new value of a `changedAt` that is not null, when nobody has written the row since `seen`. A late writer would
 * set null, which the column refuses, and the whole commit with it, as `changed_meanwhile`.
 */
export const unlessChanged = (column: AnyColumn, seen: Date | null | undefined, now: Date): SQL | Date =>
  seen ? sql`case when ${column} = ${seen.toISOString()} then ${now.toISOString()} end` : now

const lateWrite = /^NOT NULL constraint failed: \w+\.changed_at$/

/** D1 wraps SQLite's message: `D1_ERROR: occasion_full: SQLITE_CONSTRAINT_TRIGGER`. */
function constraintOf(error: unknown): Constraint | null {
  for (let at: unknown = error; at instanceof Error; at = at.cause) {
    const found = /(?:D1_ERROR: )?(.+?): SQLITE_CONSTRAINT/.exec(at.message)
    const text = found?.[1]?.replace(/^D1_ERROR: /, '')
    if (text) return new Constraint(lateWrite.test(text) ? 'changed_meanwhile' : text, error)
  }
  return null
}

function counting(session: D1DatabaseSession, count: () => void): D1DatabaseSession {
  const statement = (inner: D1PreparedStatement): D1PreparedStatement =>
    new Proxy(inner, {
      get(target, key) {
        const member: unknown = Reflect.get(target, key, target)
        if (typeof member !== 'function') return member
        if (key === 'bind') return (...values: unknown[]) => statement(target.bind(...values))
        if (key === 'all' || key === 'run' || key === 'first' || key === 'raw') count()
        return member.bind(target)
      },
    })
  return new Proxy(session, {
    get(target, key) {
      if (key === 'prepare') return (text: string) => statement(target.prepare(text))
      if (key === 'batch') count()
      const member: unknown = Reflect.get(target, key, target)
      return typeof member === 'function' ? member.bind(target) : member
    },
  })
}

/** What Drizzle made of a question: its SQL, how its rows are read, and the connection's own statement. */
export interface Written {
  query: Query
  stmt: unknown
  all: () => Promise<unknown>
}

/** The same question on another connection. Drizzle's batches ask for `_prepare`, and whoever awaits it for `then`. */
function asked(written: Written, values: Record<string, unknown>, connection: D1DatabaseSession) {
  const query = { ...written.query, params: fillPlaceholders(written.query.params, values) }
  const own = Object.create(written, {
    query: { value: query },
    stmt: { value: connection.prepare(query.sql) },
  }) as Written
  const done: Promise<unknown>['then'] = (ok, failed) => own.all().then(ok, failed)
  // biome-ignore lint/suspicious/noThenProperty: a question is awaited like Drizzle's own.
  return { _prepare: () => own, then: done }
}

/** Writes questions and never asks them. */
const writer = drizzle({ prepare: (text: string) => text } as unknown as D1Database)

/**
 * A question whose SQL is written once in an isolate's life: `sql.placeholder('name')` stands where a request's value goes,
 * which is given as the database holds it (an instant as ISO text). For what is asked with nearly every request: Drizzle takes a quarter of
 * a millisecond to write a query.
 */
export function prepared<Question extends Statement & { prepare: () => unknown }>(
  write: (query: DrizzleD1Database) => Question,
) {
  let written: Written | null = null
  return (db: Database, values: Record<string, unknown>): Question => {
    // A prepared query of Drizzle's is what `Written` describes of it.
    written ??= write(writer).prepare() as Written
    return db.ask(written, values) as Question
  }
}

function databaseIn(d1: D1Database, session: D1DatabaseSession, trips: { made: number }): Database {
  // A session has the two members of D1Database that Drizzle uses: prepare and batch.
  const connection = counting(session, () => trips.made++)
  const query = drizzle(connection as unknown as D1Database)
  return {
    query,
    read: (queries) => query.batch(queries) as never,
    async commit(statements) {
      const [first, ...rest] = statements
      // A batch answers each statement in its place.
      if (!first) return [] as never
      try {
        return (await query.batch([first, ...rest])) as never
      } catch (error) {
        throw constraintOf(error) ?? error
      }
    },
    ask: (written, values) => asked(written, values, connection),
    roundTrips: () => trips.made,
    bookmark: () => session.getBookmark(),
    onPrimary: () => databaseIn(d1, d1.withSession('first-primary'), trips),
  }
}

/** One request's view of D1: reads never fall behind the given bookmark (`first-primary` when there is none). */
export const openDatabase = (d1: D1Database, bookmark: string | null): Database =>
  databaseIn(d1, d1.withSession(bookmark ?? 'first-primary'), { made: 0 })
