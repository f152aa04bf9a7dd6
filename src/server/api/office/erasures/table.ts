import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { users } from '#api/people/users/table.ts'
import { day, instant, json } from '#platform/columns.ts'
import type { ErasureSummary } from './contract.ts'
import type { ErasureState, Requester } from './rules.ts'

/** Register of erasure requests. Refers to the person by id only, which identifies nobody after the erasure. */
export const erasureRequests = sqliteTable(
  'erasure_requests',
  {
    id: integer('id').primaryKey(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    requestedByUserId: integer('requested_by_user_id')
      .notNull()
      .references(() => users.id),
    requestedAs: text('requested_as').$type<Requester>().notNull(),
    state: integer('state').$type<ErasureState>().notNull().default(0),
    createdAt: instant('created_at').notNull(),
    dueOn: day('due_on').notNull(),
    decidedByUserId: integer('decided_by_user_id').references(() => users.id),
    decidedAt: instant('decided_at'),
    doneAt: instant('done_at'),
    /** Reason of a refusal, shown to the person. */
    reason: text('reason'),
    receipt: json<ErasureSummary>('receipt'),
  },
  (table) => [
    uniqueIndex('idx_erasure_requests_live').on(table.userId).where(sql`state in (0, 1)`),
    index('idx_erasure_requests_state').on(table.state, table.dueOn, table.id),
    index('idx_erasure_requests_user').on(table.userId, table.id),
  ],
)
