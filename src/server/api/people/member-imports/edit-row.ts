import type { Ctx } from '#api/context.ts'
import { recordAuditWhen } from '#api/foundation/audit/storage.ts'
import { Refused } from '#api/refusals.ts'
import { toPortalDay } from '#api/zone.ts'
import { translator } from '#locales/translate.ts'
import { judgeBatch } from './check-members.ts'
import type { EditableMemberRow, EditedMemberRow } from './contract.ts'
import { limitChecks } from './limit-checks.ts'
import { maskCell } from './read-members.ts'
import { getOwnBatch } from './receive-members.ts'
import { changeCells, findRow, isStagedRow } from './row-storage.ts'
import { batchStates, type MemberField, memberFields, memberStatuses } from './rules.ts'
import { findWrongField, toShownCells } from './shown-row.ts'
import { type Batch, type StoredRow, saveOutcomes } from './storage.ts'

/**
 * Returns a staged batch of the caller with one of its rows.
 *
 * @throws Refused('not_found') when the caller has no such batch, or it has no such row.
 * @throws Refused('import_started') when the batch does not wait any more.
 */
async function getStagedRow(ctx: Ctx, batchId: number, rowNumber: number): Promise<{ batch: Batch; row: StoredRow }> {
  const [batch, row] = await Promise.all([getOwnBatch(ctx, batchId), findRow(ctx.db, batchId, rowNumber)])
  if (!row) throw new Refused('not_found')
  if (batch.state !== batchStates.staged) throw new Refused('import_started')
  return { batch, row }
}

// The log has one language. Headings are not recorded: in a file without any, the first person's cells stand for them.
const toFieldNames = (fields: readonly MemberField[]) =>
  fields.map((field) => translator('sv', 'member-imports')(`field.${field}`)).join(', ')

const toEditableRow = (ctx: Ctx, { mapping }: Batch, row: StoredRow): EditableMemberRow => ({
  row: row.rowNumber,
  cells: toShownCells(row.cells, mapping),
  status: row.status ?? memberStatuses.error,
  message: row.reason && translator(ctx.language, 'member-imports')(`reason.${row.reason}`),
  wrongColumn: findWrongField(row.reason),
  lastChange: row.changedAt,
})

/**
 * Returns a row of the caller's staged file of members with its cells, its outcome and the message in the caller's
 * language; the cell of the birth has the date alone.
 *
 * @throws Refused('not_found') when the caller has no such batch or row.
 * @throws Refused('import_started') when the batch does not wait any more.
 */
export async function getRow(ctx: Ctx, batchId: number, rowNumber: number): Promise<EditableMemberRow> {
  const { batch, row } = await getStagedRow(ctx, batchId, rowNumber)
  return toEditableRow(ctx, batch, row)
}

/**
 * Returns the stored cells of a row with the corrected ones, cleaned as those of a file. A field without a column is
 * left out. The names of the fields that differ are in `fields`.
 */
async function mergeCells(ctx: Ctx, { mapping }: Batch, row: StoredRow, edited: EditedMemberRow['cells']) {
  const cells = [...row.cells]
  const shown = toShownCells(row.cells, mapping)
  const fields = memberFields.filter((field) => {
    const cell = edited[field]
    return cell !== undefined && mapping[field] !== undefined && cell.trim() !== shown[field]
  })
  for (const field of fields) {
    const at = mapping[field] ?? 0
    while (cells.length <= at) cells.push('')
    cells[at] = await maskCell(edited[field] ?? '', field, ctx.env.PERSONAL_NUMBER_SECRET, toPortalDay(ctx.now))
  }
  return { cells, fields: fields.filter((field) => cells[mapping[field] ?? 0] !== row.cells[mapping[field] ?? 0]) }
}

/**
 * Corrects cells of a row of the caller's staged file of members with an audit entry. Judges the whole file again as at
 * the upload, and returns the row. The entry names the fields, and holds nothing of the file. Cells that are stored
 * already change nothing. The commit fails as `changed_meanwhile` when `lastChange` is missing or not the stored
 * version, and when the columns were chosen otherwise after this call read them.
 *
 * @throws Refused('not_found') when the caller has no such batch or row.
 * @throws Refused('import_started') when the batch does not wait any more.
 * @throws Refused('import_too_many_alike') as `limitChecks` does.
 */
export async function editRow(
  ctx: Ctx,
  batchId: number,
  rowNumber: number,
  { cells: edited, lastChange }: EditedMemberRow,
): Promise<EditableMemberRow> {
  const { batch, row } = await getStagedRow(ctx, batchId, rowNumber)
  const { cells, fields } = await mergeCells(ctx, batch, row, edited)
  if (fields.length === 0) return toEditableRow(ctx, batch, row)
  await limitChecks(ctx, [{ cells }], batch.mapping)
  const outcomes = await judgeBatch(ctx, batch, { ...row, cells })
  await ctx.db.commit([
    recordAuditWhen(
      ctx,
      isStagedRow(batch, rowNumber),
      'import.rowEdited',
      { type: 'import', id: batchId },
      {
        row: rowNumber,
        columns: toFieldNames(fields),
      },
    ),
    changeCells(ctx.db, batch, rowNumber, cells, { seen: lastChange, now: ctx.now }),
    ...saveOutcomes(ctx.db, batchId, outcomes),
  ])
  return getRow(ctx, batchId, rowNumber)
}
