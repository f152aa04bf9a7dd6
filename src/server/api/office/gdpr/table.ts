import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { instant } from '#platform/columns.ts'

/** Contact for questions about personal data; a single row. */
export const gdprContacts = sqliteTable('gdpr_contacts', {
  id: integer('id').primaryKey(),
  email: text('email').notNull(),
  phone: text('phone').notNull(),
  changedAt: instant('changed_at').notNull(),
})
