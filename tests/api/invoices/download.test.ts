import { BlobReader, TextWriter, ZipReader } from '@zip.js/zip.js'
import { configure } from '@zip.js/zip.js/lib/zip-core-custom.js'
import { XMLParser } from 'fast-xml-parser'
import { describe, expect, test } from 'vitest'
import { organizations } from '#api/people/organizations/table.ts'
import { listAuditEntries } from '../../audit.ts'
import { database, signedIn } from '../../portal.ts'
import { bodyOf } from '../../response-body.ts'
import { inDays } from '../../time.ts'
import { resultsPath } from '../results/fixtures.ts'
import { createInvoice, insertClub, insertDebt, postInvoiceItems } from './fixtures.ts'

configure({ useWebWorkers: false })

const office = await signedIn({ roles: { SuperAdministrator: {} } })
const [main] = await database().query.select().from(organizations).limit(1)

const download = (ids: number[], fileName: string) =>
  office.fetch('GET', `/Invoices/Download?${ids.map((id) => `invoiceHead=${id}&`).join('')}fileName=${fileName}`)

interface SheetCell {
  '@r': string
  '@t'?: string
  v?: number | string
  is?: { t: string }
}

/** Reads the first sheet of an Excel file: cell values by row. */
async function sheetOf(blob: Blob) {
  const entries = await new ZipReader(new BlobReader(blob)).getEntries()
  const parts = new Map<string, string>()
  for (const entry of entries) if (!entry.directory) parts.set(entry.filename, await entry.getData(new TextWriter()))
  const options = {
    ignoreAttributes: false,
    attributeNamePrefix: '@',
    processEntities: true,
    isArray: (name: string) => ['row', 'c', 'si'].includes(name),
  }
  const parser = new XMLParser(options)
  const texts = new XMLParser({ ...options, parseTagValue: false, trimValues: false })
  const shared = texts.parse(parts.get('xl/sharedStrings.xml') ?? '')?.sst?.si as { t: unknown }[] | undefined
  const text = (at: number) => {
    const t = shared?.[at]?.t
    return String(typeof t === 'object' && t !== null ? ((t as Record<string, unknown>)['#text'] ?? '') : (t ?? ''))
  }
  const rows = parser.parse(parts.get('xl/worksheets/sheet1.xml') ?? '').worksheet.sheetData.row as { c: SheetCell[] }[]
  const shown = (cell: SheetCell) => (cell['@t'] === 's' ? text(Number(cell.v)) : (cell.is?.t ?? cell.v ?? null))
  return { rows: rows.map(({ c }) => c.map(shown)), xml: [...parts.values()].join('\n') }
}

/** Converts a day to Excel's day number, counted from 1899-12-30. */
const excelDay = (day: string) => Date.parse(`${day}T00:00:00Z`) / 86_400_000 + 25_569

describe('the Excel file of an invoice', () => {
  test('has its columns, typed dates and numbers, and no formulas', async () => {
    const club = await insertClub({
      name: '=HYPERLINK("http://evil.example")',
      orgNr: '802400-2222',
      invoiceEmail: '@f',
      city: 'Kil',
      addressLine1: '+46',
      postalNumber: '665 00',
    })
    const debt = await insertDebt({ clubId: club.id, fee: 9999, vatRate: 6, signedUpAt: '2026-10-09T22:30:00Z' })
    const items = [{ resultId: debt.resultId, invoiceRecipientId: club.id, amount: 99.99 }]
    const [head] = await bodyOf<{ id: number; number: number; fileName: string }[]>(postInvoiceItems(office, items))
    const response = await download([head?.id ?? 0], head?.fileName ?? '')
    expect(response.status).toBe(200)
    expect(response.headers.get('content-disposition')).toContain(`filename="${head?.fileName}"`)
    expect(response.headers.get('content-type')).toContain('spreadsheetml')
    const { rows, xml } = await sheetOf(await response.blob())
    expect(rows).toEqual([
      [
        ...['Fakturamottagare', 'Org.nr', 'Adress', 'Postnummer', 'Ort', 'E-post', 'Deltagare', 'Utbildning'],
        ...['Delmoment', 'Tillfälle', 'Anmäld datum', 'Genomförd', 'Belopp', 'Moms', 'Summa', 'Momssats (%)'],
        'Underlag',
      ],
      [
        ...['=HYPERLINK("http://evil.example")', '802400-2222', '+46', '665 00', 'Kil', '@f', 'Anna Andersson'],
        ...['Banpersonal', 'Praktik', excelDay('2026-10-20'), excelDay('2026-10-10')],
        ...[94.33, 5.66, 99.99, 6, head?.number],
      ],
    ])
    expect(xml).not.toContain('<f>')
    expect(xml).toContain('state="frozen"')
  })

  test('holds several invoices in one', async () => {
    const [one, two] = [await createInvoice(office), await createInvoice(office)]
    const response = await download([two.head.id, one.head.id], 'fakturor.xlsx')
    const { rows } = await sheetOf(await response.blob())
    expect(rows.slice(1).map((row) => row.at(-1))).toEqual([one.head.number, two.head.number])
  })
})

