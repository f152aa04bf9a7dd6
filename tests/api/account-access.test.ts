import { eq } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import type { AccountAccess } from '#api/office/account-access/contract.ts'
import { calendarSubscriptions } from '#api/office/calendar/table.ts'
import { hashPassword } from '#api/people/authentication/passwords/password-hash.ts'
import { sessions } from '#api/people/authentication/table.ts'
import { listAuditEntries } from '../audit.ts'
import { anonymous, call, database, type Person, signedIn } from '../portal.ts'
import { bodyOf } from '../response-body.ts'

vi.setConfig({ testTimeout: 30_000 })
const { query } = database()
const password = 'Utbildning-2026'
const passwordHash = await hashPassword(password)
let members = 0

const onPhone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1'

async function member() {
  members += 1
  const userName = `enhet-${members}`
  return { ...(await signedIn({ userName, passwordHash })), userName }
}

async function signIn(username: string, userAgent: string) {
  const answer = await anonymous('POST', '/Authentication/Login', { username, password }, { 'user-agent': userAgent })
  return call((await answer.json<{ token: string }>()).token)
}

const accessOf = (fetch: Person['fetch']) =>
  bodyOf<
    Omit<AccountAccess, 'sessions'> & {
      sessions: {
        id: number
        current: boolean
        browser: string | null
        system: string | null
        openedBy: string | null
      }[]
    }
  >(fetch('GET', '/Authentication/access'))
const lives = async (fetch: Person['fetch']) => (await (await fetch('GET', '/User')).json()) !== null

test('a person’s own sessions are listed with device and sign-in method, and no others', async () => {
  const [person, other] = [await member(), await member()]
  const phone = await signIn(person.userName, onPhone)
  await signIn(other.userName, onPhone)
  const { sessions: listed } = await accessOf(phone)
  expect(listed.map(({ current }) => current)).toEqual([true, false])
  expect(listed.find(({ current }) => current)).toMatchObject({
    browser: 'Safari',
    system: 'iOS',
    openedBy: 'password',
  })
  expect(listed.find(({ current }) => !current)).toMatchObject({ browser: null, system: null, openedBy: null })
  expect(JSON.stringify(listed)).not.toContain('iPhone OS 18_6')
})

test('a session is ended at once, by its owner only', async () => {
  const [person, other] = [await member(), await member()]
  const phone = await signIn(person.userName, onPhone)
  const id = (await accessOf(phone)).sessions.find(({ current }) => current)?.id
  expect((await other.fetch('DELETE', `/Authentication/sessions/${id}`)).status).toBe(404)
  expect(await lives(phone)).toBe(true)
  expect((await person.fetch('DELETE', `/Authentication/sessions/${id}`)).status).toBe(204)
  expect(await lives(phone)).toBe(false)
  expect((await person.fetch('DELETE', `/Authentication/sessions/${id}`)).status).toBe(404)
  expect((await listAuditEntries('user'))[0]).toMatchObject({
    action: 'session.endedByOwner',
    userId: person.id,
    data: { id },
  })
})

test('all other sessions are ended, and the current one continues', async () => {
  const person = await member()
  const [phone, tablet] = [await signIn(person.userName, onPhone), await signIn(person.userName, onPhone)]
  expect((await phone('DELETE', '/Authentication/sessions')).status).toBe(204)
  expect([await lives(phone), await lives(tablet), await lives(person.fetch)]).toEqual([true, false, false])
})

test('ended and expired sessions are not listed', async () => {
  const person = await member()
  await signIn(person.userName, onPhone)
  await query
    .update(sessions)
    .set({ expiresAt: new Date(Date.now() - 1) })
    .where(eq(sessions.openedBy, 'password'))
  expect((await accessOf(person.fetch)).sessions).toHaveLength(1)
})

test('a connection and live calendar addresses are listed without their secrets', async () => {
  const [person, other] = [await signedIn({ personalNumberHash: 'hash-of-nobody' }), await member()]
  await person.fetch('POST', '/Calendar/subscriptions', { kind: 'own' })
  const access = await accessOf(person.fetch)
  expect(access.connections).toEqual([{ kind: 'electronicIdentification' }])
  expect(access.calendarAddresses).toEqual([
    { id: expect.any(Number), kind: 'own', organizationName: null, created: expect.any(String) },
  ])
  const [row] = await query.select().from(calendarSubscriptions).where(eq(calendarSubscriptions.userId, person.id))
  expect(JSON.stringify(access)).not.toContain(row?.nonce)
  await person.fetch('DELETE', `/Calendar/subscriptions/${row?.id}`)
  expect((await accessOf(person.fetch)).calendarAddresses).toEqual([])
  expect(await accessOf(other.fetch)).toMatchObject({ connections: [], calendarAddresses: [] })
})
