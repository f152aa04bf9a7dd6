import { env } from 'cloudflare:workers'
import { beforeEach, expect, test, vi } from 'vitest'
import type { FortnoxStatus } from '#api/money/fortnox/contract.ts'
import type { Operations } from '#api/office/operations/contract.ts'
import {
  configureFortnox,
  connect,
  createBatch,
  createOffice,
  credit,
  endAccessToken,
  grant,
  headsOf,
  openFortnox,
  passMinute,
  readBatch,
  send,
} from '../../fortnox.ts'
import { drainJobs } from '../../queue.ts'
import { readRefusal } from '../results/fixtures.ts'

vi.setConfig({ testTimeout: 120_000 })

const fortnox = openFortnox()
configureFortnox(fortnox.settings)
const office = await createOffice()

beforeEach(async () => {
  await env.DB.prepare('DELETE FROM fortnox_documents').run()
  await fortnox.change({
    plan: [],
    databaseNumber: 77,
    refusesClient: false,
    hidesCredits: false,
    administrationFee: 0,
  })
  await connect(office)
})

const readStatus = () => office.json<FortnoxStatus>('GET', '/Fortnox')
const readOperations = async () => (await office.json<Operations>('GET', '/Operations')).fortnox

const sendNow = async (batch: { id: string }) => {
  await send(office, batch)
  await drainJobs()
  return readBatch(office, batch)
}

test('the counts of a batch say how many invoices have another sum in Fortnox', async () => {
  const batch = await createBatch(office, [{}, {}])
  expect(await sendNow(batch)).toMatchObject({ sentCount: 2, deviationCount: 0 })
  await env.DB.prepare('UPDATE fortnox_documents SET total_minor = total_minor + 100').run()
  expect(await readBatch(office, batch)).toMatchObject({ sentCount: 2, deviationCount: 2 })
  const [listed] = await office.json<{ deviationCount: number }[]>('GET', `/Fortnox/Batches?ids=${batch.id}`)
  expect(listed?.deviationCount).toBe(2)
})

test('a page that was opened before another connected replaces no connection', async () => {
  await env.DB.prepare('DELETE FROM fortnox_connections').run()
  const stale = { seen: null }
  await connect(office)
  const answer = await office.fetch('POST', '/Fortnox/connect', stale)
  expect(await readRefusal(answer)).toEqual([409, 'fortnox_changed'])
})

test('a connection that was made while another was being granted stays, and the grant of the other ends', async () => {
  await env.DB.prepare('DELETE FROM fortnox_connections').run()
  const late = await grant(office)
  await connect(await createOffice())
  // The stand-in forgets unused codes when one is exchanged.
  const codes = [new URLSearchParams(late).get('code') ?? '']
  const { revocations } = await fortnox.change({ databaseNumber: 88, codes })
  const answer = await office.fetch('POST', '/Fortnox/complete', { search: late })
  expect(await readRefusal(answer)).toEqual([409, 'fortnox_changed'])
  expect((await fortnox.read()).revocations).toBe(revocations + 1)
  const row = await env.DB.prepare('SELECT company_key FROM fortnox_connections').first()
  expect(row).toEqual({ company_key: '77' })
})

test('a connection to another company ends the grant of the one that it replaces', async () => {
  const { revocations } = await fortnox.change({ databaseNumber: 88 })
  await connect(office)
  expect((await fortnox.read()).revocations).toBe(revocations + 1)
  await connect(office)
  expect((await fortnox.read()).revocations).toBe(revocations + 1)
})

test('an error before anything was sent leaves no invoice that Fortnox may have', async () => {
  const batch = await createBatch(office, [{}])
  const [head] = await headsOf(office, batch)
  await send(office, batch)
  await env.DB.prepare('UPDATE fortnox_documents SET attempts = 5').run()
  await drainJobs()
  expect((await readBatch(office, batch)).documents).toMatchObject([{ state: 'failed', reason: 'unexpected' }])
  expect((await office.fetch('DELETE', `/Invoices/${head?.id}`)).status).toBe(204)
})

test('a credit whose answer was lost is found although the invoice names no credit', async () => {
  const batch = await createBatch(office, [{ fee: 12_345, vatRate: 25 }])
  const [head] = await headsOf(office, batch)
  const { documents } = await sendNow(batch)
  const made = await credit(office, { id: head?.id ?? 0 })
  const plan = [{ request: `PUT /invoices/${documents[0]?.documentNumber}/credit`, outcome: 'lost' as const }]
  await fortnox.change({ hidesCredits: true, plan })
  expect(await sendNow(made.batch)).toMatchObject({ waitingCount: 1 })
  await passMinute()
  expect(await readBatch(office, made.batch)).toMatchObject({ sentCount: 1 })
  const credits = (await fortnox.read()).invoices.filter((one) => one.Credit === 'true')
  expect(credits).toHaveLength(1)
})

test('a refused secret of the app is named on the page and among the operations until it is right', async () => {
  const batch = await createBatch(office, [{}])
  await endAccessToken()
  await fortnox.change({ refusesClient: true })
  await send(office, batch)
  await drainJobs()
  expect(await readStatus()).toMatchObject({ trouble: 'client', connection: { isRevoked: false } })
  expect(await readOperations()).toEqual({ trouble: 'client', waitingCount: 1 })
  await fortnox.change({ refusesClient: false })
  await passMinute()
  expect(await readBatch(office, batch)).toMatchObject({ sentCount: 1 })
  expect((await readStatus()).trouble).toBeNull()
})

test('a secret that opens no tokens and days that are no number are named', async () => {
  expect(await readOperations()).toEqual({ trouble: null, waitingCount: 0 })
  await env.DB.prepare("UPDATE fortnox_connections SET sealed_refresh_token = 'v2.00000000.x'").run()
  expect((await readStatus()).trouble).toBe('secret')
  await connect(office)
  Object.assign(env, { INVOICE_PAYMENT_DAYS: 'trettio' })
  expect((await readStatus()).trouble).toBe('paymentDays')
  expect(await readOperations()).toMatchObject({ trouble: 'paymentDays' })
  Object.assign(env, { INVOICE_PAYMENT_DAYS: undefined })
})
