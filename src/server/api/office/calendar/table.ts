import { sql } from 'drizzle-orm'
import { integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { organizations } from '#api/people/organizations/table.ts'
import { users } from '#api/people/users/table.ts'
import { instant } from '#platform/columns.ts'

/**
 * `own`: own bookings; `teaching`: occasions and exams that the person leads; `club`: occasions that a club organises.
 */
export type SubscriptionKind = 'own' | 'teaching' | 'club'

/** A subscription of a calendar program. Its secret URL is computed from the row and never stored. */
export const calendarSubscriptions = sqliteTable(
  'calendar_subscriptions',
  {
    id: integer('id').primaryKey(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    kind: text('kind').$type<SubscriptionKind>().notNull(),
    /** Set for kind `club` only. */
    organizationId: integer('organization_id').references(() => organizations.id),
    nonce: text('nonce').notNull(),
    createdAt: instant('created_at').notNull(),
    revokedAt: instant('revoked_at'),
  },
  (table) => [
    uniqueIndex('idx_calendar_subscriptions_live')
      .on(table.userId, table.kind, sql`coalesce(organization_id, 0)`)
      .where(sql`revoked_at is null`),
  ],
)
