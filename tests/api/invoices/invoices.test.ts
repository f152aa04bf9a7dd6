import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { educations } from '#api/catalogue/educations/table.ts'
import { invoiceHeads, invoiceRows } from '#api/money/invoices/table.ts'
import { educationPartResults } from '#api/participation/results/table.ts'
import { listAuditEntries } from '../../audit.ts'
import { database, signedIn } from '../../portal.ts'
import { bodyOf } from '../../response-body.ts'
import { createInvoice, type InvoiceItem, insertClub, insertDebt, postInvoiceItems } from './fixtures.ts'

const office = await signedIn({ roles: { SuperAdministrator: {} }, firstName: 'Siv', lastName: 'Ekonom' })
const { query } = database()

const read = async (path: string) => (await office.fetch('GET', path)).json()
const refusalOf = async (response: Response) => [response.status, (await bodyOf<{ code?: string }>(response)).code]

const waits = async (item: InvoiceItem) =>
  ((await read(`/Invoices/ItemsForInvoicing?invoiceRecipientIds=${item.invoiceRecipientId}`)) as InvoiceItem[]).some(
    ({ resultId }) => resultId === item.resultId,
  )

describe('invoices are created', () => {
  test('one for each recipient, with the chosen amounts and the VAT of each row, numbered consecutively', async () => {
    const address = { addressLine1: 'Box 7', postalNumber: '652 20', city: 'Karlstad' }
    const north = await insertClub({
      name: 'Norra MK',
      orgNr: '802400-1111',
      invoiceEmail: 'f@norra.example',
      ...address,
    })
    const south = await insertClub({ name: 'Södra MK' })
    const full = await insertDebt({ clubId: north.id, fee: 12_500, vatRate: 25 })
    const adjusted = await insertDebt({ clubId: north.id, fee: 20_000, vatRate: 6 })
    const other = await insertDebt({ clubId: south.id, fee: 30_000 })
    const items = [
      { resultId: other.resultId, invoiceRecipientId: south.id, amount: 300 },
      { resultId: full.resultId, invoiceRecipientId: north.id, amount: 125 },
      { resultId: adjusted.resultId, invoiceRecipientId: north.id, amount: 99.99 },
    ]
    const heads = await bodyOf<{ id: number; number: number }[]>(
      postInvoiceItems(office, items, { reference: 'Ref 7' }),
    )
    expect(heads).toMatchObject([
      {
        title: 'Oktober',
        reference: 'Ref 7',
        invoiceRecipientId: north.id,
        recipientName: 'Norra MK',
        recipientOrgNr: '802400-1111',
        recipientEmail: 'f@norra.example',
        recipientAddress: address,
        startDate: '2026-09-30T22:00:00.000Z',
        endDate: '2026-10-31T22:59:59.999Z',
        status: 0,
        createdByUserId: office.id,
        createdByName: 'Siv Ekonom',
        undoneDate: null,
        currency: 'SEK',
        rowCount: 2,
        total: 224.99,
        vatTotal: 30.66,
        fileName: `fakturaunderlag_${heads[0]?.number}_2026-10-01_2026-10-31.xlsx`,
      },
      { recipientName: 'Södra MK', recipientAddress: null, rowCount: 1, total: 300, vatTotal: 0 },
    ])
    expect(heads[1]?.number).toBe((heads[0]?.number ?? 0) + 1)
    expect(await read(`/Invoices/${heads[0]?.id}`)).toMatchObject({
      rows: [
        {
          resultId: full.resultId,
          userName: 'Anna Andersson',
          quantity: 1,
          unitPrice: 125,
          fee: 125,
          vatRate: 25,
          vat: 25,
          amount: 125,
          text: 'Anna Andersson, Banpersonal, Praktik',
          occasionDate: '2026-10-20T08:00:00.000Z',
        },
        { resultId: adjusted.resultId, fee: 200, amount: 99.99, vatRate: 6, vat: 5.66 },
      ],
    })
    for (const item of items) expect(await waits(item)).toBe(false)
    const audited = (await listAuditEntries('invoice')).filter(({ targetId }) => targetId === String(heads[0]?.id))
    expect(audited).toMatchObject([
      { action: 'invoice.created', userId: office.id, data: { number: heads[0]?.number, rows: 2, totalMinor: 22_499 } },
    ])
  })

  test('of omitted rows later', async () => {
    const club = await insertClub()
    const [one, two] = [await insertDebt({ clubId: club.id }), await insertDebt({ clubId: club.id })]
    const itemOf = ({ resultId }: { resultId: number }) => ({ resultId, invoiceRecipientId: club.id, amount: 500 })
    expect((await postInvoiceItems(office, [itemOf(one)])).status).toBe(200)
    expect([await waits(itemOf(one)), await waits(itemOf(two))]).toEqual([false, true])
    expect((await postInvoiceItems(office, [itemOf(two)])).status).toBe(200)
  })

  test('once, when a lost response is retried', async () => {
    const club = await insertClub()
    const { resultId } = await insertDebt({ clubId: club.id })
    const items = [{ resultId, invoiceRecipientId: club.id, amount: 500 }]
    const headers = { 'idempotency-key': crypto.randomUUID() }
    const [first, again] = [
      await postInvoiceItems(office, items, {}, headers),
      await postInvoiceItems(office, items, {}, headers),
    ]
    expect([first.status, again.status]).toEqual([200, 200])
    expect(await again.json()).toEqual(await first.json())
    expect(await query.select().from(invoiceRows).where(eq(invoiceRows.resultId, resultId))).toHaveLength(1)
  })

  test('by one of two concurrent requests: no result is invoiced twice, and no invoice is partial', async () => {
    const club = await insertClub()
    const debts = await Promise.all(Array.from({ length: 4 }, () => insertDebt({ clubId: club.id })))
    const items = debts.map(({ resultId }) => ({ resultId, invoiceRecipientId: club.id, amount: 500 }))
    // The second selection overlaps half of the first.
    const answers = await Promise.all([
      postInvoiceItems(office, items.slice(0, 3)),
      postInvoiceItems(office, items.slice(1)),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    const lost = answers.find(({ status }) => status === 409)
    expect(await lost?.json()).toMatchObject({ code: 'already_invoiced' })
    const heads = await query.select().from(invoiceHeads).where(eq(invoiceHeads.invoiceRecipientId, club.id))
    expect(heads).toMatchObject([{ rowCount: 3, totalMinor: 150_000 }])
  })
})

describe('no invoice is created', () => {
  const oneOf = async (overrides: Parameters<typeof insertDebt>[0] | null = null) => {
    const club = await insertClub()
    const { resultId, educationId } = await insertDebt({ clubId: club.id, ...overrides })
    return { club, educationId, item: { resultId, invoiceRecipientId: club.id, amount: 500 } }
  }

  test('when one of the rows is on an invoice', async () => {
    const { items, club } = await createInvoice(office)
    const { resultId } = await insertDebt({ clubId: club.id })
    const fresh = { resultId, invoiceRecipientId: club.id, amount: 500 }
    expect(await refusalOf(await postInvoiceItems(office, [fresh, ...items]))).toEqual([409, 'already_invoiced'])
    expect(await waits(fresh)).toBe(true)
  })

  test('when the same row is sent twice', async () => {
    const { item } = await oneOf()
    expect(await refusalOf(await postInvoiceItems(office, [item, item]))).toEqual([409, 'already_invoiced'])
    expect(await waits(item)).toBe(true)
  })

  test('when a row was cancelled, has another recipient, or is not due', async () => {
    const { item } = await oneOf()
    const other = await insertClub()
    const elsewhere = { ...item, invoiceRecipientId: other.id }
    expect(await refusalOf(await postInvoiceItems(office, [elsewhere]))).toEqual([409, 'invoice_items_changed'])
    const nowhere = { ...item, resultId: 2_000_000_000 }
    expect(await refusalOf(await postInvoiceItems(office, [nowhere]))).toEqual([409, 'invoice_items_changed'])
    await query
      .update(educationPartResults)
      .set({ canceled: true, changedAt: new Date('2026-10-15T08:00:00Z') })
      .where(eq(educationPartResults.id, item.resultId))
    expect(await refusalOf(await postInvoiceItems(office, [item]))).toEqual([409, 'invoice_items_changed'])
  })

  test('with an unknown VAT rate', async () => {
    const { item, educationId } = await oneOf()
    await query.update(educations).set({ vatRate: 10 }).where(eq(educations.id, educationId))
    expect(await refusalOf(await postInvoiceItems(office, [item]))).toEqual([409, 'vat_rate_unknown'])
  })

  test.each([
    ['title', { title: ' ' }],
    ['startDate', { startDate: 'igår' }],
    ['endDate', { startDate: '2026-11-01', endDate: '2026-10-31' }],
    ['items', { items: [] }],
    ['items.0.amount', { items: [{ resultId: 1, invoiceRecipientId: 1, amount: 0.005 }] }],
    ['items.0.amount', { items: [{ resultId: 1, invoiceRecipientId: 1, amount: -1 }] }],
  ])('when %s is invalid', async (field, wrong) => {
    const { item } = await oneOf()
    const body = { title: 'Oktober', startDate: '2026-10-01', endDate: '2026-10-31', items: [item], ...wrong }
    const response = await office.fetch('POST', '/Invoices/CreateInvoiceItems', body)
    expect([response.status, await response.json()]).toMatchObject([400, { fields: { [field]: expect.anything() } }])
  })
})

describe('the database itself', () => {
  const sent = (statement: PromiseLike<unknown>) =>
    Promise.resolve(statement).then(
      () => 'done',
      (error: Error) => String(error.cause ?? error),
    )

  test('refuses a row of a changed result', async () => {
    const { head, debt, club } = await createInvoice(office)
    const fresh = await insertDebt({ clubId: club.id })
    const row = {
      invoiceHeadId: head.id,
      resultId: fresh.resultId,
      userId: fresh.userId,
      userName: 'Anna',
      educationTitle: 'x',
      signedUpAt: new Date(),
      amountMinor: 1,
      vatRate: 0,
      vatMinor: 0,
    }
    expect(await sent(query.insert(invoiceRows).values({ ...row, feeMinor: 1 }))).toContain('invoice_items_changed')
    const exactRow = { ...row, resultId: debt.resultId, userId: debt.userId, feeMinor: 50_000 }
    expect(await sent(query.insert(invoiceRows).values(exactRow))).toContain('invoice_rows.result_id')
  })

  test('refuses to change or delete an invoice', async () => {
    const { head } = await createInvoice(office)
    const isIt = eq(invoiceHeads.id, head.id)
    const isOn = eq(invoiceRows.invoiceHeadId, head.id)
    for (const statement of [
      query.update(invoiceHeads).set({ totalMinor: 1 }).where(isIt),
      query.delete(invoiceHeads).where(isIt),
      query.update(invoiceRows).set({ amountMinor: 1 }).where(isOn),
      query.update(invoiceRows).set({ live: false }).where(isOn),
      query.delete(invoiceRows).where(isOn),
    ])
      expect(await sent(statement)).toContain('invoice_fixed')
  })
})

describe('an invoice is reverted', () => {
  test('which makes its rows available again, and remains in the list', async () => {
    const { head, items, club } = await createInvoice(office)
    const response = await office.fetch('DELETE', `/Invoices/${head.id}`)
    expect(response.status).toBe(204)
    expect(await waits(items[0] as InvoiceItem)).toBe(true)
    const again = await bodyOf<{ id: number; number: number }[]>(postInvoiceItems(office, items))
    expect(again[0]?.number).toBeGreaterThan(head.number)
    const listed = (await read('/Invoices/ExportedInvoices')) as { id: number; invoiceRecipientId: number }[]
    expect(listed.filter(({ invoiceRecipientId }) => invoiceRecipientId === club.id)).toMatchObject([
      { id: again[0]?.id, status: 0, undoneDate: null },
      { id: head.id, status: 1, undoneDate: expect.any(String) },
    ])
    const audited = (await listAuditEntries('invoice')).filter(({ targetId }) => targetId === String(head.id))
    expect(audited.map(({ action }) => action)).toEqual(['invoice.undone', 'invoice.created'])
  })

  test('once, also for two concurrent requests', async () => {
    const { head } = await createInvoice(office)
    const presses = [1, 2].map(() => office.fetch('DELETE', `/Invoices/${head.id}`))
    const answers = await Promise.all(presses)
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 409])
    expect(await refusalOf(await office.fetch('DELETE', `/Invoices/${head.id}`))).toEqual([409, 'invoice_undone'])
    expect((await office.fetch('DELETE', '/Invoices/2000000000')).status).toBe(404)
  })
})

test('invoices are listed by the day of their creation, with the sums of those not reverted', async () => {
  const before = (await read('/Invoices/Totals')) as { count: number; total: number; undoneCount: number }
  const { head } = await createInvoice(office, { fee: 12_345 })
  const undone = await createInvoice(office)
  await office.fetch('DELETE', `/Invoices/${undone.head.id}`)
  expect(await read('/Invoices/Totals')).toMatchObject({
    count: before.count + 2,
    undoneCount: before.undoneCount + 1,
    total: Math.round((before.total + 123.45) * 100) / 100,
  })
  const past = 'startDate=2020-01-01&endDate=2020-12-31'
  expect(await read(`/Invoices/ExportedInvoices?${past}`)).toEqual([])
  expect(await read(`/Invoices/Totals?${past}`)).toEqual({ count: 0, undoneCount: 0, total: 0, vatTotal: 0 })
  const [first] = (await read('/Invoices/ExportedInvoices?pageSize=1&page=2')) as { id: number }[]
  expect(first?.id).toBe(head.id)
})
