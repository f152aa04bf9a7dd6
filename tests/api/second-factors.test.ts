import { eq } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import { outboxMails } from '#api/foundation/mails/table.ts'
import { notices } from '#api/foundation/notices/table.ts'
import { loginFailures } from '#api/people/attempts/table.ts'
import { authenticatorApps, recoveryCodes, sessions } from '#api/people/authentication/table.ts'
import { users } from '#api/people/users/table.ts'
import { listAuditEntries } from '../audit.ts'
import { call, database } from '../portal.ts'
import {
  addApp,
  addPasskey,
  computeCode,
  createMember,
  isAuthorized,
  password,
  readJson,
  signInByPassword,
} from '../second-factors.ts'
import { inDays, inMinutes } from '../time.ts'

vi.setConfig({ testTimeout: 30_000 })
const { query } = database()

const step = (fetch: Awaited<ReturnType<typeof signInByPassword>>, proof: object) =>
  fetch('POST', '/Authentication/secondstep', proof)

test('after the password a code of the app is required, and the session gives no access before it', async () => {
  const person = await createMember()
  const { secret, recoveryCodes: shown } = await addApp(person.fetch)
  expect(shown).toHaveLength(10)
  const waiting = await signInByPassword(person.userName)
  for (const [method, path] of [
    ['GET', '/Notices'],
    ['GET', '/Dashboard'],
    ['GET', '/Authentication/access'],
    ['GET', '/Authentication/factors'],
    ['POST', '/Authentication/ChangePassword'],
    ['POST', '/Authentication/app'],
    ['DELETE', '/Authentication/sessions'],
  ] as const) {
    const refused = await waiting(method, path, method === 'POST' ? { password } : undefined)
    expect([refused.status, await refused.json()], path).toMatchObject([403, { code: 'second_factor_required' }])
  }
  // Public calls treat the caller as anonymous.
  expect(await readJson(waiting('GET', '/User'))).toBeNull()
  expect(await readJson(waiting('GET', '/Authentication/secondstep'))).toEqual({
    passkey: false,
    app: true,
    recoveryCode: true,
  })
  const { token } = await readJson<{ token: string }>(step(waiting, { code: computeCode(secret) }))
  expect(await isAuthorized(call(token))).toBe(true)
  expect((await waiting('GET', '/Notices')).status).toBe(401)
  const rows = await query.select().from(sessions).where(eq(sessions.userId, person.id))
  expect(rows.at(-1)).toMatchObject({ openedBy: 'password', secondFactor: 'app' })
})

test('an earlier session requires the code too, and cannot remove the app by the password', async () => {
  const person = await createMember()
  const earlier = await signInByPassword(person.userName)
  expect(await isAuthorized(earlier)).toBe(true)
  const { secret } = await addApp(person.fetch)
  for (const path of ['/Authentication/app/remove', '/Authentication/passkeys/options']) {
    const refused = await earlier('POST', path, { password })
    expect([refused.status, await refused.json()], path).toMatchObject([403, { code: 'second_factor_required' }])
  }
  expect((await step(earlier, { code: computeCode(secret) })).status).toBe(200)
})

test('a session that awaits the second step ends after ten minutes, regardless of use', async () => {
  const person = await createMember()
  await addApp(person.fetch)
  const waiting = await signInByPassword(person.userName)
  const rows = await query.select().from(sessions).where(eq(sessions.awaitsSecondFactor, true))
  const row = rows.find(({ userId }) => userId === person.id)
  const minutes = ((row?.expiresAt.getTime() ?? 0) - Date.now()) / 60_000
  expect(minutes).toBeGreaterThan(9)
  expect(minutes).toBeLessThanOrEqual(10)
  await query
    .update(sessions)
    .set({ lastUsedAt: new Date(Date.now() - 400_000) })
    .where(eq(sessions.id, row?.id ?? 0))
  await waiting('GET', '/Authentication/secondstep')
  const [after] = await query
    .select()
    .from(sessions)
    .where(eq(sessions.id, row?.id ?? 0))
  expect(after?.expiresAt).toEqual(row?.expiresAt)
})

test('a code is valid once, also for two concurrent requests, and earlier codes are refused afterwards', async () => {
  const person = await createMember()
  const { secret } = await addApp(person.fetch)
  const both = [await signInByPassword(person.userName), await signInByPassword(person.userName)]
  const [code, earlier] = [computeCode(secret, 1), computeCode(secret)]
  const statuses = (await Promise.all(both.map((fetch) => step(fetch, { code })))).map(({ status }) => status)
  expect(statuses.sort()).toEqual([200, 400])
  const again = await signInByPassword(person.userName)
  for (const used of [code, earlier]) {
    const refused = await step(again, { code: used })
    expect([refused.status, await refused.json()]).toMatchObject([
      400,
      { code: 'wrong_code', fields: { code: expect.any(String) } },
    ])
  }
})

test('past and future codes are refused', async () => {
  const person = await createMember()
  const { secret } = await addApp(person.fetch)
  const waiting = await signInByPassword(person.userName)
  for (const code of [computeCode(secret, -3), computeCode(secret, 3), 'abcdef', '12345'])
    expect((await step(waiting, { code })).status).toBe(400)
})

