import { insertUnpublished } from '#api/catalogue/educations/management/import-storage.ts'
import type { Ctx, Visitor } from '#api/context.ts'
import { recordAuditOfEach } from '#api/foundation/audit/storage.ts'
import { completeImported } from '#api/participation/results/import-storage.ts'
import { dayIn } from '#api/zone.ts'
import { addedForAudit, addedResults, linkEducations, markApplied, missingTitles, type Span } from './apply-storage.ts'
import { knownTo, takenPairs } from './known-storage.ts'
import { givenNames, namedBy, rowStatuses, verdictOn } from './rules.ts'
import { type Batch, type JudgedRow, listRows, type StagedRow, writeVerdicts } from './storage.ts'

/** A transaction of so many rows takes a tenth of a second, for which others wait. */
const rowsTogether = 2000
/** A parameter of a statement holds 2 MB, and a letter may take three bytes, or two and a half when it is a key that is sorted by. */
const lettersTogether = 500_000

/** A new education's title is written with its search words and its search key, each as long as the title. */
const lettersIn = ({ given }: StagedRow) =>
  givenNames.reduce((sum, name) => sum + given[name].length, 2 * given.education.length)

/** The first of the rows, as many as fit into one parameter; at least one. */
export function portionOf(rows: readonly StagedRow[]): readonly StagedRow[] {
  let letters = 0
  const tooMany = rows.findIndex((row) => {
    letters += lettersIn(row)
    return letters > lettersTogether
  })
  return tooMany < 0 ? rows : rows.slice(0, Math.max(1, tooMany))
}

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
  const named = rows.map(({ rowNumber, given }) => ({ rowNumber, ...namedBy(given, known) }))
  const pairs = named.filter(({ problem }) => problem === null)
  const taken = await takenPairs(ctx.db, batchId, isApplying ? 0 : (rows[0]?.rowNumber ?? 0), pairs)
  return named.map((row) => ({ ...row, ...verdictOn(row, taken) }))
}

/** The last of the rows that were dealt with, and how many; null when there were none left. */
export type Dealt = { after: number; rows: number } | null

/** Judges the next rows that are not judged yet. */
export async function judgeNext(ctx: Visitor, batchId: number, after: number): Promise<Dealt> {
  const rows = portionOf(await listRows(ctx.db, batchId, after, false, rowsTogether))
  const last = rows.at(-1)
  if (!last) return null
  await ctx.db.commit([writeVerdicts(ctx.db, batchId, await judged(ctx, batchId, rows, false))])
  return { after: last.rowNumber, rows: rows.length }
}

const isAsBefore = (row: JudgedRow, before: StagedRow | undefined) =>
  before?.status === row.status &&
  before.reason === row.reason &&
  before.personKey === row.personKey &&
  before.userId === row.userId &&
  before.educationId === row.educationId &&
  before.educationKey === row.educationKey &&
  before.completedOn === row.completedOn

/** Judges the next rows that are not applied yet once more, and applies them in the same transaction. Most rows are judged as before. */
export async function applyNext(ctx: Ctx<null>, batch: Batch, after: number): Promise<Dealt> {
  const rows = portionOf(await listRows(ctx.db, batch.id, after, true, rowsTogether))
  const [first, last] = [rows[0], rows.at(-1)]
  if (!first || !last) return null
  const span: Span = { batchId: batch.id, from: first.rowNumber, to: last.rowNumber }
  const verdicts = await judged(ctx, batch.id, rows, true)
  const changed = verdicts.filter((row, at) => !isAsBefore(row, rows[at]))
  const titles = rows.flatMap(({ rowNumber, given }, at) =>
    verdicts[at]?.status === rowStatuses.newResultAndEducation ? [{ place: rowNumber, title: given.education }] : [],
  )
  await ctx.db.commit([
    ...(changed.length > 0 ? [writeVerdicts(ctx.db, batch.id, changed)] : []),
    ...insertUnpublished(ctx, missingTitles(span), titles),
    linkEducations(ctx.db, span),
    markApplied(ctx, span),
    ...completeImported(ctx, addedResults(ctx, span), batch.uploadedByUserId),
    recordAuditOfEach(ctx, 'educationResult.imported', 'education', addedForAudit(ctx, span)),
  ])
  return { after: last.rowNumber, rows: rows.length }
}
