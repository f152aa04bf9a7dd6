import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { instant } from '#platform/columns.ts'

/** Failed sign-ins and reset requests; the limits count them (spec G-010). */
export const loginFailures = sqliteTable(
  'login_failures',
  {
    id: integer('id').primaryKey(),
    /**
     * Kind and owner of the attempt, such as `account:<lower-cased user name>` or `address:<network>`; see attempts/.
     */
    subject: text('subject').notNull(),
    failedAt: instant('failed_at').notNull(),
  },
  (table) => [index('idx_login_failures_subject').on(table.subject, table.failedAt)],
)
