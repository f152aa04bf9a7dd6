import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { instant, json } from '#platform/columns.ts'
import type { OpenedBy } from './rules.ts'

export const sessions = sqliteTable(
  'sessions',
  {
    id: integer('id').primaryKey(),
    /** SHA-256 of the bearer token; the token itself is never stored. */
    tokenHash: text('token_hash').notNull(),
    userId: integer('user_id').notNull(),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    lastUsedAt: instant('last_used_at').notNull(),
    userAgent: text('user_agent'),
    /** Null on sessions from before it was noted. */
    openedBy: text('opened_by').$type<OpenedBy>(),
    /** The superadministrator whose sign-on link opened it. */
    signedOnByUserId: integer('signed_on_by_user_id'),
  },
  (table) => [
    uniqueIndex('idx_sessions_token_hash').on(table.tokenHash),
    index('idx_sessions_user_id').on(table.userId),
    index('idx_sessions_expires_at').on(table.expiresAt),
  ],
)

export type TokenPurpose = 'Sso' | 'Reset' | 'Launch' | 'ExternalOrder'

export const oneTimeTokens = sqliteTable(
  'one_time_tokens',
  {
    id: integer('id').primaryKey(),
    tokenHash: text('token_hash').notNull(),
    purpose: text('purpose').$type<TokenPurpose>().notNull(),
    userId: integer('user_id'),
    data: json<Record<string, unknown>>('data').notNull(),
    triesLeft: integer('tries_left').notNull().default(5),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    usedAt: instant('used_at'),
  },
  (table) => [
    uniqueIndex('idx_one_time_tokens_token_hash').on(table.tokenHash),
    index('idx_one_time_tokens_user_id').on(table.userId, table.purpose),
    index('idx_one_time_tokens_expires_at').on(table.expiresAt),
  ],
)

/** Failed sign-ins and reset requests; the limits count them (gaps G-010). */
export const loginFailures = sqliteTable(
  'login_failures',
  {
    id: integer('id').primaryKey(),
    /** A kind of attempt and whose it is, such as `account:<lower-cased user name>` or `address:<network>`; see attempts/. */
    subject: text('subject').notNull(),
    failedAt: instant('failed_at').notNull(),
  },
  (table) => [index('idx_login_failures_subject').on(table.subject, table.failedAt)],
)
