import { expect, test } from 'vitest'
import writeXlsxFile from 'write-excel-file/node'
import { readWorkbook } from './read-workbook.ts'

async function readCells(file: File) {
  const rows: [number, string[]][] = []
  await readWorkbook(file, (cells, row) => rows.push([row, cells]))
  return rows
}

const toFile = (bytes: Uint8Array) => new File([new Uint8Array(bytes)], 'medlemmar.xlsx')

test('a workbook is read row by row: texts, numbers, dates and gaps', async () => {
  const bytes = await writeXlsxFile([
    [{ value: 'Förnamn' }, { value: 'Född' }, { value: 'Nummer' }, { value: 'E-post' }],
    [
      { value: 'Åsa & "Bo" <x>' },
      { value: new Date('1985-04-12T00:00:00Z'), type: Date, format: 'yyyy-mm-dd' },
      { value: 198504121230, type: Number },
      null,
    ],
    [null, null, null, null],
    [null, { value: '1990-01-01' }, null, { value: 'sist@example.se' }],
  ]).toBuffer()
  expect(await readCells(toFile(bytes))).toEqual([
    [1, ['Förnamn', 'Född', 'Nummer', 'E-post']],
    [2, ['Åsa & "Bo" <x>', '1985-04-12', '198504121230']],
    [4, ['', '1990-01-01', '', 'sist@example.se']],
  ])
})

test('a file that is no workbook is refused', async () => {
  await expect(readCells(new File(['no zip'], 'x.xlsx'))).rejects.toMatchObject({ code: 'import_not_text' })
})
