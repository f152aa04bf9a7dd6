import { eq } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import { outboxMails } from '#api/foundation/mails/table.ts'
import { loginFailures } from '#api/people/attempts/table.ts'
import { passkeys, sessions } from '#api/people/authentication/table.ts'
import { oneTimeTokens } from '#api/people/tokens/table.ts'
import { users } from '#api/people/users/table.ts'
import { listAuditEntries } from '../audit.ts'
import { type AuthenticatorFaults, newAuthenticator } from '../authenticator.ts'
import { anonymous, call, database } from '../portal.ts'
import { addPasskey, createMember, isAuthorized, password, readJson, signInByPassword } from '../second-factors.ts'

vi.setConfig({ testTimeout: 30_000 })
const { query } = database()

type Options = { challenge: string; user: { id: string }; rpId: string; allowCredentials: { id: string }[] }
const signInOptions = () => readJson<Options>(anonymous('POST', '/Authentication/passkey/options'))
const signIn = (proof: unknown) => anonymous('POST', '/Authentication/passkey', proof)

test('a passkey by itself opens a session with both factors', async () => {
  const person = await createMember()
  const { authenticator, recoveryCodes } = await addPasskey(person.fetch)
  expect(recoveryCodes).toHaveLength(10)
  const options = await signInOptions()
  expect(options).toMatchObject({ rpId: 'localhost', userVerification: 'required', allowCredentials: [] })
  const { token, userId } = await readJson<{ token: string; userId: number }>(signIn(await authenticator.sign(options)))
  expect(userId).toBe(person.id)
  expect(await isAuthorized(call(token))).toBe(true)
  const rows = await query.select().from(sessions).where(eq(sessions.userId, person.id))
  expect(rows.at(-1)).toMatchObject({ openedBy: 'passkey', secondFactor: 'passkey', awaitsSecondFactor: false })
})

test.each<[string, AuthenticatorFaults]>([
  ['another origin', { origin: 'https://evil.example' }],
  ['another host', { rpId: 'evil.example' }],
  ['a frame of another site', { crossOrigin: true }],
  ['the answer to making a key', { type: 'webauthn.create' }],
  ['nobody’s finger or code', { userVerified: false }],
  ['a made-up challenge', { challenge: 'A'.repeat(43) }],
  ['another person’s handle', { userHandle: 'B'.repeat(43) }],
])('a response from %s is refused', async (_what, wrong) => {
  const { fetch } = await createMember()
  const { authenticator } = await addPasskey(fetch)
  const refused = await signIn(await authenticator.sign(await signInOptions(), wrong))
  expect([refused.status, await refused.json()]).toMatchObject([400, { code: 'passkey_refused' }])
  expect((await signIn(await authenticator.sign(await signInOptions()))).status).toBe(200)
})

test('a challenge is valid once, also for two concurrent responses', async () => {
  const { fetch } = await createMember()
  const { authenticator } = await addPasskey(fetch)
  const options = await signInOptions()
  const answers = [await authenticator.sign(options), await authenticator.sign(options)]
  const statuses = (await Promise.all(answers.map(signIn))).map(({ status }) => status)
  expect(statuses.sort()).toEqual([200, 400])
  expect((await signIn(await authenticator.sign(options))).status).toBe(400)
})

test('a challenge that has expired, or for another purpose, is refused', async () => {
  const { fetch } = await createMember()
  const { authenticator } = await addPasskey(fetch)
  const options = await signInOptions()
  await query.update(oneTimeTokens).set({ expiresAt: new Date(Date.now() - 1) })
  expect((await signIn(await authenticator.sign(options))).status).toBe(400)
  const own = await readJson<Options>(fetch('POST', '/Authentication/secondstep/options'))
  expect((await signIn(await authenticator.sign(own))).status).toBe(400)
})

