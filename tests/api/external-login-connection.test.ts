import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import type { HeldRoles } from '#api/actor.ts'
import { auditEntries } from '#api/foundation/audit/table.ts'
import { outboxMails } from '#api/foundation/mails/table.ts'
import { hashPassword } from '#api/people/authentication/passwords/password-hash.ts'
import { sessions } from '#api/people/authentication/table.ts'
import { users } from '#api/people/users/table.ts'
import { configurePortal } from '../configuration.ts'
import {
  bankIdSettings,
  createPersonWithNumber,
  openBrowser,
  planAnswers,
  takeRequests,
  testPersonalNumber,
} from '../external-login.ts'
import { insertFederation } from '../federation.ts'
import { database, signedIn } from '../portal.ts'

const password = 'Utbildning-2026'
const passwordHash = await hashPassword(password)

const completed = {
  body: {
    orderRef: 'x',
    status: 'complete',
    completionData: { user: { personalNumber: testPersonalNumber, name: 'Sara' } },
  },
}

beforeEach(async () => {
  await configurePortal({ features: ['UseExternalLogin'] })
  for (const method of ['auth', 'collect', 'cancel']) await planAnswers(method)
  await takeRequests()
  await database().query.update(users).set({ personalNumberHash: null })
})

/** Creates a person who has just signed in with a password. */
async function signedInJustNow(overrides: Parameters<typeof signedIn>[0] = {}) {
  const person = await signedIn({ passwordHash, verifiedAt: null, ...overrides })
  await database().query.update(sessions).set({ openedBy: 'password' }).where(eq(sessions.userId, person.id))
  return person
}

const browserOf = ({ token }: { token: string }) => openBrowser(bankIdSettings, { authorization: `Bearer ${token}` })

const hashOfPerson = async (id: number) =>
  (await database().query.select().from(users).where(eq(users.id, id)))[0]?.personalNumberHash

test('a signed-in person connects an identification, which can then sign in', async () => {
  const person = await signedInJustNow({ email: 'sara@mejl.example' })
  const own = browserOf(person)
  const { orderRef } = await own.start({ connects: true })
  await planAnswers('collect', completed)
  expect(await own.result(orderRef)).toMatchObject({ status: 'complete', token: null, userId: person.id })
  const otherBrowser = openBrowser()
  const { orderRef: another } = await otherBrowser.start()
  await planAnswers('collect', completed)
  expect(await otherBrowser.result(another)).toMatchObject({
    status: 'complete',
    userId: person.id,
    token: expect.any(String),
  })
  const entries = await database()
    .query.select()
    .from(auditEntries)
    .where(eq(auditEntries.targetId, String(person.id)))
  expect(entries.map(({ action }) => action)).toContain('electronicIdentification.connected')
  const letters = await database()
    .query.select()
    .from(outboxMails)
    .where(eq(outboxMails.recipient, 'sara@mejl.example'))
  expect(letters.map(({ subject }) => subject)).toEqual(['En e-legitimation är kopplad till ditt konto'])
})

test('an identification belongs to one account: connecting another person’s is refused', async () => {
  const first = await createPersonWithNumber()
  const person = await signedInJustNow()
  const own = browserOf(person)
  const { orderRef } = await own.start({ connects: true })
  await planAnswers('collect', completed)
  const response = await own.post(`/result/${orderRef}`)
  expect(response.status).toBe(409)
  expect(await response.json()).toMatchObject({ code: 'external_person_taken' })
  expect(await hashOfPerson(person.id)).toBeNull()
  expect(await hashOfPerson(first.id)).not.toBeNull()
})

test('an order to connect opens no session, and connects no other person', async () => {
  const [person, other] = [await signedInJustNow(), await signedIn({})]
  const own = browserOf(person)
  const { orderRef } = await own.start({ connects: true })
  await planAnswers('collect', completed, completed)
  own.becomes({})
  expect(await own.result(orderRef)).toMatchObject({ status: 'failed', token: null })
  const again = browserOf(person)
  const { orderRef: second } = await again.start({ connects: true })
  await planAnswers('collect', completed)
  again.becomes({ authorization: `Bearer ${other.token}` })
  expect(await again.result(second)).toMatchObject({ status: 'failed', token: null })
  expect([await hashOfPerson(person.id), await hashOfPerson(other.id)]).toEqual([null, null])
})

test('nobody connects without being signed in', async () => {
  const response = await openBrowser().post('/startauthentication/bankid', { connects: true })
  expect(response.status).toBe(401)
})

