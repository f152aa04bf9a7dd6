import { beforeEach, describe, expect, test, vi } from 'vitest'
import { outboxMails } from '#api/foundation/mails/table.ts'
import { loginFailures } from '#api/people/attempts/table.ts'
import { hashPassword } from '#api/people/authentication/passwords/password-hash.ts'
import { decryptMail } from '../decrypt-mail.ts'
import { anonymous, database, signedIn } from '../portal.ts'
import { drainJobs } from '../queue.ts'
import { inHours, inMinutes } from '../time.ts'

// Each attempt computes a deliberately slow password hash.
vi.setConfig({ testTimeout: 60_000 })

const password = 'Utbildning-2026'
const passwordHash = await hashPassword(password)
const wrong = 'fel-fel-fel'
const { query } = database()
let userName = ''
let email = ''
let members = 0

beforeEach(async () => {
  await query.delete(loginFailures)
  members += 1
  userName = `limit-${members}`
  email = `${userName}@example.se`
  await signedIn({ userName, email, passwordHash })
})

const failed = (subject: string, times: number, failedAt = new Date()) =>
  query.insert(loginFailures).values(Array.from({ length: times }, () => ({ subject, failedAt })))
const from = (address: string, devices?: string) => ({
  'cf-connecting-ip': address,
  ...(devices && { cookie: `devices=${devices}` }),
})
const login = (given: string, headers: Record<string, string> = {}, name = userName) =>
  anonymous('POST', '/Authentication/Login', { username: name, password: given }, headers)
const devicesIn = (response: Response) =>
  /^devices=([^;]+)/.exec(response.headers.getSetCookie().find((text) => text.startsWith('devices=')) ?? '')?.[1]
const retryAfter = (response: Response) => Number(response.headers.get('retry-after'))

describe('a device that its owner has signed in on', () => {
  test('is stored in a cookie that scripts cannot read, after a successful sign-in only', async () => {
    const success = await login(password)
    const cookie = success.headers.getSetCookie().find((text) => text.startsWith('devices='))
    expect(cookie).toMatch(/^devices=[^;]+; Path=\/; Max-Age=15552000; HttpOnly; SameSite=Lax$/)
    expect(devicesIn(await login(wrong))).toBeUndefined()
  })

  test('lets the owner in while an attacker blocks the account and the network', async () => {
    const devices = devicesIn(await login(password, from('192.0.2.10')))
    await failed(`account:${userName}`, 10)
    await failed('address:192.0.2.10', 30)
    expect((await login(password, from('192.0.2.10'))).status).toBe(429)
    expect((await login(password, from('192.0.2.10', devices))).status).toBe(200)
    // That gives the attacker no new attempts.
    expect((await login(password, from('192.0.2.11'))).status).toBe(429)
  })

  test('is limited separately: its guesses block it, and nobody else', async () => {
    const devices = devicesIn(await login(password))
    for (let round = 0; round < 10; round++) expect((await login(wrong, from('unknown', devices))).status).toBe(401)
    expect((await login(password, from('unknown', devices))).status).toBe(429)
    expect((await login(password)).status).toBe(200)
  })

  test('is known for its owner only', async () => {
    const devices = devicesIn(await login(password))
    await failed('account:somebody-else', 10)
    expect((await login(wrong, from('unknown', devices), 'somebody-else')).status).toBe(429)
  })

  test('may request a code and try it while others are blocked', async () => {
    const devices = devicesIn(await login(password))
    await failed(`forgot:${userName}`, 5)
    await failed(`reset:${userName}`, 10)
    expect((await ask({}, userName)).status).toBe(429)
    expect((await ask(from('unknown', devices), userName)).status).toBe(204)
    const { code } = await sentCode()
    expect((await complete(code)).status).toBe(429)
    expect((await complete(code, from('unknown', devices))).status).toBe(204)
  })
})