test('five wrong codes of any kind within a quarter of an hour block further attempts', async () => {
  const person = await createMember()
  const { secret, recoveryCodes: shown } = await addApp(person.fetch)
  const waiting = await signInByPassword(person.userName)
  for (const proof of [
    { code: '000000' },
    { recoveryCode: 'aaaa-bbbb-cccc' },
    { code: '1' },
    { code: '2' },
    { code: '3' },
  ])
    expect((await step(waiting, proof)).status).toBe(400)
  expect((await step(waiting, { code: computeCode(secret) })).status).toBe(429)
  expect((await step(await signInByPassword(person.userName), { recoveryCode: shown?.[0] })).status).toBe(429)
  await query.update(loginFailures).set({ failedAt: inMinutes(-16) })
  expect((await step(waiting, { code: computeCode(secret) })).status).toBe(200)
})

test('a person with two recovery codes left, or fewer, is asked to create new ones', async () => {
  const address = 'snart-slut@mejl.example'
  const person = await createMember({}, address)
  const { recoveryCodes: shown = [] } = await addApp(person.fetch)
  const left = async () => {
    const code = shown?.shift()
    const answer = await step(await signInByPassword(person.userName), { recoveryCode: code })
    expect(answer.status).toBe(200)
    const mails = await query.select().from(outboxMails).where(eq(outboxMails.recipient, address))
    const noticeRows = await query.select().from(notices).where(eq(notices.userId, person.id))
    const { values } = noticeRows.findLast(({ kind }) => kind === 'recoveryCodeUsed') ?? {}
    return [mails.findLast(({ name }) => name === 'recoveryCodeUsed')?.subject, values]
  }
  const answers = []
  for (let used = 0; used < 9; used++) answers.push(await left())
  const [plain, few] = ['En reservkod har använts', 'Dina reservkoder håller på att ta slut']
  expect(answers.slice(6)).toEqual([
    [plain, { left: '3' }],
    [few, { left: '2', context: 'few' }],
    [few, { left: '1', context: 'few' }],
  ])
  const { text } = (await readJson<{ kind: string; text: string }[]>(person.fetch('GET', '/Notices')))[0] ?? {}
  expect(text).toContain('skapa nya')
})

test('a recovery code is valid once, in any notation, and the person is notified', async () => {
  const person = await createMember({}, 'reserv@mejl.example')
  const { recoveryCodes: shown } = await addApp(person.fetch)
  const typed = ` ${shown?.[0]?.toUpperCase().replaceAll('-', ' ')}`
  const both = [await signInByPassword(person.userName), await signInByPassword(person.userName)]
  const responses = await Promise.all(both.map((fetch) => step(fetch, { recoveryCode: typed })))
  expect(responses.map(({ status }) => status).sort()).toEqual([200, 400])
  expect(
    await isAuthorized(call((await readJson<{ token: string }>(responses.find(({ ok }) => ok) as Response)).token)),
  ).toBe(true)
  const refused = await step(await signInByPassword(person.userName), { recoveryCode: shown?.[0] })
  expect(await refused.json()).toMatchObject({ fields: { recoveryCode: expect.any(String) } })
  // Each sign-in here is from a new device, which sends an e-mail too.
  const mails = (await query.select().from(outboxMails).where(eq(outboxMails.recipient, 'reserv@mejl.example'))).filter(
    ({ name }) => name !== 'unusualSignIn',
  )
  expect(mails.map(({ name }) => name)).toEqual(['secondFactorAdded', 'recoveryCodeUsed'])
  expect(mails[1]?.body).toContain('Du har 9 kvar.')
  const noticeRows = await query.select().from(notices).where(eq(notices.userId, person.id))
  expect(noticeRows.map(({ kind }) => kind).filter((kind) => kind !== 'unusualSignIn')).toEqual([
    'secondFactorAdded',
    'recoveryCodeUsed',
  ])
  expect(await listAuditEntries('user')).toContainEqual(
    expect.objectContaining({ action: 'recoveryCode.used', userId: person.id, data: { left: 9 } }),
  )
})

test('new recovery codes replace the old ones, and another person’s are refused', async () => {
  const [person, other] = [await createMember(), await createMember()]
  const { recoveryCodes: old } = await addApp(person.fetch)
  const { recoveryCodes: others } = await addApp(other.fetch)
  const { recoveryCodes: renewed } = await readJson<{ recoveryCodes: string[] }>(
    person.fetch('POST', '/Authentication/recoverycodes', {}),
  )
  expect(new Set([...(old ?? []), ...renewed]).size).toBe(20)
  const waiting = await signInByPassword(person.userName)
  expect((await step(waiting, { recoveryCode: old?.[0] })).status).toBe(400)
  expect((await step(waiting, { recoveryCode: others?.[0] })).status).toBe(400)
  expect((await step(waiting, { recoveryCode: renewed[0] })).status).toBe(200)
})

