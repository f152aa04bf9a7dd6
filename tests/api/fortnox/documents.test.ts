import { env } from 'cloudflare:workers'
import { beforeEach, expect, test, vi } from 'vitest'
import { listAuditEntries } from '../../audit.ts'
import {
  configureFortnox,
  connect,
  createBatch,
  createOffice,
  headsOf,
  openFortnox,
  passMinute,
  postBatch,
  readBatch,
  send,
} from '../../fortnox.ts'
import { protect } from '../../protection.ts'
import { drainJobs } from '../../queue.ts'
import { insertClub, insertDebt } from '../invoices/fixtures.ts'

vi.setConfig({ testTimeout: 120_000 })

const fortnox = openFortnox()
configureFortnox(fortnox.settings)
const office = await createOffice()
await connect(office)

beforeEach(async () => {
  await fortnox.change({ plan: [], faults: [], pageSize: 500, administrationFee: 0, customers: [], invoices: [] })
  await env.DB.prepare('DELETE FROM fortnox_documents').run()
})

const sendNow = async (batch: { id: string }) => {
  await send(office, batch)
  await drainJobs()
  return readBatch(office, batch)
}

/** A batch with one invoice, and that invoice. */
async function createOne(debt: Parameters<typeof createBatch>[1][number] = {}) {
  const batch = await createBatch(office, [debt])
  const [head] = await headsOf(office, batch)
  if (!head) throw new Error('no invoice')
  return { batch, head }
}

/** A document of Fortnox as another source has made it. */
const documentOf = (number: number, fields: object = {}) => ({
  DocumentNumber: '500',
  CustomerNumber: '1',
  ExternalInvoiceReference1: String(number),
  ExternalInvoiceReference2: new URL(env.PORTAL_ORIGIN).host,
  CreditInvoiceReference: '0',
  Credit: 'false' as const,
  InvoiceDate: '2026-11-01',
  DueDate: '2026-12-01',
  total: 50_000,
  InvoiceRows: [],
  ...fields,
})

test('a document of another portal with the same number is not taken for this portal’s', async () => {
  const { batch, head } = await createOne()
  await fortnox.change({ invoices: [documentOf(head.number, { ExternalInvoiceReference2: 'prov.example.se' })] })
  const { documents } = await sendNow(batch)
  expect(documents).toMatchObject([{ state: 'sent', documentNumber: '2' }])
  expect((await fortnox.read()).invoices[1]).toMatchObject({
    ExternalInvoiceReference2: new URL(env.PORTAL_ORIGIN).host,
  })
})

test('a document with the portal’s reference and another sum is not taken for the invoice', async () => {
  const { batch, head } = await createOne()
  await fortnox.change({ invoices: [documentOf(head.number, { total: 12_300 })] })
  expect((await sendNow(batch)).documents).toMatchObject([{ state: 'failed', reason: 'document_unclear' }])
  expect((await fortnox.read()).invoices).toHaveLength(1)
})

test('a document with the number and the sum of an invoice that was never sent is not taken for it', async () => {
  const { batch, head } = await createOne()
  await fortnox.change({ invoices: [documentOf(head.number)] })
  expect((await sendNow(batch)).documents).toMatchObject([{ state: 'failed', reason: 'document_unclear' }])
  // Also a press later: its date is another.
  expect((await sendNow(batch)).documents).toMatchObject([{ state: 'failed', reason: 'document_unclear' }])
  expect((await fortnox.read()).invoices).toHaveLength(1)
})

test('a document that was cancelled in Fortnox does not count, and two of one invoice are named', async () => {
  const { batch, head } = await createOne()
  await fortnox.change({ invoices: [documentOf(head.number, { Cancelled: true })] })
  expect((await sendNow(batch)).documents).toMatchObject([{ state: 'sent', documentNumber: '2' }])
  const other = await createOne()
  const twice = [documentOf(other.head.number), documentOf(other.head.number, { DocumentNumber: '501' })]
  await fortnox.change({ invoices: twice })
  expect((await sendNow(other.batch)).documents).toMatchObject([{ state: 'failed', reason: 'document_unclear' }])
})

test('a document on a later page of the search is found', async () => {
  const { batch, head } = await createOne()
  await fortnox.change({ plan: [{ request: 'POST /invoices', outcome: 'lost' }] })
  await sendNow(batch)
  const others = Array.from({ length: 5 }, (_, at) =>
    documentOf(Number(`${at + 1}${head.number}`), { DocumentNumber: String(600 + at) }),
  )
  await fortnox.change({ pageSize: 2, invoices: [...others, ...(await fortnox.read()).invoices] })
  await passMinute()
  expect((await readBatch(office, batch)).documents).toMatchObject([{ state: 'sent', documentNumber: '1' }])
  expect((await fortnox.read()).invoices).toHaveLength(6)
})

