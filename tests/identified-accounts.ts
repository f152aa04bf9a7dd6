import { eq } from 'drizzle-orm'
import { hashPersonalNumber } from '#api/people/external-login/providers/call-provider.ts'
import { accountRequests } from '#api/people/own-accounts/table.ts'
import { registerPeople } from '#api/people/register/table.ts'
import { users } from '#api/people/users/table.ts'
import { configurePortal } from './configuration.ts'
import { localLoginSettings, openBrowser, personalNumberSecret } from './external-login.ts'
import type { Outcome } from './own-accounts.ts'
import { database } from './portal.ts'
import { bodyOf } from './response-body.ts'

export const openIdentifiedAccounts = () => configurePortal({ features: ['OwnAccounts', 'UseExternalLogin'] })

export type Browser = ReturnType<typeof openBrowser>
export const openLocalBrowser = () => openBrowser(localLoginSettings)

const signe = { firstName: 'Signe Maria', lastName: 'Ek' }

let numbers = 0
/** Returns an invented personal number of a person born on the day (`yyyy-MM-dd`); each is new. */
export const newNumber = (birthOn = '1991-06-14') => {
  numbers += 1
  return `${birthOn.replaceAll('-', '')}${String(numbers).padStart(4, '0')}`
}

export const hashNumber = (number: string) => hashPersonalNumber(personalNumberSecret, number)

/** Identifies a person on another device, for a new account, and returns the result of the order. */
export async function identify(browser: Browser, personalNumber: string, name: object = signe) {
  const { orderRef, qrData } = await browser.read('/startauthentication/local', { createsAccount: true })
  const scanned = new URL(`${qrData}`).searchParams.get('scanned') ?? ''
  await browser.post('/localdevice', { scanned, answer: 'sign', personalNumber, ...name })
  return browser.result(orderRef)
}

/** Identifies a person and returns the reference of the identity. */
export const identifyNew = async (browser: Browser, personalNumber: string, name?: object) =>
  (await identify(browser, personalNumber, name))['identity'] ?? ''

export const showIdentity = (browser: Browser, identity: string) =>
  browser.call('GET', `/OwnAccounts/identity?identity=${identity}`)

export const endIdentity = (browser: Browser, identity: string) =>
  browser.call('DELETE', `/OwnAccounts/identity?identity=${identity}`)

/** Sends the form of an identified person. */
export const sendIdentified = (browser: Browser, proof: string, identity: string, more: object = {}) =>
  browser.call('POST', '/OwnAccounts/identified', { proof, identity, acceptsTerms: true, ...more })

/** Makes an account of an identified person with a proof, and returns the outcome. */
export const createIdentified = async (
  proof: string,
  number: string,
  { name, ...more }: { name?: object; organizationId?: number; guardianEmail?: string } = {},
) => {
  const browser = openLocalBrowser()
  return bodyOf<Outcome>(sendIdentified(browser, proof, await identifyNew(browser, number, name), more))
}

export const loadPerson = async (id: number) => (await database().query.select().from(users).where(eq(users.id, id)))[0]

export const loadRequest = async (email: string) =>
  (await database().query.select().from(accountRequests).where(eq(accountRequests.email, email)))[0]

/** Writes that the register gives a person the personal number. */
export const registerNumber = async (userId: number, number: string) =>
  database()
    .query.insert(registerPeople)
    .values({ externalId: `r-${userId}`, userId, numberHash: await hashNumber(number), changedAt: new Date() })
