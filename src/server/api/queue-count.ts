import { type SQL, sql } from 'drizzle-orm'

/** Number of rows that wait in a work queue, and when the oldest of them began to wait. */
export interface QueueCount {
  count: number
  /** Null for an empty queue. */
  oldest: Date | null
}

/**
 * Returns the SQL columns that count the rows of a queue of work and give the time of the oldest, as `toQueueCount`
 * reads them; `since` is the column with the moment from which a row waits, as ISO text.
 */
export const queueColumns = (since: SQL) => ({
  queued: sql<number>`count(*)`.as('queued'),
  oldestAt: sql<string | null>`min(${since})`.as('oldest_at'),
})

/** Converts the single row of a query with `queueColumns`; an empty queue without a row. */
export const toQueueCount = ([row]: readonly { queued: number; oldestAt: string | null }[]): QueueCount => ({
  count: row?.queued ?? 0,
  oldest: row?.oldestAt ? new Date(row.oldestAt) : null,
})
