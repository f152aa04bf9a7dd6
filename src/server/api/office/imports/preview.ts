import type { Ctx } from '#api/context.ts'
import { personPicture } from '#api/foundation/files/address.ts'
import { isResumed } from '#api/foundation/jobs/rules.ts'
import { findLiveJob } from '#api/foundation/jobs/storage.ts'
import { translator } from '#locales/translate.ts'
import type { ImportBatch, ImportedResultRow, NewEducation } from './contract.ts'
import { countRows, type ListedRows, listPeople } from './preview-storage.ts'
import { batchStatuses, rowStatuses } from './rules.ts'
import { type Batch, selectLatest } from './storage.ts'

const { staged, reading, running } = batchStatuses

/** The caller's latest import, whatever has become of it. */
export async function latestBatch(ctx: Ctx): Promise<Batch | null> {
  const batch = await selectLatest(ctx.db, ctx.actor.id)
  return batch[0] ?? null
}

/** Which job is at work on a batch, when one ought to be. */
export const jobKeyOf = ({ id, status }: Pick<Batch, 'id' | 'status'>) =>
  status === running ? `imports.run:${id}` : `imports.read:${id}`

/** What of a batch is shown; the rows of one that is over are history. */
const isShown = ({ status }: Batch) => status === staged || status === reading || status === running

/** How the work on a batch goes that is not ready. */
async function workOn(ctx: Ctx, batch: Batch) {
  if (batch.status !== running && batch.status !== reading) return { stopped: false, resumed: false }
  const job = await findLiveJob(ctx.db, jobKeyOf(batch))
  return { stopped: job === null, resumed: job !== null && isResumed(job, ctx.now) }
}

/** How the caller's latest import stands. */
export async function batchAsItStands(ctx: Ctx): Promise<ImportBatch | null> {
  const batch = await latestBatch(ctx)
  if (!batch || batch.status === batchStatuses.cleared) return null
  const [{ byStatus, people }, work] = await Promise.all([countRows(ctx.db, batch.id), workOn(ctx, batch)])
  const rowsOf = (status: number) => byStatus.find((one) => one.status === status)?.rows ?? 0
  const judged = byStatus.filter((one) => one.status !== null).reduce((sum, one) => sum + one.rows, 0)
  const applied = byStatus.reduce((sum, one) => sum + one.applied, 0)
  return {
    id: batch.id,
    title: batch.title,
    uploaded: batch.uploadedAt,
    status: batch.status,
    rows: batch.rowCount,
    done: batch.status === reading ? judged : applied,
    ...work,
    people,
    counts: {
      new: rowsOf(rowStatuses.newResult),
      newEducation: rowsOf(rowStatuses.newResultAndEducation),
      existing: rowsOf(rowStatuses.resultAlreadyExists),
      errors: rowsOf(rowStatuses.error),
    },
    added: batch.status === batchStatuses.done ? batch.addedCount : byStatus.reduce((sum, one) => sum + one.added, 0),
  }
}

type Row = ListedRows['rows'][number]

function newEducation(ctx: Ctx, { given, status, reason, rowNumber }: Row): NewEducation {
  const t = translator(ctx.language, 'imports')
  return {
    name: given.education,
    status: status ?? rowStatuses.error,
    message: reason && t(`reason.${reason}`),
    row: rowNumber,
  }
}

const nameIn = ({ given }: Row) =>
  `${given.firstName} ${given.lastName}`.trim() || given.email || given.externalPersonId

function personRow(ctx: Ctx, rows: Row[], people: ListedRows['people']): ImportedResultRow[] {
  const [first] = rows
  if (!first) return []
  const user = people.find(({ id }) => id === first.userId)
  const club = first.given.club
  // An external user has no organisations, and of somebody who was not found only the file tells one.
  const organizations = user && !user.isExternal ? (JSON.parse(user.memberships) as Record<string, string>) : {}
  return [
    {
      id: user?.id ?? null,
      name: user ? `${user.firstName} ${user.lastName}` : nameIn(first),
      profilePictureUrl: user ? personPicture(ctx, user.pictureFileId) : null,
      organizations: user || !club ? organizations : { 0: club },
      alreadyExistingEducations: user ? (JSON.parse(user.completedTitles) as string[]) : [],
      newEducations: rows.map((row) => newEducation(ctx, row)),
    },
  ]
}

/** A page of what the caller has staged. */
export async function preview(ctx: Ctx, page: number, pageSize: number): Promise<ImportedResultRow[]> {
  const batch = await latestBatch(ctx)
  if (!batch || !isShown(batch)) return []
  const { order, rows, people } = await listPeople(ctx.db, batch.id, page, pageSize)
  const byPerson = Map.groupBy(rows, (row) => row.personKey ?? '')
  return order.flatMap((key) => personRow(ctx, byPerson.get(key) ?? [], people))
}
