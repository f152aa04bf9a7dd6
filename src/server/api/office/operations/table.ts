import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { users } from '#api/people/users/table.ts'
import { day, instant } from '#platform/columns.ts'
import type { AlertRule } from './rules.ts'

/** Incidents: a rule that was broken from `openedAt` until `clearedAt`. */
export const alerts = sqliteTable(
  'alerts',
  {
    id: integer('id').primaryKey(),
    rule: text('rule').$type<AlertRule>().notNull(),
    openedAt: instant('opened_at').notNull(),
    /** Null while the rule is broken. */
    clearedAt: instant('cleared_at'),
    /** When the clock last found the rule broken; when it cleared the incident, for one that is over. */
    changedAt: instant('changed_at').notNull(),
  },
  (table) => [
    uniqueIndex('idx_alerts_open').on(table.rule).where(sql`cleared_at is null`),
    index('idx_alerts_opened_at').on(table.openedAt),
  ],
)

/** Rehearsals of restoring a backup, as superadministrators have noted them. */
export const restoreDrills = sqliteTable(
  'restore_drills',
  {
    id: integer('id').primaryKey(),
    day: day('day').notNull(),
    minutes: integer('minutes').notNull(),
    recordedByUserId: integer('recorded_by_user_id')
      .notNull()
      .references(() => users.id),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    index('idx_restore_drills_day').on(table.day, table.id),
    index('idx_restore_drills_recorded_by').on(table.recordedByUserId),
  ],
)