test('an invoiced row with a free cancellation is marked as to be credited', async () => {
  const { debt, head } = await createInvoice(office, { occasion: { startsAt: inDays(7), lastCancelAt: inDays(1) } })
  const partIn = async () =>
    (await sheetOf(await (await download([head.id], head.fileName)).blob())).rows[1]?.find((cell) =>
      String(cell).startsWith('Praktik'),
    )
  expect(await partIn()).toBe('Praktik')
  const off = [{ resultId: debt.resultId, userId: debt.userId, canceled: true }]
  expect((await debt.person.fetch('PUT', resultsPath, off)).status).toBe(200)
  expect(await partIn()).toMatch(/^Praktik, avanmäld \d{4}-\d\d-\d\d, att kreditera$/)
})

describe('the file for an accounting system', () => {
  test('is SIE 4 in codepage 437, with balanced sides', async () => {
    const club = await insertClub({ name: 'Åmåls MK' })
    const debt = await insertDebt({ clubId: club.id, fee: 12_500, vatRate: 25 })
    const items = [{ resultId: debt.resultId, invoiceRecipientId: club.id, amount: 125 }]
    const [head] = await bodyOf<{ id: number; number: number; fileName: string }[]>(postInvoiceItems(office, items))
    const response = await download([head?.id ?? 0], (head?.fileName ?? '').replace('.xlsx', '.si'))
    expect(response.status).toBe(200)
    const bytes = new Uint8Array(await response.arrayBuffer())
    // The zip directory is encoded in code page 437, where Å and å are 8F and 86; nothing is UTF-8.
    const name = [...bytes].findIndex((byte, at) => byte === 0x8f && bytes[at + 1] === 0x6d && bytes[at + 2] === 0x86)
    expect(name).toBeGreaterThan(0)
    const text = [...bytes].map((byte) => String.fromCharCode(byte)).join('')
    expect(text).toContain('#FORMAT PC8\r\n')
    const amounts = [...text.matchAll(/#TRANS (\d+) \{\} (-?\d+\.\d\d)/g)].map(([, account, amount]) => [
      Number(account),
      Number(amount),
    ])
    expect(amounts).toEqual([
      [1510, 125],
      [3001, -100],
      [2611, -25],
    ])
    if (main) expect(text).toContain('#FNAMN "')
  })

  test('is not created for a reverted invoice, whose sheet still is', async () => {
    const { head } = await createInvoice(office)
    await office.fetch('DELETE', `/Invoices/${head.id}`)
    const refused = await download([head.id], head.fileName.replace('.xlsx', '.si'))
    expect([refused.status, await refused.json()]).toMatchObject([409, { code: 'invoice_undone' }])
    expect((await download([head.id], head.fileName)).status).toBe(200)
  })
})

describe('a download', () => {
  test('is recorded', async () => {
    const { head } = await createInvoice(office)
    await download([head.id], head.fileName)
    const [last] = await listAuditEntries('invoice')
    expect(last).toMatchObject({
      action: 'invoice.exported',
      userId: office.id,
      targetId: String(head.id),
      data: { invoiceHeads: [head.id], fileName: head.fileName },
    })
  })

  test.each([
    ['under another name', 'fakturaunderlag_1_2026-10-01_2026-10-31.xlsx', 404],
    ['as something else', 'fakturaunderlag.pdf', 400],
    ['under a path', '..%2Fx.xlsx', 400],
  ])('%s is refused', async (_, fileName, status) => {
    const { head } = await createInvoice(office)
    expect((await download([head.id], fileName)).status).toBe(status)
  })

  test('of an unknown invoice is refused', async () => {
    const { head } = await createInvoice(office)
    expect((await download([2_000_000_000], 'x.xlsx')).status).toBe(404)
    expect((await download([head.id, 2_000_000_000], 'x.xlsx')).status).toBe(404)
    expect((await download([], 'x.xlsx')).status).toBe(400)
  })

  test('is for superadministrators', async () => {
    const educator = await signedIn({ roles: { Educator: {} } })
    const { head } = await createInvoice(office)
    const path = `/Invoices/Download?invoiceHead=${head.id}&fileName=${head.fileName}`
    expect((await educator.fetch('GET', path)).status).toBe(403)
  })
})
