import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { flag, instant, json } from '#platform/columns.ts'
import type { Transport } from './factors/contract.ts'
import type { SecondFactor } from './factors/rules.ts'
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
    /** Null: the session was opened by one factor. */
    secondFactor: text('second_factor').$type<SecondFactor>(),
    /** The session opens the second step of signing in and nothing else. */
    awaitsSecondFactor: flag('awaits_second_factor').notNull().default(false),
    /** When the person last proved again in this session who they are. */
    verifiedAt: instant('verified_at'),
  },
  (table) => [
    uniqueIndex('idx_sessions_token_hash').on(table.tokenHash),
    index('idx_sessions_user_id').on(table.userId),
    index('idx_sessions_expires_at').on(table.expiresAt),
  ],
)

export type TokenPurpose =
  | 'Sso'
  | 'Reset'
  | 'Launch'
  | 'ExternalOrder'
  | 'PasskeySignIn'
  | 'PasskeyStep'
  | 'PasskeySetup'
  | 'AppSetup'

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

export const passkeys = sqliteTable(
  'passkeys',
  {
    id: integer('id').primaryKey(),
    userId: integer('user_id').notNull(),
    /** As the authenticator named it, base64url. */
    credentialId: text('credential_id').notNull(),
    /** The person as authenticators know them: random, the same for all passkeys of a person. */
    userHandle: text('user_handle').notNull(),
    /** COSE key, base64url. */
    publicKey: text('public_key').notNull(),
    /** 0 on authenticators that do not count. */
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

/** The app that shows codes which change every thirty seconds (TOTP, RFC 6238); one for each person. */
export const authenticatorApps = sqliteTable('authenticator_apps', {
  userId: integer('user_id').primaryKey(),
  /** Encrypted; see platform/encryption.ts. */
  secret: text('secret').notNull(),
  /** The newest time step whose code has been used. */
  lastStep: integer('last_step').notNull(),
  createdAt: instant('created_at').notNull(),
})

export const recoveryCodes = sqliteTable(
  'recovery_codes',
  {
    id: integer('id').primaryKey(),
    userId: integer('user_id').notNull(),
    /** HMAC under the portal's secret. */
    codeHash: text('code_hash').notNull(),
    createdAt: instant('created_at').notNull(),
    usedAt: instant('used_at'),
  },
  (table) => [uniqueIndex('idx_recovery_codes_code').on(table.userId, table.codeHash)],
)
