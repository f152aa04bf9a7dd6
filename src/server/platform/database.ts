import { type AnyColumn, is, type SQL, sql } from 'drizzle-orm'
import { type DrizzleD1Database, drizzle } from 'drizzle-orm/d1'
import { SQLiteSelectBase } from 'drizzle-orm/sqlite-core'
import { Bundle, bundledOf } from './bundle.ts'
import { counting, type Group, type Statement, type Trips, verdictOf } from './connection.ts'
import { Asked, Built, type Written } from './prepared.ts'

export type { Statement } from './connection.ts'

export interface Database {
  query: DrizzleD1Database
  /** Writes all statements in one transaction; `Constraint` when the database refuses. */
  commit: <const S extends readonly Statement[]>(statements: S) => Promise<{ [K in keyof S]: Awaited<S[K]> }>
  /** Reads in one round trip, together with whatever else of the request begins to read at the same time. */
  read: <const Q extends readonly [Statement, ...Statement[]]>(queries: Q) => Promise<{ [K in keyof Q]: Awaited<Q[K]> }>
  /** A question written before, with this request's values; see `prepared`. */
  ask: (written: Written, values: Record<string, unknown>) => Asked
  /**
   * Has a question taken along by the next read, for no round trip of its own. `judge` hears the answer and throws when nothing more
   * may be done for it: then that read fails, nothing is written, and the promise that `verdict` gives is rejected.
   */
  alongside: <Q extends Statement>(question: Q, judge: (answer: Awaited<Q>) => void) => { verdict: () => Promise<void> }
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

/** Whether a statement certainly only reads: a query that Drizzle builds, or one that was written before. */
const onlyReads = (statement: object) => statement instanceof Asked || is(statement, SQLiteSelectBase)

type Reading = readonly [Statement, ...Statement[]]

const isAsked = (one: unknown): one is Asked => one instanceof Asked

/** As Drizzle's batches take them. */
const readable = (all: readonly Statement[]): Reading =>
  // A batch asks a query for `_prepare` and no more, and there are as many of them as before.
  all.map((one) => (is(one, SQLiteSelectBase) ? new Built(one as never) : one)) as unknown as Reading

/** As few statements as may be. What a JSON text or a row cannot hold goes as it was written. */
async function batchOf(query: DrizzleD1Database, all: Reading): Promise<readonly unknown[]> {
  const bundled = bundledOf(all, isAsked)
  if (bundled.size < 2) return query.batch(readable(all))
  const others = all.filter((one) => !(isAsked(one) && bundled.has(one)))
  try {
    const [found, ...rest] = await query.batch([new Bundle([...bundled]) as unknown as Statement, ...readable(others)])
    const [answers, own] = [(found as unknown[]).values(), rest.values()]
    return all.map((one) => (isAsked(one) && bundled.has(one) ? answers : own).next().value)
  } catch {
    return query.batch(readable(all))
  }
}

type Outcome = PromiseSettledResult<unknown>

const settledValue = (outcome: Outcome | undefined): unknown => {
  if (outcome?.status === 'rejected') throw outcome.reason
  return outcome?.value
}

/** Reads all in one round trip. When that fails each is read alone, so that only those that fail by themselves are rejected. */
async function outcomesOf(query: DrizzleD1Database, all: Reading): Promise<Outcome[]> {
  try {
    return (await batchOf(query, all)).map((value) => ({ status: 'fulfilled', value }))
  } catch (reason) {
    if (all.length === 1) return [{ status: 'rejected', reason }]
    return Promise.allSettled(all.map(async (one) => (await query.batch(readable([one])))[0]))
  }
}

/** Takes the rider along if it is still to be asked. What was read is handed out after its verdict. */
async function tripOf(
  query: DrizzleD1Database,
  [first, ...rest]: Statement[],
  { rider }: Trips,
): Promise<readonly Outcome[]> {
  if (!first) return []
  if (!rider || rider.verdict) return outcomesOf(query, [first, ...rest])
  const together = outcomesOf(query, [rider.question, first, ...rest])
  rider.verdict = together.then(([answer]) => rider.judge(settledValue(answer)))
  await rider.verdict
  const [, ...answers] = await together
  return answers
}

/** Calls that a page begins together reach their reads some awaits apart, and none of them waits for anything meanwhile. */
const turnsApart = 32

async function untilAllHaveBegun(): Promise<void> {
  for (let turn = 0; turn < turnsApart; turn += 1) await null
}

function gather(query: DrizzleD1Database, trips: Trips): Group {
  const queries: Statement[] = []
  const answers = untilAllHaveBegun().then(() => {
    trips.group = null
    return tripOf(query, queries, trips)
  })
  return { queries, answers }
}

/** Where in a trip a question is asked; what somebody asks already is not asked again. */
function placeIn(all: Statement[], query: Statement): number {
  const at = query instanceof Asked ? all.findIndex((one) => query.isAlso(one)) : -1
  return at >= 0 ? at : all.push(query) - 1
}

/** Reads that begin together make one trip. */
async function readIn(query: DrizzleD1Database, queries: Reading, trips: Trips): Promise<unknown> {
  if (!queries.every(onlyReads)) {
    await verdictOf(trips.rider)
    return query.batch(queries)
  }
  trips.group ??= gather(query, trips)
  const { queries: all, answers } = trips.group
  const places = queries.map((query) => placeIn(all, query))
  const found = await answers
  return places.map((at) => settledValue(found[at]))
}

function databaseIn(d1: D1Database, session: D1DatabaseSession, trips: Trips): Database {
  // A session has the two members of D1Database that Drizzle uses: prepare and batch.
  const connection = counting(session, trips)
  const query = drizzle(connection as unknown as D1Database)
  return {
    query,
    read: (queries) => readIn(query, queries, trips) as never,
    async commit(statements) {
      const [first, ...rest] = statements
      // A batch answers each statement in its place.
      if (!first) return [] as never
      await verdictOf(trips.rider)
      refuseWhileFull()
      try {
        const written = await query.batch([first, ...rest])
        fullUntil = 0
        return written as never
      } catch (error) {
        if (isStorageFull(error)) fullUntil = Date.now() + msWithoutWrites
        throw constraintOf(error) ?? error
      }
    },
    ask: (written, values) => new Asked(written, values, connection),
    alongside(question, judge) {
      const rider = { question, judge: judge as (answer: unknown) => void, verdict: null }
      trips.rider = rider
      return { verdict: () => verdictOf(rider) }
    },
    roundTrips: () => trips.made,
    bookmark: () => session.getBookmark(),
    // What is asked there is asked in nobody's name.
    onPrimary: () => databaseIn(d1, d1.withSession('first-primary'), alone(trips)),
  }
}

/** The same count without the rider. */
const alone = (trips: Trips): Trips => ({
  get made() {
    return trips.made
  },
  set made(made) {
    trips.made = made
  },
  rider: null,
  group: null,
})

/** One request's view of D1: reads never fall behind the given bookmark (`first-primary` when there is none). */
export const openDatabase = (d1: D1Database, bookmark: string | null): Database =>
  databaseIn(d1, d1.withSession(bookmark ?? 'first-primary'), { made: 0, rider: null, group: null })
