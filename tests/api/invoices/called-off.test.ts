import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { occasions } from '#api/catalogue/occasions/table.ts'
import type { InvoiceItem, InvoiceRow } from '#api/money/invoices/contract.ts'
import { invoiceHeads, invoiceRows } from '#api/money/invoices/table.ts'
import { educationPartResults } from '#api/participation/results/table.ts'
import { configurePortal } from '../../configuration.ts'
import { database, type Person, signedIn } from '../../portal.ts'
import { bodyOf } from '../../response-body.ts'
import { inDays, inHours } from '../../time.ts'
import { createAdultDriver, createExam, insertDriver, toProtocol } from '../exams/fixtures.ts'
import { readRefusal, resultsPath } from '../results/fixtures.ts'
import { createInvoice, insertClub, insertDebt, postInvoiceItems } from './fixtures.ts'

await configurePortal({ features: ['PracticalDriverExamination'] })
const { query } = database()
const office = await signedIn({ roles: { SuperAdministrator: {} } })

/** Start and cancellation deadline of an occasion next week: cancellation is still open, or closed. */
const open = { startsAt: inDays(7), lastCancelAt: inHours(1) }
const closed = { startsAt: inDays(7), lastCancelAt: inHours(-1) }

const itemsOf = (clubId: number, more = '&withCanceled=true') =>
  office.json<InvoiceItem[]>('GET', `/Invoices/ItemsForInvoicing?invoiceRecipientIds=${clubId}${more}`)

type Debt = Awaited<ReturnType<typeof insertDebt>>
const change = (who: Person, { resultId, userId }: Pick<Debt, 'resultId' | 'userId'>, more: object) =>
  who.fetch('PUT', resultsPath, [{ resultId, userId, ...more }])

async function calledOff(
  who: 'person' | 'office',
  occasion: object,
  more: Partial<Parameters<typeof insertDebt>[0]> = {},
) {
  const club = await insertClub()
  const debt = await insertDebt({ clubId: club.id, occasion, ...more })
  const response = await change(who === 'person' ? debt.person : office, debt, { canceled: true })
  return { club, debt, status: response.status }
}

describe('a cancellation in time is free', () => {
  test('by the person or by the office', async () => {
    for (const who of ['person', 'office'] as const) {
      const { club, debt, status } = await calledOff(who, open)
      expect(status).toBe(200)
      expect(await itemsOf(club.id)).toEqual([])
      const item = { resultId: debt.resultId, invoiceRecipientId: club.id, amount: 500 }
      expect(await readRefusal(await postInvoiceItems(office, [item]))).toEqual([409, 'invoice_items_changed'])
    }
  })

  test('as is one of the whole occasion, also after a late cancellation by a participant', async () => {
    const { club, debt } = await calledOff('office', closed)
    const other = await insertDebt({ clubId: club.id, occasion: closed })
    for (const { occasionId } of [debt, other])
      await office.fetch('PUT', `/EducationPartOccasions/${occasionId}/CancelOccasion`, {})
    const [stored] = await query.select().from(occasions).where(eq(occasions.id, other.occasionId))
    expect(stored?.canceledAt).not.toBeNull()
    expect(await itemsOf(club.id)).toEqual([])
  })

  test('as is one of a pending sign-up', async () => {
    const club = await insertClub()
    const debt = await insertDebt({ clubId: club.id, occasion: closed })
    const isIt = eq(educationPartResults.id, debt.resultId)
    await query.update(educationPartResults).set({ signedUpAt: null }).where(isIt)
    expect((await change(office, debt, { canceled: true })).status).toBe(200)
    await query
      .update(educationPartResults)
      .set({ signedUpAt: inDays(-3) })
      .where(isIt)
    expect(await itemsOf(club.id)).toEqual([])
  })

  test('and later changes of the dates change no decision', async () => {
    const { club, debt } = await calledOff('office', open)
    await query
      .update(occasions)
      .set({ lastCancelAt: inDays(-1) })
      .where(eq(occasions.id, debt.occasionId))
    expect(await itemsOf(club.id)).toEqual([])
  })
})

