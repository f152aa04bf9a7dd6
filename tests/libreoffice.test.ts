import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { afterAll, expect, test } from 'vitest'
import { createInvoiceSheet } from '#api/money/invoices/sheet.ts'
import type { InvoiceWithRows } from '#api/money/invoices/storage.ts'
import { type Spreadsheet, writeSpreadsheet } from '#api/office/reports/spreadsheet.ts'
import { translator } from '#locales/translate.ts'
import { readSpreadsheet } from './spreadsheet.ts'

const folder = mkdtempSync(join(tmpdir(), 'libreoffice-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** True when LibreOffice is installed; without it these tests are skipped, and `npm test` reports that. */
const isInstalled = (() => {
  try {
    execFileSync('soffice', ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
})()

async function bytesOf(spreadsheet: Spreadsheet | Spreadsheet[]): Promise<Uint8Array> {
  const pieces: Uint8Array[] = []
  await writeSpreadsheet(spreadsheet, new WritableStream({ write: (chunk) => void pieces.push(chunk) }))
  return new Uint8Array(Buffer.concat(pieces))
}

/** Opens the file in LibreOffice and returns the cells as displayed. */
function shownByLibreOffice(bytes: Uint8Array, sheet?: string): string[][] {
  const file = join(folder, 'rapport.xlsx')
  writeFileSync(file, bytes)
  // UTF-8, all cells quoted as displayed, separated by commas.
  const filter = `csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,true${sheet ? ',false,false,false,-1' : ''}`
  const profile = `-env:UserInstallation=file://${join(folder, 'profile')}`
  execFileSync('soffice', [profile, '--headless', '--convert-to', filter, '--outdir', folder, file], {
    stdio: 'ignore',
    timeout: 120_000,
    // Numbers and dates in English and file names in UTF-8, on a machine that may have no other locale.
    env: { ...process.env, LC_ALL: 'C.UTF-8' },
  })
  return parse(readFileSync(join(folder, sheet ? `rapport-${sheet}.csv` : 'rapport.csv'), 'utf8'))
}

/** Parses a displayed date: month, day, year, with or without zeros and century, depending on LibreOffice's version. */
const dayShown = (text: string) => new Date(`${text} UTC`).toISOString().slice(0, 10)

async function* portions() {
  yield [
    ['=1+1', '2026-03-01', 1234.5, 7],
    ['+46 70', '2024-02-29', 0, 0],
  ]
  yield [['-nötter', null, null, null]]
  yield [['@SUM(A1)', '2026-12-31', -12.25, 100_000]]
  yield [['Å "Ö" <&>\nrad två', '1999-01-01', 0.1, 1]]
}

const spreadsheet = (): Spreadsheet => ({
  sheet: 'Anmälda och genomförda',
  columns: [
    { title: 'Namn', width: 20 },
    { title: 'Datum', width: 12, kind: 'day' },
    { title: 'Belopp', width: 12, kind: 'amount' },
    { title: 'Antal', width: 12, kind: 'number' },
  ],
  rows: portions(),
})

test.skipIf(!isInstalled)(
  'LibreOffice opens a report: text stays text, days are days, amounts have two decimals',
  { timeout: 180_000 },
  async () => {
    const shown = shownByLibreOffice(await bytesOf(spreadsheet()))
    expect(shown[0]).toEqual(['Namn', 'Datum', 'Belopp', 'Antal'])
    expect(shown.slice(1).map(([name]) => name)).toEqual([
      '=1+1',
      '+46 70',
      '-nötter',
      '@SUM(A1)',
      'Å "Ö" <&>\nrad två',
    ])
    const days = shown.slice(1).map(([, day]) => day && dayShown(day))
    expect(days).toEqual(['2026-03-01', '2024-02-29', '', '2026-12-31', '1999-01-01'])
    expect(shown.slice(1).map(([, , amount]) => amount)).toEqual(['1,234.50', '0.00', '', '-12.25', '0.10'])
    expect(shown.slice(1).map(([, , , count]) => count)).toEqual(['7', '0', '', '100000', '1'])
  },
)

test.skipIf(!isInstalled)(
  'LibreOffice opens a file of several sheets, each by its name',
  { timeout: 180_000 },
  async () => {
    const questions: Spreadsheet = {
      sheet: 'Frågor & svar',
      columns: [
        { title: 'Fråga', width: 20 },
        { title: 'Dag', width: 12, kind: 'day' },
      ],
      rows: (async function* () {
        yield [['=HYPERLINK("https://ont.test")', '2026-05-17']]
      })(),
    }
    const bytes = await bytesOf([spreadsheet(), questions])
    expect(shownByLibreOffice(bytes, 'Anmälda och genomförda')).toHaveLength(6)
    const [head, row] = shownByLibreOffice(bytes, 'Frågor & svar')
    expect(head).toEqual(['Fråga', 'Dag'])
    expect([row?.[0], dayShown(row?.[1] ?? '')]).toEqual(['=HYPERLINK("https://ont.test")', '2026-05-17'])
  },
)

const moment = (text: string) => new Date(`${text}T10:00:00Z`)

const invoice: InvoiceWithRows = {
  createdByName: 'Ingrid Falk',
  creditCount: 0,
  creditedNumber: null,
  creditedAt: null,
  credits: '[]',
  creditableCount: 1,
  head: {
    id: 1,
    number: 17,
    exportId: 'e',
    title: 'Mars',
    reference: null,
    invoiceRecipientId: 20,
    recipientName: '=Åre MK',
    recipientOrgNr: '802000-1111',
    recipientEmail: null,
    recipientAddress: null,
    startsAt: moment('2026-03-01'),
    endsAt: moment('2026-03-31'),
    rowCount: 1,
    totalMinor: 125_050,
    vatTotalMinor: 25_010,
    currency: 'SEK',
    status: 0,
    createdByUserId: 1,
    createdAt: moment('2026-04-01'),
    undoneByUserId: null,
    undoneAt: null,
    creditedHeadId: null,
    creditReason: null,
  },
  rows: [
    {
      id: 1,
      invoiceHeadId: 1,
      resultId: 1,
      userId: 1,
      userName: 'Anna',
      educationTitle: 'Banchef',
      partTitle: null,
      occasionAt: moment('2026-03-14'),
      signedUpAt: moment('2026-03-01'),
      completedAt: null,
      feeMinor: 125_050,
      amountMinor: 125_050,
      vatRate: 25,
      vatMinor: 25_010,
      live: true,
      canceledAt: null,
      creditAt: null,
      creditNumber: null,
      creditedRowId: null,
      attended: false,
    },
  ],
}

test.skipIf(!isInstalled)('LibreOffice opens invoices', { timeout: 180_000 }, async () => {
  const file = await createInvoiceSheet([invoice], translator('sv', 'invoices'))
  const [, row = []] = shownByLibreOffice(new Uint8Array(await file.arrayBuffer()))
  expect([row[0], row[9], row.slice(12, 17)]).toEqual([
    '=Åre MK',
    '2026-03-14',
    ['1,000.40', '250.10', '1,250.50', '25', '17'],
  ])
})

test('an independent parser reads the same values', async () => {
  const { rows, bold, frozen, sheet } = await readSpreadsheet(await bytesOf(spreadsheet()))
  expect({ bold, frozen, sheet }).toEqual({ bold: true, frozen: true, sheet: 'Anmälda och genomförda' })
  expect(rows).toEqual([
    ['=1+1', '[2026-03-01]', 1234.5, 7],
    ['+46 70', '[2024-02-29]', 0, 0],
    ['-nötter', null, null, null],
    ['@SUM(A1)', '[2026-12-31]', -12.25, 100_000],
    ['Å "Ö" <&>\nrad två', '[1999-01-01]', 0.1, 1],
  ])
})
