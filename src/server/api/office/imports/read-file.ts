import { isUtf8 } from 'node:buffer'
import { CsvError, type Options, parse } from 'csv-parse/sync'
import { Refused } from '#api/refusals.ts'
import { portionsOf } from '#platform/portions.ts'
import { type GivenRow, limits, placesOf, rowFrom } from './rules.ts'

const lineFeed = 10

/** The file as UTF-8: as it is if it can be that, otherwise what an older Swedish spreadsheet writes. It is never one long text. */
async function utf8In(file: File): Promise<Buffer> {
  const bytes = Buffer.from(await file.arrayBuffer())
  if (isUtf8(bytes)) return bytes
  const translated = file
    .stream()
    .pipeThrough(new TextDecoderStream('windows-1252'))
    .pipeThrough(new TextEncoderStream())
  return Buffer.from(await new Response(translated).arrayBuffer())
}

/** Of the two separators the one that the first line has more of. */
function separatorOf(bytes: Buffer): string {
  const end = bytes.indexOf(lineFeed)
  const head = bytes.toString('utf8', 0, end < 0 ? bytes.length : end)
  return head.split(';').length >= head.split(',').length ? ';' : ','
}

const rowsPerPiece = 2000

/** A row of the file as the database is given it. */
export interface NumberedRow {
  rowNumber: number
  given: GivenRow
}

/** Rows in pieces as JSON text: as objects a hundred thousand of them would not go into memory. */
class Pieces {
  readonly texts: string[] = []
  count = 0
  private rows: NumberedRow[] = []

  add(line: number, row: GivenRow): void {
    this.rows.push({ rowNumber: line, given: row })
    this.count += 1
    if (this.count > limits.rows) throw new Refused('import_too_many_rows')
    if (this.rows.length === rowsPerPiece) this.flush()
  }

  flush(): void {
    this.texts.push(...portionsOf(this.rows.splice(0)))
  }
}

/** The line of the row after one that ended on `last`; empty lines are none. */
function nextRowLine(bytes: Buffer, last: number): number {
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

function readRows(bytes: Buffer): Pieces {
  const pieces = new Pieces()
  let places: ReturnType<typeof placesOf> = null
  let lastLine = 0
  const options: Options<string[]> = {
    bom: true,
    delimiter: separatorOf(bytes),
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
    parse(bytes, options)
  } catch (error) {
    // The row that it opens in takes in all that follows, so the one before is the last that was read.
    if (error instanceof CsvError && error.code === 'CSV_QUOTE_NOT_CLOSED')
      throw new Refused('import_quote_open', { details: { line: nextRowLine(bytes, lastLine) } })
    throw error
  }
  pieces.flush()
  return pieces
}

/** The rows of a file in pieces; refuses what is no such file as a whole. */
export async function readFile(file: File): Promise<Pieces> {
  if (!/\.csv$/i.test(file.name)) throw new Refused('import_file_type')
  if (file.size > limits.bytes) throw new Refused('too_large')
  const bytes = await utf8In(file)
  if (bytes.includes(0)) throw new Refused('import_not_text')
  try {
    const pieces = readRows(bytes)
    if (pieces.count === 0) throw new Refused('import_empty')
    return pieces
  } catch (error) {
    if (error instanceof CsvError) throw new Refused('import_not_text')
    throw error
  }
}