describe('a late cancellation is due, and marked', () => {
  test('only in lists that include it, and never among the completed', async () => {
    const before = Date.now()
    const { club, debt } = await calledOff('office', closed)
    const [item, ...rest] = await itemsOf(club.id)
    expect(rest).toEqual([])
    expect(item).toMatchObject({ resultId: debt.resultId, amount: 500, completed: false, attended: false })
    expect(Date.parse(String(item?.canceledDate))).toBeGreaterThanOrEqual(before)
    expect(await itemsOf(club.id, '')).toEqual([])
    expect(await itemsOf(club.id, '&withCanceled=true&filteringOnOnlyCompleted=true')).toEqual([])
    const listed = async (more: string) =>
      (
        await office.json<{
          items: { id: number }[]
        }>('GET', `/Invoices/Recipients?pageSize=200${more}`)
      ).items.filter(({ id }) => id === club.id)
    expect(await listed('&withCanceled=true')).toMatchObject([{ itemCount: 1, canceledCount: 1, amount: 500 }])
    expect(await listed('')).toEqual([])
  })

  test('by the last day to sign up without one to cancel, and by the start without either', async () => {
    const late = await calledOff('office', { startsAt: inDays(7), lastSignUpAt: inHours(-1) })
    expect(await itemsOf(late.club.id)).toHaveLength(1)
    const begun = await calledOff('office', { startsAt: inHours(-1) })
    expect(await itemsOf(begun.club.id)).toHaveLength(1)
    const early = await calledOff('office', { startsAt: inHours(1) })
    expect(await itemsOf(early.club.id)).toEqual([])
  })

  test('once: on an invoice with its time, and available again when that is reverted', async () => {
    const { club, debt } = await calledOff('office', closed)
    const [item] = await itemsOf(club.id)
    const items = [{ resultId: debt.resultId, invoiceRecipientId: club.id, amount: 250 }]
    const [head] = await bodyOf<{ id: number }[]>(postInvoiceItems(office, items))
    const invoice = await office.json<{ rows: InvoiceRow[] }>('GET', `/Invoices/${head?.id}`)
    expect(invoice.rows).toMatchObject([{ resultId: debt.resultId, amount: 250, canceledDate: item?.canceledDate }])
    expect(await itemsOf(club.id)).toEqual([])
    expect(await readRefusal(await postInvoiceItems(office, items))).toEqual([409, 'already_invoiced'])
    expect((await office.fetch('DELETE', `/Invoices/${head?.id}`)).status).toBe(204)
    expect(await itemsOf(club.id)).toHaveLength(1)
  })

  test('until the person is restored, who then pays as others do', async () => {
    const { club, debt } = await calledOff('office', closed)
    expect((await change(office, debt, { canceled: false })).status).toBe(200)
    expect(await itemsOf(club.id, '')).toMatchObject([{ resultId: debt.resultId, canceledDate: null }])
    expect(await itemsOf(club.id)).toHaveLength(1)
  })

  test('and a person who attends anyway pays for one seat', async () => {
    const { club, debt } = await calledOff('office', closed)
    const { resultId: _, person: __, ...place } = debt
    await query.insert(educationPartResults).values({
      ...place,
      customAnswers: [],
      feeAtSignUpMinor: 50_000,
      invoiceRecipientId: club.id,
      signedUpAt: new Date(),
      createdAt: new Date(),
      changedAt: new Date(),
    })
    expect(await itemsOf(club.id)).toMatchObject([{ canceledDate: null }])
  })

  test('an exam that was taken and failed is due, one that was cancelled in time is not', async () => {
    const scene = await createExam({ startsAt: inDays(-0.1) })
    const later = await createExam()
    const club = await insertClub()
    const fee = { feeAtSignUpMinor: 90_000, invoiceRecipientId: club.id }
    const [driver, other] = [await createAdultDriver(), await createAdultDriver()]
    const row = await insertDriver(scene, driver, fee)
    const otherRow = await insertDriver(later, other, fee)
    const protocol = toProtocol(false, [1])
    const answer = await scene.examiner.fetch('PUT', `${scene.path}/results`, [
      { resultId: row.id, userId: row.userId, protocol, note: 'Öva på flaggorna och kom igen.' },
    ])
    expect(answer.status).toBe(200)
    const signedOff = await other.fetch('DELETE', `${later.path}/results/${other.id}/${otherRow.id}`)
    expect(signedOff.status).toBeLessThan(300)
    expect(await itemsOf(club.id)).toMatchObject([{ resultId: row.id, amount: 900, attended: true }])
  })
})