test('a customer with the portal’s number of another club is not used', async () => {
  const { batch, head } = await createOne({ orgNr: '802400-0005' })
  const own = `UP${head.invoiceRecipientId}`
  await fortnox.change({ customers: [{ CustomerNumber: own, Name: 'En annan klubb' }] })
  expect((await sendNow(batch)).documents).toMatchObject([{ state: 'failed', reason: 'customer_taken' }])
  const nameless = await createOne()
  await fortnox.change({
    customers: [{ CustomerNumber: `UP${nameless.head.invoiceRecipientId}`, Name: nameless.head.recipientName }],
  })
  expect(await sendNow(nameless.batch)).toMatchObject({ sentCount: 1 })
})

test('a customer is found by its organisation number without a hyphen, and an inactive one is not used', async () => {
  const first = await createOne({ orgNr: '802400-0005' })
  await fortnox.change({
    customers: [
      { CustomerNumber: '10', Name: 'Nedlagd', OrganisationNumber: '802400-0005', Active: false },
      { CustomerNumber: '20', Name: 'Klubben', OrganisationNumber: '8024000005' },
    ],
  })
  await sendNow(first.batch)
  expect((await fortnox.read()).invoices[0]).toMatchObject({ CustomerNumber: '20' })
})

test('of several customers with one organisation number that of the same name is used, and without one none', async () => {
  const { batch, head } = await createOne({ orgNr: '802400-0005' })
  const customers = [
    { CustomerNumber: '10', Name: 'Sektion A', OrganisationNumber: '802400-0005' },
    { CustomerNumber: '20', Name: 'Sektion B', OrganisationNumber: '802400-0005' },
  ]
  await fortnox.change({ customers })
  expect((await sendNow(batch)).documents).toMatchObject([{ state: 'failed', reason: 'customer_unclear' }])
  await fortnox.change({
    customers: [...customers, { CustomerNumber: '30', Name: head.recipientName, OrganisationNumber: '802400-0005' }],
  })
  expect(await sendNow(batch)).toMatchObject({ sentCount: 1 })
  expect((await fortnox.read()).invoices[0]).toMatchObject({ CustomerNumber: '30' })
})

test('a placeholder in the place of an organisation number finds no customer', async () => {
  await fortnox.change({
    customers: [{ CustomerNumber: '10', Name: 'En annan', OrganisationNumber: '000000-0000' }],
  })
  const { batch, head } = await createOne({ orgNr: '000000-0000' })
  await sendNow(batch)
  expect((await fortnox.read()).invoices[0]).toMatchObject({ CustomerNumber: `UP${head.invoiceRecipientId}` })
})

test('no fee of the company is added, and a sum of Fortnox that differs is shown with the invoice', async () => {
  await fortnox.change({ administrationFee: 45 })
  const { batch } = await createOne()
  const sent = await sendNow(batch)
  expect(sent.documents).toMatchObject([{ state: 'sent', deviation: null }])
  const [made] = (await fortnox.read()).invoices
  expect(made).toMatchObject({ AdministrationFee: 0, Freight: 0, InvoiceRows: [{ Discount: 0 }] })
  const other = await createOne({ fee: 49_995, vatRate: 25 })
  await fortnox.change({ plan: [{ request: 'POST /invoices', outcome: 'lost' }] })
  await send(office, other.batch)
  await drainJobs()
  // A setting of the company rounds to whole kronor.
  const { invoices } = await fortnox.read()
  await fortnox.change({ invoices: invoices.map((one) => (one === invoices[1] ? { ...one, total: 50_000 } : one)) })
  await passMinute()
  expect((await readBatch(office, other.batch)).documents).toMatchObject([
    { state: 'sent', deviation: { total: 500, vatTotal: 99.99 } },
  ])
})

test('a protected participant is on the row by a neutral word', async () => {
  const word = `Q${crypto.randomUUID().slice(0, 8)}`
  const club = await insertClub({ name: word })
  const { userId } = await insertDebt({ clubId: club.id })
  const batch = await postBatch(office, word, { itemCount: 1, amount: 500 })
  await protect(office, userId)
  await sendNow(batch)
  const text = JSON.stringify((await fortnox.read()).invoices)
  expect(text).toContain('Skyddad deltagare, Banpersonal')
  expect(text).not.toContain('Anna')
})

test('the audit entry of a press names the invoices that it made wait', async () => {
  const batch = await createBatch(office, [{ name: 'Avvisad' }, {}])
  const [failed] = await headsOf(office, batch)
  await sendNow(batch)
  await sendNow(batch)
  const pressed = (await listAuditEntries('invoice')).filter(({ action }) => action === 'invoice.queuedForFortnox')
  expect(pressed[0]?.data).toEqual({ invoiceHeads: [failed?.id] })
})
