import { configure, TextWriter, Uint8ArrayReader, ZipReader } from '@zip.js/zip.js/lib/zip-core-custom.js'
import { XMLParser } from 'fast-xml-parser'

configure({ useWebWorkers: false })

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '',
  parseTagValue: false,
  trimValues: false,
  isArray: (name) => ['row', 'c', 'si', 'xf', 'font', 'Override', 'sheet'].includes(name),
})

interface XmlCell {
  t?: string
  s?: string
  v?: string
  f?: string
  is?: { t: string | { '#text'?: string } }
}

const dayMs = 86_400_000
const dayFrom = (serial: number) => new Date(Date.UTC(1899, 11, 30) + serial * dayMs).toISOString().slice(0, 10)
const dateFormat = '14'

interface SharedText {
  t: string | { '#text'?: string }
}

const toText = (text: SharedText['t'] | undefined): string =>
  typeof text === 'object' ? (text['#text'] ?? '') : (text ?? '')

/** Reads a cell. A date becomes its day in brackets, to distinguish it from text that looks like a date. */
function cellValue(cell: XmlCell, formats: readonly string[], shared: readonly string[]): string | number | null {
  if (cell.f !== undefined) throw new Error(`a formula: ${cell.f}`)
  if (cell.t === 'inlineStr') return toText(cell.is?.t)
  if (cell.v === undefined) return null
  if (cell.t === 's') return shared[Number(cell.v)] ?? ''
  return formats[Number(cell.s ?? 0)] === dateFormat ? `[${dayFrom(Number(cell.v))}]` : Number(cell.v)
}

/** Reads the files of a zip as texts, by name. */
export async function readZipTexts(bytes: Uint8Array): Promise<Map<string, string>> {
  const zip = new ZipReader(new Uint8ArrayReader(bytes), { checkCrc32: true })
  const texts = new Map<string, string>()
  for (const entry of await zip.getEntries())
    if (!entry.directory) texts.set(entry.filename, await entry.getData(new TextWriter()))
  return texts
}

/** Reads the sheets of an Excel file without the code that wrote it: head, whether it is bold and frozen, and rows. */
async function readSheets(bytes: Uint8Array) {
  const texts = await readZipTexts(bytes)
  const read = (path: string) => parser.parse(texts.get(path) ?? '')
  const { xf: formats } = read('xl/styles.xml').styleSheet.cellXfs as { xf: { numFmtId?: string; fontId?: string }[] }
  const numbers = formats.map(({ numFmtId = '0' }) => numFmtId)
  const sharedTexts = read('xl/sharedStrings.xml').sst?.si as SharedText[] | undefined
  const shared = (sharedTexts ?? []).map(({ t }) => toText(t))
  const sheets = read('xl/workbook.xml').workbook.sheets.sheet as { name: string }[]
  return sheets.map(({ name }, at) => {
    const { worksheet } = read(`xl/worksheets/sheet${at + 1}.xml`)
    const all = worksheet.sheetData.row as { c?: XmlCell[] }[]
    const [head = [], ...rows] = all.map(({ c: cells = [] }) => cells.map((cell) => cellValue(cell, numbers, shared)))
    const bold = (all[0]?.c ?? []).every(({ s = '0' }) => formats[Number(s)]?.fontId === '1')
    return { head, rows, bold, frozen: worksheet.sheetViews.sheetView.pane.state === 'frozen', sheet: name }
  })
}

/** Reads the first sheet of an Excel file. */
export async function readSpreadsheet(bytes: Uint8Array) {
  const [first] = await readSheets(bytes)
  if (!first) throw new Error('a file without a sheet')
  return first
}

export const readSpreadsheetResponse = async (response: Response) =>
  readSpreadsheet(new Uint8Array(await response.arrayBuffer()))

export const readSheetsResponse = async (response: Response) => readSheets(new Uint8Array(await response.arrayBuffer()))
