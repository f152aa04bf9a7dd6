import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { instant } from '#platform/columns.ts'

/** Failed sign-ins and refused calls, counted by hour. */
export const refusedAttempts = sqliteTable(
  'refused_attempts',
  {
    /** Hour in UTC, such as `2026-11-23T14`. */
    hour: text('hour').notNull(),
    /** Name of the call in the contract; `other` in the row that counts the rest of an hour. */
    call: text('call').notNull(),
    code: text('code').notNull(),
    /** Network of the caller; empty in the row of the rest. */
    address: text('address').notNull(),
    /** `user:<id>`, `integration:<id>`, `name:<keyed hash>` of an unknown name, or empty. */
    subject: text('subject').notNull(),
    /** Path of the latest call. */
    path: text('path').notNull(),
    count: integer('count').notNull(),
    firstAt: instant('first_at').notNull(),
    lastAt: instant('last_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.hour, table.call, table.code, table.address, table.subject] }),
    index('idx_refused_attempts_hour_address').on(table.hour, table.address),
    index('idx_refused_attempts_last_at').on(table.lastAt),
  ],
)
