import { expect, test } from 'vitest'
import { features } from '#api/features.ts'
import { jobStates } from '#api/foundation/jobs/rules.ts'
import { jobs } from '#api/foundation/jobs/table.ts'
import type { InvoiceBatch } from '#api/money/invoices/batches/contract.ts'
import type { InvoiceRecipient } from '#api/money/invoices/contract.ts'
import type { ListedJob } from '#api/office/job-list/contract.ts'
import { configurePortal } from '../configuration.ts'
import { database, signedIn } from '../portal.ts'
import { insertClub, insertDebt, postInvoiceItems } from './invoices/fixtures.ts'
import { expectOrderOverPages } from './list-orders.ts'

const { query } = database()
const office = await signedIn({ roles: { SuperAdministrator: {} } })
await configurePortal({ features: [...features] })

const read = async <Row>(path: string, place: object) => {
  const parameters = new URLSearchParams(Object.entries(place).map(([name, value]) => [name, String(value)]))
  return (await office.json<{ items: Row[] }>('GET', `${path}&${parameters}`)).items
}

const inSwedishOrder = (text: string) => text.toLowerCase().replace('å', '{a').replace('ö', '{c')

/** Creates clubs whose names share a word; two of them owe the same, and two as many rows. */
async function insertOwingClubs() {
  const word = `Q${crypto.randomUUID().slice(0, 8)}`
  const debts: { resultId: number; invoiceRecipientId: number; amount: number }[] = []
  for (const [name, fees] of [
    ['Örebro', [50_000, 10_000]],
    ['Arvika', [60_000]],
    ['Åmål', [20_000]],
  ] as const) {
    const club = await insertClub({ name: `${name} ${word}` })
    for (const fee of fees) {
      const { resultId } = await insertDebt({ clubId: club.id, fee })
      debts.push({ resultId, invoiceRecipientId: club.id, amount: fee / 100 })
    }
  }
  return { word, debts }
}

const period = 'startDate=2026-10-01&endDate=2026-10-31'

test.each([
  ['rows', ({ itemCount }: InvoiceRecipient) => itemCount],
  ['amount', ({ amount }: InvoiceRecipient) => amount],
] as const)('recipients of invoices keep the order by %s over the borders of pages', async (sort, valueIn) => {
  const { word } = await insertOwingClubs()
  const walk = {
    read: (place: object) => read<InvoiceRecipient>(`/Invoices/Recipients?${period}&search=${word}`, place),
    idOf: ({ id }: InvoiceRecipient) => id,
  }
  expect(await expectOrderOverPages(walk, sort, valueIn)).toHaveLength(3)
})

test('recipients of invoices are by their Swedish names', async () => {
  const { word } = await insertOwingClubs()
  const found = await read<InvoiceRecipient>(`/Invoices/Recipients?${period}&search=${word}`, { descending: true })
  expect(found.map(({ name }) => name.split(' ')[0])).toEqual(['Örebro', 'Åmål', 'Arvika'])
})

/** Creates three batches of invoices to clubs whose names share a word; two have the same title and the same sum. */
async function createBatches() {
  const { word, debts } = await insertOwingClubs()
  const [first, second, ...others] = debts
  for (const [title, items] of [
    ['Öppet', [first, second].flatMap((one) => one ?? [])],
    ['Banor', others.slice(0, 1)],
    ['Banor', others.slice(1)],
  ] as const)
    expect((await postInvoiceItems(office, items, { title })).status).toBe(200)
  return (place: object) => read<InvoiceBatch>(`/Invoices/Batches?search=${word}`, place)
}

test.each([
  ['batch', ({ title }: InvoiceBatch) => inSwedishOrder(title)],
  ['invoices', ({ invoiceCount }: InvoiceBatch) => invoiceCount],
  ['total', ({ total }: InvoiceBatch) => total],
] as const)('batches of invoices keep the order by %s over the borders of pages', async (sort, valueIn) => {
  const walk = { read: await createBatches(), idOf: ({ id }: InvoiceBatch) => id }
  expect(await expectOrderOverPages(walk, sort, valueIn)).toHaveLength(3)
})

const created = [3, 1, 2, 1, 3].map((day) => new Date(Date.UTC(2025, 0, day)))
const kinds = ['reports.write', 'backups.write', 'reports.write', 'mails.send', 'backups.write']
await query.insert(jobs).values(
  created.map((createdAt, at) => ({
    id: crypto.randomUUID(),
    kind: kinds[at] ?? '',
    payload: {},
    state: at % 2 === 0 ? jobStates.canceled : jobStates.failed,
    runAt: createdAt,
    createdAt,
    finishedAt: createdAt,
  })),
)

test.each([
  ['created', ({ created }: ListedJob) => String(created)],
  ['job', ({ kind }: ListedJob) => kind],
  ['state', ({ state }: ListedJob) => state],
] as const)('jobs keep the order by %s over the borders of pages', async (sort, valueIn) => {
  const walk = { read: (place: object) => read<ListedJob>('/jobs?', place), idOf: ({ id }: ListedJob) => id }
  expect((await expectOrderOverPages(walk, sort, valueIn)).length).toBeGreaterThanOrEqual(created.length)
})

test('the jobs of a state keep their order', async () => {
  const walk = {
    read: (place: object) => read<ListedJob>(`/jobs?state=${jobStates.canceled}`, place),
    idOf: ({ id }: ListedJob) => id,
  }
  expect(await expectOrderOverPages(walk, 'created', ({ created: at }) => String(at))).toHaveLength(3)
})
