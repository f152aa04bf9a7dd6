import { env } from 'cloudflare:workers'
import { eq, sql } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import { auditEntries } from '#api/foundation/audit/table.ts'
import { loginFailures } from '#api/people/attempts/table.ts'
import { hashPassword, isOutdatedHash } from '#api/people/authentication/passwords/password-hash.ts'
import { sessions } from '#api/people/authentication/table.ts'
import { users } from '#api/people/users/table.ts'
import { openSession } from '#edge/session-cookie.ts'
import { sha256 } from '#platform/digest.ts'
import { listAuditEntries } from '../audit.ts'
import { anonymous, call, database, signedIn } from '../portal.ts'
import { inHours, inMinutes } from '../time.ts'

// Each attempt computes a deliberately slow password hash.
vi.setConfig({ testTimeout: 30_000 })

const password = 'Utbildning-2026'
const stored = await hashPassword(password)
let members = 0

async function member(overrides: Partial<typeof users.$inferInsert> = {}) {
  members += 1
  const userName = `medlem-${members}`
  const person = await signedIn({ userName, passwordHash: stored, ...overrides })
  return { ...person, userName: overrides.userName ?? userName }
}

const login = (username: string, given = password, headers: Record<string, string> = {}) =>
  anonymous('POST', '/Authentication/Login', { username, password: given }, headers)

const hasFailed = (subject: string, times: number) =>
  database()
    .query.insert(loginFailures)
    .values(Array.from({ length: times }, () => ({ subject, failedAt: new Date() })))

const from = (address: string) => ({ 'cf-connecting-ip': address })

test('the correct password opens a session for calls and a cookie for pages', async () => {
  const { id, userName } = await member()
  const response = await login(userName)
  expect(response.status).toBe(200)
  expect(response.headers.get('cache-control')).toBe('no-store')
  const { token, userId } = await response.json<{ token: string; userId: number }>()
  expect(userId).toBe(id)
  expect(token).toMatch(/^[\w-]{43}$/)

  const cookie = response.headers.getSetCookie().find((text) => text.startsWith('session=')) ?? ''
  expect(cookie).toMatch(/^session=[^;]+; Expires=[^;]+; Path=\/; HttpOnly; SameSite=Lax$/)
  const value = /^session=([^;]+)/.exec(cookie)?.[1]
  expect(openSession(env.SESSION_SECRET, value, new Date())).toBe(token)
})

test('a new sign-in ends the session that the same browser had, and no other', async () => {
  const [before, after] = [await member(), await member()]
  const first = await login(before.userName)
  const { token } = await first.json<{ token: string }>()
  const elsewhere = await (await login(before.userName)).json<{ token: string }>()
  const cookie = first.headers.getSetCookie().find((text) => text.startsWith('session='))
  const alive = async (one: string) => (await call(one)('GET', '/Mails/choices')).status
  expect(await Promise.all([alive(token), alive(elsewhere.token)])).toEqual([200, 200])

  const again = await login(after.userName, password, { cookie: cookie?.split(';')[0] ?? '' })
  expect(await Promise.all([alive(token), alive(elsewhere.token)])).toEqual([401, 200])
  const second = await again.json<{ token: string }>()
  expect(await alive(second.token)).toBe(200)

  await login(after.userName, password, { authorization: `Bearer ${second.token}` })
  expect(await alive(second.token)).toBe(401)
  const actions = (await listAuditEntries('user')).filter(({ action }) => action === 'session.ended')
  expect(actions.map(({ userId }) => userId)).toEqual([after.id, before.id])
})

test('a failed sign-in leaves the session of the browser alone', async () => {
  const person = await member()
  const { token } = await (await login(person.userName)).json<{ token: string }>()
  await login(person.userName, 'fel-fel-fel', { authorization: `Bearer ${token}` })
  expect((await call(token)('GET', '/Mails/choices')).status).toBe(200)
})

test('the token is not stored in the database', async () => {
  const { userName, id } = await member()
  const { token } = await (await login(userName)).json<{ token: string }>()
  const rows = await database().query.select().from(sessions).where(eq(sessions.userId, id))
  expect(rows.map((row) => row.tokenHash)).toContain(await sha256(token))
  expect(JSON.stringify(rows)).not.toContain(token)
})

test('user names are the same in capitals and with spaces around them', async () => {
  const { userName } = await member({ userName: 'Anna.Berg' })
  expect((await login(`  ${userName.toUpperCase()} `)).status).toBe(200)
})

test('an unknown name, a wrong password and a person without a password get the same response', async () => {
  const { userName } = await member()
  const without = await member({ passwordHash: null })
  const answers = await Promise.all([
    login('ingen-alls'),
    login(userName, 'fel-fel-fel'),
    login(without.userName, 'fel-fel-fel'),
  ])
  const bodies = await Promise.all(answers.map((answer) => answer.json<Record<string, unknown>>()))
  for (const [index, body] of bodies.entries()) {
    expect(answers[index]?.status).toBe(401)
    expect(answers[index]?.headers.get('set-cookie')).toBeNull()
    expect({ ...body, requestId: '' }).toEqual({
      status: 401,
      code: 'wrong_credentials',
      message: 'Fel användarnamn eller lösenord.',
      requestId: '',
    })
  }
})

test('an empty name or password is refused field by field', async () => {
  const response = await login('', '')
  expect(response.status).toBe(400)
  expect(await response.json()).toMatchObject({
    code: 'invalid_input',
    fields: { username: expect.any(String), password: expect.any(String) },
  })
})

