import { env } from 'cloudflare:workers'
import { eq } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import { outboxMails } from '#api/foundation/mails/table.ts'
import { loginFailures } from '#api/people/attempts/table.ts'
import { hashPassword } from '#api/people/authentication/passwords/password-hash.ts'
import { oneTimeTokens } from '#api/people/tokens/table.ts'
import { users } from '#api/people/users/table.ts'
import { sha256 } from '#platform/digest.ts'
import { listAuditEntries } from '../audit.ts'
import { decryptMail } from '../decrypt-mail.ts'
import { anonymous, call, database, type Person, signedIn } from '../portal.ts'
import { drainJobs } from '../queue.ts'
import { inMinutes } from '../time.ts'

vi.setConfig({ testTimeout: 30_000 })

const password = 'Utbildning-2026'
const passwordHash = await hashPassword(password)
let members = 0

async function member(overrides: Parameters<typeof signedIn>[0] = {}) {
  members += 1
  const userName = `losen-${members}`
  const email = `${userName}@example.se`
  return { ...(await signedIn({ userName, email, firstName: 'Anna', passwordHash, ...overrides })), userName, email }
}

const login = (username: string, given: string) =>
  anonymous('POST', '/Authentication/Login', { username, password: given })
const codeOf = async (response: Response) => (await response.json<{ code: string }>()).code
const twice = (newPassword: string) => ({ newPassword, passwordVerification: newPassword })
const lives = async (person: Person) => (await (await person.fetch('GET', '/User')).json()) !== null
const lastMail = async (recipient: string) =>
  (await database().query.select().from(outboxMails).where(eq(outboxMails.recipient, recipient)))
    .map(decryptMail)
    .at(-1)

const change = (person: Person, body: object) => person.fetch('POST', '/Authentication/ChangePassword', body)

test('a new password replaces the old one and ends the other sessions', async () => {
  const person = await member({ passwordExpiresAt: inMinutes(1) })
  const elsewhere = call((await (await login(person.userName, password)).json<{ token: string }>()).token)
  expect((await change(person, { password, ...twice('korrekt häst batteri') })).status).toBe(204)
  expect(await lives(person)).toBe(true)
  expect(await (await elsewhere('GET', '/User')).json()).toBeNull()
  expect((await login(person.userName, password)).status).toBe(401)
  expect((await login(person.userName, 'korrekt häst batteri')).status).toBe(200)
  const [row] = await database().query.select().from(users).where(eq(users.id, person.id))
  expect(row?.passwordExpiresAt).toBeNull()
  const changed = { action: 'password.changed', userId: person.id }
  expect(await listAuditEntries('user')).toContainEqual(expect.objectContaining(changed))
  const mails = await database().query.select().from(outboxMails).where(eq(outboxMails.recipient, person.email))
  expect(mails.map(({ subject }) => subject)).toContain('Ditt lösenord är ändrat')
})

test('the current password is required, and guesses are limited', async () => {
  const person = await member()
  const wrong = await change(person, { password: 'fel-fel-fel', ...twice('korrekt häst batteri') })
  expect(wrong.status).toBe(400)
  expect(await wrong.json()).toMatchObject({ code: 'wrong_password', fields: { password: expect.any(String) } })
  const rows = Array.from({ length: 9 }, () => ({ subject: `change:${person.id}`, failedAt: new Date() }))
  await database().query.insert(loginFailures).values(rows)
  expect((await change(person, { password, ...twice('korrekt häst batteri') })).status).toBe(429)
  expect((await anonymous('POST', '/Authentication/ChangePassword', { password, ...twice('x') })).status).toBe(401)
})

