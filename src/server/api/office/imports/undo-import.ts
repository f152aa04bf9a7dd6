import { addDays } from 'date-fns'
import type { Ctx } from '#api/context.ts'
import { recordAuditOfEach, recordAuditWhen } from '#api/foundation/audit/storage.ts'
import { findLiveJob, queueJob, startJob } from '#api/foundation/jobs/storage.ts'
import { takeBackImported } from '#api/participation/results/undo-import-storage.ts'
import { Refused } from '#api/refusals.ts'
import type { ImportUndo } from './contract.ts'
import type { ProcessedRows } from './import-rows.ts'
import { batchStatuses } from './rules.ts'
import { type Batch, findBatch } from './storage.ts'
import {
  countUndoable,
  countUndone,
  listChangedResults,
  listUndoable,
  markUndone,
  markUndoStarted,
  selectTakenBack,
  selectUndoAudit,
} from './undo-storage.ts'

/** Days after an import during which it can be undone; its rows are deleted afterwards. */
export const daysToUndo = 30

const toJobKey = (id: number) => `imports.undo:${id}`

/** Returns the last moment at which an import can be undone, thirty days after it was done; null when it cannot. */
function findUndoEnd({ status, changedAt, undoStartedAt }: Batch, now: Date): Date | null {
  const end = addDays(changedAt, daysToUndo)
  return status === batchStatuses.done && !undoStartedAt && now < end ? end : null
}

const maxListed = 100

/**
 * Loads the undo of an import: until when it is possible, how many results it takes back, and which it leaves because
 * they were changed since; after the press, how many it has taken back and left. Null for an import that is not done.
 */
export async function loadUndo(ctx: Ctx, batch: Batch): Promise<ImportUndo | null> {
  if (batch.status !== batchStatuses.done) return null
  const isPressed = batch.undoStartedAt !== null
  const [counts, changedResults, job] = await Promise.all([
    isPressed ? countUndone(ctx.db, batch.id) : countUndoable(ctx.db, batch.id),
    listChangedResults(ctx.db, batch.id, isPressed, maxListed),
    findLiveJob(ctx.db, toJobKey(batch.id)),
  ])
  const isOver = batch.undoneAt !== null
  return {
    until: findUndoEnd(batch, ctx.now),
    state: isOver ? 'undone' : isPressed ? 'undoing' : 'possible',
    isStopped: isPressed && !isOver && job === null,
    ...counts,
    kept: changedResults,
  }
}

/**
 * Starts the job that undoes an import of results of the caller, with an audit entry. Pressed again, it continues a
 * stopped one, with another audit entry, and does nothing for one that is undone or under way.
 *
 * @throws Refused('not_found') when the caller has no such import.
 * @throws Refused('import_undo_over') when it was not imported, or longer ago than thirty days.
 */
export async function undoImport(ctx: Ctx, id: number): Promise<undefined> {
  const batch = await findBatch(ctx.db, id)
  if (batch?.uploadedByUserId !== ctx.actor.id) throw new Refused('not_found')
  if (batch.undoneAt) return
  if (!batch.undoStartedAt && !findUndoEnd(batch, ctx.now)) throw new Refused('import_undo_over')
  await startJob(
    ctx,
    'imports.undo',
    { batchId: id },
    {
      key: toJobKey(id),
      total: batch.addedCount,
      along: [markUndoStarted(ctx, id)],
      audit: (isNew) => recordAuditWhen(ctx, isNew, 'import.undone', { type: 'import', id }, { title: batch.title }),
    },
  )
}

/** Rows of one transaction, each with a job that assesses the person's licences. */
const rowsPerCommit = 50

/**
 * Takes back the results of the next rows of an import, at most 50, in one transaction with an audit entry for each. It
 * queues the assessment of the licences that they led to. Results that were changed since stay, and the row is marked
 * as kept. Returns where the next call continues; null when no row is left.
 */
export async function undoNextRows(ctx: Ctx<null>, batchId: number, after: number): Promise<ProcessedRows> {
  const rows = await listUndoable(ctx.db, batchId, after, rowsPerCommit)
  const [first, last] = [rows[0], rows.at(-1)]
  if (!first || !last) return null
  const span = { batchId, from: first.rowNumber, to: last.rowNumber }
  const resultsToTakeBack = selectTakenBack(ctx, span)
  await ctx.db.commit([
    markUndone(ctx, span),
    recordAuditOfEach(ctx, 'educationResult.importUndone', 'education', selectUndoAudit(ctx, span)),
    ...takeBackImported(ctx, resultsToTakeBack),
    ...rows.map(({ userId, educationId }) => queueJob(ctx, 'licenses.reassess', { userId, educationId })),
  ])
  return { after: last.rowNumber, rows: rows.length }
}
