import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import type { HeldRoles } from '#api/actor.ts'
import { outboxMails } from '#api/foundation/mails/table.ts'
import type { Payment, Receipt } from '#api/money/payments/contract.ts'
import type { PaymentDetails } from '#api/money/payments/office/contract.ts'
import { educationPartResults } from '#api/participation/results/table.ts'
import { toPortalDay } from '#api/zone.ts'
import { listAuditEntries } from '../../audit.ts'
import { database, type Person, signedIn } from '../../portal.ts'
import { readRefusal, resultsPath } from '../results/fixtures.ts'
import {
  addPaidOccasion,
  begun,
  enableCardPayments,
  outcomeOf,
  payAtStripe,
  send,
  stripeMessage,
  webhook,
} from './fixtures.ts'

const { query } = database()
const admin = await signedIn({ roles: { SuperAdministrator: {} } })

beforeAll(enableCardPayments)

interface PaymentPage {
  items: Payment[]
  refundsOpen: number
}

const signOff = (person: Person, resultId: number) =>
  person.fetch('PUT', resultsPath, [{ resultId, userId: person.id, canceled: true }])
const restore = (person: Person, resultId: number) =>
  admin.fetch('PUT', resultsPath, [{ resultId, userId: person.id, canceled: false }])

test('payments are read by their payer and by superadministrators', async () => {
  const { occasion } = await addPaidOccasion()
  const { payer, id } = await begun(occasion.id)
  const path = `/Payment/GetPaymentsForUser/${payer.id}`
  const own = await (await payer.fetch('GET', path)).json<Payment[]>()
  expect(own).toMatchObject([{ id, amount: 450, status: 1, resultIds: [] }])
  expect((await admin.fetch('GET', path)).status).toBe(200)
  expect((await (await signedIn()).fetch('GET', path)).status).toBe(403)
  const everything = await payer.fetch('GET', `/user/${payer.id}/personaldata`)
  expect(await everything.json()).toMatchObject({ payments: own })
})

describe('the office', () => {
  const read = async <Answer>(path: string) => (await admin.fetch('GET', path)).json<Answer>()

  test('sees every payment with its history, and marks refunds', async () => {
    const { occasion } = await addPaidOccasion()
    const payer = await signedIn({ firstName: 'Ulrika', lastName: `Åter-${crypto.randomUUID()}` })
    const { id, reference } = await begun(occasion.id, payer)
    await payAtStripe(reference)
    await webhook(stripeMessage(reference))
    const [result] = await query.select().from(educationPartResults).where(eq(educationPartResults.paymentId, id))
    await signOff(payer, result?.id ?? 0)
    const found = await read<PaymentPage>(`/Payment/list?toRefund=true&search=${encodeURIComponent('ulrika åter')}`)
    expect(found.items).toMatchObject([{ id, status: 2, toRefund: 450, refunded: 0 }])
    expect(found.refundsOpen).toBeGreaterThan(0)
    const details = await read<PaymentDetails>(`/Payment/details/${id}`)
    expect(details.history.map(({ action }) => action).reverse()).toEqual([
      'payment.created',
      'payment.started',
      'payment.paid',
    ])
    const refundId = details.refunds[0]?.id
    const marked = await admin.fetch('PUT', `/Payment/refunds/${refundId}`, { note: 'Återköpt hos Stripe' })
    expect(await marked.json()).toMatchObject({ status: 5, toRefund: 0, refunded: 450 })
    const again = await admin.fetch('PUT', `/Payment/refunds/${refundId}`, { note: 'En gång till' })
    expect(await again.json()).toMatchObject({ refunds: [{ note: 'Återköpt hos Stripe' }] })
    expect(await readRefusal(await restore(payer, result?.id ?? 0))).toEqual([409, 'payment_refunded'])
    expect((await read<Receipt>(`/Payment/GetReceipt/${id}`)).refunds).toMatchObject([{ amount: 450 }])
  })

  test('reinstates a sign-up that was not refunded, and its task disappears', async () => {
    const { occasion } = await addPaidOccasion()
    const { id, payer, reference } = await begun(occasion.id)
    await payAtStripe(reference)
    await webhook(stripeMessage(reference))
    const [result] = await query.select().from(educationPartResults).where(eq(educationPartResults.paymentId, id))
    await signOff(payer, result?.id ?? 0)
    expect(await outcomeOf(id, occasion.id)).toMatchObject({ places: 0, refunds: 1 })
    expect((await restore(payer, result?.id ?? 0)).status).toBe(200)
    expect(await outcomeOf(id, occasion.id)).toMatchObject({ places: 1, refunds: 0 })
  })

  test('searches by receipt number and by status only', async () => {
    const { occasion } = await addPaidOccasion()
    const { id, reference } = await begun(occasion.id)
    await payAtStripe(reference)
    await webhook(stripeMessage(reference))
    const { receiptNumber } = await read<PaymentDetails>(`/Payment/details/${id}`)
    const found = await read<PaymentPage>(`/Payment/list?search=${receiptNumber}&status=2`)
    expect(found.items.map((one) => one.id)).toEqual([id])
    expect((await admin.fetch('GET', `/Payment/details/${crypto.randomUUID()}`)).status).toBe(404)
    expect((await admin.fetch('GET', '/Payment/list?status=9')).status).toBe(400)
    expect((await admin.fetch('PUT', '/Payment/refunds/999999', {})).status).toBe(404)
  })
})

