import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { instant } from '#platform/columns.ts'

/** Answers of repeatable writes: the same key of the same person is the same write. */
export const idempotencyAnswers = sqliteTable(
  'idempotency_answers',
  {
    userId: integer('user_id').notNull(),
    call: text('call').notNull(),
    key: text('key').notNull(),
    bodyHash: text('body_hash').notNull(),
    claimedAt: instant('claimed_at').notNull(),
    /** Set in the transaction of the write; from then on the write cannot run again. */
    committedAt: instant('committed_at'),
    /** JSON text; null for an answer without a body. */
    answer: text('answer'),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.call, table.key] }),
    index('idx_idempotency_answers_claimed').on(table.claimedAt),
  ],
)
