import { expect, test } from 'vitest'
import { serveExampleFile } from './example-file.ts'
import { type NumberedRow, readFile } from './read-file.ts'
import type { FileRow } from './rules.ts'

type Part = string | Uint8Array<ArrayBuffer>
const makeFile = (part: Part, name = 'resultat.csv') => new File([part], name)
const refusal = (part: Part, name?: string) =>
  readFile(makeFile(part, name)).then(
    () => null,
    (error: { code?: string }) => error.code,
  )
async function readRows(part: Part): Promise<[number, Partial<FileRow>][]> {
  const { texts } = await readFile(makeFile(part))
  const rows = texts.flatMap((text) => JSON.parse(text) as NumberedRow[])
  return rows.map(({ rowNumber, given }) => [
    rowNumber,
    Object.fromEntries(Object.entries(given).filter(([, cell]) => cell !== '')),
  ])
}

const head = 'IdrottsID;Utbildning;Genomförd'
const line = '7;Förarlicens;2020-01-01'
const expected = [[2, { externalPersonId: '7', education: 'Förarlicens', completed: '2020-01-01' }]]
const utf8 = (text: string) => new TextEncoder().encode(text)
const latin1 = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0))

test.each([
  ['UTF-8', utf8(`${head}\n${line}`)],
  ['UTF-8 with a byte order mark and CRLF', utf8(`\uFEFF${head}\r\n${line}\r\n`)],
  ['Windows-1252', latin1(`${head}\r\n${line}`)],
  ['commas', utf8(`${head}\n${line}`.replaceAll(';', ','))],
  ['quotes', utf8(`${head}\n"7";"Förarlicens";"2020-01-01"`)],
  ['lines that are empty, and a cell too many', utf8(`${head}\n${line};;\n\n;;\n`)],
])('a file in %s is read', async (_what, bytes) => {
  expect(await readRows(bytes)).toEqual(expected)
})

test('quoted cells may contain separators, quotes and line breaks, and rows have their line number', async () => {
  expect(await readRows(`${head}\n7;"A; ""B""\nC";2020-01-01\n8;D;2020-01-02`)).toEqual([
    [3, { externalPersonId: '7', education: 'A; "B" C', completed: '2020-01-01' }],
    [4, { externalPersonId: '8', education: 'D', completed: '2020-01-02' }],
  ])
})

test.each([
  ['import_file_type', `${head}\n${line}`, 'resultat.xls'],
  ['import_file_type', `${head}\n${line}`, 'resultat'],
  ['import_header', 'Namn;Kurs\nEva;X', undefined],
  ['import_empty', '', undefined],
  ['import_empty', `${head}\n`, undefined],
  ['import_not_text', latin1('PK\u0003\u0004\u0000\u0000xl/workbook'), undefined],
  ['import_quote_open', `${head}\n7;"never ends;2020-01-01\n`, undefined],
])('an invalid file is refused as %s', async (code, part, name) => {
  expect(await refusal(part, name)).toBe(code)
})

test('reads at most a hundred thousand rows, in chunks', async () => {
  const { count, texts } = await readFile(makeFile(`${head}\n${`${line}\n`.repeat(100_000)}`))
  expect([count, texts.length]).toEqual([100_000, 50])
  expect(await refusal(`${head}\n${`${line}\n`.repeat(100_001)}`)).toBe('import_too_many_rows')
})

test('no chunk is longer than a parameter of a statement, however long the cells are', async () => {
  const long = `"${'å'.repeat(200)}";`.repeat(2)
  const { count, texts } = await readFile(
    makeFile(`${head};Efternamn;Förnamn\n${`7;${long}2020-01-01;${long}\n`.repeat(4_000)}`),
  )
  expect(count).toBe(4_000)
  expect(Math.max(...texts.map((text) => new TextEncoder().encode(text).byteLength))).toBeLessThan(2_000_000)
})

test('the example file is valid', async () => {
  const response = serveExampleFile()
  expect(response.headers.get('content-disposition')).toContain('exempel-utbildningsresultat.csv')
  expect(await readRows(new Uint8Array(await response.arrayBuffer()))).toHaveLength(3)
})

test('a quotation mark that is never closed is refused with the line it stands on', async () => {
  const broken = `${head}\n7;"A; B";2020-01-01\n\n8;"C;2020-01-02\n9;D;2020-01-03\n`
  const refused = await readFile(makeFile(broken)).catch((error: unknown) => error)
  expect(refused).toMatchObject({ code: 'import_quote_open', details: { details: { line: 4 } } })
})