test.each([
  [twice('kort'), 'password_too_short', 'newPassword'],
  [twice('Lösenord2026'), 'password_too_common', 'newPassword'],
  [twice('q1w2e3r4t5'), 'password_too_common', 'newPassword'],
  [twice('michael123'), 'password_too_common', 'newPassword'],
  [twice('trustno1trustno1'), 'password_too_common', 'newPassword'],
  [twice('Anna-Anna-2026'), 'password_is_names', 'newPassword'],
  [twice(password), 'password_unchanged', 'newPassword'],
  [
    { newPassword: 'korrekt häst batteri', passwordVerification: 'korrekt häst' },
    'password_verification_differs',
    'passwordVerification',
  ],
])('the new password %j is refused: %s', async (chosen, code, field) => {
  const response = await change(await member(), { password, ...chosen })
  expect(response.status).toBe(400)
  expect(await response.json()).toMatchObject({ code, fields: { [field]: expect.any(String) } })
})

const generate = (as: Person, userId: number) => as.fetch('POST', '/Authentication/GeneratePassword', { userId })

test('a temporary password is mailed, must be changed, and signs the person out', async () => {
  const person = await member()
  const admin = await signedIn({ roles: { Administrator: {} } })
  const response = await generate(admin, person.id)
  expect(await response.json()).toEqual({ password: null })
  expect(await lives(person)).toBe(false)
  const mail = await lastMail(person.email)
  const temporary = /\b\w{4}-\w{4}-\w{4}\b/.exec(mail?.body ?? '')?.[0] ?? ''
  expect(mail?.secret).toBe(true)
  const { token } = await (await login(person.userName, temporary)).json<{ token: string }>()
  expect(await codeOf(await call(token)('GET', '/Organization'))).toBe('password_change_required')
  expect(JSON.stringify(await listAuditEntries('user'))).not.toContain(temporary)
})

test('without an address the temporary password is shown once to the administrator who created it', async () => {
  const person = await member({ email: null })
  const { password: shown } = await (
    await generate(await signedIn({ roles: { SuperAdministrator: {} } }), person.id)
  ).json<{ password: string }>()
  expect((await login(person.userName, shown)).status).toBe(200)
})

test('an administrator creates no password for a person outside the district or with a higher role', async () => {
  const admin = await signedIn({ roles: { Administrator: { Organization: [99] } } })
  expect((await generate(admin, (await member()).id)).status).toBe(403)
  const free = await signedIn({ roles: { Administrator: {} } })
  expect((await generate(free, (await member({ roles: { SuperAdministrator: {} } })).id)).status).toBe(403)
  expect((await generate(await signedIn({ roles: { Educator: {} } }), (await member()).id)).status).toBe(403)
  expect((await generate(free, 999_999)).status).toBe(404)
})

const forgot = (path: 'contactinfo' | 'reset', body: object, headers = {}) =>
  anonymous('POST', `/Authentication/ForgotPassword/${path}`, body, headers)

async function sentTo(email: string) {
  await drainJobs()
  const body = (await lastMail(email))?.body ?? ''
  return { code: /\b[A-Z2-9]{4}-[A-Z2-9]{4}\b/.exec(body)?.[0] ?? '', token: /token=([\w-]{43})/.exec(body)?.[1] ?? '' }
}

test('an existing name and an unknown one get the same response about where a code can be sent', async () => {
  const person = await member()
  const unusual = await member({ email: 'kontakt@klubben.museum' })
  const withoutMail = await member({ email: null })
  const names = [person.userName, unusual.userName, withoutMail.userName, 'ingen-sadan', 'ågot']
  const answers = await Promise.all(names.map((username) => forgot('contactinfo', { username })))
  const texts = await Promise.all(answers.map((answer) => answer.text()))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  expect(new Set(texts).size).toBe(1)
})

test('a code for an unknown name gets the same response as any other, and sends nothing', async () => {
  const before = (await database().query.select().from(outboxMails)).length
  expect((await forgot('reset', { username: 'ingen-sadan', channel: 'email' })).status).toBe(204)
  await drainJobs()
  expect(await database().query.select().from(outboxMails)).toHaveLength(before)
})

