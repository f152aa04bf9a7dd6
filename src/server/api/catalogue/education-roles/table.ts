import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { flag, instant } from '#platform/columns.ts'

export const educationRoles = sqliteTable('education_roles', {
  id: integer('id').primaryKey(),
  name: text('name').notNull(),
  /** OTHER 0, ACTIVITY_LEADER 1, ACTIVE 2, EDUCATOR 3, GUARDIAN 4, OFFICIALS 5, ORGANIZATIONAL_LEADER 6, REFEREE 7. */
  group: integer('role_group').notNull(),
  position: integer('position').notNull().default(0),
  active: flag('active').notNull().default(true),
  changedAt: instant('changed_at').notNull(),
})
