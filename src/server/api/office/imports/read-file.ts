import { isUtf8 } from 'node:buffer'
import { CsvError, type Options, parse } from 'csv-parse/sync'
import { Refused } from '#api/refusals.ts'
import { toJsonParameters } from '#platform/json-parameters.ts'
import { type FileRow, findColumns, limits, toFileRow } from './rules.ts'

const lineFeed = 10

/**
 * Reads the file as UTF-8 bytes; decodes it as Windows-1252 when it is not valid UTF-8. Never builds one long string.
 */
async function readUtf8(file: File): Promise<Buffer> {
  const bytes = Buffer.from(await file.arrayBuffer())
  if (isUtf8(bytes)) return bytes
  const translated = file
    .stream()
    .pipeThrough(new TextDecoderStream('windows-1252'))
    .pipeThrough(new TextEncoderStream())
  return Buffer.from(await new Response(translated).arrayBuffer())
}

/** Returns the separator, `;` or `,`, that occurs more often in the first line. */
function detectSeparator(bytes: Buffer): string {
  const end = bytes.indexOf(lineFeed)
  const head = bytes.toString('utf8', 0, end < 0 ? bytes.length : end)
  return head.split(';').length >= head.split(',').length ? ';' : ','
}

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

/** Returns the number of the first non-empty line after the line `last`. */
function findNextLine(bytes: Buffer, last: number): number {
  const following = bytes.toString().split('\n').slice(last)
  return (
    last +
    1 +
    Math.max(
      0,
      following.findIndex((line) => line.trim() !== ''),
    )
  )
}

function parseRows(bytes: Buffer): Pieces {
  const pieces = new Pieces()
  let places: ReturnType<typeof findColumns> = null
  let lastLine = 0
  const options: Options<string[]> = {
    bom: true,
    delimiter: detectSeparator(bytes),
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    skip_records_with_empty_values: true,
    on_record: (cells: string[], { lines }) => {
      lastLine = lines
      if (places) pieces.add(lines, toFileRow(cells, places))
      else places = findColumns(cells)
      if (!places) throw new Refused('import_header')
      return null
    },
  }
  try {
    parse(bytes, options)
  } catch (error) {
    // The unclosed quote swallows the rest of the file, so `lastLine` is the line before the broken row.
    if (error instanceof CsvError && error.code === 'CSV_QUOTE_NOT_CLOSED')
      throw new Refused('import_quote_open', { details: { line: findNextLine(bytes, lastLine) } })
    throw error
  }
  pieces.flush()
  return pieces
}

/**
 * Reads the rows of a CSV file in pieces. One error rejects the whole file.
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
  const bytes = await readUtf8(file)
  if (bytes.includes(0)) throw new Refused('import_not_text')
  try {
    const pieces = parseRows(bytes)
    if (pieces.count === 0) throw new Refused('import_empty')
    return pieces
  } catch (error) {
    if (error instanceof CsvError) throw new Refused('import_not_text')
    throw error
  }
}
