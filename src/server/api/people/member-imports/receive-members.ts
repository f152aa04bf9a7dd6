import { subDays } from 'date-fns'
import type { Ctx } from '#api/context.ts'
import { recordAudit, recordAuditWhen } from '#api/foundation/audit/storage.ts'
import { findLiveJob, startJob } from '#api/foundation/jobs/storage.ts'
import { getAdministeredRoots } from '#api/people/users/access.ts'
import { Refused } from '#api/refusals.ts'
import { toPortalDay } from '#api/zone.ts'
import { translator } from '#locales/translate.ts'
import { judgeBatch } from './check-members.ts'
import { limitChecks } from './limit-checks.ts'
import { listClubs } from './lookup-storage.ts'
import { readMembers } from './read-members.ts'
import { batchStates, type ColumnMapping, daysToUndo, guessColumns, isComplete, memberLimits } from './rules.ts'
import {
  type Batch,
  changeState,
  findBatch,
  findLatestBatch,
  insertBatch,
  insertRows,
  listRows,
  removeStaged,
  saveOutcomes,
  updateMapping,
} from './storage.ts'
import { hasBatchUnderWay } from './uploader-storage.ts'

/**
 * Returns the key of the job of an import of members, `memberImports:<id>`. One job has it at a time, whether it
 * applies or undoes the import.
 */
export const toJobKey = ({ id }: Pick<Batch, 'id'>) => `memberImports:${id}`

/**
 * Returns an import of members that the caller has uploaded, in any state.
 * @throws Refused('not_found') when there is none with this id; somebody else's is not found either.
 */
export async function getOwnBatch(ctx: Ctx, id: number): Promise<Batch> {
  const batch = await findBatch(ctx.db, id)
  if (batch?.uploadedByUserId !== ctx.actor.id) throw new Refused('not_found')
  return batch
}

/** Judges all rows of a staged batch; nothing while a required column is not chosen. */
async function checkBatch(ctx: Ctx, batch: Batch): Promise<void> {
  for (const statement of saveOutcomes(ctx.db, batch.id, await judgeBatch(ctx, batch))) await ctx.db.commit([statement])
}

/** Returns the club of somebody who administers a single one. */
const findOnlyClub = (ctx: Ctx): number | null => {
  const roots = getAdministeredRoots(ctx.actor)
  return roots?.length === 1 ? (roots[0] ?? null) : null
}

/**
 * Stages the rows of a file of members, with an audit entry, and replaces a file that the caller staged before.
 * Judges the rows when the heading names the required columns. Adds nobody. The columns are guessed from the heading,
 * and the caller's only club is chosen. The title is cut after 300 characters.
 *
 * @throws Refused('import_member_file_type') without a file, and the refusals of `readMembers`.
 * @throws Refused('import_too_many_alike') as `limitChecks` does; nothing is stored then.
 * @throws Refused('import_running') while an import of the caller is running, being undone, or stopped before its end.
 */
export async function receiveMembers(ctx: Ctx, file: File | null, title: string): Promise<undefined> {
  if (!file) throw new Refused('import_member_file_type')
  const { header, rows } = await readMembers(file, ctx.env.PERSONAL_NUMBER_SECRET, toPortalDay(ctx.now))
  const latest = await findLatestBatch(ctx.db, ctx.actor.id)
  const isUnderWay = await hasBatchUnderWay(ctx.db, ctx.actor.id)
  if (isUnderWay || (latest && (await findLiveJob(ctx.db, toJobKey(latest))))) throw new Refused('import_running')
  const mapping = guessColumns(header)
  await limitChecks(ctx, rows, mapping)
  await ctx.db.commit(removeStaged(ctx.db, ctx.actor.id))
  const fields = { title: title.slice(0, 300), header, mapping, organizationId: findOnlyClub(ctx) }
  const [[inserted]] = await ctx.db.commit([
    insertBatch(ctx, { ...fields, rowCount: rows.length }),
    recordAudit(ctx, 'import.uploaded', { type: 'import', id: file.name.slice(0, 100) }, { rows: rows.length }),
  ])
  const batch = inserted && (await findBatch(ctx.db, inserted.id))
  if (!batch) throw new Error('the batch was not inserted')
  for (const statement of insertRows(ctx.db, batch.id, rows)) await ctx.db.commit([statement])
  await checkBatch(ctx, batch)
}

const fieldRefusal = (ctx: Ctx, reason: 'unknown_reference' | 'organization_beyond_own') =>
  new Refused('invalid_input', {
    fields: { organizationId: translator(ctx.language, 'refusals')(`invalid.${reason}`) },
  })