test('the database refuses an invoice row of a free cancellation, and of one that the office has not seen', async () => {
  const [early, late] = [await calledOff('office', open), await calledOff('office', closed)]
  const sent = async ({ club, debt }: typeof early, canceledAt: Date | null) => {
    const [made] = await bodyOf<{ id: number }[]>(
      postInvoiceItems(office, [
        { resultId: (await insertDebt({ clubId: club.id })).resultId, invoiceRecipientId: club.id, amount: 500 },
      ]),
    )
    const [head] = await query
      .select()
      .from(invoiceHeads)
      .where(eq(invoiceHeads.id, made?.id ?? 0))
    const row = {
      invoiceHeadId: head?.id ?? 0,
      resultId: debt.resultId,
      userId: debt.userId,
      userName: 'Anna',
      educationTitle: 'x',
      signedUpAt: new Date(),
      feeMinor: 50_000,
      amountMinor: 1,
      vatRate: 0,
      vatMinor: 0,
    }
    return query
      .insert(invoiceRows)
      .values({ ...row, canceledAt })
      .then(
        () => 'taken',
        (error: Error) => String(error.cause ?? error),
      )
  }
  expect(await sent(early, null)).toContain('invoice_items_changed')
  expect(await sent(late, null)).toContain('invoice_items_changed')
  const [stored] = await query
    .select()
    .from(educationPartResults)
    .where(eq(educationPartResults.id, late.debt.resultId))
  // Such a row is due, but no invoice that has been written gets another one.
  expect(await sent(late, stored?.canceledAt ?? null)).toContain('invoice_fixed')
})

describe('after a free cancellation of an invoiced sign-up, the office sees what to credit', () => {
  type Invoice = { id: number; creditCount: number; rows: InvoiceRow[] }
  const invoiceOf = (id: number) => office.json<Invoice>('GET', `/Invoices/${id}`)
  const listed = async (id: number) =>
    (await office.json<Invoice[]>('GET', '/Invoices/ExportedInvoices')).find((one) => one.id === id)

  test('on the invoice and on its row, until it is reverted', async () => {
    const { debt, head } = await createInvoice(office, { occasion: open })
    expect((await listed(head.id))?.creditCount).toBe(0)
    expect((await invoiceOf(head.id)).rows).toMatchObject([{ creditDate: null }])
    const before = Date.now()
    expect((await change(debt.person, debt, { canceled: true })).status).toBe(200)
    const invoice = await invoiceOf(head.id)
    expect([invoice.creditCount, (await listed(head.id))?.creditCount]).toEqual([1, 1])
    expect(Date.parse(String(invoice.rows[0]?.creditDate))).toBeGreaterThanOrEqual(before)
    expect((await office.fetch('DELETE', `/Invoices/${head.id}`)).status).toBe(204)
    expect(await listed(head.id)).toMatchObject({ creditCount: 0 })
    expect((await invoiceOf(head.id)).rows).toMatchObject([{ creditDate: null }])
  })

  test('also when the whole occasion is cancelled, but not for rows that are still due', async () => {
    const { debt, head } = await createInvoice(office, { occasion: closed })
    expect((await change(office, debt, { canceled: true })).status).toBe(200)
    expect(await invoiceOf(head.id)).toMatchObject({ creditCount: 0, rows: [{ creditDate: null }] })
    await office.fetch('PUT', `/EducationPartOccasions/${debt.occasionId}/CancelOccasion`, {})
    expect(await invoiceOf(head.id)).toMatchObject({ creditCount: 1, rows: [{ creditDate: expect.any(String) }] })
  })
})
