import { BlobReader, type FileEntry, TextWriter, ZipReader } from '@zip.js/zip.js'
import { configure } from '@zip.js/zip.js/lib/zip-core-custom.js'
import { describe, expect, test } from 'vitest'
import type { HeldRoles } from '#api/actor.ts'
import type { InvoiceBatch } from '#api/money/invoices/batches/contract.ts'
import type { InvoiceHead, InvoiceRow } from '#api/money/invoices/contract.ts'
import { listAuditEntries } from '../../audit.ts'
import { type Person, signedIn } from '../../portal.ts'
import { bodyOf } from '../../response-body.ts'
import { readRefusal } from '../results/fixtures.ts'
import { insertClub, insertDebt, postInvoiceItems } from './fixtures.ts'

configure({ useWebWorkers: false })

const office = await signedIn({ roles: { SuperAdministrator: {} }, firstName: 'Siv', lastName: 'Ekonom' })
const colleague = await signedIn({ roles: { SuperAdministrator: {} }, firstName: 'Bo', lastName: 'Kassör' })

type Invoice = InvoiceHead & { rows: InvoiceRow[] }
const reason = 'Fel förening'
const credit = (id: number, more: object = {}, person: Person = office, headers = {}) =>
  person.fetch('POST', `/Invoices/${id}/Credit`, { reason, ...more }, headers)
const invoiceOf = (id: number) => office.json<Invoice>('GET', `/Invoices/${id}`)

/** Creates an invoice of some debts with VAT of 25 %. */
async function createInvoice(count = 2) {
  const club = await insertClub()
  const items = []
  for (let at = 0; at < count; at += 1) {
    const { resultId } = await insertDebt({ clubId: club.id, fee: 12_500 + at, vatRate: 25 })
    items.push({ resultId, invoiceRecipientId: club.id, amount: (12_500 + at) / 100 })
  }
  const [head] = await bodyOf<InvoiceHead[]>(postInvoiceItems(office, items, { reference: 'Ref' }))
  if (!head) throw new Error('no invoice was made')
  const { rows } = await invoiceOf(head.id)
  return { club, items, head, rowIds: rows.map(({ id }) => id) }
}

async function sieOf(head: InvoiceHead): Promise<string> {
  const fileName = head.fileName.replace(/\.\w+$/, '.si')
  return (await office.fetch('GET', `/Invoices/Download?invoiceHead=${head.id}&fileName=${fileName}`)).text()
}

