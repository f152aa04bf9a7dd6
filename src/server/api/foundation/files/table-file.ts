import writeExcelFile from 'write-excel-file/universal'
import { byteOrderMark, csvLine } from '#api/foundation/audit/rules.ts'
import { toPortalDay, toPortalMinute } from '#api/zone.ts'
import { contentDisposition, type TableFileKind } from './rules.ts'

const contentTypes: Record<TableFileKind, string> = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8',
}

export type TableCell =
  | { kind: 'text'; value: string }
  | { kind: 'day' | 'moment'; value: Date | null }
  | { kind: 'number'; value: number | null }
  | { kind: 'kronor'; minor: number }

/** Returns a cell with a text; null is empty. */
export const textCell = (value: string | number | null): TableCell => ({ kind: 'text', value: String(value ?? '') })
/** Returns a cell with the portal's day of a moment; null is empty. */
export const dayCell = (value: Date | null): TableCell => ({ kind: 'day', value })
/** Returns a cell with day and time of a moment in Swedish time, to the minute; null is empty. */
export const momentCell = (value: Date | null): TableCell => ({ kind: 'moment', value })
/** Returns a cell with a number that a spreadsheet can sum; null is empty. */
export const numberCell = (value: number | null): TableCell => ({ kind: 'number', value })
/** Returns a cell with an amount of öre in kronor. */
export const kronorCell = (minor: number): TableCell => ({ kind: 'kronor', minor })

export interface TableFile {
  /** With its ending, which is the kind. */
  fileName: string
  kind: TableFileKind
  /** Name of the sheet in Excel. */
  title: string
  /** Headings in the order of the cells; the width is in characters. */
  columns: readonly { header: string; width: number }[]
  rows: readonly (readonly TableCell[])[]
}

/** Converts a cell to that of a sheet. A text is never a formula, also when a person's name begins like one. */
function toSheetCell(cell: TableCell) {
  if (cell.kind === 'kronor') return { type: Number, value: cell.minor / 100, format: '#,##0.00' }
  if (cell.kind === 'text') return { type: String, value: cell.value }
  if (cell.value === null) return null
  if (cell.kind === 'number') return { type: Number, value: cell.value }
  // Excel knows no time zones: the sheet shows the time of day that is stored as UTC.
  if (cell.kind === 'moment')
    return {
      type: Date,
      value: new Date(`${toPortalMinute(cell.value).replace(' ', 'T')}Z`),
      format: 'yyyy-mm-dd hh:mm',
    }
  return { type: Date, value: new Date(`${toPortalDay(cell.value)}T00:00:00Z`), format: 'yyyy-mm-dd' }
}

function toCsvText(cell: TableCell): string {
  if (cell.kind === 'kronor') return (cell.minor / 100).toFixed(2).replace('.', ',')
  if (cell.kind === 'text') return cell.value
  if (cell.value === null) return ''
  if (cell.kind === 'number') return String(cell.value).replace('.', ',')
  return cell.kind === 'moment' ? toPortalMinute(cell.value) : toPortalDay(cell.value)
}

function formatTableFile({ kind, title, columns, rows }: TableFile): Promise<Blob> | string {
  const heads = columns.map(({ header }) => header)
  if (kind === 'csv') return [byteOrderMark, csvLine(heads), ...rows.map((row) => csvLine(row.map(toCsvText)))].join('')
  const boldHeads = heads.map((value) => ({ type: String, value, fontWeight: 'bold' as const }))
  const widths = columns.map(({ width }) => ({ width }))
  const sheet = [boldHeads, ...rows.map((row) => row.map(toSheetCell))]
  return writeExcelFile(sheet, { columns: widths, stickyRowsCount: 1, sheet: title }).toBlob()
}

/** Returns a table as the download of an Excel or CSV file, which is built in memory and not cached. */
export async function toTableFileResponse(table: TableFile): Promise<Response> {
  return new Response(await formatTableFile(table), {
    headers: {
      'content-type': contentTypes[table.kind],
      'content-disposition': contentDisposition(table.fileName, false),
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
    },
  })
}
