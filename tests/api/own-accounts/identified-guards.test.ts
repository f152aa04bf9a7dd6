import { eq, sql } from 'drizzle-orm'
import { afterEach, expect, test, vi } from 'vitest'
import { proofMinutes } from '#api/people/own-accounts/rules.ts'
import { oneTimeTokens } from '#api/people/tokens/table.ts'
import { listAuditEntries } from '../../audit.ts'
import { configurePortal } from '../../configuration.ts'
import { insertFederation } from '../../federation.ts'
import {
  createIdentified,
  endIdentity,
  hashNumber,
  identify,
  identifyNew,
  loadPerson,
  loadRequest,
  newNumber,
  openIdentifiedAccounts,
  openLocalBrowser,
  registerNumber,
  sendIdentified,
  showIdentity,
} from '../../identified-accounts.ts'
import { decideAccount, listPeople, listRequests, newAddress, proveAddress } from '../../own-accounts.ts'
import { database, signedIn } from '../../portal.ts'
import { runDailyJob } from '../../queue.ts'

vi.setConfig({ testTimeout: 30_000 })
await insertFederation()
await openIdentifiedAccounts()
const { query } = database()
const superadministrator = await signedIn({ roles: { SuperAdministrator: {} } })

afterEach(() => openIdentifiedAccounts())

let days = 0
/** Returns a date of birth that nobody else in this file has. */
const newBirthday = () => {
  days += 1
  return new Date(Date.UTC(1970, 0, days)).toISOString().slice(0, 10)
}

/** Sends the form of a person whom Freja has identified. */
async function createByFreja(email: string, number: string) {
  const browser = openLocalBrowser()
  const identity = await identifyNew(browser, number)
  await query.run(sql`update one_time_tokens set data = json_set(data, '$.provider', 'freja')
    where purpose = 'AccountIdentity' and json_extract(data, '$.personHash') = ${await hashNumber(number)}`)
  return (await sendIdentified(browser, await proveAddress(email), identity)).json()
}

const findRequest = async (email: string) =>
  (await listRequests(superadministrator)).accounts.find((one) => one.email === email)

test('Freja makes no account before the office has answered, also of somebody whom nobody knows', async () => {
  const [email, number] = [newAddress(), newNumber(newBirthday())]
  expect(await createByFreja(email, number)).toEqual({ state: 'review', userName: null })
  expect(await listPeople(email)).toEqual([])
  expect(await identify(openLocalBrowser(), number)).toMatchObject({ userId: null })
  expect(await findRequest(email)).toMatchObject({ identifiedBy: 'freja', candidates: [] })
})

test('Freja claims nobody by number, nor by name, date of birth and address', async () => {
  const birthOn = newBirthday()
  const [email, number] = [newAddress(), newNumber(birthOn)]
  const member = await signedIn({ firstName: 'Signe Maria', lastName: 'Ek', birthOn, email })
  await registerNumber(member.id, number)
  expect(await createByFreja(email, number)).toMatchObject({ state: 'review' })
  expect((await loadPerson(member.id))?.personalNumberHash).toBeNull()
})

test('the office gives the account by Freja to a row without an address, which gets none', async () => {
  const birthOn = newBirthday()
  const [email, number] = [newAddress(), newNumber(birthOn)]
  const member = await signedIn({ firstName: 'Signe', lastName: 'Ek', birthOn, email: null })
  await createByFreja(email, number)
  const request = await findRequest(email)
  expect((await decideAccount(superadministrator, request?.id ?? 0, member.id)).status).toBe(204)
  expect(await loadPerson(member.id)).toMatchObject({ email: null, personalNumberHash: await hashNumber(number) })
})

test('the cookie of the browser lives as long as the identity, which renews it', async () => {
  const browser = openLocalBrowser()
  const { orderRef, qrData } = await browser.read('/startauthentication/local', { createsAccount: true })
  const scanned = new URL(`${qrData}`).searchParams.get('scanned') ?? ''
  await browser.post('/localdevice', { scanned, answer: 'sign', personalNumber: newNumber(newBirthday()) })
  const response = await browser.post(`/result/${orderRef}`)
  expect(await response.json()).toMatchObject({ identity: expect.any(String) })
  const cookie = response.headers.getSetCookie().find((text) => text.startsWith('browser-key='))
  expect(Number(/Max-Age=(\d+)/.exec(cookie ?? '')?.[1])).toBeGreaterThan(proofMinutes * 60)
})

test('a twin whose only name is among those of the other is not claimed by the address', async () => {
  const [birthOn, email] = [newBirthday(), newAddress()]
  const twin = await signedIn({ firstName: 'Maria', lastName: 'Ek', birthOn, email })
  expect(await createIdentified(await proveAddress(email), newNumber(birthOn))).toMatchObject({ state: 'review' })
  expect((await loadPerson(twin.id))?.personalNumberHash).toBeNull()
})

