import { BlobReader, configure, type Entry, type FileEntry, ZipReader } from '@zip.js/zip.js/lib/zip-core-custom.js'
import { XMLParser } from 'fast-xml-parser'
import { Refused } from '#api/refusals.ts'

// The worker pool is shared by all requests of an isolate; see catalogue/packages/archive.ts.
configure({ useWebWorkers: false, chunkSize: 32 * 1024, maxWorkers: 10_000 })

/** Highest size of an unpacked sheet or list of texts, in bytes. */
const maxEntryBytes = 30_000_000

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '',
  parseTagValue: false,
  parseAttributeValue: false,
  trimValues: false,
  isArray: (name) => ['row', 'c', 'si', 'r'].includes(name) && name !== 'r',
})

type Node = Record<string, unknown>

const listOf = (node: unknown, name: string): Node[] => {
  const value = (node as Node | undefined)?.[name]
  return Array.isArray(value) ? (value as Node[]) : value === undefined || value === '' ? [] : [value as Node]
}

/** Joins the texts of a node, which stand in `t`, also in runs of formatted text. */
function textOf(node: unknown): string {
  if (typeof node === 'string') return node
  if (Array.isArray(node)) return node.map(textOf).join('')
  if (typeof node !== 'object' || node === null) return ''
  const { t, r, '#text': own } = node as Node
  return textOf(own ?? '') + textOf(t ?? '') + listOf({ r }, 'r').map(textOf).join('')
}

/** Converts the letters of a cell reference such as `AB12` to a column from 0. */
const columnOf = (address: string): number =>
  [...address.replace(/\d/g, '')].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1

const msPerDay = 86_400_000
const firstSerial = Date.UTC(1899, 11, 30)

/** Converts a serial number of a date to `yyyy-MM-dd`. */
const toDay = (serial: number) => new Date(firstSerial + Math.floor(serial) * msPerDay).toISOString().slice(0, 10)

interface Workbook {
  texts: string[]
  /** Indexes of the cell formats that show dates. */
  dateStyles: Set<number>
}

function cellText(cell: Node, { texts, dateStyles }: Workbook): string {
  const value = textOf(cell['v'] ?? '')
  if (cell['t'] === 's') return texts[Number(value)] ?? ''
  if (cell['t'] === 'inlineStr') return textOf(cell['is'])
  const isDate = cell['t'] === undefined && value !== '' && dateStyles.has(Number(cell['s'] ?? -1))
  return isDate ? toDay(Number(value)) : value
}

function rowCells(row: Node, workbook: Workbook): string[] {
  const cells: string[] = []
  for (const cell of listOf(row, 'c')) {
    const at = columnOf(String(cell['r'] ?? ''))
    if (at >= 0 && at < 200) cells[at] = cellText(cell, workbook).trim()
  }
  return Array.from(cells, (text) => text ?? '')
}

/** Numbers of Excel's own formats that show a date. */
const dateFormats = new Set([14, 15, 16, 17, 22])

function readDateStyles(styles: Node): Set<number> {
  const sheet = styles['styleSheet'] as Node | undefined
  const own = listOf(sheet?.['numFmts'], 'numFmt').filter(({ formatCode }) => /y/i.test(String(formatCode)))
  const dates = new Set([...dateFormats, ...own.map(({ numFmtId }) => Number(numFmtId))])
  const formats = listOf(sheet?.['cellXfs'], 'xf')
  return new Set(formats.flatMap(({ numFmtId }, at) => (dates.has(Number(numFmtId)) ? [at] : [])))
}

/** Unpacks an entry to text. Counts what comes out, because the size that an entry declares may be wrong. */
async function unpack(entry: FileEntry): Promise<string> {
  const decoder = new TextDecoder()
  let [text, bytes] = ['', 0]
  const sink = new WritableStream<Uint8Array>({
    write(chunk) {
      bytes += chunk.length
      if (bytes > maxEntryBytes) throw new Refused('too_large')
      text += decoder.decode(chunk, { stream: true })
    },
  })
  await entry.getData(sink)
  return text + decoder.decode()
}

async function readEntry(entries: readonly Entry[], name: RegExp): Promise<Node> {
  const entry = entries.find(({ filename }) => name.test(filename))
  if (!entry || entry.directory) return {}
  return parser.parse(await unpack(entry)) as Node
}

async function readEntries(file: File): Promise<[Node, Node, Node]> {
  const zip = new ZipReader(new BlobReader(file))
  try {
    const entries = await zip.getEntries()
    return [
      await readEntry(entries, /^xl\/worksheets\/sheet1\.xml$/),
      await readEntry(entries, /^xl\/sharedStrings\.xml$/),
      await readEntry(entries, /^xl\/styles\.xml$/),
    ]
  } catch (error) {
    throw error instanceof Refused ? error : new Refused('import_not_text')
  } finally {
    await zip.close()
  }
}

/**
 * Reads the first sheet of an Excel workbook (.xlsx), row by row, heading included; empty rows are left out. Dates are
 * `yyyy-MM-dd`, other cells the text that is stored, trimmed; cells after the 200th column are left out. `onRecord` is
 * called for each row in the order of the sheet, with its cells and its row number in Excel, from 1.
 *
 * @throws Refused('import_not_text') when the file is no workbook.
 * @throws Refused('too_large') when the sheet is larger than 30 MB unpacked.
 */
export async function readWorkbook(file: File, onRecord: (cells: string[], row: number) => void): Promise<void> {
  const [sheet, strings, styles] = await readEntries(file)
  const worksheet = sheet['worksheet'] as Node | undefined
  if (!worksheet) throw new Refused('import_not_text')
  const workbook = { texts: listOf(strings['sst'], 'si').map(textOf), dateStyles: readDateStyles(styles) }
  for (const row of listOf(worksheet['sheetData'], 'row')) {
    const cells = rowCells(row, workbook)
    if (cells.some((text) => text !== '')) onRecord(cells, Number(row['r'] ?? 0))
  }
}
