import { configure } from '@zip.js/zip.js/lib/zip-core-custom.js'
import { ZipWriter } from '@zip.js/zip.js/lib/zip-core-writer.js'

// The library's pool is shared by all requests of an isolate, and none may wait for another's promise: hence no limit on its size.
configure({ useWebWorkers: false, maxWorkers: 10_000 })

export interface Column {
  title: string
  /** In characters. */
  width: number
  /** `day`: text `yyyy-MM-dd` becomes a real date; `amount`: a number with two decimals. */
  kind?: 'text' | 'day' | 'number' | 'amount'
}

export type Cell = string | number | null | undefined

/** Rows in portions, as they are read: no more than a portion of them is ever in memory. */
export type Portions = AsyncIterable<readonly (readonly Cell[])[]>

export interface Spreadsheet {
  sheet: string
  columns: readonly Column[]
  rows: Portions
}

export const spreadsheetType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packaged = 'http://schemas.openxmlformats.org/package/2006'
const part = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** What XML cannot hold is left out, and so is what a cell has no room for. */
const escaped = (text: string) =>
  text
    .slice(0, 32_767)
    .toWellFormed()
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones that XML forbids.
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
    .replace(/[&<>"]/g, (character) => entities[character] ?? '')

/** Places in `cellXfs`. */
const styles = { text: 0, head: 1, day: 2, amount: 3, number: 0 } as const

const stylesheet = `${xml}<styleSheet xmlns="${main}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="4"><xf xfId="0"/><xf xfId="0" fontId="1" applyFont="1"/><xf xfId="0" numFmtId="14" applyNumberFormat="1"/><xf xfId="0" numFmtId="4" applyNumberFormat="1"/></cellXfs></styleSheet>`

const relation = (id: number, kind: string, target: string) =>
  `<Relationship Id="rId${id}" Type="${office}/${kind}" Target="${target}"/>`

const relations = (...list: string[]) =>
  `${xml}<Relationships xmlns="${packaged}/relationships">${list.join('')}</Relationships>`

const sheetPath = (place: number) => `worksheets/sheet${place}.xml`

/** What a sheet may be called, each differently. */
const sheetName = (sheet: string) => escaped(sheet.replace(/[[\]:*?/\\]/g, ' ').slice(0, 31))

/** What stands around the sheets, by its path in the file. */
function surroundings(sheets: readonly string[]): [string, string][] {
  const places = sheets.map((name, at) => ({ name, place: at + 1 }))
  const override = ({ place }: { place: number }) =>
    `<Override PartName="/xl/${sheetPath(place)}" ContentType="${part}.worksheet+xml"/>`
  const named = ({ name, place }: { name: string; place: number }) =>
    `<sheet name="${sheetName(name)}" sheetId="${place}" r:id="rId${place}"/>`
  return [
    [
      '[Content_Types].xml',
      `${xml}<Types xmlns="${packaged}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${part}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${part}.styles+xml"/>${places.map(override).join('')}</Types>`,
    ],
    ['_rels/.rels', relations(relation(1, 'officeDocument', 'xl/workbook.xml'))],
    [
      'xl/workbook.xml',
      `${xml}<workbook xmlns="${main}" xmlns:r="${office}"><sheets>${places.map(named).join('')}</sheets></workbook>`,
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

/** Days since the last of 1899: what a spreadsheet keeps of a date. */
const serialOf = (day: string) => (Date.parse(`${day}T00:00:00Z`) - Date.UTC(1899, 11, 30)) / dayMs

const textCell = (text: string, style: number) =>
  `<c t="inlineStr"${style ? ` s="${style}"` : ''}><is><t xml:space="preserve">${escaped(text)}</t></is></c>`

/** Text is written as text, so that nobody's name is a formula whatever it begins with. */
function cellOf(value: Cell, kind: NonNullable<Column['kind']>): string {
  if (value === null || value === undefined || value === '') return '<c/>'
  if (typeof value === 'number') return `<c s="${styles[kind]}"><v>${value}</v></c>`
  if (kind !== 'day') return textCell(value, styles.text)
  const serial = serialOf(value)
  return Number.isNaN(serial) ? textCell(value, styles.text) : `<c s="${styles.day}"><v>${serial}</v></c>`
}

const rowOf = (cells: readonly string[]) => `<row>${cells.join('')}</row>`

function headOf(columns: readonly Column[]): string {
  const widths = columns.map(
    ({ width }, at) => `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`,
  )
  const frozen = '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>'
  const titles = rowOf(columns.map(({ title }) => textCell(title, styles.head)))
  return `${xml}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0">${frozen}</sheetView></sheetViews><cols>${widths.join('')}</cols><sheetData>${titles}`
}

async function* sheetOf({ columns, rows }: Spreadsheet): AsyncGenerator<string> {
  yield headOf(columns)
  for await (const portion of rows)
    yield portion.map((cells) => rowOf(columns.map(({ kind = 'text' }, at) => cellOf(cells[at], kind)))).join('')
  yield '</sheetData></worksheet>'
}

const encoder = new TextEncoder()

/** Read only as fast as it is written. */
function streamOf(texts: AsyncGenerator<string>): ReadableStream<Uint8Array> {
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

/** Writes an Excel file, sheet by sheet, while its rows are read; the head is bold and stays in sight. */
export async function writeSpreadsheet(
  spreadsheets: Spreadsheet | readonly Spreadsheet[],
  into: WritableStream<Uint8Array>,
): Promise<void> {
  const sheets = [spreadsheets].flat()
  // Excel reads no ZIP64 in a file of this kind, and wants the mark before sizes that come after the data.
  const zip = new ZipWriter(into, { zip64: false, dataDescriptorSignature: true, extendedTimestamp: false, level: 6 })
  for (const [path, text] of surroundings(sheets.map(({ sheet }) => sheet))) await zip.add(path, streamOf(only(text)))
  for (const [at, sheet] of sheets.entries()) await zip.add(`xl/${sheetPath(at + 1)}`, streamOf(sheetOf(sheet)))
  await zip.close()
}

async function* only(text: string): AsyncGenerator<string> {
  yield text
}