test('the code from the mail sets a new password once, and ends every session', async () => {
  const person = await member({ passwordExpiresAt: new Date(Date.now() - 1) })
  expect((await forgot('reset', { username: person.userName, channel: 'email' })).status).toBe(204)
  const { code } = await sentTo(person.email)
  const complete = { username: person.userName, resetToken: code, ...twice('korrekt häst batteri') }
  expect((await forgot('reset', complete)).status).toBe(204)
  expect(await lives(person)).toBe(false)
  expect((await login(person.userName, 'korrekt häst batteri')).status).toBe(200)
  expect(await codeOf(await forgot('reset', complete))).toBe('reset_token_invalid')
})

test('the link from the mail does the same without a name; of two concurrent requests one succeeds', async () => {
  const person = await member()
  await forgot('reset', { username: person.userName, channel: 'email' })
  const { token } = await sentTo(person.email)
  const answers = await Promise.all(
    ['korrekt häst batteri', 'blåbärspaj med grädde'].map((chosen) =>
      forgot('reset', { resetToken: token, ...twice(chosen) }),
    ),
  )
  expect(answers.map((answer) => answer.status).sort()).toEqual([204, 400])
})

test('five wrong guesses invalidate a code', async () => {
  const person = await member()
  await forgot('reset', { username: person.userName, channel: 'email' })
  const { code } = await sentTo(person.email)
  const wrong = code === 'AAAA-AAAA' ? 'AAAA-AAAB' : 'AAAA-AAAA'
  const guess = (resetToken: string) =>
    forgot('reset', { username: person.userName, resetToken, ...twice('korrekt häst batteri') })
  const answers = await Promise.all(Array.from({ length: 5 }, () => guess(wrong)))
  expect(answers.map((answer) => answer.status)).toEqual([400, 400, 400, 400, 400])
  expect(await codeOf(await guess(code))).toBe('reset_token_invalid')
})

test('a refused new password does not count as a guess', async () => {
  const person = await member()
  await forgot('reset', { username: person.userName, channel: 'email' })
  const { code } = await sentTo(person.email)
  for (let round = 0; round < 6; round++) {
    const refused = await forgot('reset', { username: person.userName, resetToken: code, ...twice('kort') })
    expect(await codeOf(refused)).toBe('password_too_short')
  }
  const complete = { username: person.userName, resetToken: code, ...twice('korrekt häst batteri') }
  expect((await forgot('reset', complete)).status).toBe(204)
})

test('a code is valid for ten minutes, and a new one invalidates the old one', async () => {
  const person = await member()
  await forgot('reset', { username: person.userName, channel: 'email' })
  const first = await sentTo(person.email)
  await forgot('reset', { username: person.userName, channel: 'email' })
  const second = await sentTo(person.email)
  expect(await codeOf(await forgot('reset', { resetToken: first.token, ...twice('korrekt häst batteri') }))).toBe(
    'reset_token_invalid',
  )
  const [row] = await database().query.select().from(oneTimeTokens).where(eq(oneTimeTokens.userId, person.id))
  expect((row?.expiresAt.getTime() ?? 0) - (row?.createdAt.getTime() ?? 0)).toBe(10 * 60_000)
  await database().query.update(oneTimeTokens).set({ expiresAt: new Date() })
  expect(await codeOf(await forgot('reset', { resetToken: second.token, ...twice('korrekt häst batteri') }))).toBe(
    'reset_token_invalid',
  )
})

test('at most five codes are sent in a quarter of an hour, to a known or unknown name', async () => {
  const person = await member()
  for (const username of [person.userName, 'ingen-alls']) {
    const answers: number[] = []
    for (let round = 0; round < 6; round++) answers.push((await forgot('reset', { username, channel: 'email' })).status)
    expect(answers).toEqual([204, 204, 204, 204, 204, 429])
  }
})

const linkFor = (as: Person, userId: number) => as.fetch('GET', `/Authentication/SingleSignOnLinkForUser/${userId}`)
const signOn = (token: string) => anonymous('POST', '/Authentication/SingleSignOn', { token })

