import { env } from 'cloudflare:workers'
import { createHmac } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { auditEntries } from '#api/foundation/audit/table.ts'
import { loginFailures } from '#api/people/attempts/table.ts'
import { oneTimeTokens } from '#api/people/tokens/table.ts'
import { configurePortal } from '../configuration.ts'
import {
  bankIdSettings,
  createPersonWithNumber,
  openBrowser,
  personalNumberSecret,
  planAnswers,
  takeRequests,
  testPersonalNumber,
} from '../external-login.ts'
import { database } from '../portal.ts'

const completed = (personalNumber = testPersonalNumber) => ({
  body: { orderRef: 'x', status: 'complete', completionData: { user: { personalNumber, name: 'Sara Lindgren' } } },
})
const pending = (hintCode: string) => ({ body: { status: 'pending', hintCode } })
const failed = (hintCode: string) => ({ body: { status: 'failed', hintCode } })

beforeEach(async () => {
  await configurePortal({ features: ['UseExternalLogin'] })
  for (const method of ['auth', 'collect', 'cancel']) await planAnswers(method)
  await takeRequests()
})

test('a signed order opens one session, for the browser that started it, and is recorded', async () => {
  const person = await createPersonWithNumber()
  const [own, other] = [openBrowser(), openBrowser()]
  const { orderRef, qrData, autoStartToken, startUrl } = await own.start()
  expect({ autoStartToken, startUrl }).toEqual({ autoStartToken: null, startUrl: null })
  expect(qrData).toMatch(/^bankid\.67df3917-fa0d-44e5-b327-edcc928297f8\.0\.[\da-f]{64}$/)
  await planAnswers('collect', completed())
  await other.start()
  expect(await other.result(orderRef)).toMatchObject({ status: 'failed', token: null })
  expect(await own.result(orderRef)).toMatchObject({ status: 'complete', userId: person.id, token: expect.any(String) })
  expect(await own.result(orderRef)).toMatchObject({ status: 'failed', hintCode: 'expiredTransaction', token: null })
  const entries = await database()
    .query.select()
    .from(auditEntries)
    .where(eq(auditEntries.targetId, String(person.id)))
  expect(entries).toMatchObject([{ action: 'session.opened', data: { by: 'external-login' } }])
})

test('BankID is asked as its documentation says, with the address and nothing about the person', async () => {
  const one = openBrowser(bankIdSettings, { 'cf-connecting-ip': '192.0.2.44' })
  const { orderRef } = await one.start()
  await one.result(orderRef)
  await one.post(`/cancel/${orderRef}`)
  const order = expect.stringMatching(/^order-\d+$/)
  expect(await takeRequests()).toEqual([
    { method: 'auth', body: { endUserIp: '192.0.2.44' } },
    { method: 'collect', body: { orderRef: order } },
    { method: 'cancel', body: { orderRef: order } },
  ])
})

test('the QR code changes every second, by a secret that is never sent', async () => {
  const one = openBrowser()
  const first = await one.start()
  await database()
    .query.update(oneTimeTokens)
    .set({ createdAt: new Date(Date.now() - 7_500) })
  const { qrData } = await one.result(first['orderRef'], { onlyQr: true })
  const [name, token, seconds, proof] = (qrData ?? '').split('.')
  expect([name, token]).toEqual(['bankid', '67df3917-fa0d-44e5-b327-edcc928297f8'])
  expect(Number(seconds)).toBeGreaterThanOrEqual(7)
  expect(proof).toBe(createHmac('sha256', 'd28db9a7-4cde-429e-a983-359be676944c').update(String(seconds)).digest('hex'))
  expect(JSON.stringify(first)).not.toContain('d28db9a7')
  expect(await takeRequests()).toHaveLength(1)
})

