import { eq } from 'drizzle-orm'
import { beforeEach, expect, inject, test } from 'vitest'
import { sessions } from '#api/people/authentication/table.ts'
import { configurePortal } from '../configuration.ts'
import { bankIdSettings, createPersonWithNumber, openBrowser, testPersonalNumber } from '../external-login.ts'
import { call, database } from '../portal.ts'
import { addApp } from '../second-factors.ts'

const origin = `http://127.0.0.1:${inject('frejaPort')}`
// Stands in for the mTLS binding: it sends the same requests without a client certificate.
const FREJA = { fetch: (url: string, init: RequestInit) => fetch(url, init) } as unknown as Fetcher
const { PERSONAL_NUMBER_SECRET } = bankIdSettings
const frejaSettings = { FREJA, FREJA_ORIGIN: origin, PERSONAL_NUMBER_SECRET }

type Browser = ReturnType<typeof openBrowser>
const start = (browser: Browser, body?: unknown) => browser.read('/startauthentication/freja', body)

/** Returns Freja's reference in the text of a link or a QR code. */
const referenceIn = (link: string | null | undefined) => new URL(`${link}`).searchParams.get('transactionReference')

/** Answers as the app: changes the state of a transaction at Freja. */
const answer = (authRef: string | null, status: string, ssn = { ssn: testPersonalNumber, country: 'SE' }) =>
  fetch(`${origin}/plan`, { method: 'POST', body: JSON.stringify({ authRef, status, ssn }) })

beforeEach(() => configurePortal({ features: ['UseExternalLogin'] }))

test('an approved transaction opens one session, for the browser that started it', async () => {
  const person = await createPersonWithNumber()
  const [own, other] = [openBrowser(frejaSettings), openBrowser(frejaSettings)]
  const { orderRef, qrData, startUrl } = await start(own)
  expect({ startUrl, host: new URL(`${qrData}`).host }).toEqual({ startUrl: null, host: 'app.prod.frejaeid.com' })
  await answer(referenceIn(qrData), 'APPROVED')
  await start(other)
  expect(await other.result(orderRef)).toMatchObject({ status: 'failed', token: null })
  expect(await own.result(orderRef)).toMatchObject({ status: 'complete', userId: person.id, token: expect.any(String) })
  expect(await own.result(orderRef)).toMatchObject({ status: 'failed', hintCode: 'expiredTransaction', token: null })
})

test('on the same device the page continues without a return from the app', async () => {
  const person = await createPersonWithNumber()
  const one = openBrowser(frejaSettings)
  const { orderRef, qrData, startUrl } = await start(one, { sameDevice: true })
  expect(qrData).toBeNull()
  expect(await one.result(orderRef)).toMatchObject({
    message: expect.stringContaining('Kom tillbaka hit'),
    qrData: null,
  })
  await answer(referenceIn(startUrl), 'DELIVERED_TO_MOBILE')
  expect(await one.result(orderRef)).toMatchObject({ status: 'pending', hintCode: 'userSign' })
  await answer(referenceIn(startUrl), 'APPROVED')
  expect(await one.result(orderRef)).toMatchObject({ status: 'complete', userId: person.id })
})

test.each([
  ['CANCELED', 'userCancel', 'Åtgärden avbruten.'],
  ['EXPIRED', 'expiredTransaction', 'Freja svarade inte i tid.'],
  ['REJECTED', 'transactionRiskBlocked', 'säkerhetsskäl'],
  ['SOMETHING_NEW', 'unknown', 'Okänt fel.'],
])('a transaction that ends as %s signs nobody in, and says why', async (status, hintCode, message) => {
  await createPersonWithNumber()
  const one = openBrowser(frejaSettings)
  const { orderRef, qrData } = await start(one)
  await answer(referenceIn(qrData), status)
  const result = await one.result(orderRef)
  expect(result).toMatchObject({ status: 'failed', hintCode, message: expect.stringContaining(message), token: null })
})

test.each([
  ['of another country', { ssn: testPersonalNumber, country: 'NO' }],
  ['that is not a Swedish personal number', { ssn: '010190-19802', country: 'SE' }],
])('an identity number %s signs nobody in', async (_title, ssn) => {
  await createPersonWithNumber()
  const one = openBrowser(frejaSettings)
  const { orderRef, qrData } = await start(one)
  await answer(referenceIn(qrData), 'APPROVED', ssn)
  const result = await one.result(orderRef)
  expect(result).toMatchObject({ status: 'failed', message: expect.stringContaining('Freja+'), token: null })
})

test('a cancelled order is cancelled at Freja', async () => {
  const one = openBrowser(frejaSettings)
  const { orderRef, qrData } = await start(one)
  await one.post(`/cancel/${orderRef}`)
  const input = btoa(JSON.stringify({ authRef: referenceIn(qrData) }))
  const request = { method: 'POST', body: `getOneAuthResultRequest=${input}` }
  const response = await fetch(`${origin}/authentication/1.0/getOneResult`, request)
  expect(await response.json()).toMatchObject({ status: 'RP_CANCELED' })
})

test('it is one factor and no recent proof: somebody else may have started the sign-in', async () => {
  const person = await createPersonWithNumber()
  await database().query.update(sessions).set({ openedBy: 'password' }).where(eq(sessions.userId, person.id))
  await addApp(person.fetch)
  const one = openBrowser(frejaSettings)
  const { orderRef, startUrl } = await start(one, { sameDevice: true })
  await answer(referenceIn(startUrl), 'APPROVED')
  const { token } = await one.result(orderRef)
  const refused = await call(token ?? null)('GET', '/Notices')
  expect([refused.status, await refused.json()]).toMatchObject([403, { code: 'second_factor_required' }])
})

test('beside BankID both open the same account, and each order stays with its provider', async () => {
  const person = await createPersonWithNumber()
  const one = openBrowser({ ...bankIdSettings, ...frejaSettings })
  const [bankId, freja] = [await one.start(), await start(one)]
  expect([bankId['qrData'], freja['qrData']]).toEqual([
    expect.stringMatching(/^bankid\./),
    expect.stringMatching(/freja/),
  ])
  await answer(referenceIn(freja['qrData']), 'APPROVED')
  expect(await one.result(bankId['orderRef'])).toMatchObject({ status: 'pending' })
  expect(await one.result(freja['orderRef'])).toMatchObject({ status: 'complete', userId: person.id })
})

test('without Freja there is no such provider, and when it is down that is said', async () => {
  const without = await openBrowser().post('/startauthentication/freja')
  expect(without.status).toBe(404)
  const down = await openBrowser({ ...frejaSettings, FREJA_ORIGIN: `${origin}/down` }).post(
    '/startauthentication/freja',
  )
  expect([down.status, await down.json()]).toEqual([
    503,
    expect.objectContaining({ code: 'external_login_unavailable' }),
  ])
})
