import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { savedViews } from '#api/office/saved-views/table.ts'
import { users } from '#api/people/users/table.ts'
import { instant } from '#platform/columns.ts'
import type { DeliveryOutcome, Rhythm, ScheduledReport } from './rules.ts'

/** A saved view, or the board report, that is sent each week or month. */
export const reportSchedules = sqliteTable(
  'report_schedules',
  {
    id: text('id').primaryKey(),
    /** The owner. */
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    report: text('report').$type<ScheduledReport>().notNull(),
    /** Null for the board report, and after the view has been removed. */
    savedViewId: integer('saved_view_id').references(() => savedViews.id),
    rhythm: text('rhythm').$type<Rhythm>().notNull(),
    day: integer('day').notNull(),
    hour: integer('hour').notNull(),
    pausedAt: instant('paused_at'),
    nextDueAt: instant('next_due_at').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    index('idx_report_schedules_due').on(table.nextDueAt).where(sql`paused_at is null`),
    index('idx_report_schedules_user').on(table.userId),
    index('idx_report_schedules_view').on(table.savedViewId),
  ],
)

/** Users of the portal who get the mails of a schedule. */
export const reportReceivers = sqliteTable(
  'report_receivers',
  {
    scheduleId: text('schedule_id')
      .notNull()
      .references(() => reportSchedules.id),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
  },
  (table) => [
    primaryKey({ columns: [table.scheduleId, table.userId] }),
    index('idx_report_receivers_user').on(table.userId),
  ],
)

/** Deliveries: the result of each period for each receiver. */
export const reportDeliveries = sqliteTable(
  'report_deliveries',
  {
    scheduleId: text('schedule_id')
      .notNull()
      .references(() => reportSchedules.id),
    /** The day of the schedule that was due, `yyyy-MM-dd`. */
    period: text('period').notNull(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    outcome: text('outcome').$type<DeliveryOutcome>().notNull(),
    /** Rows of the view in the receiver's scope; null for a view without a number. */
    rowCount: integer('row_count'),
    /** The mail in the outbox. */
    messageId: text('message_id'),
    deliveredAt: instant('delivered_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.scheduleId, table.period, table.userId] }),
    index('idx_report_deliveries_user').on(table.userId),
    index('idx_report_deliveries_delivered_at').on(table.deliveredAt),
  ],
)
