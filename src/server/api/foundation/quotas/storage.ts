import { type SQL, sql } from 'drizzle-orm'
import type { Statement } from '#platform/database.ts'
import { insertFrom } from '#platform/insert-from.ts'
import type { QueryBuilder } from '#platform/prepare-query.ts'
import type { QuotaCode } from './rules.ts'
import { quotaBreaches } from './table.ts'

/**
 * Returns the statement that refuses the whole commit with `code` when `used` is above `limit`. It follows the write in
 * the same commit, so that two concurrent writes cannot exceed the limit together.
 */
export const withinQuota = (db: QueryBuilder, code: QuotaCode, used: SQL, limit: number): Statement =>
  insertFrom(db.query, quotaBreaches, { code }, sql`where (${used}) > ${limit}`)
