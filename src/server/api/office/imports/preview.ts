import type { Ctx } from '#api/context.ts'
import { personPictureUrl } from '#api/foundation/files/address.ts'
import { isResumed } from '#api/foundation/jobs/rules.ts'
import { findLiveJob } from '#api/foundation/jobs/storage.ts'
import { translator } from '#locales/translate.ts'
import type { ImportBatch, ImportedResultRow, NewEducation } from './contract.ts'
import { countBatchRows, listPeople, type PreviewRows } from './preview-storage.ts'
import { batchStatuses, rowStatuses } from './rules.ts'
import { type Batch, selectLatestBatch } from './storage.ts'
import { loadUndo } from './undo-import.ts'

const { staged, reading, running } = batchStatuses

/** Loads the caller's latest import of results, in any status; null when there never was one. */
export async function loadLatestBatch(ctx: Ctx): Promise<Batch | null> {
  const batch = await selectLatestBatch(ctx.db, ctx.actor.id)
  return batch[0] ?? null
}

/**
 * Returns the key of the job that processes an import in its status: that of applying while it runs, otherwise that of
 * reading.
 */
export const toJobKey = ({ id, status }: Pick<Batch, 'id' | 'status'>) =>
  status === running ? `imports.run:${id}` : `imports.read:${id}`

/** Whether the preview shows the batch: it is not finished. */
const isUnfinished = ({ status }: Batch) => status === staged || status === reading || status === running

/** Returns whether the job of an unfinished batch has stopped or was resumed. */
async function findJobState(ctx: Ctx, batch: Batch) {
  if (batch.status !== running && batch.status !== reading) return { stopped: false, resumed: false }
  const job = await findLiveJob(ctx.db, toJobKey(batch))
  return { stopped: job === null, resumed: job !== null && isResumed(job, ctx.now) }
}

/**
 * Loads the progress of the caller's latest import of results; null without one, or when it has been cleared. `done`
 * counts checked rows while the file is read, then applied ones; `counts` are by outcome.
 */
export async function loadBatchProgress(ctx: Ctx): Promise<ImportBatch | null> {
  const batch = await loadLatestBatch(ctx)
  if (!batch || batch.status === batchStatuses.cleared) return null
  const [{ byStatus, people }, jobState, undo] = await Promise.all([
    countBatchRows(ctx.db, batch.id),
    findJobState(ctx, batch),
    loadUndo(ctx, batch),
  ])
  const countOf = (status: number) => byStatus.find((one) => one.status === status)?.rows ?? 0
  const checked = byStatus.filter((one) => one.status !== null).reduce((sum, one) => sum + one.rows, 0)
  const applied = byStatus.reduce((sum, one) => sum + one.applied, 0)
  return {
    id: batch.id,
    title: batch.title,
    uploaded: batch.uploadedAt,
    status: batch.status,
    rows: batch.rowCount,
    done: batch.status === reading ? checked : applied,
    ...jobState,
    people,
    counts: {
      new: countOf(rowStatuses.newResult),
      newEducation: countOf(rowStatuses.newResultAndEducation),
      existing: countOf(rowStatuses.resultAlreadyExists),
      errors: countOf(rowStatuses.error),
    },
    added: batch.status === batchStatuses.done ? batch.addedCount : byStatus.reduce((sum, one) => sum + one.added, 0),
    undo,
  }
}

type Row = PreviewRows['rows'][number]

function toNewEducation(ctx: Ctx, { given, status, reason, rowNumber, changedAt }: Row): NewEducation {
  const t = translator(ctx.language, 'imports')
  return {
    name: given.education,
    status: status ?? rowStatuses.error,
    message: reason && t(`reason.${reason}`),
    row: rowNumber,
    isEdited: changedAt.getTime() > 0,
  }
}

const formatName = ({ given }: Row) =>
  `${given.firstName} ${given.lastName}`.trim() || given.email || given.externalPersonId

function toPersonRow(ctx: Ctx, rows: Row[], people: PreviewRows['people']): ImportedResultRow[] {
  const [first] = rows
  if (!first) return []
  const user = people.find(({ id }) => id === first.userId)
  const club = first.given.club
  // External users have no organisations; for an unknown person the file's club is shown.
  const organizations = user && !user.isExternal ? (JSON.parse(user.memberships) as Record<string, string>) : {}
  return [
    {
      id: user?.id ?? null,
      name: user ? `${user.firstName} ${user.lastName}` : formatName(first),
      profilePictureUrl: user ? personPictureUrl(ctx, user.pictureFileId) : null,
      organizations: user || !club ? organizations : { 0: club },
      alreadyExistingEducations: user ? (JSON.parse(user.completedTitles) as string[]) : [],
      newEducations: rows.map((row) => toNewEducation(ctx, row)),
    },
  ]
}

/**
 * Lists a page of the people in the caller's unfinished import: those with errors first, then by new educations, new
 * results and existing results alone. Within these they are by row. Each has the file's educations and those completed
 * already. Empty without such an import. Rows that are not checked yet are left out. `page` counts from 1.
 */
export async function loadPreview(ctx: Ctx, page: number, pageSize: number): Promise<ImportedResultRow[]> {
  const batch = await loadLatestBatch(ctx)
  if (!batch || !isUnfinished(batch)) return []
  const { order, rows, people } = await listPeople(ctx.db, batch.id, page, pageSize)
  const byPerson = Map.groupBy(rows, (row) => row.personKey ?? '')
  return order.flatMap((key) => toPersonRow(ctx, byPerson.get(key) ?? [], people))
}
