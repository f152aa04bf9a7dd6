import { eq } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import { outboxMails } from '#api/foundation/mails/table.ts'
import type { Notice } from '#api/foundation/notices/contract.ts'
import { loginFailures } from '#api/people/attempts/table.ts'
import { hashPassword } from '#api/people/authentication/passwords/password-hash.ts'
import { listAuditEntries } from '../audit.ts'
import { anonymous, database, type Person, signedIn } from '../portal.ts'

vi.setConfig({ testTimeout: 30_000 })

const password = 'Utbildning-2026'
const passwordHash = await hashPassword(password)
let members = 0

async function member() {
  members += 1
  const userName = `ovanlig-${members}`
  const email = `${userName}@example.se`
  return { ...(await signedIn({ userName, email, firstName: 'Anna', passwordHash })), userName, email }
}

const chrome =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'

/** Signs in and returns the cookie that identifies the device afterwards. */
async function signInOn(device: string | null, userName: string, given = password): Promise<string | null> {
  const headers = { 'user-agent': chrome, ...(device && { cookie: device }) }
  const response = await anonymous('POST', '/Authentication/Login', { username: userName, password: given }, headers)
  const cookie = response.headers.getSetCookie().find((text) => text.startsWith('devices='))
  return cookie?.split(';')[0] ?? null
}

const noticesOf = async (person: Person) =>
  (await (await person.fetch('GET', '/Notices')).json<Notice[]>()).map(({ kind, text }) => ({ kind, text }))
const mailsTo = (recipient: string) =>
  database().query.select().from(outboxMails).where(eq(outboxMails.recipient, recipient))

test('the first sign-in and those on a known device notify nobody', async () => {
  const person = await member()
  const device = await signInOn(null, person.userName)
  await signInOn(device, person.userName)
  expect(await noticesOf(person)).toEqual([])
  expect(await mailsTo(person.email)).toEqual([])
})

test('a sign-in on a new device is notified in the portal, by mail and in the audit log, once', async () => {
  const person = await member()
  await signInOn(null, person.userName)
  const device = await signInOn(null, person.userName)
  expect(await noticesOf(person)).toEqual([
    { kind: 'unusualSignIn', text: expect.stringContaining('Chrome på Windows') },
  ])
  expect(await mailsTo(person.email)).toMatchObject([
    {
      name: 'unusualSignIn',
      subject: 'Inloggning från en ny enhet',
      body: expect.stringContaining('/profile/security'),
    },
  ])
  const unusual = (await listAuditEntries('user')).filter(({ action }) => action === 'session.unusual')
  expect(unusual[0]).toMatchObject({ userId: person.id, targetId: String(person.id), data: { because: 'newDevice' } })
  await signInOn(device, person.userName)
  expect(await noticesOf(person)).toHaveLength(1)
})

test('a success after five failed attempts is notified, on a known device too; after four it is not', async () => {
  const person = await member()
  const device = await signInOn(null, person.userName)
  for (let attempt = 0; attempt < 4; attempt++) await signInOn(device, person.userName, 'fel-fel-fel')
  await signInOn(device, person.userName)
  expect(await noticesOf(person)).toEqual([])
  for (let attempt = 0; attempt < 5; attempt++) await signInOn(device, person.userName, 'fel-fel-fel')
  await signInOn(device, person.userName)
  expect(await noticesOf(person)).toEqual([
    { kind: 'unusualSignIn', text: expect.stringContaining('flera misslyckade försök') },
  ])
  expect(await mailsTo(person.email)).toMatchObject([{ subject: 'Inloggning efter flera misslyckade försök' }])
})

test('failures before the last day are not counted', async () => {
  const person = await member()
  const device = await signInOn(null, person.userName)
  for (let attempt = 0; attempt < 5; attempt++) await signInOn(device, person.userName, 'fel-fel-fel')
  await database()
    .query.update(loginFailures)
    .set({ failedAt: new Date(Date.now() - 25 * 3_600_000) })
  await signInOn(device, person.userName)
  expect(await noticesOf(person)).toEqual([])
})

test('a device known for another person is new for this one', async () => {
  const [person, another] = [await member(), await member()]
  await signInOn(null, person.userName)
  const device = await signInOn(null, another.userName)
  await signInOn(device, person.userName)
  expect(await noticesOf(person)).toMatchObject([{ kind: 'unusualSignIn' }])
  expect(await noticesOf(another)).toEqual([])
})
