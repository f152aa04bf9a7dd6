import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { day } from '#platform/columns.ts'

/** What browsers report of the pages' content security policy, counted by day; nothing of who reported. */
export const policyReports = sqliteTable(
  'policy_reports',
  {
    day: day('day').notNull(),
    directive: text('directive').notNull(),
    /** A host, or the policy's own word for what has none: inline, eval, data. */
    blocked: text('blocked').notNull(),
    /** The page's path in the route table, without the ids in it. */
    page: text('page').notNull(),
    count: integer('count').notNull(),
  },
  (table) => [primaryKey({ columns: [table.day, table.directive, table.blocked, table.page] })],
)
