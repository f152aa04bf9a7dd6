import { BoundedMap } from './bounded-map.ts'
import type { Database } from './database.ts'
import type { QueryRunner } from './prepare-query.ts'

/**
 * Switches optimistic session checks on or off. Off, each request reads its session row first, in one more round trip.
 */
export const optimistic = { isOn: true }

class AssumptionFailed extends Error {}

/**
 * Returns whether a request ended because its remembered row differs from the database. Looks at the causes of an error
 * too.
 */
export function isFailedAssumption(error: unknown): boolean {
  for (let at: unknown = error; at instanceof Error; at = at.cause) if (at instanceof AssumptionFailed) return true
  return false
}

/** A remembered row that a request uses while the database confirms it. */
export interface Assumption<Row> {
  row: Row
  /** Resolves to whether the database has the same row. No response is sent before. */
  isConfirmed: () => Promise<boolean>
}

interface Check<Row> {
  /** Reads the row that is assumed. */
  read: (db: QueryRunner) => Promise<readonly Row[]>
  /** Whether the request also accepts the rest of an unchanged row. */
  accepts?: (row: Row) => boolean
}

/**
 * Remembers the rows that admit requests, as this isolate read them last, by the hash of a token. A request begins with
 * the remembered row and reads the row with its first batch (optimistic concurrency): no response rests on a remembered
 * row alone.
 */
export class OptimisticRows<Row> {
  readonly #rows: BoundedMap<{ row: Row; lasting: string }>
  readonly #lasting: (row: Row) => string

  /** `lasting` selects the fields that access depends on; rows with equal fields are interchangeable. */
  constructor(maxRows: number, lasting: (row: Row) => unknown) {
    this.#rows = new BoundedMap(maxRows)
    this.#lasting = (row) => JSON.stringify(lasting(row))
  }

  set(tokenHash: string, row: Row): void {
    this.#rows.set(tokenHash, { row, lasting: this.#lasting(row) })
  }

  /**
   * Returns the remembered row, for a statement that checks the row itself; undefined without one, and while optimistic
   * checks are off.
   */
  get(tokenHash: string): Row | undefined {
    return optimistic.isOn ? this.#rows.get(tokenHash)?.row : undefined
  }

  delete(tokenHash: string): void {
    this.#rows.delete(tokenHash)
  }

  /** Starts a request with the remembered row and reads the row with its next batch; null when none is remembered. */
  assume(db: Database, tokenHash: string, { read, accepts = () => true }: Check<Row>): Assumption<Row> | null {
    const before = optimistic.isOn ? this.#rows.get(tokenHash) : undefined
    if (!before) return null
    const fulfilled = db.setCondition(async (reader) => {
      const [row] = await read(reader)
      if (row === undefined || this.#lasting(row) !== before.lasting || !accepts(row)) {
        this.delete(tokenHash)
        throw new AssumptionFailed()
      }
      this.#rows.set(tokenHash, { row, lasting: before.lasting })
    })
    return { row: before.row, isConfirmed: () => isAssumptionConfirmed(fulfilled) }
  }
}

async function isAssumptionConfirmed(fulfilled: () => Promise<void>): Promise<boolean> {
  try {
    await fulfilled()
    return true
  } catch (error) {
    if (error instanceof AssumptionFailed) return false
    throw error
  }
}
