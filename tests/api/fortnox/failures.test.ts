import { env } from 'cloudflare:workers'
import { beforeEach, expect, test, vi } from 'vitest'
import type { FortnoxStatus } from '#api/money/fortnox/contract.ts'
import {
  configureFortnox,
  connect,
  createBatch,
  createOffice,
  endAccessToken,
  headsOf,
  openFortnox,
  passMinute,
  readBatch,
  send,
} from '../../fortnox.ts'
import { drainJobs } from '../../queue.ts'
import { inMinutes } from '../../time.ts'
import { readRefusal } from '../results/fixtures.ts'

vi.setConfig({ testTimeout: 120_000 })

const fortnox = openFortnox()
configureFortnox(fortnox.settings)
const office = await createOffice()

const healthy = {
  plan: [],
  faults: [],
  databaseNumber: 77,
  refusesClient: false,
  hasNoTokens: false,
  refusesTokens: false,
  busySeconds: 0,
}

beforeEach(async () => {
  await env.DB.prepare('DELETE FROM fortnox_documents').run()
  await fortnox.change(healthy)
  await connect(office)
})

const readStatus = () => office.json<FortnoxStatus>('GET', '/Fortnox')
const readDocuments = async () =>
  (await env.DB.prepare('SELECT * FROM fortnox_documents ORDER BY invoice_head_id').all()).results
const invoicesOf = async (number: number | undefined) =>
  (await fortnox.read()).invoices.filter((one) => one.ExternalInvoiceReference1 === String(number))

test('an invoice whose answer was lost stays protected when a later attempt is refused before the search', async () => {
  const batch = await createBatch(office, [{}])
  const [head] = await headsOf(office, batch)
  await fortnox.change({ plan: [{ request: 'POST /invoices', outcome: 'lost' }] })
  await send(office, batch)
  await drainJobs()
  await fortnox.change({ plan: [{ request: 'GET /invoices', outcome: 'refused' }] })
  await passMinute()
  expect(await readBatch(office, batch)).toMatchObject({ failedCount: 1 })
  const undone = await office.fetch('DELETE', `/Invoices/${head?.id}`)
  expect(await readRefusal(undone)).toEqual([409, 'invoice_in_fortnox'])
  await send(office, batch)
  await drainJobs()
  expect(await readBatch(office, batch)).toMatchObject({ sentCount: 1 })
  expect(await invoicesOf(head?.number)).toHaveLength(1)
})

test('an invoice that was refused after an answered search may be undone, also when an attempt before was lost', async () => {
  const batch = await createBatch(office, [{ name: 'Avvisad' }])
  const [head] = await headsOf(office, batch)
  await fortnox.change({ plan: [{ request: 'GET /customers', outcome: 'lost' }] })
  await send(office, batch)
  await drainJobs()
  await passMinute()
  expect(await readBatch(office, batch)).toMatchObject({ failedCount: 1 })
  expect((await office.fetch('DELETE', `/Invoices/${head?.id}`)).status).toBe(204)
})

test.each([
  ['refuses the secret of the app', { refusesClient: true }],
  ['gives no tokens', { hasNoTokens: true }],
])('invoices wait, with no attempt counted, while Fortnox %s', async (_what, trouble) => {
  const batch = await createBatch(office, [{}, {}])
  await endAccessToken()
  await fortnox.change(trouble)
  await send(office, batch)
  await drainJobs()
  await passMinute()
  const waiting = { state: 0, attempts: 0, may_exist: 0, claimed_until: null }
  expect(await readDocuments()).toMatchObject([waiting, waiting])
  expect((await readStatus()).connection).toMatchObject({ isRevoked: false })
  await fortnox.change(healthy)
  await passMinute()
  expect(await readBatch(office, batch)).toMatchObject({ sentCount: 2 })
})

test('a secret of the portal that opens no tokens lets invoices wait, and the connection works with the right one', async () => {
  const batch = await createBatch(office, [{}])
  await send(office, batch)
  const { SESSION_SECRET } = env
  Object.assign(env, { SESSION_SECRET: 'another-secret-of-more-than-32-characters' })
  await drainJobs()
  Object.assign(env, { SESSION_SECRET })
  expect((await readStatus()).connection).toMatchObject({ isRevoked: false })
  await passMinute()
  expect(await readBatch(office, batch)).toMatchObject({ sentCount: 1 })
})

test('a new token that Fortnox refuses is shown as an ended connection', async () => {
  const batch = await createBatch(office, [{}])
  await fortnox.change({ refusesTokens: true })
  await send(office, batch)
  await drainJobs()
  expect((await readStatus()).connection).toMatchObject({ isRevoked: true })
  expect(await readDocuments()).toMatchObject([{ state: 0, may_exist: 0 }])
  await fortnox.change(healthy)
  await connect(office)
  await drainJobs()
  expect(await readBatch(office, batch)).toMatchObject({ sentCount: 1 })
})

