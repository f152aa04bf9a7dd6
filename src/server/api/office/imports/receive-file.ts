import type { Ctx } from '#api/context.ts'
import { recordAudit } from '#api/foundation/audit/storage.ts'
import { findLiveJob, startJob } from '#api/foundation/jobs/storage.ts'
import { Refused } from '#api/refusals.ts'
import type { Statement } from '#platform/database.ts'
import { judgeNext } from './import-rows.ts'
import { pause } from './pause.ts'
import { jobKeyOf, latestBatch } from './preview.ts'
import { readFile } from './read-file.ts'
import { batchStatuses } from './rules.ts'
import { clearBatches, insertBatch, insertRows, moveBatch } from './storage.ts'

const { staged, reading, running, done } = batchStatuses

/** While an import is being applied nothing of it is thrown away; one that has stopped may be. */
async function mustNotRun(ctx: Ctx): Promise<void> {
  const batch = await latestBatch(ctx)
  if (batch?.status === running && (await findLiveJob(ctx.db, jobKeyOf(batch)))) throw new Refused('import_running')
}

/** As many as are judged while the one who uploads waits; a longer file is read in the background. */
const rowsAtOnce = 2000

async function judge(ctx: Ctx, batchId: number, rowCount: number): Promise<void> {
  if (rowCount > rowsAtOnce) {
    await startJob(
      ctx,
      'imports.read',
      { batchId },
      { key: jobKeyOf({ id: batchId, status: reading }), total: rowCount },
    )
    return
  }
  let dealt = await judgeNext(ctx, batchId, 0)
  while (dealt) dealt = await judgeNext(ctx, batchId, dealt.after)
  await ctx.db.commit([moveBatch(ctx.db, batchId, [reading], staged, ctx.now)])
}

/** Stages the rows of a file in place of what the caller had staged before. */
export async function receiveFile(ctx: Ctx, file: File | null, title: string): Promise<void> {
  if (!file) throw new Refused('import_file_type')
  const pieces = await readFile(file)
  await mustNotRun(ctx)
  const clearing = clearBatches(ctx.db, ctx.actor.id, ctx.now)
  const written: readonly unknown[] = await ctx.db.commit<Statement[]>([
    ...clearing,
    insertBatch(ctx, title.slice(0, 300), pieces.count),
    recordAudit(ctx, 'import.uploaded', { type: 'import', id: file.name.slice(0, 100) }, { rows: pieces.count }),
  ])
  // A commit answers each statement in its place; the insert tells its id.
  const [batch] = written[clearing.length] as { id: number }[]
  if (!batch) throw new Error('the batch was not inserted')
  for (const piece of pieces.texts) {
    await ctx.db.commit([insertRows(ctx.db, batch.id, piece)])
    await pause()
  }
  await judge(ctx, batch.id, pieces.count)
}

/** Forgets what is staged. */
export async function clear(ctx: Ctx): Promise<undefined> {
  await mustNotRun(ctx)
  await ctx.db.commit([
    ...clearBatches(ctx.db, ctx.actor.id, ctx.now),
    recordAudit(ctx, 'import.cleared', { type: 'user', id: ctx.actor.id }),
  ])
}

/** Applies what is staged. Started again it is the same import: one that stopped goes on, one that is done adds nothing. */
export async function start(ctx: Ctx): Promise<{ jobId: string | null; added: number }> {
  const batch = await latestBatch(ctx)
  if (batch?.status === done) return { jobId: null, added: batch.addedCount }
  if (batch?.status === reading) throw new Refused('import_running')
  if (batch?.status !== staged && batch?.status !== running) throw new Refused('import_nothing_staged')
  const jobId = await startJob(
    ctx,
    'imports.run',
    { batchId: batch.id },
    {
      key: jobKeyOf({ id: batch.id, status: running }),
      total: batch.rowCount,
      along: [
        moveBatch(ctx.db, batch.id, [staged], running, ctx.now),
        recordAudit(ctx, 'import.started', { type: 'import', id: batch.id }, { title: batch.title }),
      ],
    },
  )
  return { jobId, added: 0 }
}
