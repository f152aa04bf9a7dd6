import { and, eq, sql } from 'drizzle-orm'
import { queueColumns, toQueueCount } from '#api/queue-count.ts'
import type { Database } from '#platform/database.ts'
import { batchStates } from './rules.ts'
import { memberImportBatches } from './table.ts'

/** Returns the queue of a person's imports of members that wait to be started: their number, and since when. */
export const countStagedMembers = async (db: Database, userId: number) =>
  toQueueCount(
    await db.query
      .select(queueColumns(sql`member_import_batches.uploaded_at`))
      .from(memberImportBatches)
      .where(and(eq(memberImportBatches.uploadedByUserId, userId), eq(memberImportBatches.state, batchStates.staged))),
  )
