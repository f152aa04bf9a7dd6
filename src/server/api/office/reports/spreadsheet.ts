import { configure } from '@zip.js/zip.js/lib/zip-core-custom.js'
import { ZipWriter } from '@zip.js/zip.js/lib/zip-core-writer.js'

// All requests of an isolate share the library's worker pool, and a request must not await another request's promise.
// The high limit prevents waiting.
configure({ useWebWorkers: false, maxWorkers: 10_000 })

export interface Column {
  title: string
  /** Width in characters. */
  width: number
  /** Format of the cells. `day`: a text `yyyy-MM-dd`, written as a date; `amount`: a number with two decimals. */
  kind?: 'text' | 'day' | 'number' | 'amount'
}

export type Cell = string | number | null | undefined

/** Rows in portions, so that only one portion at a time is in memory. */
export type RowPortions = AsyncIterable<readonly (readonly Cell[])[]>

export interface Spreadsheet {
  sheet: string
  columns: readonly Column[]
  rows: RowPortions
}

export const spreadsheetContentType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packaged = 'http://schemas.openxmlformats.org/package/2006'
const part = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Escapes a text for XML. Removes characters that XML forbids, and cuts the text at the limit of a cell. */
const escapeXml = (text: string) =>
  text
    .slice(0, 32_767)
    .toWellFormed()
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones that XML forbids.
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
    .replace(/[&<>"]/g, (character) => entities[character] ?? '')

/** Indexes in `cellXfs`. */
const styles = { text: 0, head: 1, day: 2, amount: 3, number: 0 } as const

const stylesheet = `${xml}<styleSheet xmlns="${main}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="4"><xf xfId="0"/><xf xfId="0" fontId="1" applyFont="1"/><xf xfId="0" numFmtId="14" applyNumberFormat="1"/><xf xfId="0" numFmtId="4" applyNumberFormat="1"/></cellXfs></styleSheet>`

const relation = (id: number, kind: string, target: string) =>
  `<Relationship Id="rId${id}" Type="${office}/${kind}" Target="${target}"/>`

const relations = (...list: string[]) =>
  `${xml}<Relationships xmlns="${packaged}/relationships">${list.join('')}</Relationships>`

const sheetPath = (place: number) => `worksheets/sheet${place}.xml`

/** Returns a valid sheet name: at most 31 characters, without the characters that Excel forbids. */
const sheetName = (sheet: string) => escapeXml(sheet.replace(/[[\]:*?/\\]/g, ' ').slice(0, 31))

/** Returns the parts of the workbook other than the sheets, with their paths in the ZIP file. */
function workbookParts(sheets: readonly string[]): [string, string][] {
  const places = sheets.map((name, at) => ({ name, place: at + 1 }))
  const override = ({ place }: { place: number }) =>
    `<Override PartName="/xl/${sheetPath(place)}" ContentType="${part}.worksheet+xml"/>`
  const toSheet = ({ name, place }: { name: string; place: number }) =>
    `<sheet name="${sheetName(name)}" sheetId="${place}" r:id="rId${place}"/>`
  return [
    [
      '[Content_Types].xml',
      `${xml}<Types xmlns="${packaged}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${part}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${part}.styles+xml"/>${places.map(override).join('')}</Types>`,
    ],
    ['_rels/.rels', relations(relation(1, 'officeDocument', 'xl/workbook.xml'))],
    [
      'xl/workbook.xml',
      `${xml}<workbook xmlns="${main}" xmlns:r="${office}"><sheets>${places.map(toSheet).join('')}</sheets></workbook>`,
    ],
    [
      'xl/_rels/workbook.xml.rels',
      relations(
        ...places.map(({ place }) => relation(place, 'worksheet', sheetPath(place))),
        relation(sheets.length + 1, 'styles', 'styles.xml'),
      ),
    ],
    ['xl/styles.xml', stylesheet],
  ]
}

const dayMs = 86_400_000

/** Converts a day to Excel's serial number: days since 1899-12-30. */
const toSerial = (day: string) => (Date.parse(`${day}T00:00:00Z`) - Date.UTC(1899, 11, 30)) / dayMs

const textCell = (text: string, style: number) =>
  `<c t="inlineStr"${style ? ` s="${style}"` : ''}><is><t xml:space="preserve">${escapeXml(text)}</t></is></c>`

/** Writes a cell. Text is written as an inline string, so that Excel never evaluates it as a formula. */
function writeCell(value: Cell, kind: NonNullable<Column['kind']>): string {
  if (value === null || value === undefined || value === '') return '<c/>'
  if (typeof value === 'number') return `<c s="${styles[kind]}"><v>${value}</v></c>`
  if (kind !== 'day') return textCell(value, styles.text)
  const serial = toSerial(value)
  return Number.isNaN(serial) ? textCell(value, styles.text) : `<c s="${styles.day}"><v>${serial}</v></c>`
}

const writeRow = (cells: readonly string[]) => `<row>${cells.join('')}</row>`

function writeHead(columns: readonly Column[]): string {
  const widths = columns.map(
    ({ width }, at) => `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`,
  )
  const frozen = '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>'
  const titles = writeRow(columns.map(({ title }) => textCell(title, styles.head)))
  return `${xml}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0">${frozen}</sheetView></sheetViews><cols>${widths.join('')}</cols><sheetData>${titles}`
}

async function* writeSheet({ columns, rows }: Spreadsheet): AsyncGenerator<string> {
  yield writeHead(columns)
  for await (const portion of rows)
    yield portion.map((cells) => writeRow(columns.map(({ kind = 'text' }, at) => writeCell(cells[at], kind)))).join('')
  yield '</sheetData></worksheet>'
}

const encoder = new TextEncoder()

/** Converts texts to a byte stream that pulls the next text only when it is consumed. */
function toStream(texts: AsyncGenerator<string>): ReadableStream<Uint8Array> {
  return new ReadableStream(
    {
      async pull(controller) {
        const { done, value } = await texts.next()
        if (done) controller.close()
        else controller.enqueue(encoder.encode(value))
      },
      async cancel() {
        await texts.return(undefined)
      },
    },
    { highWaterMark: 0 },
  )
}

/**
 * Writes an Excel file to a stream sheet by sheet, in the order given, while the rows are read. The header row is bold
 * and frozen. The stream is closed at the end; rejects when reading or writing fails.
 */
export async function writeSpreadsheet(
  spreadsheets: Spreadsheet | readonly Spreadsheet[],
  into: WritableStream<Uint8Array>,
): Promise<void> {
  const sheets = [spreadsheets].flat()
  // Excel does not read ZIP64 in .xlsx files, and requires the data descriptor signature.
  const zip = new ZipWriter(into, { zip64: false, dataDescriptorSignature: true, extendedTimestamp: false, level: 6 })
  for (const [path, text] of workbookParts(sheets.map(({ sheet }) => sheet))) await zip.add(path, toStream(once(text)))
  for (const [at, sheet] of sheets.entries()) await zip.add(`xl/${sheetPath(at + 1)}`, toStream(writeSheet(sheet)))
  await zip.close()
}

async function* once(text: string): AsyncGenerator<string> {
  yield text
}
