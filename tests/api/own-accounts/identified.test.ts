import { eq } from 'drizzle-orm'
import { afterEach, expect, test, vi } from 'vitest'
import { oneTimeTokens } from '#api/people/tokens/table.ts'
import { users } from '#api/people/users/table.ts'
import { listAuditEntries } from '../../audit.ts'
import { configurePortal } from '../../configuration.ts'
import { openBrowser, personalNumberSecret } from '../../external-login.ts'
import { insertFederation } from '../../federation.ts'
import { createAdult } from '../../guardians.ts'
import {
  createIdentified,
  hashNumber,
  identify,
  identifyNew,
  loadRequest,
  newNumber,
  openIdentifiedAccounts,
  openLocalBrowser,
  sendIdentified,
  showIdentity,
} from '../../identified-accounts.ts'
import {
  childBirthDate,
  decideConsent,
  listMails,
  listPeople,
  loadConsentToken,
  newAddress,
  proveAddress,
  readCode,
} from '../../own-accounts.ts'
import { database } from '../../portal.ts'
import { runDailyJob } from '../../queue.ts'
import { inMinutes } from '../../time.ts'

vi.setConfig({ testTimeout: 30_000 })
await insertFederation()
await openIdentifiedAccounts()
const { query } = database()

afterEach(() => openIdentifiedAccounts())

test('a new person gets an account without a password, and signs in with the identification', async () => {
  const [browser, number, email] = [openLocalBrowser(), newNumber(), newAddress()]
  const identity = await identifyNew(browser, number)
  expect(await (await showIdentity(browser, identity)).json()).toEqual({
    firstName: 'Signe Maria',
    lastName: 'Ek',
    birthDate: '1991-06-14',
    isMinor: false,
    provider: 'local',
  })
  const response = await sendIdentified(browser, await proveAddress(email), identity, { organizationId: 20 })
  expect(await response.json()).toEqual({ state: 'opened', userName: email })
  const [person] = await listPeople(email)
  expect(person).toMatchObject({
    firstName: 'Signe Maria',
    lastName: 'Ek',
    birthOn: '1991-06-14',
    isExternal: true,
    passwordHash: null,
    personalNumberHash: await hashNumber(number),
  })
  expect((await listMails(email)).map(({ name }) => name)).toContain('ownAccountIdentified')
  expect((await listAuditEntries('user')).map(({ action }) => action)).toContain('user.accountCreated')
  expect(await loadRequest(email)).toMatchObject({ state: 'opened', personalNumberHash: null, identifiedBy: 'local' })
  expect(await identify(openLocalBrowser(), number)).toMatchObject({ status: 'complete', userId: person?.id })
})

test('a person who has an account is signed in, as at the sign-in', async () => {
  const [number, email] = [newNumber(), newAddress()]
  await createIdentified(await proveAddress(email), number)
  const [person] = await listPeople(email)
  const result = await identify(openLocalBrowser(), number)
  expect(result).toMatchObject({ status: 'complete', userId: person?.id, identity: null })
  expect(result['token']).toEqual(expect.any(String))
})

test('the number is stored nowhere, and name and date of birth for an hour', async () => {
  const [browser, number] = [openLocalBrowser(), newNumber()]
  const identity = await identifyNew(browser, number)
  const tokens = await query.select().from(oneTimeTokens).where(eq(oneTimeTokens.purpose, 'AccountIdentity'))
  expect(JSON.stringify(tokens)).not.toContain(number)
  expect(tokens.at(-1)?.data).toEqual({
    firstName: 'Signe Maria',
    lastName: 'Ek',
    birthOn: '1991-06-14',
    personHash: await hashNumber(number),
    provider: 'local',
  })
  expect(JSON.stringify(tokens)).not.toContain(identity)
  await query.update(oneTimeTokens).set({ expiresAt: inMinutes(-1) })
  expect(await readCode(await showIdentity(browser, identity))).toBe('own_account_identity_invalid')
  await runDailyJob('ownAccounts.forget')
  expect(await query.select().from(oneTimeTokens).where(eq(oneTimeTokens.purpose, 'AccountIdentity'))).toEqual([])
})

test('an expired identity makes no account', async () => {
  const [browser, email] = [openLocalBrowser(), newAddress()]
  const [identity, proof] = [await identifyNew(browser, newNumber()), await proveAddress(email)]
  await query
    .update(oneTimeTokens)
    .set({ expiresAt: inMinutes(-1) })
    .where(eq(oneTimeTokens.purpose, 'AccountIdentity'))
  const response = await sendIdentified(browser, proof, identity)
  expect([response.status, await readCode(response)]).toEqual([400, 'own_account_identity_invalid'])
  expect(await listPeople(email)).toEqual([])
})

test('another browser can use neither the order nor the identity', async () => {
  const [mine, theirs, email] = [openLocalBrowser(), openLocalBrowser(), newAddress()]
  const identity = await identifyNew(mine, newNumber())
  await theirs.read('/startauthentication/local', { createsAccount: true })
  const proof = await proveAddress(email)
  for (const browser of [theirs, openLocalBrowser()]) {
    expect(await readCode(await showIdentity(browser, identity))).toBe('own_account_identity_invalid')
    expect(await readCode(await sendIdentified(browser, proof, identity))).toBe('own_account_identity_invalid')
  }
  expect((await sendIdentified(mine, proof, identity)).status).toBe(200)
  expect((await sendIdentified(mine, proof, identity)).status).toBe(400)
  expect((await listPeople(email)).length).toBe(1)
})

