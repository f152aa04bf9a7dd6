import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Payment, Receipt } from '#api/money/payments/contract.ts'
import type { PaymentDetails } from '#api/money/payments/office/contract.ts'
import { educationPartResults } from '#api/participation/results/table.ts'
import { database, type Person, signedIn } from '../../portal.ts'
import { readRefusal, resultsPath } from '../results/fixtures.ts'
import {
  addPaidOccasion,
  begun,
  enableCardPayments,
  outcomeOf,
  payAtStripe,
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

test('own payments are the payer’s and the superadministrator’s to read', async () => {
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

  test('sees every payment with its history, and marks what has gone back', async () => {
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

  test('takes a sign-up up again that has not been paid back, and the task is gone', async () => {
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

  test('is found by a receipt’s number and by status; there is nothing else', async () => {
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
