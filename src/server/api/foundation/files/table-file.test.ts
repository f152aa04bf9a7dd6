import { BlobReader, TextWriter, ZipReader } from '@zip.js/zip.js/lib/zip-core-custom.js'
import { expect, test } from 'vitest'
import {
  dayCell,
  kronorCell,
  momentCell,
  numberCell,
  type TableCell,
  textCell,
  toTableFileResponse,
} from './table-file.ts'

const toFile = (kind: 'csv' | 'xlsx', rows: TableCell[][]) =>
  toTableFileResponse({
    fileName: `lista.${kind}`,
    kind,
    title: 'Lista',
    columns: (rows[0] ?? []).map((_, at) => ({ header: `K${at}`, width: 10 })),
    rows,
  })

const readCsvLines = async (rows: TableCell[][]) =>
  (await (await toFile('csv', rows)).text()).trimEnd().split('\r\n').slice(1)

/** Reads the cells below the headings as XML, by their position in the sheet. */
async function readSheetCells(rows: TableCell[][]): Promise<Record<string, string>> {
  const entries = await new ZipReader(new BlobReader(await (await toFile('xlsx', rows)).blob())).getEntries()
  const sheet = entries.find(({ filename }) => filename.endsWith('sheet1.xml'))
  if (!sheet || sheet.directory) throw new Error('the workbook has no sheet')
  const text = await sheet.getData(new TextWriter())
  const cells = [...text.matchAll(/<c r="([A-Z]+\d+)"[^>]*?(?:\/>|>.*?<\/c>)/g)]
  return Object.fromEntries(cells.map(([xml, name = '']) => [name, xml]))
}

const serialOf = (moment: string) => (Date.parse(moment) - Date.UTC(1899, 11, 30)) / 86_400_000

test('a moment has day and time in Swedish time, in winter and in summer', async () => {
  const moments = ['2026-01-31T23:30:59Z', '2026-07-31T07:05:00Z'].map((moment) => momentCell(new Date(moment)))
  expect(await readCsvLines([[...moments, momentCell(null)]])).toEqual([`"2026-02-01 00:30";"2026-07-31 09:05";""`])
  const { A2 = '', B2 = '', C2 = '' } = await readSheetCells([[...moments, momentCell(null)]])
  expect(Number(/<v>(.*?)<\/v>/.exec(A2)?.[1])).toBeCloseTo(serialOf('2026-02-01T00:30:00Z'), 6)
  expect(Number(/<v>(.*?)<\/v>/.exec(B2)?.[1])).toBeCloseTo(serialOf('2026-07-31T09:05:00Z'), 6)
  expect(C2).not.toContain('<v>')
})

test('a day has no time', async () => {
  const row = [dayCell(new Date('2026-01-31T23:30:00Z')), dayCell(null)]
  expect(await readCsvLines([row])).toEqual([`"2026-02-01";""`])
  expect((await readSheetCells([row]))['A2']).toContain(`<v>${serialOf('2026-02-01T00:00:00Z')}</v>`)
})

test('numbers can be summed in Excel, and have a decimal comma in CSV', async () => {
  const row = [numberCell(12), numberCell(0), numberCell(1.5), numberCell(null), kronorCell(12_345), textCell(12)]
  expect(await readCsvLines([row])).toEqual(['"12";"0";"1,5";"";"123,45";"12"'])
  const cells = await readSheetCells([row])
  for (const [name, value] of [
    ['A2', '12'],
    ['B2', '0'],
    ['C2', '1.5'],
    ['E2', '123.45'],
  ] as const) {
    expect(cells[name], name).toContain(`<v>${value}</v>`)
    expect(cells[name], name).not.toMatch(/ t="(s|str|inlineStr)"/)
  }
  expect(cells['D2'] ?? '').not.toContain('<v>')
  expect(cells['F2']).toMatch(/ t="(s|inlineStr)"/)
})

test('no text begins as a formula', async () => {
  const row = ['=1+1', '+46', '-1', '@sum', '\tx', '\rx'].map(textCell)
  const [line = ''] = await readCsvLines([row])
  expect(line.split(';').every((cell) => cell.startsWith(`"'`))).toBe(true)
  const cells = await readSheetCells([row])
  for (const name of ['A2', 'B2', 'C2', 'D2', 'E2', 'F2']) {
    expect(cells[name], name).toMatch(/ t="(s|inlineStr)"/)
    expect(cells[name], name).not.toContain('<f>')
  }
})
