import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, test } from 'vitest'
import type { HeldRoles } from '#api/actor.ts'
import { getAccessToken } from '#api/money/fortnox/access-token.ts'
import { type FortnoxStatus, fortnoxCalls } from '#api/money/fortnox/contract.ts'
import { readFortnoxSettings } from '#api/money/fortnox/rules.ts'
import { createJobContext } from '#edge/request-context.ts'
import { signText } from '#platform/rotating-secret.ts'
import {
  configureFortnox,
  connect,
  createBatch,
  createOffice,
  endAccessToken,
  grant,
  openFortnox,
  readBatch,
  send,
} from '../../fortnox.ts'
import { signedIn } from '../../portal.ts'
import { drainJobs, runDailyJob } from '../../queue.ts'
import { inMinutes } from '../../time.ts'
import { readRefusal } from '../results/fixtures.ts'

const fortnox = openFortnox()
const office = await createOffice()

beforeEach(() => configureFortnox(fortnox.settings))

/** Asks for a token as a worker of its own does. */
function getTokenAsWorker() {
  const settings = readFortnoxSettings(fortnox.settings)
  if (!settings) throw new Error('not configured')
  return getAccessToken(
    createJobContext(env, () => undefined),
    settings,
  )
}

/** Id of the session of a person who has signed in once. */
const sessionOf = async ({ id }: { id: number }) =>
  (await env.DB.prepare('SELECT id FROM sessions WHERE user_id = ?1').bind(id).first<{ id: number }>())?.id

const readStatus = () => office.json<FortnoxStatus>('GET', '/Fortnox')
const readRow = () => env.DB.prepare('SELECT * FROM fortnox_connections').first<Record<string, unknown>>()

describe('connecting', () => {
  test('names the company and stores the tokens sealed', async () => {
    expect(await connect(office)).toMatchObject({
      isConfigured: true,
      connection: { companyName: 'Förbundet', connectedByName: 'Siv Ekonom', isRevoked: false },
    })
    const { accessToken, refreshToken, faults } = await fortnox.read()
    expect(faults).toEqual([])
    const stored = JSON.stringify(await readRow())
    expect(stored).not.toContain(accessToken)
    expect(stored).not.toContain(refreshToken)
    expect(await readRow()).toMatchObject({ sealed_refresh_token: expect.stringMatching(/^v2\.[0-9a-f]{8}\./) })
  })

  test('is refused with the state of another person, a changed one, an old one, or when the office declines', async () => {
    const refuse = async (search: string, person = office) =>
      readRefusal(await person.fetch('POST', '/Fortnox/complete', { search }))
    const refused = [409, 'fortnox_refused']
    const search = await grant(office)
    expect(await refuse(search, await createOffice())).toEqual(refused)
    const parameters = new URLSearchParams(search)
    const [nonce, until, seen, signature] = (parameters.get('state') ?? '').split('.')
    const withState = (state: string) => `?${new URLSearchParams({ code: parameters.get('code') ?? '', state })}`
    expect(await refuse(withState(`${nonce}.${Number(until) + 1}.${seen}.${signature}`))).toEqual(refused)
    expect(await refuse(withState(`${nonce}.${until}.${Number(seen) + 1}.${signature}`))).toEqual(refused)
    expect(await refuse('?code=only')).toEqual(refused)
    const past = String(Date.now() - 1)
    const session = await sessionOf(office)
    const old = signText(env.SESSION_SECRET, `fortnox ${office.id} ${session} ${nonce} ${past} ${seen}`)
    expect(await refuse(withState(`${nonce}.${past}.${seen}.${old}`))).toEqual(refused)
    const state = parameters.get('state') ?? ''
    expect(await refuse(`?${new URLSearchParams({ error: 'access_denied', state })}`)).toEqual(refused)
    expect(await refuse(withState(state))).not.toEqual(refused)
    expect(await refuse(withState(state))).toEqual(refused)
  })
})

test('a grant is refused in another session of the same person', async () => {
  const search = await grant(office)
  const session = await sessionOf(office)
  await env.DB.prepare('UPDATE sessions SET id = id + 100000 WHERE id = ?1').bind(session).run()
  const answer = await office.fetch('POST', '/Fortnox/complete', { search })
  await env.DB.prepare('UPDATE sessions SET id = id - 100000 WHERE id > 100000').run()
  expect(await readRefusal(answer)).toEqual([409, 'fortnox_refused'])
})

test('the grant of a company that cannot be read is ended, and kept where a connection uses it', async () => {
  await env.DB.prepare('DELETE FROM fortnox_connections').run()
  const { revocations } = await fortnox.read()
  const complete = async () => {
    const search = await grant(office)
    await fortnox.change({ plan: [{ request: 'GET /companyinformation', outcome: 'refused' }] })
    return readRefusal(await office.fetch('POST', '/Fortnox/complete', { search }))
  }
  expect(await complete()).toEqual([409, 'fortnox_refused'])
  expect((await fortnox.read()).revocations).toBe(revocations + 1)
  await connect(office)
  expect(await complete()).toEqual([409, 'fortnox_refused'])
  expect((await fortnox.read()).revocations).toBe(revocations + 1)
})

