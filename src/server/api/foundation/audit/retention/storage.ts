import { sql } from 'drizzle-orm'
import type { Database, Statement } from '#platform/database.ts'
import { insertFrom } from '#platform/insert-from.ts'
import { auditRedactions, auditSweeps } from '../table.ts'

export interface Redaction {
  /** Id of the entry. */
  id: number
  /** Data of the entry without the removed values, or with null instead of them. */
  data: Record<string, unknown>
}

/**
 * Returns the statement that takes data away from audit entries, for the caller's own commit. `data` of a redaction is
 * all that the entry keeps. Ids of entries that are gone are passed over.
 *
 * The database refuses the commit as `audit_is_append_only` when a redaction adds a value that the entry did not have.
 */
export const redactEntries = (db: Database, redactions: readonly Redaction[]): Statement =>
  insertFrom(
    db.query,
    auditRedactions,
    { entryId: sql`entry.id`, data: sql`json_extract(redaction.value, '$.data')`, targetId: sql`entry.target_id` },
    sql`from json_each(${JSON.stringify(redactions)}) redaction
    join audit_entries entry on entry.id = json_extract(redaction.value, '$.id')`,
  )

/**
 * Returns the statement that removes an e-mail address, in any case of letters, from the entries of test mails that
 * were sent there. The rest of each entry stays.
 */
export const redactTestMailAddress = (db: Database, address: string): Statement =>
  insertFrom(
    db.query,
    auditRedactions,
    { entryId: sql`entry.id`, data: sql`entry.data`, targetId: '' },
    sql`from audit_entries entry
    where entry.target_type = 'mail' and lower(entry.target_id) = lower(${address})`,
  )

/**
 * Returns the statement that removes the oldest audit entries from before `limit`, at most `atMost` of them, by a
 * trigger.
 * The database refuses the commit as `audit_is_kept_longer` when `limit` is less than 59 months ago.
 */
export const sweepEntries = (db: Database, limit: Date, atMost: number): Statement =>
  db.query.insert(auditSweeps).values({ sweptBefore: limit, atMost })
