import { expect, test, vi } from 'vitest'
import type { InvoiceHead } from '#api/money/invoices/contract.ts'
import { listAuditEntries } from '../../audit.ts'
import {
  configureFortnox,
  connect,
  createBatch,
  createOffice,
  openFortnox,
  passMinute,
  postBatch,
  readBatch,
  send,
} from '../../fortnox.ts'
import { drainJobs } from '../../queue.ts'
import { bodyOf } from '../../response-body.ts'
import { insertClub, insertDebt } from '../invoices/fixtures.ts'
import { readRefusal } from '../results/fixtures.ts'

vi.setConfig({ testTimeout: 120_000 })

const fortnox = openFortnox()
configureFortnox(fortnox.settings)
const office = await createOffice()
await connect(office)

const headsOf = async (id: string) =>
  (await office.json<InvoiceHead[]>('GET', `/Invoices/ExportedInvoices?batchId=${id}`)).sort(
    (a, b) => a.number - b.number,
  )

test('a batch becomes one document for each invoice, with rows, VAT, accounts and sums to the öre', async () => {
  const batch = await createBatch(office, [
    { fee: 49_995, vatRate: 25 },
    { fee: 10_001, vatRate: 6 },
    { fee: 30_000, vatRate: 0, orgNr: '802477-1234' },
  ])
  expect(await send(office, batch)).toMatchObject({ waitingCount: 3, sentCount: 0 })
  await drainJobs()
  const { documents, ...counts } = await readBatch(office, batch)
  expect(counts).toMatchObject({ unsentCount: 0, waitingCount: 0, sentCount: 3, failedCount: 0 })
  const { invoices, customers, faults } = await fortnox.read()
  expect(faults).toEqual([])
  const heads = await headsOf(batch.id)
  for (const head of heads) {
    const made = invoices.filter((one) => one.ExternalInvoiceReference1 === String(head.number))
    expect(made).toMatchObject([{ YourOrderNumber: String(head.number), total: Math.round(head.total * 100) }])
    expect(documents.find(({ number }) => number === head.number)?.documentNumber).toBe(made[0]?.DocumentNumber)
  }
  expect(invoices.map(({ InvoiceRows: [row] }) => [row?.Price, row?.VAT, row?.AccountNumber])).toEqual([
    [499.95, 25, 3001],
    [100.01, 6, 3003],
    [300, 0, 3004],
  ])
  expect(customers.find(({ OrganisationNumber }) => OrganisationNumber === '802477-1234')?.CustomerNumber).toBe(
    `UP${heads[2]?.invoiceRecipientId}`,
  )
  const sent = (await listAuditEntries('invoice')).filter(({ action }) => action === 'invoice.sentToFortnox')
  expect(sent.map(({ targetId }) => targetId).sort()).toEqual(heads.map(({ id }) => String(id)).sort())
})

test('a customer that Fortnox has by its organisation number is used and not doubled', async () => {
  await fortnox.change({
    customers: [{ CustomerNumber: '4711', Name: 'Klubben som fanns', OrganisationNumber: '802400-0001' }],
  })
  const batch = await createBatch(office, [{ orgNr: '802400-0001' }])
  await send(office, batch)
  await drainJobs()
  const { invoices, customers } = await fortnox.read()
  expect(customers).toHaveLength(1)
  expect(invoices.at(-1)).toMatchObject({ CustomerNumber: '4711' })
})

test('none is lost and none doubled when one request in five fails after it was carried out', async () => {
  const before = (await fortnox.change({ failEvery: 5 })).invoices.length
  const batch = await createBatch(
    office,
    Array.from({ length: 14 }, () => ({ vatRate: 25 })),
  )
  await send(office, batch)
  await drainJobs()
  expect((await readBatch(office, batch)).sentCount).toBeLessThan(14)
  for (let minute = 0; minute < 8; minute += 1) {
    await send(office, batch)
    await passMinute()
  }
  await fortnox.change({ failEvery: 0 })
  await send(office, batch)
  await passMinute()
  expect(await readBatch(office, batch)).toMatchObject({ sentCount: 14, waitingCount: 0, failedCount: 0 })
  const { invoices, faults } = await fortnox.read()
  expect(faults).toEqual([])
  expect(invoices.length - before).toBe(14)
  const numbers = new Set(invoices.map((one) => one.ExternalInvoiceReference1))
  expect(numbers.size).toBe(invoices.length)
})

test('the limit of 25 requests in five seconds is kept, and 429 of another sender is waited out', async () => {
  const batch = await createBatch(
    office,
    Array.from({ length: 9 }, () => ({})),
  )
  // Requests of another isolate, which this one does not know of.
  const now = Date.now()
  const before = await fortnox.change({ recent: Array.from({ length: 20 }, () => now) })
  await send(office, batch)
  await drainJobs()
  expect(await readBatch(office, batch)).toMatchObject({ sentCount: 9, failedCount: 0 })
  const { limited, faults } = await fortnox.read()
  expect(limited - before.limited).toBeGreaterThan(0)
  expect(faults).toEqual([])
})