test('a counter that does not increase indicates a copy, and is refused', async () => {
  const { fetch } = await createMember()
  const { authenticator } = await addPasskey(fetch)
  expect((await signIn(await authenticator.sign(await signInOptions(), { counter: 9 }))).status).toBe(200)
  for (const counter of [9, 8, 0]) {
    const refused = await signIn(await authenticator.sign(await signInOptions(), { counter }))
    expect([refused.status, await refused.json()]).toMatchObject([400, { code: 'passkey_refused' }])
  }
  expect((await signIn(await authenticator.sign(await signInOptions(), { counter: 10 }))).status).toBe(200)
})

test('an authenticator without a counter signs in repeatedly', async () => {
  const { fetch } = await createMember()
  const { authenticator } = await addPasskey(fetch)
  for (const counter of [0, 0])
    expect((await signIn(await authenticator.sign(await signInOptions(), { counter }))).status).toBe(200)
})

test('the number of challenges of one address is limited', async () => {
  const from = { 'cf-connecting-ip': '192.0.2.77' }
  const subject = 'passkey:192.0.2.77'
  const ask = () => anonymous('POST', '/Authentication/passkey/options', undefined, from)
  expect((await ask()).status).toBe(200)
  const earlier = Array.from({ length: 49 }, () => ({ subject, failedAt: new Date() }))
  await query.insert(loginFailures).values(earlier.slice(0, 25))
  await query.insert(loginFailures).values(earlier.slice(25))
  await query.insert(loginFailures).values(earlier.slice(0, 25))
  await query.insert(loginFailures).values(earlier.slice(25))
  expect([(await ask()).status, (await ask()).status]).toEqual([200, 429])
})

test('an unknown passkey, and one of an inactive person, are refused with a text', async () => {
  const unknown = await newAuthenticator()
  const refused = await signIn(await unknown.sign(await signInOptions()))
  expect(await refused.json()).toMatchObject({ code: 'passkey_unknown' })
  const person = await createMember()
  const { authenticator } = await addPasskey(person.fetch)
  await query.update(users).set({ inactiveAt: new Date() }).where(eq(users.id, person.id))
  const shut = await signIn(await authenticator.sign(await signInOptions()))
  expect([shut.status, await shut.json()]).toMatchObject([403, { code: 'user_inactive' }])
})

test('a passkey is created only after the password, and only by the requesting session', async () => {
  const [person, other] = [await createMember({}, 'nyckel@mejl.example'), await createMember()]
  const linked = await signInByPassword(person.userName)
  await query.update(sessions).set({ openedBy: 'single-sign-on' }).where(eq(sessions.userId, person.id))
  for (const given of [{}, { password: 'fel-fel-fel' }]) {
    const refused = await linked('POST', '/Authentication/passkeys/options', given)
    expect([refused.status, await refused.json()]).toMatchObject([400, { fields: { password: expect.any(String) } }])
  }
  const authenticator = await newAuthenticator()
  const options = await readJson<Options>(linked('POST', '/Authentication/passkeys/options', { password }))
  const passkey = await authenticator.register(options)
  const stolen = await other.fetch('POST', '/Authentication/passkeys', { name: 'Min', passkey })
  expect([stolen.status, await stolen.json()]).toMatchObject([400, { code: 'passkey_refused' }])
  const again = await readJson<Options>(linked('POST', '/Authentication/passkeys/options', { password }))
  const stored = await linked('POST', '/Authentication/passkeys', {
    name: 'Min',
    passkey: await authenticator.register(again),
  })
  expect(stored.status).toBe(200)
  const mails = await query.select().from(outboxMails).where(eq(outboxMails.recipient, 'nyckel@mejl.example'))
  expect(mails.map(({ subject }) => subject)).toEqual(['En inloggningsnyckel är tillagd på ditt konto'])
  expect((await listAuditEntries('user'))[0]).toMatchObject({
    action: 'passkey.added',
    userId: person.id,
    data: { name: 'Min' },
  })
})