test('an identification under way ends when the portal stops using electronic identification', async () => {
  const [browser, email] = [openLocalBrowser(), newAddress()]
  const [identity, proof] = [await identifyNew(browser, newNumber(newBirthday())), await proveAddress(email)]
  await configurePortal({ features: ['OwnAccounts'] })
  const statuses = [
    (await showIdentity(browser, identity)).status,
    (await sendIdentified(browser, proof, identity)).status,
  ]
  expect(statuses).toEqual([404, 404])
  expect(await listPeople(email)).toEqual([])
})

test('the audit log says by which provider an account was created or claimed', async () => {
  const birthOn = newBirthday()
  const [email, number] = [newAddress(), newNumber(birthOn)]
  const member = await signedIn({ firstName: 'Signe', lastName: 'Ek', birthOn, email: null })
  await registerNumber(member.id, number)
  await createIdentified(await proveAddress(newAddress()), number)
  await createIdentified(await proveAddress(email), newNumber(newBirthday()))
  const [person] = await listPeople(email)
  const connected = (await listAuditEntries('user')).filter(
    ({ action }) => action === 'electronicIdentification.connected',
  )
  for (const id of [member.id, person?.id])
    expect(connected.find(({ targetId }) => targetId === String(id))?.data).toMatchObject({ identifiedBy: 'local' })
})

test('a hash that a settled request has kept does not refuse the next one, and the nightly job removes it', async () => {
  const birthOn = newBirthday()
  const [number, emails] = [newNumber(birthOn), [newAddress(), newAddress(), newAddress()] as const]
  await signedIn({ firstName: 'Signe', lastName: 'Ek', birthOn, email: null })
  const settle = (email: string) =>
    query.run(
      sql`update account_requests set state = 'declined', settled_at = '2026-01-01T00:00:00.000Z' where email = ${email}`,
    )
  expect(await createIdentified(await proveAddress(emails[0]), number)).toMatchObject({ state: 'review' })
  await settle(emails[0])
  expect(await createIdentified(await proveAddress(emails[1]), number)).toMatchObject({ state: 'review' })
  await settle(emails[1])
  expect((await loadRequest(emails[1]))?.personalNumberHash).not.toBeNull()
  await runDailyJob('ownAccounts.forget')
  expect((await loadRequest(emails[1]))?.personalNumberHash).toBeNull()
})

test('somebody who has an account is signed in although the number has no birthday', async () => {
  const number = '199113320001'
  const person = await signedIn({ personalNumberHash: await hashNumber(number) })
  expect(await identify(openLocalBrowser(), number)).toMatchObject({ status: 'complete', userId: person.id })
})

test('a used order on the same device keeps nothing of the person', async () => {
  const browser = openLocalBrowser()
  const given = { sameDevice: true, createsAccount: true }
  const { orderRef, startUrl } = await browser.read('/startauthentication/local', given)
  const scanned = new URL(`${startUrl}`, 'http://portal.test').searchParams.get('scanned') ?? ''
  const phone = { scanned, answer: 'sign', personalNumber: newNumber(newBirthday()), firstName: 'Onyx', lastName: 'Ek' }
  const { returnUrl } = await browser.read('/localdevice', phone)
  /** Loads the portal's orders as text, without those that the local provider stores of its own. */
  const loadOrders = async () => {
    const orders = await query.select().from(oneTimeTokens).where(eq(oneTimeTokens.purpose, 'ExternalOrder'))
    return JSON.stringify(orders.filter(({ data }) => data['createsAccount']))
  }
  await browser.result(orderRef)
  expect(await loadOrders()).toContain('Onyx')
  await browser.result(orderRef, { nonce: `${returnUrl}`.split('.').at(-1) })
  expect(await loadOrders()).not.toContain('Onyx')
})

test('somebody else at the computer ends an identification, and only in the browser that has it', async () => {
  const browser = openLocalBrowser()
  const identity = await identifyNew(browser, newNumber(newBirthday()))
  expect((await endIdentity(openLocalBrowser(), identity)).status).toBe(204)
  expect((await showIdentity(browser, identity)).status).toBe(200)
  expect((await endIdentity(browser, identity)).status).toBe(204)
  expect((await endIdentity(browser, identity)).status).toBe(204)
  expect(await (await showIdentity(browser, identity)).json()).toMatchObject({ code: 'own_account_identity_invalid' })
  expect((await sendIdentified(browser, await proveAddress(newAddress()), identity)).ok).toBe(false)
})