test('on the same device the app returns to the page that connects', async () => {
  const person = await signedInJustNow()
  await browserOf(person).start({ connects: true, sameDevice: true })
  const [auth] = await takeRequests()
  expect(auth?.body['returnUrl']).toMatch(/\/login\/connect\?start=bankid#external=[\w-]+\.[\w-]+$/)
})

test('a connection is shown to its person, and removed on request', async () => {
  const person = await createPersonWithNumber({ email: 'sara2@mejl.example', verifiedAt: null })
  const connection = () => person.fetch('GET', '/ExternalLogin/connection')
  expect(await (await connection()).json()).toEqual({ connected: true, needsPassword: true })
  expect((await person.fetch('DELETE', '/ExternalLogin/connection')).status).toBe(204)
  expect(await (await connection()).json()).toEqual({ connected: false, needsPassword: true })
  expect((await person.fetch('DELETE', '/ExternalLogin/connection')).status).toBe(204)
  const letters = await database()
    .query.select()
    .from(outboxMails)
    .where(eq(outboxMails.recipient, 'sara2@mejl.example'))
  expect(letters.map(({ subject }) => subject)).toEqual(['Din e-legitimation är bortkopplad'])
})

test('a token alone connects nothing: the password is asked for, and wrong ones are counted', async () => {
  const person = await signedIn({ passwordHash, verifiedAt: null })
  const own = browserOf(person)
  const start = (given: object) => own.post('/startauthentication/bankid', { connects: true, ...given })
  for (const given of [{}, { password: '' }, { password: 'fel-fel-fel' }]) {
    const refused = await start(given)
    expect([refused.status, await refused.json()]).toMatchObject([
      400,
      { code: 'wrong_password', fields: { password: expect.any(String) } },
    ])
  }
  expect((await start({ password })).status).toBe(200)
  for (let guess = 0; guess < 10; guess++) await start({ password: `fel ${guess}` })
  expect((await start({ password })).status).toBe(429)
})

test('a password older than five minutes is asked for again, also after another way of signing in', async () => {
  const { query } = database()
  const needs = async (person: Awaited<ReturnType<typeof signedInJustNow>>) =>
    (await (await person.fetch('GET', '/ExternalLogin/connection')).json<{ needsPassword: boolean }>()).needsPassword
  const person = await signedInJustNow()
  expect(await needs(person)).toBe(false)
  const before = new Date(Date.now() - 301_000)
  await query.update(sessions).set({ createdAt: before }).where(eq(sessions.userId, person.id))
  expect(await needs(person)).toBe(true)
  const linked = await signedInJustNow()
  await query.update(sessions).set({ openedBy: 'single-sign-on' }).where(eq(sessions.userId, linked.id))
  expect(await needs(linked)).toBe(true)
  expect((await browserOf(linked).post('/startauthentication/bankid', { connects: true })).status).toBe(400)
})

test('the office that may edit a person removes the identification, and the person is notified', async () => {
  await insertFederation()
  const person = await createPersonWithNumber({ email: 'sara3@mejl.example', organizationIds: [20] })
  const path = `/ExternalLogin/connection/${person.id}`
  const statusOf = async (roles: HeldRoles) => (await (await signedIn({ roles })).fetch('DELETE', path)).status
  expect(await statusOf({})).toBe(403)
  expect(await statusOf({ Educator: {} })).toBe(403)
  expect(await statusOf({ OrganizationAdmin: { Organization: [30] } })).toBe(403)
  expect(await hashOfPerson(person.id)).not.toBeNull()
  expect(await statusOf({ OrganizationAdmin: { Organization: [20] } })).toBe(204)
  expect(await hashOfPerson(person.id)).toBeNull()
  const letters = () =>
    database().query.select().from(outboxMails).where(eq(outboxMails.recipient, 'sara3@mejl.example'))
  expect((await letters()).map(({ name }) => name)).toEqual(['identificationForgotten'])
  expect(await statusOf({ SuperAdministrator: {} })).toBe(204)
  expect(await letters()).toHaveLength(1)
  const chief = await createPersonWithNumber({ roles: { SuperAdministrator: {} }, organizationIds: [20] })
  const district = await signedIn({ roles: { Administrator: {} } })
  expect((await district.fetch('DELETE', `/ExternalLogin/connection/${chief.id}`)).status).toBe(403)
  expect((await district.fetch('DELETE', '/ExternalLogin/connection/999999')).status).toBe(404)
})
