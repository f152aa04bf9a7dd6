import { sql } from 'drizzle-orm'
import { integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import type { IntegrationPermission } from '#api/actor.ts'
import { flag, instant, json } from '#platform/columns.ts'

export const integrationAccounts = sqliteTable(
  'integration_accounts',
  {
    id: integer('id').primaryKey(),
    name: text('name').notNull(),
    roles: json<IntegrationPermission[]>('roles').notNull(),
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
  ],
)
