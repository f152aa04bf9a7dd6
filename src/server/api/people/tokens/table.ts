import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { users } from '#api/people/users/table.ts'
import { instant, json } from '#platform/columns.ts'

export type TokenPurpose =
  | 'Sso'
  | 'Reset'
  | 'Launch'
  | 'ExternalOrder'
  | 'OidcSignIn'
  | 'PasskeySignIn'
  | 'PasskeyStep'
  | 'PasskeySetup'
  | 'AppSetup'
  | 'AccountCode'
  | 'AccountProof'
  | 'AccountIdentity'

export const oneTimeTokens = sqliteTable(
  'one_time_tokens',
  {
    id: integer('id').primaryKey(),
    tokenHash: text('token_hash').notNull(),
    purpose: text('purpose').$type<TokenPurpose>().notNull(),
    userId: integer('user_id').references(() => users.id),
    data: json<Record<string, unknown>>('data').notNull(),
    /** Attempts at the code that are left. */
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
