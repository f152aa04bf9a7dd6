import type { Ctx } from '#api/context.ts'
import { recordAuditWhen } from '#api/foundation/audit/storage.ts'
import { Refused } from '#api/refusals.ts'
import { translator } from '#locales/translate.ts'
import type { EditableRow, EditedRow } from './contract.ts'
import { checkRows } from './import-rows.ts'
import { changeCells, findFollower, findRow, isStagedRow, type StoredRow } from './row-storage.ts'
import {
  batchStatuses,
  columnKeys,
  columnNames,
  type FileRow,
  findWrongColumn,
  rowStatuses,
  toFileRow,
} from './rules.ts'
import { type CheckedRow, findBatch, saveOutcomes } from './storage.ts'

/**
 * Returns a row of the caller's staged import.
 *
 * @throws Refused('not_found') when the caller has no such import, or it has no such row.
 * @throws Refused('import_started') when the import does not wait any more.
 */
async function getStagedRow(ctx: Ctx, batchId: number, rowNumber: number): Promise<StoredRow> {
  const [batch, row] = await Promise.all([findBatch(ctx.db, batchId), findRow(ctx.db, batchId, rowNumber)])
  if (batch?.uploadedByUserId !== ctx.actor.id || !row) throw new Refused('not_found')
  if (batch.status !== batchStatuses.staged) throw new Refused('import_started')
  return row
}

const toEditableRow = (ctx: Ctx, { rowNumber, given, status, reason, changedAt }: StoredRow): EditableRow => ({
  row: rowNumber,
  cells: given,
  status: status ?? rowStatuses.error,
  message: reason && translator(ctx.language, 'imports')(`reason.${reason}`),
  wrongColumn: findWrongColumn(reason),
  lastChange: changedAt,
})

/**
 * Returns a row of the caller's staged import with its cells, its outcome, and the message in the caller's language.
 *
 * @throws Refused('not_found') when the caller has no such import or row.
 * @throws Refused('import_started') when the import does not wait any more.
 */
export const getRow = async (ctx: Ctx, batchId: number, rowNumber: number): Promise<EditableRow> =>
  toEditableRow(ctx, await getStagedRow(ctx, batchId, rowNumber))

const places = Object.fromEntries(columnKeys.map((name, at) => [name, at]))

/** Returns the cells of a row with the corrected ones, cleaned as those of a file. */
const mergeCells = (given: FileRow, cells: EditedRow['cells']): FileRow =>
  toFileRow(
    columnKeys.map((name) => cells[name] ?? given[name]),
    places,
  )

/**
 * Checks a corrected row, and the first later row of the pair that it had and of the pair that it gets: these are
 * counted as existing, or no longer so. Returns the outcomes, that of the row first.
 */
async function checkEditedRow(ctx: Ctx, row: StoredRow, given: FileRow): Promise<CheckedRow[]> {
  const edited = { ...row, given }
  const [outcome] = await checkRows(ctx, row.batchId, [edited], false)
  if (!outcome) throw new Error('the row was not checked')
  const before = { userId: row.userId, educationId: row.educationId, educationKey: row.educationKey ?? '' }
  const found = await Promise.all([before, outcome].map((pair) => findFollower(ctx.db, row, pair)))
  const followers = new Map(found.flatMap((one) => (one ? [[one.rowNumber, one] as const] : [])))
  return followers.size === 0 ? [outcome] : checkRows(ctx, row.batchId, [edited, ...followers.values()], false)
}

/**
 * Corrects cells of a row of the caller's staged import, checks it again as at the upload, and returns it. `cells` has
 * the corrected ones by column; others stay. Writes an audit entry that names the columns, and holds nothing of the
 * cells. Cells that are stored already change nothing. The next row about the same person and education, before and
 * after the correction, is checked again too. The commit fails as `changed_meanwhile` when `lastChange` is missing or
 * not the stored version.
 *
 * @throws Refused('not_found') when the caller has no such import or row.
 * @throws Refused('import_started') when the import does not wait any more.
 */
export async function editRow(
  ctx: Ctx,
  batchId: number,
  rowNumber: number,
  { cells, lastChange }: EditedRow,
): Promise<EditableRow> {
  const row = await getStagedRow(ctx, batchId, rowNumber)
  const given = mergeCells(row.given, cells)
  const columns = columnKeys.filter((name) => given[name] !== row.given[name])
  if (columns.length === 0) return toEditableRow(ctx, row)
  const outcomes = await checkEditedRow(ctx, row, given)
  await ctx.db.commit([
    recordAuditWhen(
      ctx,
      isStagedRow(batchId, rowNumber),
      'import.rowEdited',
      { type: 'import', id: batchId },
      {
        row: rowNumber,
        columns: columns.map((name): string => columnNames[name]).join(', '),
      },
    ),
    changeCells(ctx.db, row, given, { seen: lastChange, now: ctx.now }),
    saveOutcomes(ctx.db, batchId, outcomes),
  ])
  return getRow(ctx, batchId, rowNumber)
}
