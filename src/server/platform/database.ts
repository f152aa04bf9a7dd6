import { type AnyColumn, type SQL, sql } from 'drizzle-orm'
import type { BatchItem, BatchResponse } from 'drizzle-orm/batch'
import { drizzle, type SqliteRemoteDatabase, type SqliteRemoteResult } from 'drizzle-orm/sqlite-proxy'
import { type Batcher, execute, ReadBatcher, type RoundTrips, type Row } from './read-batcher.ts'

export type Statement = BatchItem<'sqlite'>

/** Drizzle without the calls that answer rows of raw SQL as arrays; `rows` names their columns. */
export type Query = Omit<SqliteRemoteDatabase, 'all' | 'get' | 'values'>

export interface Database {
  /** Builds statements. Reads that begin together make one round trip; a write waits for the check of the session. */
  query: Query
  batcher: Batcher
  /** The rows of a read that is written in SQL, by the names of their columns. */
  rows: <Row>(read: SQL) => Promise<Row[]>
  /** Writes all statements in one transaction; `Constraint` when the database refuses. */
  commit: <const S extends readonly Statement[]>(statements: S) => Promise<BatchResponse<S>>
  /**
   * Has what `check` reads sent with the next batch. Until the check is fulfilled no other read is answered and nothing is
   * written; when it is rejected, they are rejected with its error. The function that is returned waits for it.
   */
  require: (check: (db: Pick<Database, 'batcher'>) => Promise<void>) => () => Promise<void>
  /** Round trips made so far. */
  roundTrips: () => number
  bookmark: () => string | null
  /** The same database as the primary has it now, whatever the reader's bookmark; round trips are counted together. */
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
 * Optimistic locking: the new value of a `changedAt` that is not null, when the row still has the version `seen`.
 * A late writer, and one that names no version, sets null: the column refuses it and the whole commit with it, as `changed_meanwhile`.
 */
export const unlessChanged = (column: AnyColumn, seen: Date | null | undefined, now: Date): SQL | Date =>
  seen ? sql`case when ${column} = ${seen.toISOString()} then ${now.toISOString()} end` : sql`null`

/** Whether a write failed because the disk below the database has no room; nothing of it was kept. */
export function isStorageFull(error: unknown): boolean {
  for (let at: unknown = error; at instanceof Error; at = at.cause)
    if (/SQLITE_FULL|disk is full|SQLITE_IOERR|disk I\/O error|maximum DB size/.test(at.message)) return true
  return false
}

const msWithoutWrites = 5_000
/** Until then nothing is written: each attempt on a full disk makes the database start anew, and reads wait for that. */
let fullUntil = 0

function refuseWhileFull(): void {
  if (Date.now() < fullUntil) throw new Error('SQLITE_FULL: a write before this one found no room')
}

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

/** The answer of a statement that was run for its effect: the rows of a read, and D1's figures. */
interface RunResult extends SqliteRemoteResult {
  rows: Row[]
  meta: D1Meta & Record<string, unknown>
}

/** How many rows a statement and its triggers have changed or removed. */
export const changedRows = (result: SqliteRemoteResult): number => (result as RunResult).meta.changes

/** The answer of D1 as Drizzle's driver takes it: rows as arrays, and for `get` one of them. */
function answerFrom({ results, meta }: D1Result<Row>, method: string): { rows: unknown[] } {
  if (method === 'run') {
    const ran: RunResult = { rows: results, meta }
    return ran
  }
  const rows = results.map(Object.values)
  // Without a row the driver expects `undefined`, which its type leaves out.
  return { rows: method === 'get' ? (rows[0] as unknown[]) : rows }
}

/** Drizzle on the batcher that `batcher` names when a statement is run. */
export const queryOn = (batcher: () => Batcher): SqliteRemoteDatabase =>
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
  await batcher.fulfilled()
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
    drizzled ??= queryOn(() => batcher)
    return drizzled
  }
  return {
    get query() {
      return query()
    },
    batcher,
    // `run` answers what `answerFrom` makes of it.
    rows: async <R>(read: SQL) => ((await query().run(read)) as RunResult).rows as R[],
    // A batch answers each statement in its place.
    commit: async <const S extends readonly Statement[]>(statements: S) =>
      (await commitOn(query(), batcher, statements)) as BatchResponse<S>,
    require(check) {
      batcher.require((deferred) => check({ batcher: deferred }))
      return () => batcher.fulfilled()
    },
    roundTrips: () => trips.made,
    bookmark: () => session.getBookmark(),
    // Reads there wait for no check of a session.
    onPrimary: () => databaseOn(d1, d1.withSession('first-primary'), trips),
  }
}

/** One request's view of D1: reads never fall behind the given bookmark (`first-primary` when there is none). */
export const openDatabase = (d1: D1Database, bookmark: string | null): Database =>
  databaseOn(d1, d1.withSession(bookmark ?? 'first-primary'), { made: 0 })
