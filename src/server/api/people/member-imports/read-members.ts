import { readCsv } from '#api/foundation/files/read-csv.ts'
import { readWorkbook } from '#api/foundation/files/read-workbook.ts'
import { toLine } from '#api/pasted-text.ts'
import { hashPersonalNumber } from '#api/people/external-login/providers/call-provider.ts'
import { Refused } from '#api/refusals.ts'
import { formatBirthCell, hiddenCell } from './birth-cell.ts'
import {
  guessColumns,
  type MemberField,
  maxCellLength,
  memberLimits,
  parseBirthDate,
  parsePersonalNumber,
  resemblesPersonalNumber,
} from './rules.ts'

export interface NumberedCells {
  rowNumber: number
  cells: string[]
}

interface MemberFile {
  header: string[]
  rows: NumberedCells[]
}

const tidyCell = (cell: string) => toLine(cell).normalize('NFC').slice(0, maxCellLength)

const tidy = (cells: readonly string[]) => cells.slice(0, memberLimits.columns).map(tidyCell)

/** Reads the heading and the rows of a file as they are, personal numbers included. */
async function readRows(file: File): Promise<MemberFile> {
  let header: string[] | null = null
  const rows: NumberedCells[] = []
  const onRecord = (cells: string[], rowNumber: number) => {
    if (header) rows.push({ rowNumber, cells: tidy(cells) })
    else header = tidy(cells)
    if (rows.length > memberLimits.rows) throw new Refused('import_too_many_members')
  }
  await (/\.xlsx$/i.test(file.name) ? readWorkbook(file, onRecord) : readCsv(file, onRecord))
  if (!header || rows.length === 0) throw new Refused('import_empty')
  return { header, rows }
}

const isNumber = (cell: string, today: string) =>
  resemblesPersonalNumber(cell) || parsePersonalNumber(cell, today) !== null

/** Whether most cells of a column are personal numbers. A phone number looks like one in one case of many. */
function holdsNumbers(rows: readonly NumberedCells[], at: number, today: string): boolean {
  const filled = rows.flatMap(({ cells }) => cells[at] || [])
  return filled.filter((cell) => isNumber(cell, today)).length * 2 > filled.length
}

/**
 * Returns a date of birth for a personal number, dates and empty cells as they are, and the hidden cell for the rest.
 */
async function hideNumber(cell: string, secret: string | undefined, today: string): Promise<string> {
  const parsed = parsePersonalNumber(cell, today)
  if (!parsed) return cell === '' || parseBirthDate(cell) ? cell : hiddenCell
  return formatBirthCell(parsed.birthOn, secret ? await hashPersonalNumber(secret, parsed.number) : null)
}

/**
 * Cleans a cell that is typed into a row of a member file, as a cell of a file. The cell of the birth keeps nothing but
 * a date, and with the key `secret` the hash of a personal number. In other fields but the phone, the hidden cell
 * replaces such a number. `today` is the Swedish day (`yyyy-MM-dd`).
 */
export async function maskCell(
  typed: string,
  field: MemberField,
  secret: string | undefined,
  today: string,
): Promise<string> {
  const cell = tidyCell(typed)
  if (field === 'birth') return hideNumber(cell, secret, today)
  return field !== 'phone' && isNumber(cell, today) ? hiddenCell : cell
}

/**
 * Reads a file of members, CSV or Excel, and returns its heading and rows in the order of the file. Stores nothing. A
 * personal number is replaced by the date of birth and, with the key `secret`, its HMAC: the number itself is never
 * stored, also where it is written wrong or stands in the place of a heading. `today` is the Swedish day
 * (`yyyy-MM-dd`).
 *
 * @throws Refused('import_member_file_type') when it is neither.
 * @throws Refused('too_large') when the file exceeds 5 MB, or an Excel sheet 30 MB unpacked.
 * @throws Refused('import_not_text'), Refused('import_quote_open') when it cannot be read.
 * @throws Refused('import_too_many_members') when it has more than 5,000 rows.
 * @throws Refused('import_empty') when it has no rows.
 */
export async function readMembers(file: File, secret: string | undefined, today: string): Promise<MemberFile> {
  if (!/\.(csv|xlsx)$/i.test(file.name)) throw new Refused('import_member_file_type')
  if (file.size > memberLimits.bytes) throw new Refused('too_large')
  const { header, rows } = await readRows(file)
  const guessed = guessColumns(header)
  const hidden = header.map((_, at) => at === guessed.birth || (at !== guessed.phone && holdsNumbers(rows, at, today)))
  const hide = (cell: string, at: number) =>
    hidden[at] || (at !== guessed.phone && resemblesPersonalNumber(cell)) ? hideNumber(cell, secret, today) : cell
  // In a file without headings the first person's cells stand for them.
  const hideInHeading = (cell: string, at: number) =>
    isNumber(cell, today) || (hidden[at] && /\d{4}/.test(cell)) ? hideNumber(cell, undefined, today) : cell
  const masked = await Promise.all(
    rows.map(async ({ rowNumber, cells }) => ({
      rowNumber,
      cells: await Promise.all(cells.map(hide)),
    })),
  )
  return { header: await Promise.all(header.map(hideInHeading)), rows: masked }
}
