import { sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** Never holds a row: a trigger refuses each insert with the row's code, and the commit around it. */
export const quotaBreaches = sqliteTable('quota_breaches', { code: text('code').notNull() })