test.each<[string, AuthenticatorFaults]>([
  ['another origin', { origin: 'https://evil.example' }],
  ['another host', { rpId: 'evil.example' }],
  ['nobody’s finger or code', { userVerified: false }],
])('a new key from %s is not stored', async (_what, wrong) => {
  const { fetch, id } = await createMember()
  const options = await readJson<Options>(fetch('POST', '/Authentication/passkeys/options', {}))
  const passkey = await (await newAuthenticator()).register(options, wrong)
  expect((await fetch('POST', '/Authentication/passkeys', { name: 'Min', passkey })).status).toBe(400)
  expect(await query.select().from(passkeys).where(eq(passkeys.userId, id))).toEqual([])
})

test('the same key cannot become another person’s', async () => {
  const [person, other] = [await createMember(), await createMember()]
  const { authenticator } = await addPasskey(person.fetch)
  const options = await readJson<Options>(other.fetch('POST', '/Authentication/passkeys/options', {}))
  const passkey = await authenticator.register(options)
  const refused = await other.fetch('POST', '/Authentication/passkeys', { name: 'Min', passkey })
  expect([refused.status, await refused.json()]).toMatchObject([400, { code: 'passkey_refused' }])
})

test('a person lists their own passkeys without keys, renames and removes them, and no others', async () => {
  const [person, other] = [await createMember(), await createMember()]
  await addPasskey(person.fetch)
  const { passkeys: listed } = await readJson<{ passkeys: { id: number }[] }>(
    person.fetch('GET', '/Authentication/factors'),
  )
  const id = listed[0]?.id
  expect(listed).toEqual([{ id, name: 'Telefonen', created: expect.any(String), lastUsed: null }])
  expect((await other.fetch('PUT', `/Authentication/passkeys/${id}`, { name: 'Min' })).status).toBe(404)
  expect((await other.fetch('POST', `/Authentication/passkeys/${id}/remove`, {})).status).toBe(404)
  expect((await person.fetch('PUT', `/Authentication/passkeys/${id}`, { name: ' Datorn ' })).status).toBe(204)
  const access = await readJson<{ passkeys: object[] }>(person.fetch('GET', '/Authentication/access'))
  expect(access.passkeys).toMatchObject([{ id, name: 'Datorn' }])
  await query.update(sessions).set({ openedBy: null, verifiedAt: null }).where(eq(sessions.userId, person.id))
  expect((await person.fetch('POST', `/Authentication/passkeys/${id}/remove`, {})).status).toBe(400)
  expect((await person.fetch('POST', `/Authentication/passkeys/${id}/remove`, { password })).status).toBe(204)
  const left = await readJson<object>(person.fetch('GET', '/Authentication/factors'))
  expect(left).toMatchObject({ passkeys: [], recoveryCodesLeft: 0 })
})

test('a passkey proves the identity again, without a password', async () => {
  const person = await createMember()
  const { authenticator } = await addPasskey(person.fetch)
  await query.update(sessions).set({ openedBy: null, verifiedAt: null }).where(eq(sessions.userId, person.id))
  expect((await person.fetch('POST', '/Authentication/app', {})).status).toBe(400)
  const other = await addPasskey((await createMember()).fetch)
  const foreign = await readJson<Options>(person.fetch('POST', '/Authentication/secondstep/options'))
  expect(
    (await person.fetch('POST', '/Authentication/passkey/verify', await other.authenticator.sign(foreign))).status,
  ).toBe(400)
  const options = await readJson<Options>(person.fetch('POST', '/Authentication/secondstep/options'))
  expect(options.allowCredentials).toMatchObject([{ id: authenticator.id }])
  const response = await person.fetch('POST', '/Authentication/passkey/verify', await authenticator.sign(options))
  expect(response.status).toBe(204)
  expect((await person.fetch('POST', '/Authentication/app', {})).status).toBe(200)
})
