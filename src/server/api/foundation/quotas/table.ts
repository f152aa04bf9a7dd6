import { sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** Always empty: a trigger refuses each insert with the code of the row, which fails the commit around it. */
export const quotaBreaches = sqliteTable('quota_breaches', { code: text('code').notNull() })
