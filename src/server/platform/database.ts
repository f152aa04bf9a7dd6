import { type AnyColumn, type SQL, sql } from 'drizzle-orm'
import type { BatchItem, BatchResponse } from 'drizzle-orm/batch'
import { drizzle, type SqliteRemoteDatabase, type SqliteRemoteResult } from 'drizzle-orm/sqlite-proxy'
import { type Batcher, execute, ReadBatcher, type RoundTrips, type Row } from './read-batcher.ts'

/**
 * A statement that a commit can contain; it does nothing before. An update or deletion that finds no row changes
 * nothing, and an insert that meets a row with its key fails the commit, unless the comment of its builder says
 * otherwise.
 */
export type Statement = BatchItem<'sqlite'>

/** Drizzle without the calls that return the rows of raw SQL as arrays; `Database.rows` returns them as objects. */
export type Query = Omit<SqliteRemoteDatabase, 'all' | 'get' | 'values'>

/** The database as one request reads and writes it. */
export interface Database {
  /** Builds statements. Reads that begin together make one round trip; a write waits for the check of the session. */
  query: Query
  batcher: Batcher
  /**
   * Returns the rows of a read written in SQL, in its order, as objects by column name. Values are those of SQLite:
   * moments are texts and booleans 0 or 1.
   */
  rows: <Row>(read: SQL) => Promise<Row[]>
  /**
   * Writes all statements in one transaction, and returns one result for each, in order; without statements it does
   * nothing. After a write that found the disk full it fails at once for five seconds.
   *
   * @throws ConstraintError when the database refuses a statement.
   */
  commit: <const S extends readonly Statement[]>(statements: S) => Promise<BatchResponse<S>>
  /**
   * Sends the reads of `check` with the next batch. Until the check resolves, no other read is answered and nothing is
   * written; when it rejects, they reject with its error. The returned function waits for the check.
   */
  setCondition: (check: (db: Pick<Database, 'batcher'>) => Promise<void>) => () => Promise<void>
  /** Returns the number of round trips so far. */
  roundTrips: () => number
  /** Returns the bookmark of D1 after the latest statement. */
  bookmark: () => string | null
  /** Returns the same database, read on the primary. Its round trips count with those of this one. */
  onPrimary: () => Database
}

/**
 * A write that a constraint or a trigger refused. `text` is the trigger's message, or the violated constraint;
 * `changed_meanwhile` for a null in a column `changed_at`.
 */
export class ConstraintError extends Error {
  readonly text: string

  constructor(text: string, cause: unknown) {
    super(text, { cause })
    this.text = text
  }
}

/**
 * Returns the new value of the not-null column `changedAt` for optimistic locking: SQL, although the type allows a
 * `Date`. It is `now` when the stored version in `column` is `expectedVersion`, to the millisecond. For another
 * version, or without `expectedVersion`, it is null: the column refuses it, and the whole commit fails with
 * `changed_meanwhile`.
 *
 * Only a stored row is checked. Where there is none, an update changes nothing, and an upsert inserts the row, with or
 * without a version.
 */
export const ifUnmodifiedSince = (
  column: AnyColumn,
  expectedVersion: Date | null | undefined,
  now: Date,
): SQL | Date =>
  expectedVersion
    ? sql`case when ${column} = ${expectedVersion.toISOString()} then ${now.toISOString()} end`
    : sql`null`

/**
 * Whether a write failed because the database's disk is full or has an I/O error. Looks at the causes of the error too.
 * Such a write has stored nothing.
 */
export function isStorageFull(error: unknown): boolean {
  for (let at: unknown = error; at instanceof Error; at = at.cause)
    if (/SQLITE_FULL|disk is full|SQLITE_IOERR|disk I\/O error|maximum DB size/.test(at.message)) return true
  return false
}

const msWithoutWrites = 5_000
/**
 * Epoch milliseconds until which commits fail at once: each attempt on a full disk restarts the database, which delays
 * reads.
 */
let fullUntil = 0

function refuseWhileFull(): void {
  if (Date.now() < fullUntil) throw new Error('SQLITE_FULL: an earlier write found the database full')
}

const lateWrite = /^NOT NULL constraint failed: \w+\.changed_at$/

/**
 * Finds the violated constraint in an error. D1 wraps SQLite's message: `D1_ERROR: occasion_full:
 * SQLITE_CONSTRAINT_TRIGGER`.
 */