test('on the same device, a session requires the token from the app, so that a phished person signs nobody else in', async () => {
  const person = await createPersonWithNumber()
  const one = openBrowser()
  const { orderRef, startUrl, qrData } = await one.start({ sameDevice: true, returnUrl: '/educations?page=2' })
  expect(qrData).toBeNull()
  expect(startUrl).toMatch(/^https:\/\/app\.bankid\.com\/\?autostarttoken=auto-\d+&redirect=null$/)
  const [auth] = await takeRequests()
  const [address = '', proof = ''] = (auth?.body['returnUrl'] ?? '').split('#external=')
  expect(address).toBe(`${env.PORTAL_ORIGIN}/login?external=bankid&returnUrl=%2Feducations%3Fpage%3D2`)
  const [ref, nonce] = proof.split('.')
  expect(ref).toBe(orderRef)
  await planAnswers('collect', completed())
  expect(await one.result(orderRef)).toMatchObject({ status: 'pending', token: null })
  expect(await one.result(orderRef, { nonce: 'guessed' })).toMatchObject({ status: 'pending', token: null })
  expect(await one.result(orderRef, { nonce })).toMatchObject({ status: 'complete', userId: person.id })
})

test('Chrome on an iPhone returns to Chrome, and nobody to another site', async () => {
  const one = openBrowser(bankIdSettings, { 'user-agent': 'Mozilla/5.0 (iPhone) CriOS/130.0' })
  await one.start({ sameDevice: true, returnUrl: 'https://evil.example/' })
  const [auth] = await takeRequests()
  expect(auth?.body['returnUrl']).toMatch(/^googlechrome:\/\/[^/]+\/login\?external=bankid&returnUrl=%2F#external=/)
})

test.each([
  ['outstandingTransaction', 'Starta BankID-appen och läs av QR-koden.', true],
  ['userSign', 'Skriv in din säkerhetskod i BankID-appen och välj Identifiera.', false],
  ['somethingNew', 'Identifiering pågår.', false],
])('while it waits for %s the person is informed', async (hintCode, message, hasCode) => {
  const one = openBrowser()
  const { orderRef } = await one.start()
  await planAnswers('collect', pending(hintCode))
  const result = await one.result(orderRef)
  expect(result).toMatchObject({ status: 'pending', message })
  expect(result['qrData'] !== null).toBe(hasCode)
})

test.each([
  ['userCancel', 'Åtgärden avbruten.'],
  ['expiredTransaction', /^BankID-appen svarar inte/],
  ['certificateErr', /för gammalt eller spärrat/],
  ['startFailed', /^Misslyckades att läsa av QR-koden/],
  ['somethingNew', 'Okänt fel. Försök igen.'],
])('an order that failed by %s shows why', async (hintCode, message) => {
  const one = openBrowser()
  const { orderRef } = await one.start()
  await planAnswers('collect', failed(hintCode))
  const text = typeof message === 'string' ? message : expect.stringMatching(message)
  expect(await one.result(orderRef)).toMatchObject({ status: 'failed', message: text, token: null })
})

test('the texts come in the reader’s language', async () => {
  const one = openBrowser(bankIdSettings, {}, 'language=en')
  const { orderRef } = await one.start()
  await planAnswers('collect', pending('userSign'))
  expect(await one.result(orderRef)).toMatchObject({
    message: 'Enter your security code in the BankID app and select Identify.',
  })
})

test('an order BankID has forgotten is too late', async () => {
  const one = openBrowser()
  const { orderRef } = await one.start()
  await planAnswers('collect', { status: 400, body: { errorCode: 'invalidParameters', details: 'No such order' } })
  expect(await one.result(orderRef)).toMatchObject({ status: 'failed', hintCode: 'expiredTransaction' })
})

test('an identification in progress elsewhere is distinguished from an error', async () => {
  await planAnswers('auth', { status: 400, body: { errorCode: 'alreadyInProgress', details: 'x' } })
  const response = await openBrowser().post('/startauthentication/bankid')
  expect(response.status).toBe(409)
  expect(await response.json()).toMatchObject({ code: 'external_login_in_progress' })
})

test.each([
  ['another content type', { type: 'text/html', body: '<h1>Hej</h1>' }],
  ['broken JSON', { body: '{"orderRef":' }],
  ['an answer out of shape', { body: { orderRef: 'x' } }],
  ['maintenance', { status: 503, body: { errorCode: 'Maintenance', details: '' } }],
  ['a fault', { status: 500, body: { errorCode: 'internalError', details: '' } }],
  ['a stranger’s certificate', { status: 401, body: { errorCode: 'unauthorized', details: '' } }],
  ['silence', { silent: true }],
])('%s is answered as out of order, at the start and on the way', async (_name, answer) => {
  await planAnswers('auth', answer)
  const refused = await openBrowser().post('/startauthentication/bankid')
  expect(refused.status).toBe(503)
  expect(await refused.json()).toMatchObject({ code: 'external_login_unavailable' })
  const one = openBrowser()
  const { orderRef } = await one.start()
  await planAnswers('collect', answer, pending('userSign'))
  expect((await one.post(`/result/${orderRef}`)).status).toBe(503)
  expect(await one.result(orderRef)).toMatchObject({ status: 'pending', hintCode: 'userSign' })
})

test('an unknown person is refused with the fixed text', async () => {
  const one = openBrowser()
  const { orderRef } = await one.start()
  await planAnswers('collect', completed('199902029999'))
  const response = await one.post(`/result/${orderRef}`)
  expect(response.status).toBe(403)
  expect(await response.json()).toMatchObject({
    code: 'external_person_unknown',
    message: 'Det finns ingen användare kopplad till din e-legitimation.',
  })
})

test('an inactive person is informed', async () => {
  await createPersonWithNumber({ inactiveAt: new Date() })
  const one = openBrowser()
  const { orderRef } = await one.start()
  await planAnswers('collect', completed())
  expect(await one.result(orderRef)).toMatchObject({ code: 'user_inactive' })
})

test('of two concurrent reads of a signed order, one gets the session', async () => {
  await createPersonWithNumber()
  const one = openBrowser()
  const { orderRef } = await one.start()
  await planAnswers('collect', completed(), completed())
  const answers = await Promise.all([one.result(orderRef), one.result(orderRef)])
  expect(answers.map(({ status }) => status).sort()).toEqual(['complete', 'failed'])
})

test('an order expires after three minutes, and reveals nothing about its person', async () => {
  const one = openBrowser()
  const { orderRef } = await one.start()
  const rows = await database().query.select().from(oneTimeTokens)
  expect(JSON.stringify(rows)).not.toContain(orderRef)
  await database()
    .query.update(oneTimeTokens)
    .set({ expiresAt: new Date(Date.now() - 1) })
  await planAnswers('collect', completed())
  expect(await one.result(orderRef)).toMatchObject({ status: 'failed', hintCode: 'expiredTransaction' })
})

test('cancelling returns the same for everybody and stops only the caller’s order', async () => {
  const [own, other] = [openBrowser(), openBrowser()]
  const { orderRef } = await own.start()
  await other.start()
  expect((await other.post(`/cancel/${orderRef}`)).status).toBe(204)
  expect(await own.result(orderRef)).toMatchObject({ status: 'pending' })
  expect((await own.post(`/cancel/${orderRef}`)).status).toBe(204)
  expect((await own.post(`/cancel/${orderRef}`)).status).toBe(204)
  expect(await own.result(orderRef)).toMatchObject({ status: 'failed' })
})

test('the number of orders of one address is limited', async () => {
  const subject = 'external:192.0.2.99'
  const rows = Array.from({ length: 60 }, () => ({ subject, failedAt: new Date() }))
  for (let at = 0; at < rows.length; at += 20)
    await database()
      .query.insert(loginFailures)
      .values(rows.slice(at, at + 20))
  const response = await openBrowser(bankIdSettings, { 'cf-connecting-ip': '192.0.2.99' }).post(
    '/startauthentication/bankid',
  )
  expect(response.status).toBe(429)
})

test('the calls do not exist without the feature, nor the sign-in without a provider', async () => {
  expect(
    (await openBrowser({ PERSONAL_NUMBER_SECRET: personalNumberSecret }).post('/startauthentication/bankid')).status,
  ).toBe(404)
  await configurePortal({ features: [] })
  expect((await openBrowser().post('/startauthentication/bankid')).status).toBe(404)
})
