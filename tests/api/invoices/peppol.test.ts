import { BlobReader, TextWriter, ZipReader } from '@zip.js/zip.js'
import { configure } from '@zip.js/zip.js/lib/zip-core-custom.js'
import { XMLValidator } from 'fast-xml-parser'
import { expect, test } from 'vitest'
import type { InvoiceBatch } from '#api/money/invoices/batches/contract.ts'
import type { InvoiceHead } from '#api/money/invoices/contract.ts'
import { organizations } from '#api/people/organizations/table.ts'
import { listAuditEntries } from '../../audit.ts'
import { database, signedIn } from '../../portal.ts'
import { bodyOf } from '../../response-body.ts'
import { readRefusal } from '../results/fixtures.ts'
import { insertClub, insertDebt, postInvoiceItems } from './fixtures.ts'

configure({ useWebWorkers: false })

const office = await signedIn({ roles: { SuperAdministrator: {} }, firstName: 'Siv', lastName: 'Ekonom' })
const { query } = database()
await query.update(organizations).set({ isMain: false })
await insertClub({ type: 0, isMain: true, orgNr: '802001-5353', name: 'Förbundet' })

/** Creates invoices of 500 kronor without VAT, one for each organisation number, in one batch. */
async function createInvoices(...orgNrs: (string | null)[]): Promise<InvoiceHead[]> {
  const items = []
  for (const orgNr of orgNrs) {
    const club = await insertClub({ name: `Peppolklubben & ${orgNr}`, orgNr })
    const { resultId } = await insertDebt({ clubId: club.id })
    items.push({ resultId, invoiceRecipientId: club.id, amount: 500 })
  }
  return bodyOf<InvoiceHead[]>(postInvoiceItems(office, items))
}

const xmlName = ({ fileName }: InvoiceHead) => fileName.replace(/\.\w+$/, '.xml')
const download = (heads: InvoiceHead[], fileName: string) =>
  office.fetch('GET', `/Invoices/Download?${heads.map(({ id }) => `invoiceHead=${id}&`).join('')}fileName=${fileName}`)
const batchOf = async ({ number }: InvoiceHead) =>
  (await office.json<{ items: InvoiceBatch[] }>('GET', `/Invoices/Batches?search=${number}`)).items[0]
const batchFile = (batch: InvoiceBatch | undefined, known = 0) =>
  office.fetch('POST', `/Invoices/Batches/${batch?.id}/File`, { kind: 'xml', known })

async function readArchive(response: Response): Promise<Map<string, string>> {
  const entries = await new ZipReader(new BlobReader(await response.blob())).getEntries()
  const texts = new Map<string, string>()
  for (const entry of entries) if (!entry.directory) texts.set(entry.filename, await entry.getData(new TextWriter()))
  return texts
}

test('an invoice is a Peppol document, and its credit invoice a credit note that refers to it', async () => {
  const [head] = await createInvoices('556036-0793')
  if (!head) throw new Error('no invoice')
  const response = await download([head], xmlName(head))
  expect(response.headers.get('content-type')).toContain('application/xml')
  const xml = await response.text()
  expect(XMLValidator.validate(xml)).toBe(true)
  expect(xml).toContain('<cbc:EndpointID schemeID="0007">8020015353</cbc:EndpointID>')
  expect(xml).toContain('<cbc:EndpointID schemeID="0007">5560360793</cbc:EndpointID>')
  expect(xml).toContain('Peppolklubben &amp; 556036-0793')
  expect(xml).toContain('<cbc:PayableAmount currencyID="SEK">500.00</cbc:PayableAmount>')
  expect(xml).toContain('Säljaren är inte registrerad för mervärdesskatt')
  const [entry] = await listAuditEntries('invoice')
  expect(entry).toMatchObject({ action: 'invoice.exported', data: { fileName: xmlName(head) } })

  const credit = await bodyOf<InvoiceHead>(office.fetch('POST', `/Invoices/${head.id}/Credit`, { reason: 'Fel' }))
  const note = await (await batchFile(await batchOf(credit))).text()
  expect(note).toContain('<CreditNote')
  expect(note).toContain(`<cbc:ID>${head.number}</cbc:ID>`)
  expect(note).toContain('<cbc:PayableAmount currencyID="SEK">500.00</cbc:PayableAmount>')
})

test('a batch of several is a zip archive with a document for each; the batch says who fetched it', async () => {
  const heads = await createInvoices('556036-0793', '202100-5489')
  const [first] = heads
  if (!first) throw new Error('no invoice')
  const response = await batchFile(await batchOf(first))
  expect(response.headers.get('content-type')).toBe('application/zip')
  expect(response.headers.get('content-disposition')).toContain('.zip"')
  const texts = await readArchive(response)
  expect([...texts.keys()].sort()).toEqual(heads.map(xmlName).sort())
  for (const text of texts.values()) expect(XMLValidator.validate(text)).toBe(true)
  const batch = await batchOf(first)
  expect(batch?.downloads).toMatchObject([{ kind: 'xml', byName: 'Siv Ekonom' }])
  expect(await readRefusal(await batchFile(batch))).toEqual([409, 'invoice_batch_fetched'])
  expect((await download(heads, 'fakturor.zip')).status).toBe(200)
  expect((await download(heads, 'fakturor.xml')).status, 'a document has one invoice').toBe(404)
})

test('a file that would be invalid is refused with each missing field, and is not recorded', async () => {
  const [head, other] = await createInvoices(null, '556036-0794')
  if (!head || !other) throw new Error('no invoice')
  const refused = await batchFile(await batchOf(head))
  expect(refused.status).toBe(409)
  const { code, message } = await bodyOf<{ code: string; message: string }>(refused)
  expect(code).toBe('peppol_incomplete')
  expect(message).toContain('Org.nr saknas för Peppolklubben & null.')
  expect(message).toContain('Org.nr är inte giltigt för Peppolklubben & 556036-0794.')
  expect((await batchOf(head))?.downloads).toEqual([])
  await office.fetch('DELETE', `/Invoices/${other.id}`)
  expect(await readRefusal(await download([other], xmlName(other)))).toEqual([409, 'invoice_undone'])
})

test('VAT needs the VAT number of the portal', async () => {
  const club = await insertClub({ name: 'Momsklubben', orgNr: '556036-0793' })
  const { resultId } = await insertDebt({ clubId: club.id, vatRate: 25 })
  const items = [{ resultId, invoiceRecipientId: club.id, amount: 500 }]
  const [head] = await bodyOf<InvoiceHead[]>(postInvoiceItems(office, items))
  if (!head) throw new Error('no invoice')
  const { message } = await bodyOf<{ message: string }>(download([head], xmlName(head)))
  expect(message).toContain('Momsregistreringsnummer saknas för Förbundet.')
})
