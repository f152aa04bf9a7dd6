import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import type { HeldRoles } from '#api/actor.ts'
import type { InvoiceBatch } from '#api/money/invoices/batches/contract.ts'
import type { InvoiceHead } from '#api/money/invoices/contract.ts'
import { invoiceRows } from '#api/money/invoices/table.ts'
import { listAuditEntries } from '../../audit.ts'
import { database, type Person, signedIn } from '../../portal.ts'
import { bodyOf } from '../../response-body.ts'
import { readRefusal } from '../results/fixtures.ts'
import { insertClub, insertDebt } from './fixtures.ts'

const office = await signedIn({ roles: { SuperAdministrator: {} }, firstName: 'Siv', lastName: 'Ekonom' })
const colleague = await signedIn({ roles: { SuperAdministrator: {} }, firstName: 'Bo', lastName: 'Kassör' })
const { query } = database()

const month = { startDate: '2026-10-01', endDate: '2026-10-31' }

/** Creates clubs whose names share a word that nothing else has, with one debt of 500 kronor each. */
async function insertOwingClubs(count: number) {
  const word = `Q${crypto.randomUUID().slice(0, 8)}`
  const debts: Awaited<ReturnType<typeof insertDebt>>[] = []
  for (let at = 0; at < count; at += 1) {
    const club = await insertClub({ name: `${word} MK ${at}` })
    debts.push(await insertDebt({ clubId: club.id }))
  }
  return { word, debts }
}

const postBatch = (person: Person, search: string, expected: object, headers = {}) =>
  person.fetch(
    'POST',
    '/Invoices/Batches',
    { ...month, title: 'Oktober', filteringOnOnlyCompleted: false, withCanceled: true, search, expected },
    headers,
  )

async function createBatch(count = 2) {
  const { word, debts } = await insertOwingClubs(count)
  const batch = await bodyOf<InvoiceBatch>(postBatch(office, word, { itemCount: count, amount: count * 500 }))
  return { word, debts, batch }
}

const fileOf = (person: Person, id: string, kind: 'si' | 'xlsx', known = 0) =>
  person.fetch('POST', `/Invoices/Batches/${id}/File`, { kind, known })
const findBatch = async (search: string) =>
  (await office.json<{ items: InvoiceBatch[] }>('GET', `/Invoices/Batches?search=${search}`)).items[0]

