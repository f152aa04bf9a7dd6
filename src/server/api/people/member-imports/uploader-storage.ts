import { and, eq, inArray, sql } from 'drizzle-orm'
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

/** True when any import of members that a person has uploaded is running or being undone, or stopped before its end. */
export async function hasBatchUnderWay(db: Database, userId: number): Promise<boolean> {
  const underWay = inArray(memberImportBatches.state, [batchStates.running, batchStates.undoing])
  const [row] = await db.query
    .select({ id: memberImportBatches.id })
    .from(memberImportBatches)
    .where(and(eq(memberImportBatches.uploadedByUserId, userId), underWay))
    .limit(1)
  return row !== undefined
}