test('the eleventh failure within a quarter of an hour blocks the account, even for the correct password', async () => {
  const { userName } = await member()
  await hasFailed(`account:${userName}`, 9)
  expect((await login(userName, 'fel-fel-fel')).status).toBe(401)
  expect((await login(userName)).status).toBe(429)
  await database()
    .query.update(loginFailures)
    .set({ failedAt: inMinutes(-15) })
  expect((await login(userName)).status).toBe(200)
})

test('an unknown name is blocked after as many failures as a known one', async () => {
  await hasFailed('account:finns-inte', 9)
  expect((await login('finns-inte', 'fel-fel-fel')).status).toBe(401)
  expect((await login('finns-inte', 'fel-fel-fel')).status).toBe(429)
})

test('concurrent guesses get no more attempts than remain', async () => {
  const { userName } = await member()
  await hasFailed(`account:${userName}`, 7)
  const answers = await Promise.all(Array.from({ length: 12 }, () => login(userName, 'fel-fel-fel')))
  expect(answers.filter((answer) => answer.status === 401)).toHaveLength(3)
  expect(answers.filter((answer) => answer.status === 429)).toHaveLength(9)
})

test('one address may fail thirty times over all accounts; other addresses go on', async () => {
  const { userName } = await member()
  await hasFailed('address:192.0.2.7', 29)
  expect((await login('gissning', 'fel-fel-fel', from('192.0.2.7'))).status).toBe(401)
  expect((await login(userName, password, from('192.0.2.7'))).status).toBe(429)
  expect((await login(userName, password, from('192.0.2.8'))).status).toBe(200)
})

test('a sign-in resets earlier failures and does not count against the address', async () => {
  const { userName } = await member()
  await hasFailed(`account:${userName}`, 9)
  expect((await login(userName, password, from('192.0.2.20'))).status).toBe(200)
  const left = await database()
    .query.select()
    .from(loginFailures)
    .where(sql`subject in (${`account:${userName}`}, 'address:192.0.2.20')`)
  expect(left).toEqual([])
})

test('an inactive person is informed, but only with the correct password', async () => {
  const { userName } = await member({ inactiveAt: new Date() })
  const response = await login(userName)
  expect(response.status).toBe(403)
  expect(await response.json()).toMatchObject({
    code: 'user_inactive',
    message: 'Kontot är inaktivt. Kontakta din förening.',
  })
  expect((await login(userName, 'fel-fel-fel')).status).toBe(401)
})

test('a password that must be changed is accepted before its date and not after it', async () => {
  const before = await member({ passwordExpiresAt: inMinutes(1) })
  expect((await login(before.userName)).status).toBe(200)
  const after = await member({ passwordExpiresAt: new Date(Date.now() - 1) })
  const response = await login(after.userName)
  expect(response.status).toBe(403)
  expect(await response.json()).toMatchObject({ code: 'password_expired' })
})

test('a hash with weaker parameters is replaced at sign-in', async () => {
  const { id, userName } = await member({
    passwordHash: 'scrypt$1024$8$1$AQEBAQEBAQEBAQEBAQEBAQ$bWq_mMXJUXrwBEKovmiNJky4aPNnMWuDC7WQwmu5m6U',
  })
  expect((await login(userName)).status).toBe(200)
  const [row] = await database().query.select().from(users).where(eq(users.id, id))
  expect(isOutdatedHash(row?.passwordHash ?? '')).toBe(false)
  expect((await login(userName)).status).toBe(200)
})

test('a sign-in is recorded on the person and in the audit log', async () => {
  const { id, userName } = await member()
  await login(userName)
  const [row] = await database().query.select().from(users).where(eq(users.id, id))
  expect(row?.lastLoginAt).toBeInstanceOf(Date)
  const entries = await database()
    .query.select()
    .from(auditEntries)
    .where(eq(auditEntries.targetId, String(id)))
  expect(entries).toMatchObject([{ action: 'session.opened', userId: id, data: { by: 'password' } }])
})

test('signing out ends the session at once, and repeating it changes nothing', async () => {
  const { userName } = await member()
  const { token } = await (await login(userName)).json<{ token: string }>()
  const out = await call(token)('POST', '/Authentication/Logout')
  expect(out.status).toBe(204)
  expect(out.headers.getSetCookie().join('\n')).toMatch(/^session=; Max-Age=0/m)
  expect(
    await database()
      .query.select()
      .from(sessions)
      .where(eq(sessions.tokenHash, await sha256(token))),
  ).toEqual([])
  expect((await call(token)('POST', '/Authentication/Logout')).status).toBe(204)
  expect((await anonymous('POST', '/Authentication/Logout')).status).toBe(204)
})

test('a session is prolonged by use, and invalid after its end', async () => {
  const { userName } = await member()
  const { token } = await (await login(userName)).json<{ token: string }>()
  const hash = await sha256(token)
  const mine = eq(sessions.tokenHash, hash)
  const soon = inMinutes(1)
  const anHourAgo = inHours(-1)
  await database().query.update(sessions).set({ lastUsedAt: anHourAgo, expiresAt: soon }).where(mine)
  await call(token)('GET', '/Events/latest')
  await expect
    .poll(async () => (await database().query.select().from(sessions).where(mine))[0]?.expiresAt.getTime() ?? 0)
    .toBeGreaterThan(Date.now() + 11 * 3_600_000)

  expect(await (await call(token)('GET', '/User')).json()).not.toBeNull()
  await database().query.update(sessions).set({ expiresAt: new Date() }).where(mine)
  expect(await (await call(token)('GET', '/User')).json()).toBeNull()
  expect((await call(token)('GET', '/User/1')).status).toBe(401)
})
