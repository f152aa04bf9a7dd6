import type { Ctx } from '#api/context.ts'
import { maxExportedRows, type TableFileKind } from '#api/foundation/files/rules.ts'
import { type TableCell, toTableFileResponse } from '#api/foundation/files/table-file.ts'
import { Refused } from '#api/refusals.ts'
import type { Statement } from '#platform/database.ts'
import { recordReadsOfListById } from './record-reads.ts'

interface TableExport<Row> {
  /** The rows that a filter selects in the caller's scope, up to one more than `maxExportedRows`. */
  rows: readonly Row[]
  kind: TableFileKind
  /** Name of the file without its ending. */
  name: string
  /** Name of the sheet in Excel. */
  title: string
  /** Headings in the order of the cells; the width is in characters. */
  columns: readonly { header: string; width: number }[]
  toCells: (row: Row) => TableCell[]
  /** Returns the ids of the people that a row names; null for none. */
  peopleOf?: (row: Row) => readonly (number | null)[]
  /** Returns the statement that records the export. */
  record: (facts: { total: number; fileName: string }) => Statement
}

/**
 * Returns rows as an Excel or CSV file. Records the export and the reads of minors and protected identities. Access is
 * not checked here.
 *
 * @throws Refused('too_large') when there are more than 20,000 rows.
 */
export async function exportTable<Row>(ctx: Ctx, table: TableExport<Row>): Promise<Response> {
  const { rows, kind, name, title, columns, toCells, peopleOf = () => [], record } = table
  if (rows.length > maxExportedRows) throw new Refused('too_large')
  await recordReadsOfListById(
    ctx,
    rows.flatMap((row) => peopleOf(row)),
  )
  const fileName = `${name}.${kind}`
  await ctx.db.commit([record({ total: rows.length, fileName })])
  return toTableFileResponse({ fileName, kind, title, columns, rows: rows.map(toCells) })
}
