import { sql } from 'drizzle-orm'
import { integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { organizations } from '#api/people/organizations/table.ts'
import { users } from '#api/people/users/table.ts'
import { instant } from '#platform/columns.ts'

/** Own bookings, the occasions one leads, or what a club arranges. */
export type SubscriptionKind = 'own' | 'teaching' | 'club'

/** A calendar that somebody's own calendar program reads; its secret is made of the row and never stored. */
export const calendarSubscriptions = sqliteTable(
  'calendar_subscriptions',
  {
    id: integer('id').primaryKey(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    kind: text('kind').$type<SubscriptionKind>().notNull(),
    /** The club; of nobody else. */
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
