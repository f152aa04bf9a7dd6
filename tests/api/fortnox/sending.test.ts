import { expect, test, vi } from 'vitest'
import { listAuditEntries } from '../../audit.ts'
import {
  configureFortnox,
  connect,
  createBatch,
  createOffice,
  headsOf,
  openFortnox,
  passMinute,
  readBatch,
  send,
} from '../../fortnox.ts'
import { drainJobs } from '../../queue.ts'
import { readRefusal } from '../results/fixtures.ts'

vi.setConfig({ testTimeout: 120_000 })

const fortnox = openFortnox()
configureFortnox(fortnox.settings)
const office = await createOffice()
await connect(office)

test('a batch becomes one document for each invoice, with rows, VAT, accounts and sums to the öre', async () => {
  const batch = await createBatch(office, [
    { fee: 49_995, vatRate: 25 },
    { fee: 10_001, vatRate: 6 },
    { fee: 30_000, vatRate: 0, orgNr: '802477-1233' },
  ])
  expect(await send(office, batch)).toMatchObject({ waitingCount: 3, sentCount: 0 })
  await drainJobs()
  const { documents, ...counts } = await readBatch(office, batch)
  expect(counts).toMatchObject({ unsentCount: 0, waitingCount: 0, sentCount: 3, failedCount: 0 })
  const { invoices, customers, faults } = await fortnox.read()
  expect(faults).toEqual([])
  const heads = await headsOf(office, batch)
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
  expect(customers.find(({ OrganisationNumber }) => OrganisationNumber === '802477-1233')?.CustomerNumber).toBe(
    `UP${heads[2]?.invoiceRecipientId}`,
  )
  const sent = (await listAuditEntries('invoice')).filter(({ action }) => action === 'invoice.sentToFortnox')
  expect(sent.map(({ targetId }) => targetId).sort()).toEqual(heads.map(({ id }) => String(id)).sort())
})

test('a customer that Fortnox has by its organisation number is used and not doubled', async () => {
  await fortnox.change({
    customers: [{ CustomerNumber: '4711', Name: 'Klubben som fanns', OrganisationNumber: '802400-0005' }],
  })
  const batch = await createBatch(office, [{ orgNr: '802400-0005' }])
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
  const heads = await headsOf(office, batch)
  await fortnox.change({
    customers: [
      ...(await fortnox.read()).customers,
      { CustomerNumber: `UP${heads[0]?.invoiceRecipientId}`, Name: heads[0]?.recipientName ?? '' },
    ],
  })
  expect(await send(office, batch)).toMatchObject({ waitingCount: 1, sentCount: 1, failedCount: 0 })
  await drainJobs()
  expect(await readBatch(office, batch)).toMatchObject({ sentCount: 2, failedCount: 0 })
})

test('a sent invoice is not undone; a refused one may be', async () => {
  const batch = await createBatch(office, [{ name: 'Avvisad' }, {}])
  await send(office, batch)
  const heads = await headsOf(office, batch)
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
