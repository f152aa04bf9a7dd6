import { integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { users } from '#api/people/users/table.ts'
import { day, flag, instant } from '#platform/columns.ts'

/** A requirement that is met outside the portal, such as a medical certificate or a criminal record extract. */
export const otherRequirements = sqliteTable('other_requirements', {
  id: integer('id').primaryKey(),
  name: text('name').notNull(),
  description: text('description'),
  /** Null: never expires. */
  validityMonths: integer('validity_months'),
  documentRequired: flag('document_required').notNull().default(false),
  active: flag('active').notNull().default(true),
  changedAt: instant('changed_at').notNull(),
})

export const otherRequirementResults = sqliteTable(
  'other_requirement_results',
  {
    id: integer('id').primaryKey(),
    otherRequirementId: integer('other_requirement_id')
      .notNull()
      .references(() => otherRequirements.id),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    completed: flag('completed').notNull().default(true),
    completedOn: day('completed_on').notNull(),
    validToOn: day('valid_to_on'),
    note: text('note'),
    /** Null when a connected system registered it. */
    registeredByUserId: integer('registered_by_user_id').references(() => users.id),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    uniqueIndex('idx_other_requirement_results_once').on(table.userId, table.otherRequirementId, table.completedOn),
  ],
)
