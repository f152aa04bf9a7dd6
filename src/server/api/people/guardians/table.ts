import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { users } from '#api/people/users/table.ts'
import { instant } from '#platform/columns.ts'
import type { GuardianRelation } from './contract.ts'

export const guardianLinks = sqliteTable(
  'guardian_links',
  {
    id: integer('id').primaryKey(),
    adultUserId: integer('adult_user_id')
      .notNull()
      .references(() => users.id),
    childUserId: integer('child_user_id')
      .notNull()
      .references(() => users.id),
    createdByUserId: integer('created_by_user_id')
      .notNull()
      .references(() => users.id),
    /** An unconfirmed link gives no access (spec G-070). */
    confirmedAt: instant('confirmed_at'),
    createdAt: instant('created_at').notNull(),
    /** Null on links that are older than this column. */
    relation: text('relation').$type<GuardianRelation>(),
    /** The child has agreed, which by itself gives no access. */
    childAgreedAt: instant('child_agreed_at'),
    confirmedByUserId: integer('confirmed_by_user_id').references(() => users.id),
  },
  (table) => [
    uniqueIndex('idx_guardian_links_pair').on(table.adultUserId, table.childUserId),
    index('idx_guardian_links_child_user_id').on(table.childUserId),
  ],
)

/**
 * An adult's request to become a guardian. Stored whether or not the id belongs to a child, so that all requests are
 * counted and listed in the same way.
 */
export const guardianRequests = sqliteTable(
  'guardian_requests',
  {
    id: integer('id').primaryKey(),
    adultUserId: integer('adult_user_id')
      .notNull()
      .references(() => users.id),
    childUserId: integer('child_user_id').notNull(),
    relation: text('relation').$type<GuardianRelation>().notNull(),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    withdrawnAt: instant('withdrawn_at'),
    /** Set when the child, a guardian or the office has declined; the adult does not see it. */
    declinedAt: instant('declined_at'),
  },
  (table) => [
    uniqueIndex('idx_guardian_requests_pair').on(table.adultUserId, table.childUserId),
    index('idx_guardian_requests_expires_at').on(table.expiresAt),
  ],
)
