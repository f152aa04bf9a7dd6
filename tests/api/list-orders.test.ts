import { expect, test } from 'vitest'
import { features } from '#api/features.ts'
import { outboxMails } from '#api/foundation/mails/table.ts'
import type { SignUpPayload } from '#api/money/payments/contract.ts'
import type { ListedPayment } from '#api/money/payments/office/contract.ts'
import { payments } from '#api/money/payments/table.ts'
import type { OutboxMail } from '#api/office/sent-messages/contract.ts'
import type { FoundLicense } from '#api/participation/licenses/held/contract.ts'
import { unchecked } from '../../src/unchecked.ts'
import { createEducation } from '../catalogue.ts'
import { configurePortal } from '../configuration.ts'
import { createLicense, insertCycle } from '../licenses.ts'
import { database, signedIn } from '../portal.ts'
import { expectOrderOverPages } from './list-orders.ts'

const { query } = database()
const office = await signedIn({ roles: { SuperAdministrator: {} } })
await configurePortal({ features: [...features] })
const days = [3, 1, 2, 1, 3].map((day) => new Date(Date.UTC(2025, 0, day)))

const read = async <Row>(path: string, place: object) => {
  const parameters = new URLSearchParams(Object.entries(place).map(([name, value]) => [name, String(value)]))
  return (await office.json<{ items: Row[] }>('GET', `${path}&${parameters}`)).items
}

async function createPayments() {
  const mark = `Ordning${crypto.randomUUID().slice(0, 8)}`
  const payers = [
    await signedIn({ firstName: 'Åke', lastName: mark }),
    await signedIn({ firstName: 'Ada', lastName: mark }),
  ]
  const row = (createdAt: Date, at: number): typeof payments.$inferInsert => ({
    id: crypto.randomUUID(),
    userId: payers[at % 2]?.id ?? 0,
    amountMinor: [45_000, 5_000, 45_000][at % 3] ?? 0,
    vatMinor: 0,
    provider: 'local',
    idempotencyKey: crypto.randomUUID(),
    rows: [],
    seats: [],
    signUp: unchecked<SignUpPayload>({}),
    expiresAt: createdAt,
    termsAcceptedAt: createdAt,
    createdAt,
    changedAt: createdAt,
  })
  await query.insert(payments).values(days.map(row))
  return (place: object) => read<ListedPayment>(`/Payment/list?search=${mark}`, place)
}

test.each([
  ['date', ({ created }: ListedPayment) => String(created)],
  ['amount', ({ amount }: ListedPayment) => amount],
  ['payer', ({ payerName }: ListedPayment) => payerName.replace('Åke', 'Öke')],
] as const)('payments keep the order by %s over the borders of pages', async (sort, valueIn) => {
  const walk = { read: await createPayments(), idOf: ({ id }: ListedPayment) => id }
  expect(await expectOrderOverPages(walk, sort, valueIn)).toHaveLength(5)
})

async function createMails() {
  const mark = `ordning${crypto.randomUUID().slice(0, 8)}`
  const row = (createdAt: Date, at: number): typeof outboxMails.$inferInsert => ({
    messageId: crypto.randomUUID(),
    recipient: `${mark}-${at % 2}@mejl.example`,
    subject: 'Ordning',
    body: 'Ordning',
    createdAt,
  })
  await query.insert(outboxMails).values(days.map(row))
  return (place: object) => read<OutboxMail>(`/Mails?who=${mark}`, place)
}

test.each([
  ['time', ({ created }: OutboxMail) => String(created)],
  ['who', ({ recipient }: OutboxMail) => recipient],
] as const)('mails keep the order by %s over the borders of pages', async (sort, valueIn) => {
  const walk = { read: await createMails(), idOf: ({ id }: OutboxMail) => id }
  expect(await expectOrderOverPages(walk, sort, valueIn)).toHaveLength(5)
})

async function createHolders() {
  const mark = `Ordning${crypto.randomUUID().slice(0, 8)}`
  const { id: first } = await createLicense(office, { name: `${mark} A` })
  const { id: second } = await createLicense(office, { name: `${mark} B` })
  for (const firstName of ['Åsa', 'Ada', 'Eva']) {
    const holder = await signedIn({ firstName, lastName: mark })
    const validToOn = firstName === 'Eva' ? '2031-01-31' : '2030-06-30'
    for (const licenseId of [first, second])
      await insertCycle({ userId: holder.id, licenseId, validFromOn: '2021-01-01', validToOn })
  }
  return async (place: object) =>
    (await office.json<{ items: FoundLicense[] }>('POST', '/Licenses/Search', { searchString: mark, ...place })).items
}

test.each([
  ['person', ({ userName }: FoundLicense) => userName.replace('Åsa', 'Öke')],
  ['license', ({ licenseId }: FoundLicense) => licenseId],
  ['period', ({ validTo }: FoundLicense) => validTo],
] as const)('licence holders keep the order by %s over the borders of pages', async (sort, valueIn) => {
  const walk = { read: await createHolders(), idOf: ({ id }: FoundLicense) => id }
  expect(await expectOrderOverPages(walk, sort, valueIn)).toHaveLength(6)
})

test('participants of an education keep the order by name over the borders of pages', async () => {
  const { id: educationId } = await createEducation()
  const mark = `Ordning${crypto.randomUUID().slice(0, 8)}`
  for (const firstName of ['Åsa', 'Ada', 'Åsa', 'Eva', 'Ada']) await signedIn({ firstName, lastName: mark })
  const path = '/User/filterededucation'
  const walk = {
    read: async (place: object) =>
      (
        await office.json<{ items: { id: number; name: string }[] }>('POST', path, {
          educationId,
          searchString: mark,
          ...place,
        })
      ).items,
    idOf: ({ id }: { id: number }) => id,
  }
  expect(await expectOrderOverPages(walk, 'name', ({ name }) => name.replace('Åsa', 'Öke'))).toHaveLength(5)
})
