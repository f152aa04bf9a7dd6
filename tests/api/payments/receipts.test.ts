import { and, eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { outboxMails } from '#api/foundation/mails/table.ts'
import type { ReceiptCounts } from '#api/money/payments/office/contract.ts'
import { listAuditEntries } from '../../audit.ts'
import { insertFederation } from '../../federation.ts'
import { database, type Person, signedIn } from '../../portal.ts'
import { createActors } from '../../scope/actors.ts'
import { insertCourse } from '../../scope/federation.ts'
import { readRefusal } from '../results/fixtures.ts'
import { addPaidOccasion, begun, enableCardPayments, payAtStripe, stripeMessage, webhook } from './fixtures.ts'

const { query } = database()
await insertFederation()
const admin = await signedIn({ roles: { SuperAdministrator: {} } })

beforeAll(enableCardPayments)

async function createPayment(payer: Person, isPaid = true) {
  const { occasion } = await addPaidOccasion()
  const { id, reference } = await begun(occasion.id, payer)
  if (isPaid) {
    await payAtStripe(reference)
    await webhook(stripeMessage(reference))
  }
  return id
}

const payerNamed = (lastName: string, email: string | null = `${crypto.randomUUID()}@prov.example`) =>
  signedIn({ firstName: 'Ulla', lastName, email })

const countReceiptsTo = async ({ id }: Person) =>
  (
    await query
      .select()
      .from(outboxMails)
      .where(and(eq(outboxMails.userId, id), eq(outboxMails.name, 'paymentReceived')))
  ).length

const preview = (body: object) => admin.json<ReceiptCounts>('POST', '/Payment/receipts/preview', body)
const sendAgain = (body: object) => admin.json<ReceiptCounts>('POST', '/Payment/receipts', body)

/** Creates three payments of payers with one last name: with a receipt, without one, and without an address. */
async function createMixed() {
  const lastName = `Urval${crypto.randomUUID().slice(0, 8)}`
  const [paid, unpaid, addressless] = await Promise.all([
    payerNamed(lastName),
    payerNamed(lastName),
    payerNamed(lastName, null),
  ])
  const ids = [await createPayment(paid), await createPayment(unpaid, false), await createPayment(addressless)]
  return { lastName, paid, unpaid, addressless, ids }
}

test('chosen payments get their receipt once each, and the preview says who is left out', async () => {
  const { paid, unpaid, addressless, ids } = await createMixed()
  const counts = { receipts: 1, withoutReceipt: 1, withoutAddress: 1 }
  const before = await countReceiptsTo(paid)
  const chosen = { ids: [...ids, ...ids.map((id) => id.toUpperCase())] }
  expect(await preview(chosen)).toEqual(counts)
  expect(await countReceiptsTo(paid)).toBe(before)
  expect(await sendAgain(chosen)).toEqual(counts)
  expect(await countReceiptsTo(paid)).toBe(before + 1)
  expect(await countReceiptsTo(unpaid)).toBe(0)
  expect(await countReceiptsTo(addressless)).toBe(0)
  const [last] = await listAuditEntries('payment')
  expect(last).toMatchObject({ action: 'payment.receiptSent', targetId: ids[0], userId: admin.id })
})

test('a repeated press mails once', async () => {
  const payer = await payerNamed('Igen')
  const id = await createPayment(payer)
  const before = await countReceiptsTo(payer)
  const headers = { 'idempotency-key': crypto.randomUUID() }
  for (const _ of [1, 2])
    expect((await admin.fetch('POST', '/Payment/receipts', { ids: [id] }, headers)).status).toBe(200)
  expect(await countReceiptsTo(payer)).toBe(before + 1)
})

test('all payments of a filter get their receipt, unless their number has changed', async () => {
  const { lastName, paid } = await createMixed()
  const filter = { search: lastName }
  const changed = await admin.fetch('POST', '/Payment/receipts', { filter, expectedCount: 2 })
  expect(await readRefusal(changed)).toEqual([409, 'selection_changed'])
  const before = await countReceiptsTo(paid)
  expect(await sendAgain({ filter, expectedCount: 3 })).toEqual({ receipts: 1, withoutReceipt: 1, withoutAddress: 1 })
  expect(await countReceiptsTo(paid)).toBe(before + 1)
  const ofStatus = { filter: { search: lastName, status: 2 }, expectedCount: 2 }
  expect(await preview(ofStatus)).toEqual({ receipts: 1, withoutReceipt: 0, withoutAddress: 1 })
})

test('unknown payments are left out, and an empty or too large choice is refused', async () => {
  expect(await preview({ ids: [crypto.randomUUID()] })).toEqual({ receipts: 0, withoutReceipt: 0, withoutAddress: 0 })
  const tooMany = Array.from({ length: 201 }, () => crypto.randomUUID())
  for (const ids of [[], tooMany]) expect((await admin.fetch('POST', '/Payment/receipts', { ids })).status).toBe(400)
})

test('a file has exactly the chosen payments of the filter', async () => {
  const { lastName, ids } = await createMixed()
  const [first = '', second = '', third = ''] = ids
  const read = async (search: string) => {
    const response = await admin.fetch('GET', `/Payment/export?kind=csv&${search}`)
    const text = await response.text()
    return ids.filter((id) => text.includes(id))
  }
  expect(await read(`search=${lastName}&ids=${first},${third}`)).toEqual([first, third])
  expect(await read(`search=${lastName}&status=2&ids=${second}`)).toEqual([])
  const [last] = await listAuditEntries('payments')
  expect(last?.data).toMatchObject({ total: 0, filter: { ids: [second] } })
})

test('nobody but a superadministrator counts or mails receipts, or gets chosen payments as a file', async () => {
  const payer = await payerNamed('Utom')
  const id = await createPayment(payer)
  const before = await countReceiptsTo(payer)
  for (const { name, person, roles } of await createActors(await insertCourse('Kvitton'))) {
    if ('SuperAdministrator' in roles) continue
    const answers = [
      await person.fetch('POST', '/Payment/receipts/preview', { ids: [id] }),
      await person.fetch('POST', '/Payment/receipts', { ids: [id] }),
      await person.fetch('GET', `/Payment/export?kind=csv&ids=${id}`),
    ]
    expect(
      answers.map(({ status }) => status),
      name,
    ).toEqual([403, 403, 403])
  }
  expect(await countReceiptsTo(payer)).toBe(before)
})