test('fifty failures in a day block an account until the first of them is a day old', async () => {
  await failed(`account:${userName}`, 25, inHours(-20))
  await failed(`account:${userName}`, 24, inHours(-2))
  expect((await login(wrong)).status).toBe(401)
  const refused = await login(password)
  expect(refused.status).toBe(429)
  expect(retryAfter(refused)).toBeGreaterThan(3.9 * 3600)
  expect(retryAfter(refused)).toBeLessThanOrEqual(4 * 3600)
})

test('a refusal names the end of the quarter of an hour', async () => {
  await failed(`account:${userName}`, 10, inMinutes(-5))
  const refused = await login(password)
  expect(refused.status).toBe(429)
  expect(retryAfter(refused)).toBeGreaterThan(9 * 60)
  expect(retryAfter(refused)).toBeLessThanOrEqual(10 * 60)
})

test('the addresses of one IPv6 network are one', async () => {
  await failed('address:2001:db8:1:2::/64', 29)
  expect((await login(wrong, from('2001:db8:1:2:aaaa::1'), 'a')).status).toBe(401)
  expect((await login(password, from('2001:db8:1:2:bbbb:cccc:0:9'))).status).toBe(429)
  expect((await login(password, from('2001:db8:1:3::1'))).status).toBe(200)
})

const forgot = (path: 'contactinfo' | 'reset', body: object, headers = {}) =>
  anonymous('POST', `/Authentication/ForgotPassword/${path}`, body, headers)
const ask = (headers = {}, username = userName) => forgot('reset', { username, channel: 'email' }, headers)
const chosen = { newPassword: 'korrekt häst batteri', passwordVerification: 'korrekt häst batteri' }
const complete = (resetToken: string, headers = {}, username = userName) =>
  forgot('reset', { username, resetToken, ...chosen }, headers)

async function sentCode() {
  await drainJobs()
  const mails = (await query.select().from(outboxMails)).map(decryptMail)
  const body = mails.findLast(({ recipient }) => recipient === email)?.body ?? ''
  return { code: /\b[A-Z2-9]{4}-[A-Z2-9]{4}\b/.exec(body)?.[0] ?? '' }
}

describe('a reset code', () => {
  test('has eight unambiguous characters, and is parsed in any notation', async () => {
    for (const typed of [(code: string) => code, (code: string) => ` ${code.toLowerCase().replace('-', ' ')} `]) {
      await ask()
      const { code } = await sentCode()
      expect(code).toMatch(/^[A-HJKMNP-Z2-9]{4}-[A-HJKMNP-Z2-9]{4}$/)
      expect((await complete(typed(code))).status).toBe(204)
    }
  })

  test('permits ten guesses in a quarter of an hour for one name, whether or not it exists', async () => {
    for (const name of [userName, 'ingen-alls']) {
      await failed(`reset:${name}`, 9)
      expect((await complete('AAAA-AAAA', {}, name)).status).toBe(400)
      const refused = await complete('AAAA-AAAA', {}, name)
      expect([refused.status, retryAfter(refused) > 0]).toEqual([429, true])
    }
  })

  test('permits thirty guesses from one network over all names', async () => {
    await failed('reset-from:2001:db8:1:2::/64', 29)
    expect((await complete('AAAA-AAAA', from('2001:db8:1:2::7'), 'a')).status).toBe(400)
    expect((await complete('AAAA-AAAA', from('2001:db8:1:2::8'), 'b')).status).toBe(429)
  })
})

test('a name that exists costs as many round trips as one that does not', async () => {
  const trips = async (answering: Promise<Response>) => (await answering).headers.get('server-timing')
  const calls: Record<string, (name: string) => Promise<Response>> = {
    signIn: (name) => login(wrong, {}, name),
    contactInfo: (username) => forgot('contactinfo', { username }),
    ask: (name) => ask({}, name),
    code: (name) => complete('AAAA-AAAA', {}, name),
  }
  await ask()
  await sentCode()
  for (const [name, make] of Object.entries(calls))
    expect(await trips(make(userName)), name).toBe(await trips(make('finns-inte')))
})