function constraintOf(error: unknown): ConstraintError | null {
  for (let at: unknown = error; at instanceof Error; at = at.cause) {
    const match = /(?:D1_ERROR: )?(.+?): SQLITE_CONSTRAINT/.exec(at.message)
    const text = match?.[1]?.replace(/^D1_ERROR: /, '')
    if (text) return new ConstraintError(lateWrite.test(text) ? 'changed_meanwhile' : text, error)
  }
  return null
}

/** The result of Drizzle's method `run`: the rows as objects, and the metadata of D1. */
interface RunResult extends SqliteRemoteResult {
  rows: Row[]
  meta: D1Meta & Record<string, unknown>
}

/**
 * Returns the number of rows that a statement and its triggers inserted, changed or removed. Takes a result of `run`
 * only, which alone has the metadata.
 */
export const countChangedRows = (result: SqliteRemoteResult): number => (result as RunResult).meta.changes

/**
 * Reads the size of the database in bytes, as D1 reports it with each result. Runs a statement of its own, which
 * touches no table.
 */
export async function readDatabaseSize({ query }: Pick<Database, 'query'>): Promise<number> {
  const result = await query.run(sql`select 1 as measured`)
  return (result as RunResult).meta.size_after
}

/** Converts a result of D1 to the shape that Drizzle's driver expects: rows as arrays, and for `get` one array. */
function answerFrom({ results, meta }: D1Result<Row>, method: string): { rows: unknown[] } {
  if (method === 'run') {
    const ran: RunResult = { rows: results, meta }
    return ran
  }
  const rows = results.map(Object.values)
  // Without a row the driver expects `undefined`, which its type leaves out.
  return { rows: method === 'get' ? (rows[0] as unknown[]) : rows }
}

/**
 * Creates a Drizzle instance that runs each statement on the batcher that `batcher` returns at that moment. Statements
 * outside a batch: reads join the next batch, writes are a transaction each. Drizzle's own `batch` is one transaction.
 */
export const createQuery = (batcher: () => Batcher): SqliteRemoteDatabase =>
  drizzle(
    async (text, params, method) => answerFrom(await execute(batcher(), { sql: text, params }), method),
    async (batch) => {
      const results = await batcher().write(batch)
      return results.map((result, at) => answerFrom(result, batch[at]?.method ?? 'all'))
    },
  )

async function commitOn(query: SqliteRemoteDatabase, batcher: ReadBatcher, statements: readonly Statement[]) {
  const [first, ...rest] = statements
  if (!first) return []
  await batcher.waitForCondition()
  refuseWhileFull()
  try {
    const results = await query.batch([first, ...rest])
    fullUntil = 0
    return results
  } catch (error) {
    if (isStorageFull(error)) fullUntil = Date.now() + msWithoutWrites
    throw constraintOf(error) ?? error
  }
}

function databaseOn(d1: D1Database, session: D1DatabaseSession, trips: RoundTrips): Database {
  const batcher = new ReadBatcher(session, trips)
  let drizzled: SqliteRemoteDatabase | undefined
  // Most requests run prepared queries alone and need no Drizzle of their own.
  const query = () => {
    drizzled ??= createQuery(() => batcher)
    return drizzled
  }
  return {
    get query() {
      return query()
    },
    batcher,
    // `answerFrom` returns a `RunResult` for `run`.
    rows: async <R>(read: SQL) => ((await query().run(read)) as RunResult).rows as R[],
    // A batch returns one result for each statement, in order.
    commit: async <const S extends readonly Statement[]>(statements: S) =>
      (await commitOn(query(), batcher, statements)) as BatchResponse<S>,
    setCondition(check) {
      batcher.setCondition((deferred) => check({ batcher: deferred }))
      return () => batcher.waitForCondition()
    },
    roundTrips: () => trips.count,
    bookmark: () => session.getBookmark(),
    // Reads on the primary do not wait for the session check.
    onPrimary: () => databaseOn(d1, d1.withSession('first-primary'), trips),
  }
}

/**
 * Opens the database for one request. With a bookmark, every read is at least as new as the bookmark. With null, the
 * first read is on the primary, and later ones may be on a replica that is at least as new as that read. Opening makes
 * no round trip, so an invalid bookmark fails only at the first read.
 */
export const openDatabase = (d1: D1Database, bookmark: string | null): Database =>
  databaseOn(d1, d1.withSession(bookmark ?? 'first-primary'), { count: 0 })