test('a superadministrator’s link signs a person in once, and is recorded', async () => {
  const person = await member()
  const superadministrator = await signedIn({ roles: { SuperAdministrator: {} } })
  const response = await linkFor(superadministrator, person.id)
  expect(response.headers.get('cache-control')).toContain('no-store')
  const link = await response.json<string>()
  const token = link.replace(`${env.PORTAL_ORIGIN}/login/singlesignon/`, '')
  expect(token).toMatch(/^[\w-]{43}$/)
  expect((await listAuditEntries('user'))[0]).toEqual({
    action: 'sign-on-link.made',
    userId: superadministrator.id,
    targetId: String(person.id),
    data: {},
  })

  const answers = await Promise.all([signOn(token), signOn(token)])
  expect(answers.map((answer) => answer.status).sort()).toEqual([200, 400])
  const won = answers.find((answer) => answer.ok)
  expect(won?.headers.get('set-cookie')).toMatch(/\bsession=[\w-]{43}\./)
  const { token: session, userId } = (await won?.json<{ token: string; userId: number }>()) ?? { token: '', userId: 0 }
  expect(userId).toBe(person.id)
  expect(await (await call(session)('GET', '/User')).json()).toMatchObject({ id: person.id })
})

test('a link is invalid after five minutes, and for an inactive person', async () => {
  const superadministrator = await signedIn({ roles: { SuperAdministrator: {} } })
  const tokenFor = async (id: number) =>
    (await (await linkFor(superadministrator, id)).json<string>()).split('/').at(-1) ?? ''
  const late = await tokenFor((await member()).id)
  const [row] = await database()
    .query.select()
    .from(oneTimeTokens)
    .where(eq(oneTimeTokens.tokenHash, await sha256(late)))
  expect(row?.expiresAt.getTime()).toBeLessThanOrEqual(Date.now() + 5 * 60_000)
  await database().query.update(oneTimeTokens).set({ expiresAt: new Date() })
  expect(await codeOf(await signOn(late))).toBe('sign_on_token_invalid')
  const asleep = await tokenFor((await member({ inactiveAt: new Date() })).id)
  expect(await codeOf(await signOn(asleep))).toBe('user_inactive')
  expect(await codeOf(await signOn('no-such-token'))).toBe('sign_on_token_invalid')
})

test('nobody else creates such links', async () => {
  const person = await member()
  for (const roles of [{}, { Educator: {} }, { OrganizationAdmin: {} }, { Administrator: {} }])
    expect((await linkFor(await signedIn({ roles }), person.id)).status).toBe(403)
  expect((await linkFor(await signedIn({ roles: { SuperAdministrator: {} } }), 999_999)).status).toBe(404)
})

test('the person is notified that somebody has signed in as them, and what is done there is recorded with both', async () => {
  const person = await member()
  const superadministrator = await signedIn({ firstName: 'Sven', lastName: 'Super', roles: { SuperAdministrator: {} } })
  const token = (await (await linkFor(superadministrator, person.id)).json<string>()).split('/').at(-1) ?? ''
  const opened = await (await signOn(token)).json<{ token: string }>()
  const mail = await lastMail(person.email)
  expect(mail).toMatchObject({
    name: 'signedOn',
    body: expect.stringContaining('Sven Super har just loggat in som dig'),
  })
  const notices = await (await person.fetch('GET', '/Notices')).json<{ kind: string; text: string }[]>()
  expect(notices).toMatchObject([{ kind: 'signedOn', text: expect.stringContaining('Sven Super') }])

  expect((await call(opened.token)('DELETE', '/Authentication/sessions')).status).toBe(204)
  const through = { signedOnByUserId: superadministrator.id }
  expect((await listAuditEntries('user')).slice(0, 2)).toMatchObject(
    [
      { action: 'session.opened', userId: person.id, data: { by: 'single-sign-on', ...through } },
      { action: 'session.endedByOwner', userId: person.id, data: through },
    ].reverse(),
  )
})

test('an own sign-on link notifies nobody', async () => {
  const superadministrator = await signedIn({ roles: { SuperAdministrator: {} }, email: 'super@example.se' })
  const token =
    (await (await linkFor(superadministrator, superadministrator.id)).json<string>()).split('/').at(-1) ?? ''
  expect((await signOn(token)).status).toBe(200)
  expect(await lastMail('super@example.se')).toBeUndefined()
})
