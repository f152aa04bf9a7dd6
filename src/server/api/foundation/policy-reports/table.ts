import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { day } from '#platform/columns.ts'

/**
 * Violations of the content security policy that browsers report, counted by day; nothing about the person is stored.
 */
export const policyReports = sqliteTable(
  'policy_reports',
  {
    day: day('day').notNull(),
    directive: text('directive').notNull(),
    /** A host, or the policy's keyword when there is none: inline, eval, data. */
    blocked: text('blocked').notNull(),
    /** The page's path in the route table, without the ids in it. */
    page: text('page').notNull(),
    count: integer('count').notNull(),
  },
  (table) => [primaryKey({ columns: [table.day, table.directive, table.blocked, table.page] })],
)