test('neither the secret of an app nor a recovery code can be read in the database', async () => {
  const person = await createMember()
  const { secret, recoveryCodes: shown } = await addApp(person.fetch)
  const apps = await query.select().from(authenticatorApps).where(eq(authenticatorApps.userId, person.id))
  expect(apps[0]?.secret).toMatch(/^v2\.[0-9a-f]{8}\.[\w-]+$/)
  expect(JSON.stringify(apps)).not.toContain(secret)
  const codes = JSON.stringify(await query.select().from(recoveryCodes).where(eq(recoveryCodes.userId, person.id)))
  for (const code of shown ?? []) expect(codes).not.toContain(code.replaceAll('-', ''))
})

test('the secret of one person, copied into another person’s row, is refused', async () => {
  const [person, thief] = [await createMember(), await createMember()]
  await addApp(person.fetch)
  const { secret } = await addApp(thief.fetch)
  const [row] = await query.select().from(authenticatorApps).where(eq(authenticatorApps.userId, thief.id))
  await query
    .update(authenticatorApps)
    .set({ secret: row?.secret ?? '' })
    .where(eq(authenticatorApps.userId, person.id))
  expect((await step(await signInByPassword(person.userName), { code: computeCode(secret, 1) })).status).toBe(400)
})

test('an app is active from its first correct code, within five tries and in its own session', async () => {
  const [person, other] = [await createMember(), await createMember()]
  const begin = () =>
    readJson<{ setupToken: string; secret: string; uri: string }>(person.fetch('POST', '/Authentication/app', {}))
  const confirm = (setupToken: string, code: string, fetch = person.fetch) =>
    fetch('POST', '/Authentication/app/confirm', { setupToken, code })
  const first = await begin()
  expect(first.uri).toMatch(/^otpauth:\/\/totp\/.*secret=[A-Z2-7]{32}/)
  const wrong = await confirm(first.setupToken, '000000')
  expect(await wrong.json()).toMatchObject({ code: 'wrong_code', fields: { code: expect.any(String) } })
  expect(await readJson(confirm(first.setupToken, computeCode(first.secret), other.fetch))).toMatchObject({
    code: 'app_setup_over',
  })
  for (let tries = 0; tries < 3; tries++) await confirm(first.setupToken, '000000')
  expect(await readJson(confirm(first.setupToken, computeCode(first.secret)))).toMatchObject({ code: 'app_setup_over' })
  const second = await begin()
  const code = computeCode(second.secret)
  const both = await Promise.all([1, 2].map(() => confirm(second.setupToken, code)))
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  // The code that confirmed the app is used up.
  expect((await step(await signInByPassword(person.userName), { code })).status).toBe(400)
})

test('a passkey takes the second step; another person’s does not', async () => {
  const [person, other] = [await createMember(), await createMember()]
  const own = await addPasskey(person.fetch)
  const foreign = await addPasskey(other.fetch)
  const waiting = await signInByPassword(person.userName)
  const options = () => readJson<{ challenge: string }>(waiting('POST', '/Authentication/secondstep/options'))
  const refused = await step(waiting, { passkey: await foreign.authenticator.sign(await options()) })
  expect([refused.status, await refused.json()]).toMatchObject([400, { code: 'passkey_unknown' }])
  expect((await step(waiting, { passkey: await own.authenticator.sign(await options()) })).status).toBe(200)
})

test('the second step comes before a new password, also with one that the office chose', async () => {
  const person = await createMember()
  const { secret } = await addApp(person.fetch)
  await query
    .update(users)
    .set({ passwordExpiresAt: inDays(1) })
    .where(eq(users.id, person.id))
  const waiting = await signInByPassword(person.userName)
  const chosen = { password, newPassword: 'Grus-och-asfalt-7', passwordVerification: 'Grus-och-asfalt-7' }
  expect((await waiting('POST', '/Authentication/ChangePassword', chosen)).status).toBe(403)
  const { token } = await readJson<{ token: string }>(step(waiting, { code: computeCode(secret) }))
  expect((await call(token)('POST', '/Authentication/ChangePassword', chosen)).status).toBe(204)
})

test('signing out works while the second step is awaited', async () => {
  const person = await createMember()
  await addApp(person.fetch)
  const waiting = await signInByPassword(person.userName)
  expect((await waiting('POST', '/Authentication/Logout')).status).toBe(204)
  expect((await waiting('GET', '/Authentication/secondstep')).status).toBe(401)
})

test('removing the last factor removes the recovery codes, and the password is sufficient again', async () => {
  const person = await createMember({}, 'bort@mejl.example')
  await addApp(person.fetch)
  expect((await person.fetch('POST', '/Authentication/app/remove', {})).status).toBe(204)
  expect(await query.select().from(recoveryCodes).where(eq(recoveryCodes.userId, person.id))).toEqual([])
  expect(await isAuthorized(await signInByPassword(person.userName))).toBe(true)
  expect((await person.fetch('POST', '/Authentication/recoverycodes', {})).status).toBe(404)
  const mails = await query.select().from(outboxMails).where(eq(outboxMails.recipient, 'bort@mejl.example'))
  expect(mails.map(({ name }) => name)).toEqual(['secondFactorAdded', 'secondFactorRemoved'])
})
