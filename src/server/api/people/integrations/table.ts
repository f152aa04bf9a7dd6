import { sql } from 'drizzle-orm'
import { integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import type { IntegrationPermission, IntegrationResource } from '#api/actor.ts'
import { users } from '#api/people/users/table.ts'
import { day, flag, instant, json } from '#platform/columns.ts'

export const integrationAccounts = sqliteTable(
  'integration_accounts',
  {
    id: integer('id').primaryKey(),
    name: text('name').notNull(),
    roles: json<IntegrationPermission[]>('roles').notNull(),
    resources: json<IntegrationResource[]>('resources').notNull().default([]),
    /**
     * Organisations whose people, with those below, the account reaches; an empty list is everybody. Not a table of
     * links: an organisation that is gone must not turn a limited account into an unlimited one.
     */
    organizationIds: json<number[]>('organization_ids').notNull().default([]),
    /** Last day on which the account may call; null without an end. */
    expiresOn: day('expires_on'),
    /** Value of `expiresOn` about which the superadministrators have been notified. */
    notifiedExpiryOn: day('notified_expiry_on'),
    /** SHA-256 of the secret; the secret itself is shown once and never stored. */
    secretHash: text('secret_hash').notNull(),
    active: flag('active').notNull().default(true),
    lastUsedAt: instant('last_used_at'),
    createdAt: instant('created_at').notNull(),
    changedAt: instant('changed_at').notNull(),
  },
  (table) => [
    uniqueIndex('idx_integration_accounts_name').on(sql`lower(name)`),
    uniqueIndex('idx_integration_accounts_secret_hash').on(table.secretHash),
    uniqueIndex('idx_integration_accounts_staff')
      .on(table.active)
      .where(sql`active = 1 and instr(resources, '"staff"') > 0`),
  ],
)

/** A person as an account names them. */
export const integrationPeople = sqliteTable(
  'integration_people',
  {
    accountId: integer('account_id')
      .notNull()
      .references(() => integrationAccounts.id),
    externalId: text('external_id').notNull(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    /** Organisations of which the account has made the person a member; it ends only these memberships. */
    organizationIds: json<number[]>('organization_ids').notNull().default([]),
    createdAt: instant('created_at').notNull(),
    changedAt: instant('changed_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.externalId] }),
    uniqueIndex('idx_integration_people_user').on(table.userId, table.accountId),
  ],
)
