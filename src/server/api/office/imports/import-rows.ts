import { insertImportedEducations } from '#api/catalogue/educations/management/import-storage.ts'
import type { Ctx, Visitor } from '#api/context.ts'
import { recordAuditOfEach } from '#api/foundation/audit/storage.ts'
import { completeImported } from '#api/participation/results/import-storage.ts'
import { toPortalDay } from '#api/zone.ts'
import {
  linkEducations,
  markApplied,
  type RowSpan,
  selectAddedResults,
  selectAuditData,
  selectMissingTitles,
} from './apply-storage.ts'
import { findCompletedPairs, loadLookupIndex } from './lookup-storage.ts'
import { columnKeys, decideOutcome, matchRow, rowStatuses } from './rules.ts'
import { type Batch, type CheckedRow, listRows, type StagedRow, saveOutcomes } from './storage.ts'

/** Rows per transaction. A transaction of this size takes about 0.1 s, during which other writes wait. */
const maxRowsPerCommit = 2000
/** Characters per parameter. D1 limits a parameter to 2 MB; a character takes up to three bytes. */
const maxCharacters = 500_000

/**
 * Counts the characters that a row contributes to a parameter. The title counts three times: with search words and
 * search key.
 */
const countCharacters = ({ given }: StagedRow) =>
  columnKeys.reduce((sum, name) => sum + given[name].length, 2 * given.education.length)

/**
 * Returns the first rows, in their order, with at most 500,000 characters in all, which fit into one SQL parameter; at
 * least one row unless there is none.
 */
export function takePortion(rows: readonly StagedRow[]): readonly StagedRow[] {
  let characters = 0
  const tooMany = rows.findIndex((row) => {
    characters += countCharacters(row)
    return characters > maxCharacters
  })
  return tooMany < 0 ? rows : rows.slice(0, Math.max(1, tooMany))
}

/**
 * Checks rows of an import against the current data, and returns the outcome of each in their order: person, education,
 * status and reason. Stores nothing. A result that an earlier row of the import adds counts as existing. With
 * `isApplying` those results are already in the database, so earlier rows are not considered.
 */
export async function checkRows(
  ctx: Visitor,
  batchId: number,
  rows: readonly StagedRow[],
  isApplying: boolean,
): Promise<CheckedRow[]> {
  const index = await loadLookupIndex(ctx.db, rows, toPortalDay(ctx.now))
  const matched = rows.map(({ rowNumber, given }) => ({ rowNumber, ...matchRow(given, index) }))
  const pairs = matched.filter(({ problem }) => problem === null)
  const completedPairs = await findCompletedPairs(ctx.db, batchId, isApplying ? 0 : (rows[0]?.rowNumber ?? 0), pairs)
  return matched.map((row) => ({ ...row, ...decideOutcome(row, completedPairs) }))
}

/** Number of the last processed row, and how many rows were processed; null when none were left. */
export type ProcessedRows = { after: number; rows: number } | null

/**
 * Checks the next rows of an import after a row number, at most 2,000, and commits the outcomes. Returns the last row
 * number, from which the next call continues, and the number of rows; null when no row is left.
 */
export async function checkNextRows(ctx: Visitor, batchId: number, after: number): Promise<ProcessedRows> {
  const rows = takePortion(await listRows(ctx.db, batchId, after, false, maxRowsPerCommit))
  const last = rows.at(-1)
  if (!last) return null
  await ctx.db.commit([saveOutcomes(ctx.db, batchId, await checkRows(ctx, batchId, rows, false))])
  return { after: last.rowNumber, rows: rows.length }
}

const isUnchanged = (row: CheckedRow, before: StagedRow | undefined) =>
  before?.status === row.status &&
  before.reason === row.reason &&
  before.personKey === row.personKey &&
  before.userId === row.userId &&
  before.educationId === row.educationId &&
  before.educationKey === row.educationKey &&
  before.completedOn === row.completedOn

/**
 * Checks the next rows that are not applied yet again, at most 2,000, and applies them in one transaction with audit
 * entries. Inserts missing educations unpublished, and completed results in the name of the uploader. Stores only
 * outcomes that have changed since the preview. Returns where the next call continues; null when no row is left.
 */
export async function applyNextRows(ctx: Ctx<null>, batch: Batch, after: number): Promise<ProcessedRows> {
  const rows = takePortion(await listRows(ctx.db, batch.id, after, true, maxRowsPerCommit))
  const [first, last] = [rows[0], rows.at(-1)]
  if (!first || !last) return null
  const span: RowSpan = { batchId: batch.id, from: first.rowNumber, to: last.rowNumber }
  const verdicts = await checkRows(ctx, batch.id, rows, true)
  const changed = verdicts.filter((row, at) => !isUnchanged(row, rows[at]))
  const titles = rows.flatMap(({ rowNumber, given }, at) =>
    verdicts[at]?.status === rowStatuses.newResultAndEducation ? [{ place: rowNumber, title: given.education }] : [],
  )
  await ctx.db.commit([
    ...(changed.length > 0 ? [saveOutcomes(ctx.db, batch.id, changed)] : []),
    ...insertImportedEducations(ctx, selectMissingTitles(span), titles),
    linkEducations(ctx.db, span),
    markApplied(ctx, span),
    ...completeImported(ctx, selectAddedResults(ctx, span), batch.uploadedByUserId),
    recordAuditOfEach(ctx, 'educationResult.imported', 'education', selectAuditData(ctx, span)),
  ])
  return { after: last.rowNumber, rows: rows.length }
}
