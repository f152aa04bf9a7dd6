import { readCsv } from '#api/foundation/files/read-csv.ts'
import { Refused } from '#api/refusals.ts'
import { toJsonParameters } from '#platform/json-parameters.ts'
import { type FileRow, findColumns, limits, toFileRow } from './rules.ts'

const rowsPerPiece = 2000

/** A row of the file with its line number, as stored. */
export interface NumberedRow {
  rowNumber: number
  given: FileRow
}

/** Collects rows as JSON texts of limited size: 100,000 rows as objects would exceed the Worker's memory. */
class Pieces {
  readonly texts: string[] = []
  count = 0
  private rows: NumberedRow[] = []

  add(line: number, row: FileRow): void {
    this.rows.push({ rowNumber: line, given: row })
    this.count += 1
    if (this.count > limits.rows) throw new Refused('import_too_many_rows')
    if (this.rows.length === rowsPerPiece) this.flush()
  }

  flush(): void {
    this.texts.push(...toJsonParameters(this.rows.splice(0)))
  }
}

/**
 * Reads the rows of a CSV file as JSON texts, each a list of at most 2,000 `NumberedRow`, in the order of the file. One
 * error rejects the whole file.
 *
 * @throws Refused('import_file_type') when the name does not end with `.csv`.
 * @throws Refused('too_large') when the file exceeds 15 MB.
 * @throws Refused('import_not_text') when the file is binary or not valid CSV.
 * @throws Refused('import_header') when required columns are missing.
 * @throws Refused('import_quote_open') when a quotation mark is not closed.
 * @throws Refused('import_too_many_rows') when the file has more than 100,000 rows.
 * @throws Refused('import_empty') when the file has no rows.
 */
export async function readFile(file: File): Promise<Pieces> {
  if (!/\.csv$/i.test(file.name)) throw new Refused('import_file_type')
  if (file.size > limits.bytes) throw new Refused('too_large')
  const pieces = new Pieces()
  let places: ReturnType<typeof findColumns> = null
  await readCsv(file, (cells, line) => {
    if (places) pieces.add(line, toFileRow(cells, places))
    else places = findColumns(cells)
    if (!places) throw new Refused('import_header')
  })
  pieces.flush()
  if (pieces.count === 0) throw new Refused('import_empty')
  return pieces
}
