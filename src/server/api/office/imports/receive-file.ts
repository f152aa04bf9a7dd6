import type { Ctx } from '#api/context.ts'
import { recordAudit, recordAuditWhen } from '#api/foundation/audit/storage.ts'
import { findLiveJob, startJob } from '#api/foundation/jobs/storage.ts'
import { Refused } from '#api/refusals.ts'
import type { Statement } from '#platform/database.ts'
import { checkNextRows } from './import-rows.ts'
import { pause } from './pause.ts'
import { loadLatestBatch, toJobKey } from './preview.ts'
import { readFile } from './read-file.ts'
import { batchStatuses } from './rules.ts'
import { changeBatchStatus, clearBatches, insertBatch, insertRows, newestBatchId } from './storage.ts'

const { staged, reading, running, done } = batchStatuses

/** @throws Refused('import_running') while the caller's import is being applied. A stopped import may be replaced. */
async function mustNotBeRunning(ctx: Ctx): Promise<void> {
  const batch = await loadLatestBatch(ctx)
  if (batch?.status === running && (await findLiveJob(ctx.db, toJobKey(batch)))) throw new Refused('import_running')
}

/** Highest number of rows checked within the upload request; longer files are checked by a job. */
const maxRowsInRequest = 2000

async function checkRows(ctx: Ctx, batchId: number, rowCount: number): Promise<void> {
  if (rowCount > maxRowsInRequest) {
    await startJob(
      ctx,
      'imports.read',
      { batchId },
      { key: toJobKey({ id: batchId, status: reading }), total: rowCount },
    )
    return
  }
  let progress = await checkNextRows(ctx, batchId, 0)
  while (progress) progress = await checkNextRows(ctx, batchId, progress.after)
  await ctx.db.commit([changeBatchStatus(ctx.db, batchId, [reading], staged, ctx.now)])
}

/**
 * Stages the rows of a CSV file as an import of results, with an audit entry, and clears rows that the caller has
 * staged before. A file of at most 2,000 rows is checked at once, a longer one by a job. Results are written only when
 * the import is applied. The title is cut after 300 characters.
 *
 * @throws Refused('import_file_type') when there is no file.
 * @throws Refused('too_large'), Refused('import_not_text') or Refused('import_empty') when the file cannot be read.
 * @throws Refused('import_header'), Refused('import_quote_open') or Refused('import_too_many_rows') when its rows
 * cannot be read.
 * @throws Refused('import_running') while an import of the caller is running.
 */
export async function receiveFile(ctx: Ctx, file: File | null, title: string): Promise<void> {
  if (!file) throw new Refused('import_file_type')
  const pieces = await readFile(file)
  await mustNotBeRunning(ctx)
  const clearStatements = clearBatches(ctx.db, ctx.actor.id, ctx.now)
  const replies: readonly unknown[] = await ctx.db.commit<Statement[]>([
    ...clearStatements,
    insertBatch(ctx, title.slice(0, 300), pieces.count),
    recordAudit(
      ctx,
      'import.uploaded',
      { type: 'import', id: newestBatchId },
      { fileName: file.name.slice(0, 100), rows: pieces.count },
    ),
  ])
  // `commit` returns the result of each statement in order; the insert returns the batch's id.
  const [batch] = replies[clearStatements.length] as { id: number }[]
  if (!batch) throw new Error('the batch was not inserted')
  for (const piece of pieces.texts) {
    await ctx.db.commit([insertRows(ctx.db, batch.id, piece)])
    await pause()
  }
  await checkRows(ctx, batch.id, pieces.count)
}

/**
 * Clears the caller's unfinished imports, also one that is still being checked: deletes their rows and marks them as
 * cleared. Writes an audit entry even without any. Applied results and the rows of finished imports stay.
 *
 * @throws Refused('import_running') while a job applies an import of the caller.
 */
export async function clearStaged(ctx: Ctx): Promise<undefined> {
  await mustNotBeRunning(ctx)
  await ctx.db.commit([
    ...clearBatches(ctx.db, ctx.actor.id, ctx.now),
    recordAudit(ctx, 'import.cleared', { type: 'user', id: ctx.actor.id }),
  ])
}

/**
 * Starts the job that applies the caller's staged import, with an audit entry, and returns the job's id. Repeated, it
 * returns the unfinished job, or continues a stopped import with another audit entry. A finished import starts no
 * job, and gives null and the number of its results.
 *
 * @throws Refused('import_running') while the file is still being checked.
 * @throws Refused('import_nothing_staged') when nothing is staged.
 */
export async function startImport(ctx: Ctx): Promise<{ jobId: string | null; added: number }> {
  const batch = await loadLatestBatch(ctx)
  if (batch?.status === done) return { jobId: null, added: batch.addedCount }
  if (batch?.status === reading) throw new Refused('import_running')
  if (batch?.status !== staged && batch?.status !== running) throw new Refused('import_nothing_staged')
  const jobId = await startJob(
    ctx,
    'imports.run',
    { batchId: batch.id },
    {
      key: toJobKey({ id: batch.id, status: running }),
      total: batch.rowCount,
      along: [changeBatchStatus(ctx.db, batch.id, [staged], running, ctx.now)],
      audit: (isNew) =>
        recordAuditWhen(ctx, isNew, 'import.started', { type: 'import', id: batch.id }, { title: batch.title }),
    },
  )
  return { jobId, added: 0 }
}
