import { beforeEach, expect, test } from 'vitest'
import { oneTimeTokens } from '#api/people/tokens/table.ts'
import { configurePortal } from '../configuration.ts'
import {
  bankIdSettings,
  createPersonWithNumber,
  localLoginSettings,
  openBrowser,
  personalNumberSecret,
} from '../external-login.ts'
import { database } from '../portal.ts'
import { inMinutes } from '../time.ts'

beforeEach(() => configurePortal({ features: ['UseExternalLogin'] }))

const phone = (one: ReturnType<typeof openBrowser>, scanned: string, answer: string, personalNumber?: string) =>
  one.post('/localdevice', { scanned, answer, ...(personalNumber && { personalNumber }) })

const scannedFrom = (qrData: string | null | undefined) => new URL(`${qrData}`).searchParams.get('scanned') ?? ''

test('the local provider behaves like the real one: scanned, signed, signed in', async () => {
  const person = await createPersonWithNumber()
  const [one, device] = [openBrowser(localLoginSettings), openBrowser(localLoginSettings)]
  const { orderRef, qrData } = await one.read('/startauthentication/local')
  expect(await one.result(orderRef)).toMatchObject({ status: 'pending', hintCode: 'outstandingTransaction' })
  expect((await phone(device, scannedFrom(qrData), 'open')).status).toBe(200)
  expect(await one.result(orderRef)).toMatchObject({ status: 'pending', hintCode: 'userSign', qrData: null })
  expect((await phone(device, scannedFrom(qrData), 'sign')).status).toBe(400)
  expect((await phone(device, scannedFrom(qrData), 'sign', '19900101-9802')).status).toBe(200)
  expect(await one.result(orderRef)).toMatchObject({ status: 'complete', userId: person.id })
})

test('an old or forged code is refused on the local phone', async () => {
  const one = openBrowser(localLoginSettings)
  const { qrData } = await one.read('/startauthentication/local')
  const forged = scannedFrom(qrData).replace(/\.0\.(.)/, (_all, first) => `.0.${first === 'a' ? 'b' : 'a'}`)
  expect((await phone(one, forged, 'open')).status).toBe(409)
  await database()
    .query.update(oneTimeTokens)
    .set({ createdAt: inMinutes(-1) })
  expect((await phone(one, scannedFrom(qrData), 'open')).status).toBe(409)
})

test('the local provider does not exist beside a real one, or unless it is configured', async () => {
  for (const settings of [
    { ...bankIdSettings, ...localLoginSettings },
    { PERSONAL_NUMBER_SECRET: personalNumberSecret },
  ]) {
    const one = openBrowser(settings)
    expect((await one.post('/startauthentication/local')).status).toBe(404)
    expect((await phone(one, 'a-x', 'open')).status).toBe(404)
  }
})
