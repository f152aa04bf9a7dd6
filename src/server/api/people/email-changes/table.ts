import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { users } from '#api/people/users/table.ts'
import { flag, instant } from '#platform/columns.ts'

export const emailChanges = sqliteTable(
  'email_changes',
  {
    id: text('id').primaryKey(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    /** The new e-mail address; null when the address is removed. */
    email: text('email'),
    previousEmail: text('previous_email'),
    requestedByUserId: integer('requested_by_user_id')
      .notNull()
      .references(() => users.id),
    /** SHA-256 of the mailed token; null when there is nothing to confirm. */
    tokenHash: text('token_hash'),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    confirmedAt: instant('confirmed_at'),
    withdrawnAt: instant('withdrawn_at'),
    /** Set when the owner of the previous e-mail address has stopped the change. */
    objectedAt: instant('objected_at'),
    /** Set when a superadministrator has given the person a password during the reset hold. */
    restLiftedAt: instant('rest_lifted_at'),
    /** Whether the federation's register made the change; `requestedByUserId` is then the person. */
    fromRegister: flag('from_register').notNull().default(false),
  },
  (table) => [
    uniqueIndex('idx_email_changes_token_hash').on(table.tokenHash),
    index('idx_email_changes_user_id').on(table.userId, table.confirmedAt),
    uniqueIndex('idx_email_changes_pending').on(table.userId).where(sql`confirmed_at is null and withdrawn_at is null`),
    index('idx_email_changes_created_at').on(table.createdAt),
  ],
)
