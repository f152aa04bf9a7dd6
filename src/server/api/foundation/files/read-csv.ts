import { isUtf8 } from 'node:buffer'
import { CsvError, type Options, parse } from 'csv-parse/sync'
import { Refused } from '#api/refusals.ts'

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

/** Removes the apostrophe by which `csvLine` keeps a spreadsheet from running a cell, such as a number with `+`. */
const withoutApostrophe = (cell: string) => cell.replace(/^'(?=[=+\-@\t\r])/, '')

/** Takes the cells of a record and the number of its last line. */
export type OnRecord = (cells: string[], line: number) => void

function parseRecords(bytes: Buffer, onRecord: OnRecord): void {
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
      onRecord(cells.map(withoutApostrophe), lines)
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
}

/**
 * Reads a CSV file and calls `onRecord` for each record in the order of the file, heading included. It gets the cells
 * and the number of the record's last line, from 1. Records of blank cells only are left out.
 *
 * The text is UTF-8, or else Windows-1252. The separator is `;` or `,`: the more frequent in the first line. Cells are
 * not trimmed. An apostrophe before `=`, `+`, `-`, `@`, a tab or a return is removed, because `csvLine` adds it.
 * `onRecord` may have been called before a refusal.
 *
 * @throws Refused('import_not_text') when the file is binary or not valid CSV.
 * @throws Refused('import_quote_open') when a quotation mark is not closed; `details.line` is the line where that
 * record begins.
 */
export async function readCsv(file: File, onRecord: OnRecord): Promise<void> {
  const bytes = await readUtf8(file)
  if (bytes.includes(0)) throw new Refused('import_not_text')
  try {
    parseRecords(bytes, onRecord)
  } catch (error) {
    if (error instanceof CsvError) throw new Refused('import_not_text')
    throw error
  }
}