describe('creating a batch of everything that a filter selects', () => {
  test('takes one call that names no row, and invoices the whole fees', async () => {
    const { word, batch } = await createBatch(3)
    expect(batch).toMatchObject({
      title: 'Oktober',
      invoiceCount: 3,
      undoneCount: 0,
      rowCount: 3,
      total: 1500,
      createdByName: 'Siv Ekonom',
      bookedDate: null,
      downloads: [],
    })
    expect(batch.lastNumber - batch.firstNumber).toBe(2)
    const heads = await office.json<InvoiceHead[]>('GET', `/Invoices/ExportedInvoices?batchId=${batch.id}`)
    expect(heads.map(({ recipientName }) => recipientName).sort()).toEqual([
      `${word} MK 0`,
      `${word} MK 1`,
      `${word} MK 2`,
    ])
    const left = await office.json<{ total: number }>('GET', `/Invoices/Recipients?search=${word}`)
    expect(left.total).toBe(0)
  })

  test('happens once when the response is lost and the request is repeated', async () => {
    const { word, debts } = await insertOwingClubs(2)
    const headers = { 'idempotency-key': crypto.randomUUID() }
    const expected = { itemCount: 2, amount: 1000 }
    const first = await bodyOf<InvoiceBatch>(postBatch(office, word, expected, headers))
    const again = await bodyOf<InvoiceBatch>(postBatch(office, word, expected, headers))
    expect(again).toEqual(first)
    for (const { resultId } of debts)
      expect(await query.select().from(invoiceRows).where(eq(invoiceRows.resultId, resultId))).toHaveLength(1)
  })

  test('invoices each row once when two people press at the same time, and refuses one of them', async () => {
    const { word, debts } = await insertOwingClubs(4)
    const expected = { itemCount: 4, amount: 2000 }
    const answers = await Promise.all([postBatch(office, word, expected), postBatch(colleague, word, expected)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    const refused = answers.find(({ status }) => status === 409)
    expect(['already_invoiced', 'invoice_items_changed']).toContain((await refused?.json<{ code: string }>())?.code)
    for (const { resultId } of debts)
      expect(await query.select().from(invoiceRows).where(eq(invoiceRows.resultId, resultId))).toHaveLength(1)
  })

  test('is refused when the rows are no longer the ones that were shown', async () => {
    const { word } = await insertOwingClubs(2)
    for (const expected of [
      { itemCount: 1, amount: 500 },
      { itemCount: 3, amount: 1500 },
      { itemCount: 2, amount: 999 },
    ])
      expect(await readRefusal(await postBatch(office, word, expected))).toEqual([409, 'invoice_items_changed'])
    expect((await postBatch(office, word, { itemCount: 0, amount: 0 })).status).toBe(400)
    expect((await office.json<{ total: number }>('GET', `/Invoices/Recipients?search=${word}`)).total).toBe(2)
  })
})

describe('the search among rows to be invoiced', () => {
  const find = async (search: string) =>
    (
      await office.json<{ items: { name: string; itemCount: number }[] }>(
        'GET',
        `/Invoices/Recipients?search=${encodeURIComponent(search)}`,
      )
    ).items

  test('finds words of the club, its number with or without a hyphen, and the occasion', async () => {
    const word = `Å${crypto.randomUUID().slice(0, 8)}`
    const club = await insertClub({ name: `${word} Motorklubb`, orgNr: '802477-1234' })
    await insertDebt({ clubId: club.id, occasion: { title: 'Höstlägret', city: `Ort${word}` } })
    await insertDebt({ clubId: club.id })
    const whole = [{ name: club.name, itemCount: 2 }]
    expect(await find(word.toUpperCase())).toMatchObject(whole)
    expect(await find(`motor ${word}`)).toMatchObject(whole)
    expect(await find('802477-1234')).toMatchObject(whole)
    expect(await find('8024771234')).toMatchObject(whole)
    expect(await find(`${word} höstläg`)).toMatchObject([{ name: club.name, itemCount: 1 }])
    expect(await find(`Ort${word}`)).toMatchObject([{ name: club.name, itemCount: 1 }])
    expect(await find(`${word} finnsinte`)).toEqual([])
    expect(await find(`${word}%`)).toEqual([])
  })
})

describe('created batches', () => {
  test('are found by their period, a club and the number of an invoice, with sums of the whole batch', async () => {
    const { word, batch } = await createBatch(2)
    const same = { id: batch.id, invoiceCount: 2, total: 1000 }
    expect(await findBatch(`${word} 1`)).toMatchObject(same)
    expect(await findBatch(String(batch.lastNumber))).toMatchObject(same)
    const past = await office.json<{ items: InvoiceBatch[]; total: number }>(
      'GET',
      '/Invoices/Batches?startDate=2020-01-01&endDate=2020-12-31',
    )
    expect(past).toMatchObject({ items: [], total: 0 })
  })

  test('leave undone invoices out of sums and files; of a wholly undone one there is no file', async () => {
    const { word, batch } = await createBatch(2)
    const heads = await office.json<InvoiceHead[]>('GET', `/Invoices/ExportedInvoices?batchId=${batch.id}`)
    const [first, second] = heads.map(({ id }) => id)
    await office.fetch('DELETE', `/Invoices/${first}`)
    expect(await findBatch(word)).toMatchObject({ invoiceCount: 1, undoneCount: 1, rowCount: 1, total: 500 })
    const file = await fileOf(office, batch.id, 'si')
    expect((await file.text()).match(/#VER/g)).toHaveLength(1)
    await office.fetch('DELETE', `/Invoices/${second}`)
    const undone = await office.json('GET', `/Invoices/Batches/${batch.id}`)
    expect(undone).toMatchObject({ id: batch.id, invoiceCount: 0, undoneCount: 2, total: 0 })
    expect(await readRefusal(await fileOf(office, batch.id, 'xlsx'))).toEqual([409, 'invoice_undone'])
  })
})

describe('the file of a batch', () => {
  test('has all its invoices, and the batch and the audit log name the person who fetched it', async () => {
    const { word, batch } = await createBatch(3)
    const file = await fileOf(office, batch.id, 'si')
    const name = `fakturaunderlag_${batch.firstNumber}-${batch.lastNumber}.si`
    expect(file.headers.get('content-disposition')).toContain(`filename="${name}"`)
    expect((await file.text()).match(/#VER/g)).toHaveLength(3)
    expect((await fileOf(colleague, batch.id, 'xlsx')).headers.get('content-type')).toContain('spreadsheetml')
    expect((await findBatch(word))?.downloads).toMatchObject([
      { kind: 'si', byName: 'Siv Ekonom', date: expect.any(String) },
      { kind: 'xlsx', byName: 'Bo Kassör' },
    ])
    const [last] = await listAuditEntries('invoice')
    expect(last).toMatchObject({ action: 'invoice.exported', userId: colleague.id })
  })

  test('is refused to a person whose page does not show the first fetch', async () => {
    const { batch } = await createBatch(1)
    expect((await fileOf(office, batch.id, 'si')).status).toBe(200)
    expect(await readRefusal(await fileOf(colleague, batch.id, 'si'))).toEqual([409, 'invoice_batch_fetched'])
    expect((await fileOf(colleague, batch.id, 'si', 1)).status, 'who knows may').toBe(200)
    expect((await fileOf(colleague, batch.id, 'xlsx')).status, 'another file').toBe(200)
  })

  test('counts as fetched when invoices of it are fetched alone for the accounts', async () => {
    const { word, batch } = await createBatch(2)
    const query = `batchId=${batch.id}&page=1&pageSize=10`
    const [head] = await office.json<InvoiceHead[]>('GET', `/Invoices/ExportedInvoices?${query}`)
    const fileName = head?.fileName.replace(/\.\w+$/, '.si') ?? ''
    const file = await colleague.fetch('GET', `/Invoices/Download?invoiceHead=${head?.id}&fileName=${fileName}`)
    expect(file.status).toBe(200)
    expect((await findBatch(word))?.downloads).toMatchObject([{ kind: 'si', byName: 'Bo Kassör' }])
    expect(await readRefusal(await fileOf(office, batch.id, 'si'))).toEqual([409, 'invoice_batch_fetched'])
  })

  test('is returned to one of two people who press at the same time', async () => {
    const { word, batch } = await createBatch(1)
    const answers = await Promise.all([fileOf(office, batch.id, 'si'), fileOf(colleague, batch.id, 'si')])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect((await findBatch(word))?.downloads).toHaveLength(1)
  })

  test('is not found for an unknown batch', async () => {
    expect((await fileOf(office, crypto.randomUUID(), 'si')).status).toBe(404)
    expect(
      (await office.fetch('PUT', `/Invoices/Batches/${crypto.randomUUID()}/Booked`, { booked: true })).status,
    ).toBe(404)
  })
})

test('a batch is marked as booked once, by the first of two, and the mark is removed again', async () => {
  const { word, batch } = await createBatch(1)
  const mark = (person: Person, booked: boolean) =>
    person.json<InvoiceBatch>('PUT', `/Invoices/Batches/${batch.id}/Booked`, { booked })
  const [first, second] = await Promise.all([mark(office, true), mark(colleague, true)])
  expect(first.bookedByName).toBe(second.bookedByName)
  expect(await findBatch(word)).toMatchObject({ bookedByName: first.bookedByName, bookedDate: expect.any(String) })
  expect(await mark(colleague, false)).toMatchObject({ bookedDate: null, bookedByName: null })
  expect(await mark(colleague, false)).toMatchObject({ bookedDate: null })
  const [head] = await office.json<InvoiceHead[]>('GET', `/Invoices/ExportedInvoices?batchId=${batch.id}`)
  const audited = (await listAuditEntries('invoice')).filter(({ targetId }) => targetId === String(head?.id))
  expect(audited.map(({ action }) => action)).toEqual(['invoice.unbooked', 'invoice.booked', 'invoice.created'])
})

describe('batches are for superadministrators', () => {
  test.each<[string, HeldRoles]>([
    ['a learner', {}],
    ['an educator of one category', { Educator: { EducationCategory: [1] } }],
    ['an administrator', { Administrator: {} }],
    ['an administrator of a club', { OrganizationAdmin: { Organization: [1] } }],
  ])('%s neither sees, fetches, makes nor marks one', async (_, roles) => {
    const { word, batch } = await createBatch(1)
    const other = await signedIn({ roles })
    const answers = [
      await other.fetch('GET', '/Invoices/Batches'),
      await other.fetch('GET', `/Invoices/Batches/${batch.id}`),
      await fileOf(other, batch.id, 'si'),
      await postBatch(other, word, { itemCount: 1, amount: 500 }),
      await other.fetch('PUT', `/Invoices/Batches/${batch.id}/Booked`, { booked: true }),
    ]
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403])
    expect(await findBatch(word)).toMatchObject({ bookedDate: null, downloads: [] })
  })
})
