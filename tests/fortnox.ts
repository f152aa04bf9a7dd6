import { env } from 'cloudflare:workers'
import { inject } from 'vitest'
import type { FortnoxBatch, FortnoxDocument, FortnoxStatus } from '#api/money/fortnox/contract.ts'
import type { InvoiceBatch } from '#api/money/invoices/batches/contract.ts'
import type { InvoiceHead } from '#api/money/invoices/contract.ts'
import { insertClub, insertDebt } from './api/invoices/fixtures.ts'
import type { FortnoxState } from './fortnox-server.ts'
import { type Person, signedIn } from './portal.ts'
import { drainJobs } from './queue.ts'
import { bodyOf } from './response-body.ts'
import { inMinutes } from './time.ts'
import { runSchedule } from './webhooks.ts'

/** Creates a stand-in of its own and connects nothing; `settings` make the portal an app of it. */
export function openFortnox() {
  const origin = `http://127.0.0.1:${inject('fortnoxPort')}/${crypto.randomUUID()}`
  const settings = {
    FORTNOX_CLIENT_ID: 'fortnox-client',
    FORTNOX_CLIENT_SECRET: 'fortnox-secret',
    FORTNOX_ORIGIN: origin,
  }
  const change = async (changes: Partial<FortnoxState> = {}) =>
    (await (await fetch(`${origin}/state`, { method: 'POST', body: JSON.stringify(changes) })).json()) as FortnoxState
  return { settings, change, read: () => change() }
}

/** Makes the portal an app of Fortnox for the tests of a file. */
export const configureFortnox = (settings: Partial<Env>) => Object.assign(env, settings)

/** Grants the rights at the stand-in and returns the query that it leads back with. */
export async function grant(office: Person): Promise<string> {
  const { connection } = await office.json<FortnoxStatus>('GET', '/Fortnox')
  const body = { seen: connection?.connectedDate ?? null }
  const { url } = await office.json<{ url: string }>('POST', '/Fortnox/connect', body)
  const response = await fetch(url, { redirect: 'manual' })
  return new URL(response.headers.get('location') ?? '').search
}

export const connect = async (office: Person): Promise<FortnoxStatus> =>
  office.json('POST', '/Fortnox/complete', { search: await grant(office) })

export const createOffice = () =>
  signedIn({ roles: { SuperAdministrator: {} }, firstName: 'Siv', lastName: 'Ekonom', verifiedAt: new Date() })

/** Creates a batch of everything to invoice that a search finds. */
export const postBatch = (office: Person, search: string, expected: { itemCount: number; amount: number }) =>
  bodyOf<InvoiceBatch>(
    office.fetch('POST', '/Invoices/Batches', {
      startDate: '2026-10-01',
      endDate: '2026-10-31',
      title: 'Oktober',
      filteringOnOnlyCompleted: false,
      withCanceled: true,
      search,
      expected,
    }),
  )

interface ClubDebt {
  fee?: number
  vatRate?: number
  name?: string
  orgNr?: string
}

/** Ids and numbers of the invoices of a batch, by number. */
export const headsOf = async (office: Person, { id }: { id: string }): Promise<InvoiceHead[]> =>
  (await office.json<InvoiceHead[]>('GET', `/Invoices/ExportedInvoices?batchId=${id}`)).sort(
    (a, b) => a.number - b.number,
  )

/** Credits an invoice, or the rows of it that are named, and returns the credit with its batch. */
export async function credit(office: Person, { id }: { id: number }, change: object = {}) {
  const made = await bodyOf<InvoiceHead>(
    office.fetch('POST', `/Invoices/${id}/Credit`, { reason: 'Fel mottagare', ...change }),
  )
  const found = await office.json<{ items: { id: string }[] }>('GET', `/Invoices/Batches?search=${made.number}`)
  return { ...made, batch: { id: found.items[0]?.id ?? '' } }
}

/** Creates a batch with one invoice of two rows. */
export async function createBatchOfTwoRows(office: Person) {
  const word = `Q${crypto.randomUUID().slice(0, 8)}`
  const club = await insertClub({ name: word })
  await insertDebt({ clubId: club.id, fee: 10_000, vatRate: 25 })
  await insertDebt({ clubId: club.id, fee: 20_050, vatRate: 6 })
  const batch = await postBatch(office, word, { itemCount: 2, amount: 300.5 })
  const [head] = await headsOf(office, batch)
  const { rows } = await office.json<{ rows: { id: number }[] }>('GET', `/Invoices/${head?.id}`)
  return { batch, head: { id: head?.id ?? 0, rowIds: rows.map(({ id }) => id) } }
}

/** Creates a batch with one invoice for each debt, each of a club of its own. */
export async function createBatch(office: Person, debts: readonly ClubDebt[]): Promise<InvoiceBatch> {
  const word = `Q${crypto.randomUUID().slice(0, 8)}`
  let amount = 0
  for (const [at, { name = '', orgNr, ...debt }] of debts.entries()) {
    const club = await insertClub({ name: `${word} MK ${at} ${name}`, ...(orgNr && { orgNr }) })
    await insertDebt({ clubId: club.id, ...debt })
    amount += debt.fee ?? 50_000
  }
  return postBatch(office, word, { itemCount: debts.length, amount: amount / 100 })
}

export const send = (office: Person, { id }: { id: string }) =>
  office.json<FortnoxBatch>('POST', `/Fortnox/Batches/${id}`)

export const readBatch = (office: Person, { id }: { id: string }) =>
  office.json<FortnoxBatch & { documents: FortnoxDocument[] }>('GET', `/Fortnox/Batches/${id}`)

/** Makes waiting invoices due, as time does, and runs what the platform runs each minute. */
export async function passMinute(): Promise<void> {
  await env.DB.prepare('UPDATE fortnox_documents SET due_at = ?1 WHERE state = 0')
    .bind(inMinutes(-1).toISOString())
    .run()
  await runSchedule()
  await drainJobs()
}

/** Ends the access token, as an hour does. */
export const endAccessToken = () =>
  env.DB.prepare('UPDATE fortnox_connections SET access_expires_at = ?1').bind(inMinutes(-1).toISOString()).run()
