import { insertUnpublished } from '#api/catalogue/educations/management/import-storage.ts'
import type { Ctx, Visitor } from '#api/context.ts'
import { recordAuditOfEach } from '#api/foundation/audit/storage.ts'
import { completeImported } from '#api/participation/results/import-storage.ts'
import { dayIn } from '#api/zone.ts'
import { addedForAudit, addedResults, linkEducations, markApplied, missingTitles, type Span } from './apply-storage.ts'
import { knownTo, takenPairs } from './known-storage.ts'
import { namedBy, verdictOn } from './rules.ts'
import { type Batch, type JudgedRow, listRows, type StagedRow, writeVerdicts } from './storage.ts'

const rowsTogether = 500

/**
 * What becomes of rows that follow each other, as the portal is now: the preview shows it and the import goes by it. While an import is applied
 * what an earlier row completes is completed already.
 */
async function judged(
  ctx: Visitor,
  batchId: number,
  rows: readonly StagedRow[],
  isApplying: boolean,
): Promise<JudgedRow[]> {
  const known = await knownTo(ctx.db, rows, dayIn(ctx.now))
  const named = rows.map((row) => ({ ...row, ...namedBy(row.given, known) }))
  const people = [...new Set(named.flatMap(({ userId }) => (userId === null ? [] : [userId])))]
  const taken = await takenPairs(ctx.db, batchId, isApplying ? 0 : (rows[0]?.rowNumber ?? 0), people)
  return named.map((row) => ({ ...row, ...verdictOn(row, taken) }))
}

/** The last of the rows that were dealt with, and how many; null when there were none left. */
type Dealt = { after: number; rows: number } | null

/** Judges the next rows that are not judged yet. */
export async function judgeNext(ctx: Visitor, batchId: number, after: number): Promise<Dealt> {
  const rows = await listRows(ctx.db, batchId, after, false, rowsTogether)
  const last = rows.at(-1)
  if (!last) return null
  await ctx.db.commit([writeVerdicts(ctx.db, batchId, await judged(ctx, batchId, rows, false))])
  return { after: last.rowNumber, rows: rows.length }
}

/** Judges the next rows that are not applied yet once more, and applies them in the same transaction. */
export async function applyNext(ctx: Ctx<null>, batch: Batch, after: number): Promise<Dealt> {
  const rows = await listRows(ctx.db, batch.id, after, true, rowsTogether)
  const [first, last] = [rows[0], rows.at(-1)]
  if (!first || !last) return null
  const span: Span = { batchId: batch.id, from: first.rowNumber, to: last.rowNumber }
  await ctx.db.commit([
    writeVerdicts(ctx.db, batch.id, await judged(ctx, batch.id, rows, true)),
    ...insertUnpublished(ctx, missingTitles(span)),
    linkEducations(ctx.db, span),
    markApplied(ctx, span),
    ...completeImported(ctx, addedResults(ctx, span), batch.uploadedByUserId),
    recordAuditOfEach(ctx, 'educationResult.imported', 'education', addedForAudit(ctx, span)),
  ])
  return { after: last.rowNumber, rows: rows.length }
}