describe('the payments of a period', () => {
  const today = toPortalDay(new Date())
  const listPath = (more: string) => `/Payment/list?${more}`
  const read = <Answer>(path: string) => admin.json<Answer>('GET', path)

  async function createPaid(lastName: string) {
    const { occasion } = await addPaidOccasion({}, { vatRate: 25 })
    const payer = await signedIn({ firstName: '=Ulla', lastName, email: `${crypto.randomUUID()}@prov.example` })
    const { id, reference } = await begun(occasion.id, payer)
    await payAtStripe(reference)
    await webhook(stripeMessage(reference))
    return { id, payer }
  }

  test('are listed by the day of payment, with sums of all that the filter selects, not only of the page', async () => {
    const lastName = `Summa${crypto.randomUUID().slice(0, 8)}`
    const { id } = await createPaid(lastName)
    await createPaid(lastName)
    const search = `search=${lastName}`
    await send(admin, ['POST', '/Payment/refunds'], { body: { paymentId: id, amount: 100, refundable: 450 } })
    const sums = { paidCount: 2, paid: 900, vat: 180, refunded: 100, toRefund: 0 }
    const page = await read<PaymentPage & { total: number }>(listPath(`${search}&pageSize=1`))
    expect(page).toMatchObject({ total: 2, sums })
    expect(page.items).toHaveLength(1)
    const inPeriod = await read<PaymentPage>(listPath(`${search}&startDate=${today}&endDate=${today}`))
    expect(inPeriod).toMatchObject({ total: 2, sums })
    const past = await read<PaymentPage>(listPath(`${search}&endDate=2020-12-31`))
    expect(past).toMatchObject({
      total: 0,
      items: [],
      sums: { paidCount: 0, paid: 0, vat: 0, refunded: 0, toRefund: 0 },
    })
  })

  test('are exported as they are listed, without formulas, and the export is on record', async () => {
    const lastName = `Export${crypto.randomUUID().slice(0, 8)}`
    const { id } = await createPaid(lastName)
    const path = `/Payment/export?kind=csv&search=${lastName}&startDate=${today}`
    const response = await admin.fetch('GET', path)
    expect(response.headers.get('content-disposition')).toContain(`filename="betalningar_${today}.csv"`)
    const lines = (await response.text()).trimEnd().split('\r\n')
    expect(lines).toHaveLength(2)
    expect(lines[0]).toContain('Kvittonummer')
    expect(lines[1]).toContain(`"'=Ulla ${lastName}"`)
    expect(lines[1]).toContain('"450,00"')
    expect(lines[1]).toContain(id)
    const sheet = await admin.fetch('GET', path.replace('csv', 'xlsx'))
    expect(sheet.headers.get('content-type')).toContain('spreadsheetml')
    const [last] = await listAuditEntries('payments')
    expect(last).toMatchObject({
      action: 'payment.exported',
      userId: admin.id,
      data: { total: 1, fileName: `betalningar_${today}.xlsx`, filter: { search: lastName } },
    })
  })

  test('have receipts that are mailed again, and the history says so', async () => {
    const { id, payer } = await createPaid('Kvitto')
    const receipts = async () =>
      (await query.select().from(outboxMails).where(eq(outboxMails.userId, payer.id))).filter(
        ({ name }) => name === 'paymentReceived',
      )
    expect(await receipts()).toHaveLength(1)
    expect((await admin.fetch('POST', `/Payment/details/${id}/receipt`)).status).toBe(204)
    expect(await receipts()).toHaveLength(2)
    const { history } = await read<PaymentDetails>(`/Payment/details/${id}`)
    expect(history[0]).toMatchObject({ action: 'payment.receiptSent' })
    const { occasion } = await addPaidOccasion()
    const unpaid = await begun(occasion.id)
    expect((await admin.fetch('POST', `/Payment/details/${unpaid.id}/receipt`)).status).toBe(404)
  })

  test.each<[string, HeldRoles]>([
    ['a learner', {}],
    ['an educator of one category', { Educator: { EducationCategory: [1] } }],
    ['an administrator', { Administrator: {} }],
    ['an administrator of a club', { OrganizationAdmin: { Organization: [1] } }],
  ])('%s neither lists nor exports them, and mails no receipt', async (_, roles) => {
    const other = await signedIn({ roles })
    const answers = [
      await other.fetch('GET', '/Payment/list'),
      await other.fetch('GET', '/Payment/export?kind=csv'),
      await other.fetch('POST', `/Payment/details/${crypto.randomUUID()}/receipt`),
    ]
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403])
  })
})