/** Sums the postings of SIE files by account, in öre. */
function sumAccounts(...files: string[]): Map<string, number> {
  const sums = new Map<string, number>()
  for (const [, account = '', kronor] of files.join('').matchAll(/#TRANS (\d+) \{\} (\S+)/g))
    sums.set(account, (sums.get(account) ?? 0) + Math.round(Number(kronor) * 100))
  return sums
}

describe('an invoice is credited', () => {
  test('as a whole, by the next number of the series, with opposite amounts and a link both ways', async () => {
    const { head, items, club } = await createInvoice()
    const made = await bodyOf<InvoiceHead>(credit(head.id))
    expect(made).toMatchObject({
      number: head.number + 1,
      title: head.title,
      reference: 'Ref',
      invoiceRecipientId: club.id,
      creditOf: { id: head.id, number: head.number },
      creditReason: reason,
      rowCount: 2,
      total: -250.01,
      vatTotal: -50,
      creditableCount: 0,
      status: 0,
    })
    const { rows } = await invoiceOf(made.id)
    expect(rows).toMatchObject([
      { amount: -125, vat: -25, vatRate: 25 },
      { amount: -125.01, vat: -25, vatRate: 25 },
    ])
    const original = await invoiceOf(head.id)
    expect(original).toMatchObject({
      total: 250.01,
      credits: [{ id: made.id, number: made.number }],
      creditableCount: 0,
      creditCount: 0,
    })
    expect(original.rows.map(({ creditNumber }) => creditNumber)).toEqual([made.number, made.number])
    const [entry] = await listAuditEntries('invoice')
    expect(entry).toMatchObject({
      action: 'invoice.credited',
      userId: office.id,
      targetId: String(made.id),
      data: { number: made.number, creditedNumber: head.number, rows: 2, totalMinor: -25_001 },
    })
    // The rows are due again and become another invoice.
    expect((await postInvoiceItems(office, items)).status).toBe(200)
  })

  test('in the next SIE file with opposite signs: together they sum to zero, in all accounts', async () => {
    const { head } = await createInvoice(3)
    const first = await sieOf(head)
    const made = await bodyOf<InvoiceHead>(credit(head.id))
    const { items } = await office.json<{ items: InvoiceBatch[] }>('GET', `/Invoices/Batches?search=${made.number}`)
    expect(items).toMatchObject([{ creditOfNumber: head.number, invoiceCount: 1, total: -375.03, downloads: [] }])
    const file = await office.fetch('POST', `/Invoices/Batches/${items[0]?.id}/File`, { kind: 'si', known: 0 })
    const second = await file.text()
    expect(second).toContain(`Kredit av ${head.number}: ${made.number}`)
    expect(await sieOf(head), 'the first file stays as it was').toBe(first)
    const sums = [...sumAccounts(first, second)]
    expect(sums.map(([account]) => account).sort()).toEqual(['1510', '2611', '3001'])
    expect(sums.map(([, minor]) => minor)).toEqual([0, 0, 0])
  })

  test('in Excel, which names the invoice that it credits', async () => {
    const { head } = await createInvoice(1)
    const made = await bodyOf<InvoiceHead>(credit(head.id))
    const read = async ({ id, fileName }: InvoiceHead) => {
      const file = await office.fetch('GET', `/Invoices/Download?invoiceHead=${id}&fileName=${fileName}`)
      const entries = await new ZipReader(new BlobReader(await file.blob())).getEntries()
      const files = entries.filter((entry): entry is FileEntry => !entry.directory)
      return (await Promise.all(files.map((entry) => entry.getData(new TextWriter())))).join('')
    }
    expect(await read(made)).toContain(`krediterar underlag ${head.number}`)
    expect(await read(made)).toContain('-125')
    expect(await read(head)).toContain(`krediterad med underlag ${made.number}`)
  })

  test('first in part and then as a whole, which credits the rest', async () => {
    const { head, rowIds } = await createInvoice(3)
    const part = await bodyOf<InvoiceHead>(credit(head.id, { rowIds: rowIds.slice(0, 1) }))
    expect(part).toMatchObject({ rowCount: 1, total: -125 })
    expect(await invoiceOf(head.id)).toMatchObject({ creditableCount: 2 })
    expect(await readRefusal(await credit(head.id, { rowIds }))).toEqual([409, 'invoice_credited'])
    const rest = await bodyOf<InvoiceHead>(credit(head.id))
    expect(rest).toMatchObject({ rowCount: 2, total: -250.03 })
    expect(await readRefusal(await credit(head.id))).toEqual([409, 'invoice_credited'])
    const { credits } = await invoiceOf(head.id)
    expect(credits.map(({ number }) => number)).toEqual([part.number, rest.number])
  })

  test('once, when two people press at the same time', async () => {
    const { head } = await createInvoice()
    const answers = await Promise.all([credit(head.id), credit(head.id, {}, colleague)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    const refused = answers.find(({ status }) => status === 409)
    expect(await refused?.json()).toMatchObject({ code: 'invoice_credited' })
    expect((await invoiceOf(head.id)).credits).toHaveLength(1)
  })

  test('once, when the press is repeated with its key', async () => {
    const { head } = await createInvoice()
    const headers = { 'idempotency-key': crypto.randomUUID() }
    const first = await bodyOf<InvoiceHead>(credit(head.id, {}, office, headers))
    expect(await bodyOf<InvoiceHead>(credit(head.id, {}, office, headers))).toMatchObject({ id: first.id })
    expect((await invoiceOf(head.id)).credits).toHaveLength(1)
  })
})

describe('a credit is refused', () => {
  test('for an invoice that is undone, and one that is credited or booked is not undone', async () => {
    const { head } = await createInvoice()
    await office.fetch('DELETE', `/Invoices/${head.id}`)
    expect(await readRefusal(await credit(head.id))).toEqual([409, 'invoice_undone'])

    const other = await createInvoice()
    const made = await bodyOf<InvoiceHead>(credit(other.head.id, { rowIds: other.rowIds.slice(0, 1) }))
    const undo = (id: number) => office.fetch('DELETE', `/Invoices/${id}`)
    expect(await readRefusal(await undo(other.head.id))).toEqual([409, 'invoice_credited'])
    expect(await readRefusal(await undo(made.id))).toEqual([409, 'invoice_is_credit'])
    expect(await readRefusal(await credit(made.id))).toEqual([409, 'invoice_is_credit'])

    const booked = await createInvoice()
    const number = booked.head.number
    const { items } = await office.json<{ items: InvoiceBatch[] }>('GET', `/Invoices/Batches?search=${number}`)
    await office.fetch('PUT', `/Invoices/Batches/${items[0]?.id}/Booked`, { booked: true })
    expect(await readRefusal(await undo(booked.head.id))).toEqual([409, 'invoice_booked'])
    expect((await credit(booked.head.id)).status).toBe(200)
  })

  test('for a row of another invoice, no rows, no reason, and an unknown invoice', async () => {
    const { head } = await createInvoice(1)
    const other = await createInvoice(1)
    expect(await readRefusal(await credit(head.id, { rowIds: other.rowIds }))).toEqual([404, 'not_found'])
    expect((await credit(head.id, { rowIds: [] })).status).toBe(400)
    expect((await credit(head.id, { reason: ' ' })).status).toBe(400)
    expect((await credit(2_000_000_000)).status).toBe(404)
    expect((await invoiceOf(head.id)).credits).toEqual([])
  })

  test('to one of two who undo and credit at the same time', async () => {
    const { head } = await createInvoice()
    const answers = await Promise.all([credit(head.id), colleague.fetch('DELETE', `/Invoices/${head.id}`)])
    const { status, credits } = await invoiceOf(head.id)
    expect([status === 1, credits.length > 0].filter(Boolean)).toHaveLength(1)
    expect(answers.filter((answer) => answer.status === 409)).toHaveLength(1)
  })

  test.each<[string, HeldRoles]>([
    ['a learner', {}],
    ['an educator of one category', { Educator: { EducationCategory: [1] } }],
    ['an administrator', { Administrator: {} }],
    ['an administrator of a club', { OrganizationAdmin: { Organization: [1] } }],
  ])('to %s', async (_, roles) => {
    const { head } = await createInvoice(1)
    expect((await credit(head.id, {}, await signedIn({ roles }))).status).toBe(403)
    expect((await invoiceOf(head.id)).credits).toEqual([])
  })
})

test('a batch whose invoices are all undone is not booked, also when both are pressed at once', async () => {
  const batchOf = async ({ number }: InvoiceHead) => {
    const { items } = await office.json<{ items: InvoiceBatch[] }>('GET', `/Invoices/Batches?search=${number}`)
    return items[0] ?? expect.fail('there is no batch')
  }
  const book = (id: string) => office.fetch('PUT', `/Invoices/Batches/${id}/Booked`, { booked: true })
  const { head } = await createInvoice(1)
  await office.fetch('DELETE', `/Invoices/${head.id}`)
  expect(await readRefusal(await book((await batchOf(head)).id))).toEqual([409, 'invoice_undone'])
  for (let round = 0; round < 6; round += 1) {
    const { head: raced } = await createInvoice(1)
    const { id } = await batchOf(raced)
    await Promise.all([book(id), office.fetch('DELETE', `/Invoices/${raced.id}`)])
    const { bookedDate, undoneCount } = await batchOf(raced)
    expect([bookedDate !== null, undoneCount]).not.toEqual([true, 1])
  }
})