test('a refused invoice says why in Fortnox’ words, does not stop the others, and is sent after a new press', async () => {
  const batch = await createBatch(office, [{ name: 'Avvisad' }, {}])
  await send(office, batch)
  await drainJobs()
  const failed = await readBatch(office, batch)
  expect(failed).toMatchObject({ sentCount: 1, failedCount: 1 })
  expect(failed.documents[0]).toMatchObject({
    state: 'failed',
    reason: 'rejected',
    message: 'Ogiltigt organisationsnummer.',
  })
  const heads = await headsOf(batch.id)
  await fortnox.change({
    customers: [
      ...(await fortnox.read()).customers,
      { CustomerNumber: `UP${heads[0]?.invoiceRecipientId}`, Name: 'Upplagd för hand' },
    ],
  })
  expect(await send(office, batch)).toMatchObject({ waitingCount: 1, sentCount: 1, failedCount: 0 })
  await drainJobs()
  expect(await readBatch(office, batch)).toMatchObject({ sentCount: 2, failedCount: 0 })
})

test('a sent invoice is not undone; a refused one may be', async () => {
  const batch = await createBatch(office, [{ name: 'Avvisad' }, {}])
  await send(office, batch)
  const heads = await headsOf(batch.id)
  expect(await readRefusal(await office.fetch('DELETE', `/Invoices/${heads[0]?.id}`))).toEqual([
    409,
    'invoice_in_fortnox',
  ])
  await drainJobs()
  expect(await readRefusal(await office.fetch('DELETE', `/Invoices/${heads[1]?.id}`))).toEqual([
    409,
    'invoice_in_fortnox',
  ])
  expect((await office.fetch('DELETE', `/Invoices/${heads[0]?.id}`)).status).toBe(204)
  expect(await send(office, batch)).toMatchObject({ sentCount: 1, failedCount: 0, waitingCount: 0 })
})

test('a credit becomes one credit document of the credited invoice, also when its answer was lost', async () => {
  const batch = await createBatch(office, [{ fee: 12_345, vatRate: 25 }])
  const [head] = await headsOf(batch.id)
  const credit = await bodyOf<InvoiceHead>(
    office.fetch('POST', `/Invoices/${head?.id}/Credit`, { reason: 'Fel mottagare' }),
  )
  const creditBatch = { id: await batchIdOf(credit) }
  await send(office, creditBatch)
  await drainJobs()
  expect((await readBatch(office, creditBatch)).documents).toMatchObject([
    { state: 'failed', reason: 'credit_missing' },
  ])
  await send(office, batch)
  await drainJobs()
  const { requests } = await fortnox.read()
  // The answer to the press of the credit is lost: search, invoice, credit.
  await fortnox.change({ failEvery: requests + 3 })
  await send(office, creditBatch)
  await drainJobs()
  await fortnox.change({ failEvery: 0 })
  expect(await readBatch(office, creditBatch)).toMatchObject({ waitingCount: 1 })
  await passMinute()
  expect(await readBatch(office, creditBatch)).toMatchObject({ sentCount: 1 })
  const { invoices, faults } = await fortnox.read()
  expect(faults).toEqual([])
  const credits = invoices.filter((one) => one.Credit === 'true')
  expect(credits).toMatchObject([
    { ExternalInvoiceReference1: String(credit.number), total: -12_345, Remarks: 'Fel mottagare' },
  ])
})

test('two credits of parts of an invoice become two documents with their own rows', async () => {
  const { word, batch } = await createSharedBatch()
  const [head] = await headsOf(batch.id)
  expect(head).toMatchObject({ rowCount: 2, recipientName: word })
  await send(office, batch)
  await drainJobs()
  const { rows } = await office.json<{ rows: { id: number }[] }>('GET', `/Invoices/${head?.id}`)
  const credits: InvoiceHead[] = []
  for (const { id } of rows)
    credits.push(
      await bodyOf<InvoiceHead>(
        office.fetch('POST', `/Invoices/${head?.id}/Credit`, { rowIds: [id], reason: 'En rad' }),
      ),
    )
  for (const credit of credits) {
    const creditBatch = { id: await batchIdOf(credit) }
    await send(office, creditBatch)
    await drainJobs()
    expect(await readBatch(office, creditBatch)).toMatchObject({ sentCount: 1, failedCount: 0 })
  }
  const { invoices, faults } = await fortnox.read()
  expect(faults).toEqual([])
  for (const credit of credits)
    expect(invoices.filter((one) => one.ExternalInvoiceReference1 === String(credit.number))).toMatchObject([
      { Credit: 'true', total: Math.round(credit.total * 100) },
    ])
})

/** Creates a batch with one invoice of two rows. */
async function createSharedBatch() {
  const word = `Q${crypto.randomUUID().slice(0, 8)}`
  const club = await insertClub({ name: word })
  await insertDebt({ clubId: club.id, fee: 10_000, vatRate: 25 })
  await insertDebt({ clubId: club.id, fee: 20_050, vatRate: 6 })
  const expected = { itemCount: 2, amount: 300.5 }
  return { word, batch: await postBatch(office, word, expected) }
}

async function batchIdOf({ number }: InvoiceHead): Promise<string> {
  const found = await office.json<{ items: { id: string }[] }>('GET', `/Invoices/Batches?search=${number}`)
  return found.items[0]?.id ?? ''
}
