import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** Requests of five minutes by name and duration; those of the clock by the minute. */
export const requestMetrics = sqliteTable(
  'request_metrics',
  {
    /** Beginning of the period in UTC, such as `2026-11-23T14:05`. */
    minute: text('minute').notNull(),
    /** Name of a call, `page` and the path of a screen, `record-store` or `clock`. */
    name: text('name').notNull(),
    /** Upper bound of the duration in milliseconds, one of `durationBounds`. */
    maxMs: integer('max_ms').notNull(),
    requests: integer('requests').notNull(),
    /** Number of requests that ended with status 500 or above. */
    errors: integer('errors').notNull(),
  },
  (table) => [primaryKey({ columns: [table.minute, table.name, table.maxMs] })],
)
