import { env } from 'cloudflare:workers'
import { beforeEach, expect, test, vi } from 'vitest'
import {
  configureFortnox,
  connect,
  createBatch,
  createBatchOfTwoRows,
  createOffice,
  credit,
  headsOf,
  openFortnox,
  passMinute,
  readBatch,
  send,
} from '../../fortnox.ts'
import { drainJobs } from '../../queue.ts'

vi.setConfig({ testTimeout: 120_000 })

const fortnox = openFortnox()
configureFortnox(fortnox.settings)
const office = await createOffice()
await connect(office)

beforeEach(async () => {
  await fortnox.change({ plan: [], faults: [], keepsFirstCredit: false, hidesCredits: false })
})

const sendNow = async (batch: { id: string }) => {
  await send(office, batch)
  await drainJobs()
  return readBatch(office, batch)
}

const readCredits = async () => (await fortnox.read()).invoices.filter((one) => one.Credit === 'true')
const countCredits = async () => (await readCredits()).length

/** Sends an invoice and returns it with its number in Fortnox. */
async function sendInvoice() {
  const batch = await createBatch(office, [{ fee: 12_345, vatRate: 25 }])
  const [head] = await headsOf(office, batch)
  const { documents } = await sendNow(batch)
  return { id: head?.id ?? 0, batch, number: documents[0]?.documentNumber ?? '' }
}

test('a credit becomes one credit document of the credited invoice, also when its answer was lost', async () => {
  const batch = await createBatch(office, [{ fee: 12_345, vatRate: 25 }])
  const [head] = await headsOf(office, batch)
  const made = await credit(office, { id: head?.id ?? 0 })
  expect((await sendNow(made.batch)).documents).toMatchObject([{ state: 'failed', reason: 'credit_missing' }])
  const { documents } = await sendNow(batch)
  await fortnox.change({ plan: [{ request: `PUT /invoices/${documents[0]?.documentNumber}/credit`, outcome: 'lost' }] })
  expect(await sendNow(made.batch)).toMatchObject({ waitingCount: 1 })
  await passMinute()
  expect(await readBatch(office, made.batch)).toMatchObject({ sentCount: 1 })
  expect((await fortnox.read()).faults).toEqual([])
  expect(await readCredits()).toMatchObject([
    { ExternalInvoiceReference1: String(made.number), total: -12_345, Remarks: 'Fel mottagare' },
  ])
})

test('a credit has the date of the portal’s credit invoice', async () => {
  const { id } = await sendInvoice()
  const made = await credit(office, { id })
  await sendNow(made.batch)
  const [document] = (await readCredits()).filter((one) => one.ExternalInvoiceReference1 === String(made.number))
  const today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Stockholm' }).format(new Date())
  expect(document).toMatchObject({ InvoiceDate: today })
  expect(document?.DueDate && document.DueDate > today).toBe(true)
})

test('two credits of parts of an invoice become two documents with their own rows', async () => {
  const { batch, head } = await createBatchOfTwoRows(office)
  await sendNow(batch)
  for (const id of head.rowIds) {
    const made = await credit(office, head, { rowIds: [id] })
    expect(await sendNow(made.batch)).toMatchObject({ sentCount: 1, failedCount: 0 })
    const documents = (await readCredits()).filter((one) => one.ExternalInvoiceReference1 === String(made.number))
    expect(documents).toMatchObject([{ total: Math.round(made.total * 100) }])
  }
  expect((await fortnox.read()).faults).toEqual([])
})

test('a credit that was made by hand in Fortnox is not taken for the portal’s', async () => {
  const { id, number } = await sendInvoice()
  const { invoices } = await fortnox.read()
  const original = invoices.find((one) => one.DocumentNumber === number)
  if (!original) throw new Error('no document')
  const byHand = { ...original, DocumentNumber: '900', Credit: 'true' as const, total: -12_345, Remarks: 'För hand' }
  await fortnox.change({
    invoices: [
      ...invoices.map((one) => (one === original ? { ...one, CreditInvoiceReference: '900' } : one)),
      { ...byHand, CreditInvoiceReference: number },
    ],
  })
  const made = await credit(office, { id })
  expect((await sendNow(made.batch)).documents).toMatchObject([{ state: 'failed', reason: 'credit_unclear' }])
  expect((await readCredits()).find((one) => one.DocumentNumber === '900')).toMatchObject({ Remarks: 'För hand' })
})

