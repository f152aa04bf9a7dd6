import { assertUniqueColumns, isReadStatement } from './sql-text.ts'

/** A row of D1 by column name. */
export type Row = Record<string, unknown>

/** The text of a statement and the values of its placeholders. */
export interface BoundStatement {
  sql: string
  params: readonly unknown[]
}

interface QueuedRead extends BoundStatement {
  result: PromiseWithResolvers<D1Result<Row>>
}

/** Counts the round trips of one request, over all its D1 sessions. */
export interface RoundTrips {
  count: number
}

/**
 * Resolves when all calls that have begun are waiting for an answer. Reading a body takes a turn of the event loop,
 * before which all microtasks run, whatever the number of awaits between a page and its reads. `setTimeout(0)` does the
 * same a millisecond later.
 */
const afterMicrotasks = (): Promise<unknown> => new Response('.').text()

const isSameRead = (one: BoundStatement, { sql, params }: BoundStatement) =>
  one.sql === sql && one.params.length === params.length && params.every((value, at) => value === one.params[at])

/**
 * Sends the statements of a request to D1. `load` sends a read with the next batch; `write` sends statements as one
 * transaction, and returns one result for each, in order.
 */
export interface Batcher {
  load: (read: BoundStatement) => Promise<D1Result<Row>>
  write: (statements: readonly BoundStatement[]) => Promise<D1Result<Row>[]>
}

/** Sends reads that begin together to D1 as one batch, and equal reads once (the DataLoader pattern). */
export class ReadBatcher implements Batcher {
  readonly #session: D1DatabaseSession
  readonly #trips: RoundTrips
  #queue: QueuedRead[] = []
  #isScheduled = false
  #condition: Promise<void> | null = null

  constructor(session: D1DatabaseSession, trips: RoundTrips) {
    this.#session = session
    this.#trips = trips
  }

  /** Answers a read with the next batch, once the condition of this request is fulfilled. */
  async load(read: BoundStatement): Promise<D1Result<Row>> {
    const result = this.#enqueue(read)
    // A read that fails is reported to the caller, who may still be waiting for the condition.
    result.catch(() => undefined)
    this.#schedule()
    await this.#condition
    return result
  }

  /** Writes all statements in one transaction, once the condition of this request is fulfilled. */
  async write(statements: readonly BoundStatement[]): Promise<D1Result<Row>[]> {
    for (const { sql } of statements) assertUniqueColumns(sql)
    await this.waitForCondition()
    return this.#batch(statements)
  }

  /**
   * Makes `check` the condition of this request: until it resolves, no other read is answered and nothing is
   * written. The reads of `check` join the next batch but do not schedule one.
   */
  setCondition(check: (deferred: Batcher) => Promise<void>): void {
    this.#condition = check({
      load: (read) => this.#enqueue(read),
      write: () => Promise.reject(new Error('a check may only read')),
    })
    this.#condition.catch(() => undefined)
  }

  /** Waits for the condition of this request; schedules a batch for its reads if none is scheduled. */
  async waitForCondition(): Promise<void> {
    if (this.#condition) this.#schedule()
    await this.#condition
  }

  #schedule(): void {
    if (this.#isScheduled) return
    this.#isScheduled = true
    void afterMicrotasks().then(() => this.#flush())
  }

  #enqueue(read: BoundStatement): Promise<D1Result<Row>> {
    assertUniqueColumns(read.sql)
    const queued = this.#queue.find((one) => isSameRead(one, read))
    if (queued) return queued.result.promise
    const result = Promise.withResolvers<D1Result<Row>>()
    this.#queue.push({ ...read, result })
    return result.promise
  }

  async #flush(): Promise<void> {
    const reads = this.#queue
    this.#queue = []
    this.#isScheduled = false
    if (reads.length === 0) return
    try {
      const results = await this.#batch(reads)
      for (const [at, { result }] of reads.entries()) {
        const answer = results[at]
        if (answer) result.resolve(answer)
        else result.reject(new Error('D1 answered fewer statements than were sent'))
      }
    } catch (error) {
      if (reads.length === 1) reads[0]?.result.reject(error)
      else await Promise.all(reads.map((read) => this.#readAlone(read)))
    }
  }

  /** Retries one read of a failed batch by itself, so that only reads that fail alone are rejected. */
  async #readAlone(read: QueuedRead): Promise<void> {
    await this.#batch([read]).then(([answer]) => answer && read.result.resolve(answer), read.result.reject)
  }

  #batch(statements: readonly BoundStatement[]): Promise<D1Result<Row>[]> {
    this.#trips.count += 1
    return this.#session.batch(statements.map(({ sql, params }) => this.#session.prepare(sql).bind(...params)))
  }
}

/**
 * Runs one statement: a read joins the next batch, any other statement is a transaction of its own.
 *
 * Both wait for the condition of the request, such as the session check; when that fails, they reject with its error
 * and nothing is written. When a batch fails, each of its reads is sent again alone, so a read rejects only for its own
 * fault.
 *
 * @throws Error when two result columns of a read have one name, or one is a number.
 */
export async function execute(batcher: Batcher, statement: BoundStatement): Promise<D1Result<Row>> {
  if (isReadStatement(statement.sql)) return batcher.load(statement)
  const [result] = await batcher.write([statement])
  if (!result) throw new Error('D1 did not answer the statement')
  return result
}