test('tokens that are refreshed while somebody disconnects are ended too', async () => {
  await connect(office)
  const { revocations } = await fortnox.change({ tokenDelay: 600 })
  await endAccessToken()
  const late = getTokenAsWorker().catch((error: unknown) => error)
  await new Promise((resolve) => setTimeout(resolve, 250))
  await env.DB.prepare('DELETE FROM fortnox_connections').run()
  expect(await late).toMatchObject({ kind: 'revoked' })
  expect((await fortnox.change({ tokenDelay: 0 })).revocations).toBe(revocations + 1)
})

describe('tokens', () => {
  test('are refreshed once when two workers find them expired, and both get the new one', async () => {
    await connect(office)
    const { refreshes } = await fortnox.change({ tokenDelay: 400, faults: [] })
    await endAccessToken()
    const [one, two] = await Promise.all([getTokenAsWorker(), getTokenAsWorker()])
    const state = await fortnox.change({ tokenDelay: 0 })
    expect(state).toMatchObject({ refreshes: refreshes + 1, faults: [] })
    expect([one.token, two.token]).toEqual([state.accessToken, state.accessToken])
    await endAccessToken()
    expect((await getTokenAsWorker()).token).toBe((await fortnox.read()).accessToken)
    expect((await fortnox.read()).faults).toEqual([])
  })

  test('are refreshed by the next worker after one has died with the lease', async () => {
    await connect(office)
    await endAccessToken()
    await env.DB.prepare('UPDATE fortnox_connections SET refreshing_until = ?1').bind(inMinutes(-1).toISOString()).run()
    expect((await getTokenAsWorker()).token).toBe((await fortnox.read()).accessToken)
  })

  test('that Fortnox refuses before their time are refreshed, and the invoice is sent', async () => {
    await connect(office)
    await fortnox.change({ accessToken: 'another' })
    const batch = await createBatch(office, [{}])
    await send(office, batch)
    await drainJobs()
    expect(await readBatch(office, batch)).toMatchObject({ sentCount: 1, failedCount: 0 })
  })

  test('are renewed by the daily job before they expire, and sealed under a new secret', async () => {
    await connect(office)
    const { refreshes } = await fortnox.read()
    await runDailyJob('fortnox.renew')
    expect((await fortnox.read()).refreshes).toBe(refreshes)
    await env.DB.prepare('UPDATE fortnox_connections SET refresh_expires_at = ?1')
      .bind(inMinutes(30 * 24 * 60).toISOString())
      .run()
    await runDailyJob('fortnox.renew')
    expect((await fortnox.read()).refreshes).toBe(refreshes + 1)
    const { SESSION_SECRET } = env
    const sealed = (await readRow())?.['sealed_refresh_token']
    Object.assign(env, { SESSION_SECRET: `a-new-secret-of-more-than-32-characters ${SESSION_SECRET}` })
    await runDailyJob('fortnox.renew')
    Object.assign(env, { SESSION_SECRET })
    expect(String((await readRow())?.['sealed_refresh_token']).slice(0, 11)).not.toBe(String(sealed).slice(0, 11))
  })
})

test('a revoked grant is shown as such, sends nothing, and what waits is sent once connected again', async () => {
  await connect(office)
  const batch = await createBatch(office, [{}, {}])
  await fortnox.change({ isRevoked: true })
  await endAccessToken()
  await send(office, batch)
  await drainJobs()
  expect((await readStatus()).connection).toMatchObject({ isRevoked: true })
  expect(await readBatch(office, batch)).toMatchObject({ waitingCount: 2, failedCount: 0 })
  const press = await office.fetch('POST', `/Fortnox/Batches/${batch.id}`)
  expect(await readRefusal(press)).toEqual([409, 'fortnox_not_connected'])
  await connect(office)
  await drainJobs()
  expect(await readBatch(office, batch)).toMatchObject({ sentCount: 2 })
})

test('disconnecting deletes the tokens and ends the grant', async () => {
  await connect(office)
  const { revocations } = await fortnox.read()
  expect((await office.fetch('DELETE', '/Fortnox')).status).toBe(204)
  expect(await readRow()).toBeNull()
  expect(await readStatus()).toEqual({ isConfigured: true, connection: null, trouble: null })
  expect((await fortnox.read()).revocations).toBe(revocations + 1)
  expect((await office.fetch('DELETE', '/Fortnox')).status).toBe(204)
})

test('a portal that is no app of Fortnox says so, and refuses to connect and to send', async () => {
  await connect(office)
  const batch = await createBatch(office, [{}])
  configureFortnox({ FORTNOX_CLIENT_ID: '', FORTNOX_CLIENT_SECRET: '' })
  expect(await readStatus()).toEqual({ isConfigured: false, connection: null, trouble: null })
  expect((await office.fetch('POST', '/Fortnox/connect', { seen: null })).status).toBe(404)
  expect((await office.fetch('POST', `/Fortnox/Batches/${batch.id}`)).status).toBe(404)
})

test.each<[string, HeldRoles]>([
  ['an educator', { Educator: {} }],
  ['a club administrator', { OrganizationAdmin: {} }],
  ['an administrator', { Administrator: {} }],
  ['a learner', {}],
])('%s reaches nothing of Fortnox', async (_who, roles) => {
  const person = await signedIn({ roles, verifiedAt: new Date() })
  for (const name of Object.keys(fortnoxCalls)) {
    const [method = '', path = ''] = name.split(' ')
    expect(
      (await person.fetch(method, path.replace(':id', 'x'), method === 'POST' ? {} : undefined)).status,
      name,
    ).toBe(403)
  }
})
