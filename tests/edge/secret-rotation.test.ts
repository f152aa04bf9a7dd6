import { env } from 'cloudflare:workers'
import { eq } from 'drizzle-orm'
import { afterEach, expect, test } from 'vitest'
import { isSignatureValid, signedFileUrl } from '#api/foundation/files/address.ts'
import { outboxMails } from '#api/foundation/mails/table.ts'
import type { CalendarSubscription } from '#api/office/calendar/subscriptions/contract.ts'
import type { Webhook } from '#api/office/webhooks/contract.ts'
import { webhookEndpoints } from '#api/office/webhooks/table.ts'
import { authenticatorApps } from '#api/people/authentication/table.ts'
import { openSession, sealSession } from '#edge/session-cookie.ts'
import { getNewestPrefix } from '#platform/seal.ts'
import { decryptMail } from '../decrypt-mail.ts'
import { anonymous, call, database, signedIn } from '../portal.ts'
import { drainJobs, runDailyJob } from '../queue.ts'
import { addApp, computeCode, createMember, isAuthorized, readJson, signInByPassword } from '../second-factors.ts'
import { inHours } from '../time.ts'
import { createWebhookAdministrator, logEntry, passMinute } from '../webhooks.ts'

const { SESSION_SECRET: previous } = env
const newest = 'newest-secret'.padEnd(48, '-')
const { query } = database()

const useSecrets = (...secrets: string[]) => Object.assign(env, { SESSION_SECRET: secrets.join(' ') })
afterEach(() => useSecrets(previous))

test('a page cookie and the address of a file survive a new secret beside the one before, and not without it', () => {
  const cookie = sealSession(previous, 'token', inHours(1))
  const address = new URL(signedFileUrl(previous, 7, new Date()), 'http://portal.test').searchParams
  const parameters = { until: Number(address.get('until')), sig: address.get('sig') ?? '' }
  const both = `${newest} ${previous}`
  expect(openSession(both, cookie, new Date())).toBe('token')
  expect(isSignatureValid(both, 7, parameters, new Date())).toBe(true)
  expect(openSession(newest, cookie, new Date())).toBeNull()
  expect(isSignatureValid(newest, 7, parameters, new Date())).toBe(false)
})

test('a calendar feed is read by its address until the secret that signed it goes', async () => {
  const person = await signedIn()
  const { address } = await person.json<CalendarSubscription>('POST', '/Calendar/subscriptions', { kind: 'own' })
  const open = async () => (await call(null)('GET', new URL(address).pathname.replace('/api', ''))).status
  useSecrets(newest, previous)
  expect(await open()).toBe(200)
  useSecrets(newest)
  expect(await open()).toBe(404)
})

test('an authenticator app and recovery codes work beside the new secret; the app is encrypted again', async () => {
  const person = await createMember()
  const { secret, recoveryCodes } = await addApp(person.fetch)
  const signIn = async (proof: object) => {
    const waiting = await signInByPassword(person.userName)
    return readJson<{ token?: string }>(waiting('POST', '/Authentication/secondstep', proof))
  }
  useSecrets(newest, previous)
  const { token } = await signIn({ recoveryCode: recoveryCodes?.[0] })
  expect(await isAuthorized(call(token ?? ''))).toBe(true)
  await runDailyJob('authentication.reseal')
  const [app] = await query.select().from(authenticatorApps)
  expect(app?.secret.startsWith(getNewestPrefix(newest))).toBe(true)
  await runDailyJob('authentication.reseal')
  expect(await query.select().from(authenticatorApps)).toEqual([app])
  useSecrets(newest)
  expect((await signIn({ recoveryCode: recoveryCodes?.[1] })).token).toBeUndefined()
  expect((await signIn({ code: computeCode(secret) })).token).toEqual(expect.any(String))
})

test('a code that resets a password works beside the new secret, and not without the one that signed it', async () => {
  for (const userName of ['kvar', 'borta']) await signedIn({ userName, email: `${userName}@example.se` })
  const requestCode = async (username: string) => {
    await anonymous('POST', '/Authentication/ForgotPassword/reset', { username, channel: 'email' })
    await drainJobs()
    const mails = await query
      .select()
      .from(outboxMails)
      .where(eq(outboxMails.recipient, `${username}@example.se`))
    return /\b[A-Z2-9]{4}-[A-Z2-9]{4}\b/.exec(mails.map(decryptMail).at(-1)?.body ?? '')?.[0] ?? ''
  }
  const codes = { kvar: await requestCode('kvar'), borta: await requestCode('borta') }
  const newPassword = 'korrekt häst batteri'
  const reset = async (username: 'kvar' | 'borta') => {
    const body = { username, resetToken: codes[username], newPassword, passwordVerification: newPassword }
    return (await anonymous('POST', '/Authentication/ForgotPassword/reset', body)).status
  }
  useSecrets(newest, previous)
  expect(await reset('kvar')).toBe(204)
  useSecrets(newest)
  expect(await reset('borta')).toBe(400)
})

test('an app that no listed secret opens stays as it is', async () => {
  const person = await createMember()
  await addApp(person.fetch)
  const before = await query.select().from(authenticatorApps)
  useSecrets(newest)
  await runDailyJob('authentication.reseal')
  expect(await query.select().from(authenticatorApps)).toEqual(before)
})

test('a webhook signs with its own secret after the portal’s secret has been replaced', async () => {
  Object.assign(env, { WEBHOOKS_LOCAL: '1' })
  const { subscribe, superadministrator } = await createWebhookAdministrator()
  const hook = await subscribe(['license.issued'])
  await superadministrator.json<Webhook>('POST', `/Webhooks/${hook.id}/newsecret`)
  useSecrets(newest, previous)
  await runDailyJob('webhooks.reseal')
  const [row] = await query.select().from(webhookEndpoints)
  const prefix = getNewestPrefix(newest)
  expect([row?.sealedSecret.startsWith(prefix), row?.sealedPreviousSecret?.startsWith(prefix)]).toEqual([true, true])
  useSecrets(newest)
  const event = await logEntry('license.issued')
  await passMinute()
  expect((await hook.read()).processed.map(({ id }) => id)).toEqual([event])
})
