import { subDays } from 'date-fns'
import type { Ctx } from '#api/context.ts'
import type { JobContinuation, JobHandler, JobResult } from '#api/foundation/jobs/run.ts'
import { findActor } from '#api/people/authentication/storage.ts'
import { applyNextRows } from './apply-members.ts'
import { removeOldChecks } from './limit-checks.ts'
import { batchStates, daysToUndo, toMemberRow, toMembershipKeys, toPersonKeys } from './rules.ts'
import { type Batch, changeState, findBatch, listAppliedCells, removeOldBatches } from './storage.ts'
import { undoNextRows } from './undo-members.ts'

interface ImportPayload {
  batchId: number
}

/** Transactions of one run; a Worker may make 1,000 D1 queries in an invocation. */
const maxCommitsPerRun = 12

/** Returns the batch with the person who uploaded it, as far as the person's account is open. */
async function findWork(ctx: Ctx<null>, batchId: number, state: Batch['state']) {
  const batch = await findBatch(ctx.db, batchId)
  if (batch?.state !== state) return null
  const actor = await findActor(ctx, batch.uploadedByUserId)
  if (!actor) throw new Error('the account that uploaded the file is closed')
  return { batch, actor }
}

/** The people of the rows that are applied already, so that a continued run finds repeated ones. */
async function findSeen(ctx: Ctx<null>, batch: Batch): Promise<Set<string>> {
  const rows = await listAppliedCells(ctx.db, batch.id)
  return new Set(
    rows.flatMap(({ cells, organizationId }) => {
      const member = toMemberRow(cells, batch.mapping)
      return [...toPersonKeys(member), ...toMembershipKeys(member, organizationId)]
    }),
  )
}

/** Applies a batch as the rights of its uploader are now. Repeatable: a row is applied once. */
async function run(ctx: Ctx<null>, { batchId }: ImportPayload): Promise<JobContinuation | JobResult | undefined> {
  const work = await findWork(ctx, batchId, batchStates.running)
  if (!work) return
  const seenKeys = await findSeen(ctx, work.batch)
  let after = 0
  for (let commits = 0; commits < maxCommitsPerRun; commits++) {
    const last = await applyNextRows(ctx, work.actor, work.batch, after, seenKeys)
    if (last === null) {
      await ctx.db.commit([changeState(ctx, work.batch, batchStates.done)])
      ctx.changedTags.push('people')
      return { result: { batchId } }
    }
    after = last
  }
  return { rest: { batchId } }
}

/** Undoes a batch. Repeatable: a row is undone once. */
async function undo(ctx: Ctx<null>, { batchId }: ImportPayload): Promise<JobContinuation | JobResult | undefined> {
  const work = await findWork(ctx, batchId, batchStates.undoing)
  if (!work) return
  const isGoingOn = await undoNextRows(ctx, work.actor, work.batch)
  ctx.changedTags.push('people')
  if (isGoingOn) return { rest: { batchId } }
  await ctx.db.commit([changeState(ctx, work.batch, batchStates.undone)])
  return { result: { batchId } }
}

async function forget(ctx: Ctx<null>): Promise<undefined> {
  await ctx.db.commit([...removeOldBatches(ctx.db, subDays(ctx.now, daysToUndo)), removeOldChecks(ctx)])
}

export const jobs: Record<string, JobHandler> = {
  'memberImports.run': run,
  'memberImports.undo': undo,
  'memberImports.forget': forget,
}