test('invoices that wait for one company are not sent to another until somebody presses again', async () => {
  const batch = await createBatch(office, [{}, {}])
  const [lost, never] = await headsOf(office, batch)
  await fortnox.change({ plan: [{ request: 'POST /invoices', outcome: 'lost' }], isRevoked: false })
  await send(office, batch)
  // The first invoice may exist in the first company; the second has not been tried.
  await env.DB.prepare('UPDATE fortnox_documents SET due_at = ?1 WHERE invoice_head_id = ?2')
    .bind(inMinutes(60).toISOString(), never?.id)
    .run()
  await drainJobs()
  await fortnox.change({ databaseNumber: 88 })
  await connect(office)
  await passMinute()
  const { documents, ...counts } = await readBatch(office, batch)
  expect(counts).toMatchObject({ failedCount: 2, sentCount: 0 })
  expect(documents.map(({ reason }) => reason)).toEqual(['other_company', 'other_company'])
  await send(office, batch)
  await drainJobs()
  expect(await readDocuments()).toMatchObject([
    { invoice_head_id: lost?.id, state: 2, may_exist: 1, company_key: '77', reason: 'other_company' },
    { invoice_head_id: never?.id, state: 1, company_key: '88' },
  ])
  await fortnox.change({ databaseNumber: 77 })
  await connect(office)
  await send(office, batch)
  await drainJobs()
  expect(await readDocuments()).toMatchObject([{ state: 1, company_key: '77' }, { company_key: '88' }])
  expect(await invoicesOf(lost?.number)).toHaveLength(1)
})

test('nothing more is sent once somebody has disconnected, although the run goes on', async () => {
  const batch = await createBatch(office, [{}, {}, {}])
  const { log } = await fortnox.read()
  await send(office, batch)
  // As when somebody disconnects between the first invoice and the second.
  await env.DB.prepare(
    `CREATE TRIGGER disconnects AFTER UPDATE OF state ON fortnox_documents WHEN new.state = 1
     BEGIN DELETE FROM fortnox_connections; END`,
  ).run()
  await drainJobs()
  await env.DB.prepare('DROP TRIGGER disconnects').run()
  expect(await readBatch(office, batch)).toMatchObject({ sentCount: 1, waitingCount: 2 })
  const requests = (await fortnox.read()).log.slice(log.length)
  expect(requests.filter((one) => one === 'POST /invoices')).toHaveLength(1)
})

test('an invoice is given back when another company is connected during the run', async () => {
  const batch = await createBatch(office, [{}])
  const { log } = await fortnox.change({ accessToken: 'another' })
  await send(office, batch)
  await env.DB.prepare(
    `CREATE TRIGGER changes AFTER UPDATE OF claimed_until ON fortnox_documents WHEN new.claimed_until IS NOT NULL
     BEGIN UPDATE fortnox_connections SET company_key = '99'; END`,
  ).run()
  await drainJobs()
  await env.DB.prepare('DROP TRIGGER changes').run()
  expect(await readDocuments()).toMatchObject([{ state: 0, company_key: '77', may_exist: 0, attempts: 0 }])
  expect((await fortnox.read()).log).toEqual(log)
})

test('an unexpected error of one invoice does not stop the others, and ends after five attempts', async () => {
  const batch = await createBatch(office, [{}, {}])
  const [head] = await headsOf(office, batch)
  await env.DB.prepare(
    `CREATE TRIGGER fails BEFORE UPDATE OF state ON fortnox_documents
     WHEN new.state = 1 AND new.invoice_head_id = ${head?.id} BEGIN SELECT raise(ABORT, 'broken'); END`,
  ).run()
  await send(office, batch)
  await drainJobs()
  expect(await readBatch(office, batch)).toMatchObject({ sentCount: 1, waitingCount: 1 })
  for (let minute = 0; minute < 5; minute += 1) await passMinute()
  expect((await readBatch(office, batch)).documents[0]).toMatchObject({ state: 'failed', reason: 'unexpected' })
  expect(await readDocuments()).toMatchObject([{ attempts: 5, may_exist: 1 }, { state: 1 }])
  await env.DB.prepare('DROP TRIGGER fails').run()
  await send(office, batch)
  await drainJobs()
  expect(await readBatch(office, batch)).toMatchObject({ sentCount: 2 })
  expect(await invoicesOf(head?.number)).toHaveLength(1)
})

test.each([
  ['two minutes', 120, 100, 125],
  ['a day, of which a quarter of an hour is believed', 86_400, 880, 905],
])('after a Retry-After of %s all invoices wait, and the key of the job is free', async (_what, ...seconds) => {
  const [busySeconds, least, most] = seconds
  const batch = await createBatch(office, [{}, {}])
  await fortnox.change({ busySeconds })
  await send(office, batch)
  const before = Date.now()
  await drainJobs()
  expect(Date.now() - before).toBeLessThan(20_000)
  const waiting = { state: 0, attempts: 0, may_exist: 0, claimed_until: null }
  const documents = await readDocuments()
  expect(documents).toMatchObject([waiting, waiting])
  for (const { due_at: dueAt } of documents) {
    const wait = (new Date(String(dueAt)).getTime() - before) / 1000
    expect(wait).toBeGreaterThan(least)
    expect(wait).toBeLessThan(most)
  }
  const { results: unfinished } = await env.DB.prepare(
    "SELECT id FROM jobs WHERE kind = 'fortnox.send' AND state < 3",
  ).all()
  expect(unfinished).toEqual([])
  await fortnox.change(healthy)
  await passMinute()
  expect(await readBatch(office, batch)).toMatchObject({ sentCount: 2 })
})
