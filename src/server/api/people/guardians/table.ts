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
    /** Null on links from before it was asked for. */
    relation: text('relation').$type<GuardianRelation>(),
    /** The child's own yes, which opens nothing by itself. */
    childAgreedAt: instant('child_agreed_at'),
    confirmedByUserId: integer('confirmed_by_user_id').references(() => users.id),
  },
  (table) => [
    uniqueIndex('idx_guardian_links_pair').on(table.adultUserId, table.childUserId),
    index('idx_guardian_links_child_user_id').on(table.childUserId),
  ],
)

/** An adult's request to become a guardian, also of somebody who is no child or nobody: all are counted and listed alike. */
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
    /** Set when the child, a guardian or the office has said no; the adult is not shown it. */
    declinedAt: instant('declined_at'),
  },
  (table) => [
    uniqueIndex('idx_guardian_requests_pair').on(table.adultUserId, table.childUserId),
    index('idx_guardian_requests_expires_at').on(table.expiresAt),
  ],
)
