import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { instant } from '#platform/columns.ts'

export const disturbanceMessages = sqliteTable('disturbance_messages', {
  id: integer('id').primaryKey(),
  content: text('content').notNull(),
  fromAt: instant('from_at'),
  toAt: instant('to_at'),
  createdAt: instant('created_at').notNull(),
  changedAt: instant('changed_at').notNull(),
})
