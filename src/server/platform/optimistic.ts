import type { Database } from './database.ts'
import type { QueryRunner } from './prepare-query.ts'
import { Seen } from './seen.ts'

/** The switch. Off, each request reads the row of its session before anything else and makes one more round trip. */
export const optimistic = { isOn: true }

class AssumptionFailed extends Error {}

export interface Assumption<Row> {
  row: Row
  /** Whether the database says the same. Until it has, nothing may be answered. */
  isConfirmed: () => Promise<boolean>
}

interface Check<Row> {
  /** Reads the row that is assumed. */
  read: (db: QueryRunner) => Promise<readonly Row[]>
  /** Whether a row that lasts fits the request as well. */
  accepts?: (row: Row) => boolean
}

/**
 * Remembers the rows by which requests are let in, as this isolate read them last, by the hash of a token. A request begins with the
 * row it remembers and reads the row itself with its first batch (optimistic concurrency): nobody is answered by a remembered row.
 */
export class OptimisticRows<Row> {
  readonly #seen: Seen<{ row: Row; lasting: string }>
  readonly #lasting: (row: Row) => string

  /** `lasting` selects what access depends on: rows that are equal in it stand for each other. */
  constructor(maxRows: number, lasting: (row: Row) => unknown) {
    this.#seen = new Seen(maxRows)
    this.#lasting = (row) => JSON.stringify(lasting(row))
  }

  remember(tokenHash: string, row: Row): void {
    this.#seen.see(tokenHash, { row, lasting: this.#lasting(row) })
  }

  /** The remembered row, for a statement that proves it in its own text. */
  recall(tokenHash: string): Row | undefined {
    return optimistic.isOn ? this.#seen.get(tokenHash)?.row : undefined
  }

  forget(tokenHash: string): void {
    this.#seen.forget(tokenHash)
  }

  /** Lets a request go on with the remembered row; null when none is remembered. */
  assume(db: Database, tokenHash: string, { read, accepts = () => true }: Check<Row>): Assumption<Row> | null {
    const before = optimistic.isOn ? this.#seen.get(tokenHash) : undefined
    if (!before) return null
    const fulfilled = db.require(async (reader) => {
      const [row] = await read(reader)
      if (row === undefined || this.#lasting(row) !== before.lasting || !accepts(row)) {
        this.forget(tokenHash)
        throw new AssumptionFailed()
      }
      this.#seen.see(tokenHash, { row, lasting: before.lasting })
    })
    return { row: before.row, isConfirmed: () => hasHeld(fulfilled) }
  }
}

async function hasHeld(fulfilled: () => Promise<void>): Promise<boolean> {
  try {
    await fulfilled()
    return true
  } catch (error) {
    if (error instanceof AssumptionFailed) return false
    throw error
  }
}
