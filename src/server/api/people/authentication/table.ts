import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { users } from '#api/people/users/table.ts'
import { flag, instant, json } from '#platform/columns.ts'
import type { Transport } from './factors/contract.ts'
import type { SecondFactor } from './factors/rules.ts'
import type { SessionMethod } from './rules.ts'

export const sessions = sqliteTable(
  'sessions',
  {
    id: integer('id').primaryKey(),
    /** SHA-256 of the bearer token; the token itself is never stored. */
    tokenHash: text('token_hash').notNull(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    lastUsedAt: instant('last_used_at').notNull(),
    userAgent: text('user_agent'),
    /** Null on sessions that are older than this column. */
    openedBy: text('opened_by').$type<SessionMethod>(),
    /** Null when the session was opened by one factor. */
    secondFactor: text('second_factor').$type<SecondFactor>(),
    /** The session can only make the calls of the second step. */
    awaitsSecondFactor: flag('awaits_second_factor').notNull().default(false),
    /** Time when the person last authenticated again in this session. */
    verifiedAt: instant('verified_at'),
    /** The superadministrator whose sign-on link opened the session. */
    signedOnByUserId: integer('signed_on_by_user_id').references(() => users.id),
  },
  (table) => [
    uniqueIndex('idx_sessions_token_hash').on(table.tokenHash),
    index('idx_sessions_user_id').on(table.userId),
    index('idx_sessions_expires_at').on(table.expiresAt),
  ],
)

export const passkeys = sqliteTable(
  'passkeys',
  {
    id: integer('id').primaryKey(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    /** Credential id from the authenticator, base64url. */
    credentialId: text('credential_id').notNull(),
    /** Id of the person for authenticators: random, the same for all passkeys of a person. */
    userHandle: text('user_handle').notNull(),
    /** COSE key, base64url. */
    publicKey: text('public_key').notNull(),
    /** 0 for authenticators without a counter. */
    counter: integer('counter').notNull().default(0),
    transports: json<Transport[]>('transports').notNull(),
    name: text('name').notNull(),
    createdAt: instant('created_at').notNull(),
    lastUsedAt: instant('last_used_at'),
  },
  (table) => [
    uniqueIndex('idx_passkeys_credential_id').on(table.credentialId),
    index('idx_passkeys_user_id').on(table.userId),
  ],
)

/** A person's authenticator app with codes that change every thirty seconds (TOTP, RFC 6238). */
export const authenticatorApps = sqliteTable('authenticator_apps', {
  userId: integer('user_id')
    .primaryKey()
    .references(() => users.id),
  /** Encrypted; see platform/seal.ts. */
  secret: text('secret').notNull(),
  /** Latest time step whose code has been used. */
  lastStep: integer('last_step').notNull(),
  createdAt: instant('created_at').notNull(),
})

export const recoveryCodes = sqliteTable(
  'recovery_codes',
  {
    id: integer('id').primaryKey(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    /** HMAC under the portal's secret. */
    codeHash: text('code_hash').notNull(),
    createdAt: instant('created_at').notNull(),
    usedAt: instant('used_at'),
  },
  (table) => [uniqueIndex('idx_recovery_codes_code').on(table.userId, table.codeHash)],
)
