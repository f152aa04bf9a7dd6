import { CsvError, type Options, parse } from 'csv-parse/sync'
import { Refused } from '../refusals.ts'
import { type GivenRow, limits, placesOf, rowFrom } from './rules.ts'

/** UTF-8 if it can be, otherwise what an older Swedish spreadsheet writes. */
function textOf(bytes: ArrayBuffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/** Of the two separators the one that the first line has more of. */
function separatorOf(text: string): string {
  const [head = ''] = text.split('\n', 1)
  return head.split(';').length >= head.split(',').length ? ';' : ','
}

type NumberedRow = [line: number, row: GivenRow]

const rowsPerPiece = 1000

/** Rows by the thousand as JSON text: as objects a hundred thousand of them would not go into memory. */
class Pieces {
  readonly texts: string[] = []
  count = 0
  private rows: NumberedRow[] = []

  add(line: number, row: GivenRow): void {
    this.rows.push([line, row])
    this.count += 1
    if (this.count > limits.rows) throw new Refused('import_too_many_rows')
    if (this.rows.length === rowsPerPiece) this.flush()
  }

  flush(): void {
    if (this.rows.length > 0) this.texts.push(JSON.stringify(this.rows.splice(0)))
  }
}

/** The line of the row after one that ended on `last`; empty lines are none. */
function nextRowLine(text: string, last: number): number {
  const following = text.split('\n').slice(last)
  return (
    last +
    1 +
    Math.max(
      0,
      following.findIndex((line) => line.trim() !== ''),
    )
  )
}

function readRows(text: string): Pieces {
  const pieces = new Pieces()
  let places: ReturnType<typeof placesOf> = null
  let lastLine = 0
  const options: Options<string[]> = {
    bom: true,
    delimiter: separatorOf(text),
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    skip_records_with_empty_values: true,
    on_record: (cells: string[], { lines }) => {
      lastLine = lines
      if (places) pieces.add(lines, rowFrom(cells, places))
      else places = placesOf(cells)
      if (!places) throw new Refused('import_header')
      return null
    },
  }
  try {
    parse(text, options)
  } catch (error) {
    // The row that it opens in takes in all that follows, so the one before is the last that was read.
    if (error instanceof CsvError && error.code === 'CSV_QUOTE_NOT_CLOSED')
      throw new Refused('import_quote_open', { details: { line: nextRowLine(text, lastLine) } })
    throw error
  }
  pieces.flush()
  return pieces
}

/** The rows of a file in pieces; refuses what is no such file as a whole. */
export async function readFile(file: File): Promise<Pieces> {
  if (!/\.csv$/i.test(file.name)) throw new Refused('import_file_type')
  if (file.size > limits.bytes) throw new Refused('too_large')
  const text = textOf(await file.arrayBuffer())
  if (text.includes('\0')) throw new Refused('import_not_text')
  try {
    const pieces = readRows(text)
    if (pieces.count === 0) throw new Refused('import_empty')
    return pieces
  } catch (error) {
    if (error instanceof CsvError) throw new Refused('import_not_text')
    throw error
  }
}