/**
 * Stores the chosen columns and club (null for none) of the caller's staged import of members. Judges its rows again
 * unless a required column is missing. Writes no audit entry.
 *
 * @throws Refused('not_found') when the caller has no such batch.
 * @throws Refused('import_started') when it does not wait any more.
 * @throws Refused('import_too_many_alike') as `limitChecks` does.
 * @throws Refused('invalid_input') at `organizationId` when the club is unknown, inactive or not the caller's.
 */
export async function chooseColumns(
  ctx: Ctx,
  id: number,
  { mapping, organizationId }: { mapping: ColumnMapping; organizationId: number | null },
): Promise<undefined> {
  const batch = await getOwnBatch(ctx, id)
  if (batch.state !== batchStates.staged) throw new Refused('import_started')
  if (organizationId !== null) {
    const [club] = await listClubs(ctx.db, [], organizationId, getAdministeredRoots(ctx.actor))
    if (!club) throw fieldRefusal(ctx, 'unknown_reference')
    if (!club.isOwn) throw fieldRefusal(ctx, 'organization_beyond_own')
  }
  await limitChecks(ctx, await listRows(ctx.db, id, 0, memberLimits.rows), mapping)
  await ctx.db.commit([updateMapping(ctx, id, { mapping, organizationId })])
  await checkBatch(ctx, { ...batch, mapping, organizationId })
}

/**
 * Starts the job that adds the people of the caller's staged import of members, with an audit entry. Starting again
 * continues a stopped one, and does nothing for one that is done or undone.
 *
 * @throws Refused('not_found') when the caller has no such batch.
 * @throws Refused('import_columns_missing') while a required column is not chosen.
 */
export async function startImport(ctx: Ctx, id: number): Promise<undefined> {
  const batch = await getOwnBatch(ctx, id)
  if (batch.state !== batchStates.staged && batch.state !== batchStates.running) return
  if (!isComplete(batch.mapping)) throw new Refused('import_columns_missing')
  await startJob(
    ctx,
    'memberImports.run',
    { batchId: id },
    {
      key: toJobKey(batch),
      total: batch.rowCount,
      along: [changeState(ctx, { id, state: batchStates.staged }, batchStates.running)],
      audit: (isNew) => recordAuditWhen(ctx, isNew, 'import.started', { type: 'import', id }, { title: batch.title }),
    },
  )
}

/**
 * Returns the last moment at which an import of members can be undone, thirty days after it was applied; null when it
 * cannot be undone at `now`.
 */
export function findUndoEnd({ state, appliedAt }: Pick<Batch, 'state' | 'appliedAt'>, now: Date): Date | null {
  if (state !== batchStates.done || !appliedAt) return null
  return appliedAt > subDays(now, daysToUndo) ? subDays(appliedAt, -daysToUndo) : null
}

/**
 * Starts the job that undoes an import of members of the caller, with an audit entry. Starting again continues a
 * stopped one, and does nothing for one that is undone.
 *
 * @throws Refused('not_found') when the caller has no such batch.
 * @throws Refused('import_undo_over') when it is older than thirty days or was not applied.
 */
export async function undoImport(ctx: Ctx, id: number): Promise<undefined> {
  const batch = await getOwnBatch(ctx, id)
  if (batch.state === batchStates.undone) return
  if (batch.state !== batchStates.undoing && !findUndoEnd(batch, ctx.now)) throw new Refused('import_undo_over')
  await startJob(
    ctx,
    'memberImports.undo',
    { batchId: id },
    {
      key: toJobKey(batch),
      along: [changeState(ctx, { id, state: batchStates.done }, batchStates.undoing)],
      audit: (isNew) => recordAuditWhen(ctx, isNew, 'import.undone', { type: 'import', id }, { title: batch.title }),
    },
  )
}

/**
 * Removes the caller's staged import of members with its rows, with an audit entry. Nobody has been added by it.
 *
 * @throws Refused('not_found') when the caller has no such batch.
 * @throws Refused('import_started') when it does not wait any more.
 */
export async function removeBatch(ctx: Ctx, id: number): Promise<undefined> {
  const batch = await getOwnBatch(ctx, id)
  if (batch.state !== batchStates.staged) throw new Refused('import_started')
  await ctx.db.commit([
    ...removeStaged(ctx.db, ctx.actor.id),
    recordAudit(ctx, 'import.cleared', { type: 'user', id: ctx.actor.id }),
  ])
}
