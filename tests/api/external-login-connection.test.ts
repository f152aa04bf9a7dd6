import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { auditEntries } from '#api/audit/table.ts'
import { outboxMails } from '#api/mails/table.ts'
import { users } from '#api/users/table.ts'
import { configure } from '../configuration.ts'
import { asked, browser, number, plan, real, withNumber } from '../external-login.ts'
import { database, signedIn } from '../portal.ts'

const completed = {
  body: { orderRef: 'x', status: 'complete', completionData: { user: { personalNumber: number, name: 'Sara' } } },
}

beforeEach(async () => {
  await configure({ features: ['UseExternalLogin'] })
  for (const method of ['auth', 'collect', 'cancel']) await plan(method)
  await asked()
  await database().query.update(users).set({ personalNumberHash: null })
})

const browserOf = ({ token }: { token: string }) => browser(real, { authorization: `Bearer ${token}` })

const hashOfPerson = async (id: number) =>
  (await database().query.select().from(users).where(eq(users.id, id)))[0]?.personalNumberHash

test('who is signed in connects an identification, which opens the account from then on', async () => {
  const person = await signedIn({ email: 'sara@mejl.example' })
  const own = browserOf(person)
  const { orderRef } = await own.start({ connects: true })
  await plan('collect', completed)
  expect(await own.result(orderRef)).toMatchObject({ status: 'complete', token: null, userId: person.id })
  const anew = browser()
  const { orderRef: another } = await anew.start()
  await plan('collect', completed)
  expect(await anew.result(another)).toMatchObject({ status: 'complete', userId: person.id, token: expect.any(String) })
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

test('one identification opens one account: another’s is refused, and stays theirs', async () => {
  const first = await withNumber()
  const person = await signedIn({})
  const own = browserOf(person)
  const { orderRef } = await own.start({ connects: true })
  await plan('collect', completed)
  const response = await own.post(`/result/${orderRef}`)
  expect(response.status).toBe(409)
  expect(await response.json()).toMatchObject({ code: 'external_person_taken' })
  expect(await hashOfPerson(person.id)).toBeNull()
  expect(await hashOfPerson(first.id)).not.toBeNull()
})

test('an order to connect opens no session, and connects nothing for anybody else', async () => {
  const [person, other] = [await signedIn({}), await signedIn({})]
  const own = browserOf(person)
  const { orderRef } = await own.start({ connects: true })
  await plan('collect', completed, completed)
  own.becomes({})
  expect(await own.result(orderRef)).toMatchObject({ status: 'failed', token: null })
  const again = browserOf(person)
  const { orderRef: second } = await again.start({ connects: true })
  await plan('collect', completed)
  again.becomes({ authorization: `Bearer ${other.token}` })
  expect(await again.result(second)).toMatchObject({ status: 'failed', token: null })
  expect([await hashOfPerson(person.id), await hashOfPerson(other.id)]).toEqual([null, null])
})

test('nobody connects without being signed in', async () => {
  const response = await browser().post('/startauthentication/bankid', { connects: true })
  expect(response.status).toBe(401)
})

test('on the same device the app leads back to where one connects', async () => {
  const person = await signedIn({})
  await browserOf(person).start({ connects: true, sameDevice: true })
  const [auth] = await asked()
  expect(auth?.body['returnUrl']).toMatch(/\/login\/connect\?start=1#external=[\w-]+\.[\w-]+$/)
})

test('what is connected is told to oneself, and forgotten when one asks', async () => {
  const person = await withNumber({ email: 'sara2@mejl.example' })
  const connection = () => person.fetch('GET', '/ExternalLogin/connection')
  expect(await (await connection()).json()).toEqual({ connected: true })
  expect((await person.fetch('DELETE', '/ExternalLogin/connection')).status).toBe(204)
  expect(await (await connection()).json()).toEqual({ connected: false })
  expect((await person.fetch('DELETE', '/ExternalLogin/connection')).status).toBe(204)
  const letters = await database()
    .query.select()
    .from(outboxMails)
    .where(eq(outboxMails.recipient, 'sara2@mejl.example'))
  expect(letters.map(({ subject }) => subject)).toEqual(['Din e-legitimation är bortkopplad'])
})