test('the form needs a proven address of its own', async () => {
  const browser = openLocalBrowser()
  const identity = await identifyNew(browser, newNumber())
  expect(await readCode(await sendIdentified(browser, 'guessed', identity))).toBe('own_account_proof_invalid')
})

test('two forms at once of one identification make one account', async () => {
  const [number, emails] = [newNumber(), [newAddress(), newAddress()]]
  const forms = []
  for (const email of emails) {
    const browser = openLocalBrowser()
    forms.push({ browser, identity: await identifyNew(browser, number), proof: await proveAddress(email) })
  }
  const answers = await Promise.all(
    forms.map(({ browser, identity, proof }) => sendIdentified(browser, proof, identity)),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  const refused = answers.find(({ status }) => status === 409)
  expect(refused && (await readCode(refused))).toBe('external_person_taken')
  const made = await query
    .select()
    .from(users)
    .where(eq(users.personalNumberHash, await hashNumber(number)))
  expect(made.length).toBe(1)
})

test('a minor waits for the guardian, whose consent opens the account', async () => {
  const [number, email, guardianEmail] = [newNumber(childBirthDate), newAddress(), newAddress()]
  const browser = openLocalBrowser()
  const identity = await identifyNew(browser, number)
  expect(await (await showIdentity(browser, identity)).json()).toMatchObject({ isMinor: true })
  const proof = await proveAddress(email)
  expect(await readCode(await sendIdentified(browser, proof, identity))).toBe('invalid_input')
  const response = await sendIdentified(browser, proof, identity, { guardianEmail })
  expect(await response.json()).toEqual({ state: 'waiting', userName: null })
  expect(await listPeople(email)).toEqual([])
  expect((await identify(openLocalBrowser(), number))['userId']).toBeNull()
  expect((await decideConsent(await createAdult(), await loadConsentToken(guardianEmail))).status).toBe(204)
  const [child] = await listPeople(email)
  expect(child).toMatchObject({ birthOn: childBirthDate, personalNumberHash: await hashNumber(number) })
  expect(await loadRequest(email)).toMatchObject({ state: 'opened', personalNumberHash: null })
})

test('a later form of the same identification replaces one that waits', async () => {
  const [number, emails] = [newNumber(childBirthDate), [newAddress(), newAddress()]]
  for (const email of emails) await createIdentified(await proveAddress(email), number, { guardianEmail: newAddress() })
  const states = await Promise.all(emails.map(async (email) => (await loadRequest(email))?.state))
  expect(states).toEqual(['declined', 'waiting'])
})

test('on the same device the name is stored until the app has led the browser back', async () => {
  const browser = openLocalBrowser()
  const given = { createsAccount: true, sameDevice: true, returnUrl: '/educations' }
  const { orderRef, startUrl } = await browser.read('/startauthentication/local', given)
  const scanned = new URL(`${startUrl}`, 'http://portal.test').searchParams.get('scanned') ?? ''
  const phone = { scanned, answer: 'sign', personalNumber: newNumber() }
  const { returnUrl } = await browser.read('/localdevice', phone)
  expect(returnUrl).toContain('/register?external=local&returnUrl=%2Feducations#external=')
  expect(await browser.result(orderRef)).toMatchObject({ status: 'pending', identity: null })
  const nonce = `${returnUrl}`.split('.').at(-1)
  const { identity } = await browser.result(orderRef, { nonce })
  expect(await (await showIdentity(browser, `${identity}`)).json()).toMatchObject({ lastName: 'Påhittad' })
})

test('a sign-in creates no identity, and a number without a birthday none either', async () => {
  const browser = openLocalBrowser()
  expect(await identify(browser, '199113320001')).toMatchObject({ status: 'failed', identity: null })
  const { orderRef, qrData } = await browser.read('/startauthentication/local')
  const scanned = new URL(`${qrData}`).searchParams.get('scanned') ?? ''
  await browser.post('/localdevice', { scanned, answer: 'sign', personalNumber: newNumber() })
  expect(await browser.result(orderRef)).toMatchObject({ code: 'external_person_unknown' })
})

test('without own accounts, electronic identification or a provider nobody identifies for an account', async () => {
  const start = async (browser = openLocalBrowser()) =>
    (await browser.post('/startauthentication/local', { createsAccount: true })).status
  const send = async () => (await sendIdentified(openLocalBrowser(), 'x', 'y')).status
  expect(await start(openBrowser({ PERSONAL_NUMBER_SECRET: personalNumberSecret }))).toBe(404)
  await configurePortal({ features: ['UseExternalLogin'] })
  expect([await start(), await send()]).toEqual([404, 404])
  await configurePortal({ features: ['OwnAccounts'] })
  expect(await start()).toBe(404)
})