test('a second credit whose number Fortnox does not say is made once, however often somebody presses', async () => {
  const { batch, head } = await createBatchOfTwoRows(office)
  await sendNow(batch)
  await fortnox.change({ keepsFirstCredit: true })
  const [first, second] = head.rowIds
  await sendNow((await credit(office, head, { rowIds: [first] })).batch)
  const made = await credit(office, head, { rowIds: [second] })
  const before = await countCredits()
  for (let press = 0; press < 3; press += 1)
    expect((await sendNow(made.batch)).documents).toMatchObject([{ state: 'failed', reason: 'credit_unclear' }])
  expect((await countCredits()) - before).toBe(1)
})

test('a credit that Fortnox does not name is not made again, also after a refused attempt in between', async () => {
  const { id } = await sendInvoice()
  await fortnox.change({ hidesCredits: true })
  const made = await credit(office, { id })
  const before = await countCredits()
  const unclear = [{ state: 'failed', reason: 'credit_unclear' }]
  expect((await sendNow(made.batch)).documents).toMatchObject(unclear)
  await fortnox.change({ plan: [{ request: 'GET /invoices', outcome: 'refused' }] })
  expect((await sendNow(made.batch)).documents).toMatchObject(unclear)
  expect((await sendNow(made.batch)).documents).toMatchObject(unclear)
  expect((await countCredits()) - before).toBe(1)
})

test('a credit waits while the invoice that it credits waits', async () => {
  const batch = await createBatch(office, [{}])
  const [head] = await headsOf(office, batch)
  const made = await credit(office, { id: head?.id ?? 0 })
  await fortnox.change({ plan: [{ request: 'POST /invoices', outcome: 'lost' }] })
  await send(office, batch)
  await sendNow(made.batch)
  expect(await readBatch(office, made.batch)).toMatchObject({ waitingCount: 1, failedCount: 0 })
  await passMinute()
  await passMinute()
  expect(await readBatch(office, made.batch)).toMatchObject({ sentCount: 1 })
})

test('a credit that was made before Fortnox asks to wait may exist, and is found afterwards', async () => {
  const { id } = await sendInvoice()
  const made = await credit(office, { id })
  const number = String((await fortnox.read()).invoices.length + 1)
  await fortnox.change({ plan: [{ request: `PUT /invoices/${number}`, outcome: 'limited' }] })
  expect(await sendNow(made.batch)).toMatchObject({ waitingCount: 1 })
  const readRow = () =>
    env.DB.prepare('SELECT may_exist, attempts FROM fortnox_documents WHERE invoice_head_id = ?1').bind(made.id).first()
  expect(await readRow()).toEqual({ may_exist: 1, attempts: 0 })
  await env.DB.prepare("UPDATE jobs SET run_at = ?1 WHERE kind = 'fortnox.send'").bind(new Date().toISOString()).run()
  const before = await countCredits()
  await passMinute()
  expect(await readBatch(office, made.batch)).toMatchObject({ sentCount: 1 })
  expect(await countCredits()).toBe(before)
})

test.each(['refused', 'missing'] as const)(
  'a credit that was made but whose change was %s names its document',
  async (outcome) => {
    const { id } = await sendInvoice()
    const made = await credit(office, { id })
    const number = String((await fortnox.read()).invoices.length + 1)
    await fortnox.change({ plan: [{ request: `PUT /invoices/${number}`, outcome }] })
    const { documents } = await sendNow(made.batch)
    expect(documents).toMatchObject([
      { state: 'failed', reason: 'credit_unfinished', message: expect.stringContaining(number) },
    ])
    const row = await env.DB.prepare('SELECT may_exist FROM fortnox_documents WHERE invoice_head_id = ?1')
      .bind(made.id)
      .first()
    expect(row).toEqual({ may_exist: 1 })
    const before = await countCredits()
    expect(await sendNow(made.batch)).toMatchObject({ sentCount: 1 })
    expect(await countCredits()).toBe(before)
  },
)
