import { env } from 'cloudflare:workers'
import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { outboxMails } from '#api/foundation/mails/table.ts'
import { decryptMail } from '../decrypt-mail.ts'
import { findTextInDatabase } from '../dump.ts'
import { createMember, editPerson, newAddress, password } from '../email-changes.ts'
import { insertFederation } from '../federation.ts'
import { unlimited } from '../integrations.ts'
import { anonymous, database, type Person, signedIn } from '../portal.ts'
import { drainJobs, runDailyJob, withoutQueue } from '../queue.ts'
import { inDays } from '../time.ts'

await insertFederation()
const office = await signedIn({ roles: { SuperAdministrator: {} } })

const smtp = {
  SMTP_HOST: '127.0.0.1',
  SMTP_PORT: String(inject('smtpPort')),
  SMTP_TLS: 'none',
  MAIL_FROM: 'portalen@example.se',
}

const useMailServer = (settings: Partial<typeof smtp>) => {
  for (const name of Object.keys(smtp)) Reflect.deleteProperty(env, name)
  Object.assign(env, settings)
}

beforeEach(() => useMailServer({}))
afterEach(() => useMailServer({}))

/** Returns the e-mails sent to an address, without the line breaks of their encoding. */
async function receivedBy(address: string): Promise<string> {
  const all = await (await fetch(`http://127.0.0.1:${inject('postOfficePort')}/`)).json<
    { to: string; data: string }[]
  >()
  const texts = all.flatMap(({ to, data }) => (to === address ? [data] : []))
  return texts.join('\n').replace(/=\n/g, '').replace(/=3D/g, '=')
}

const mailTo = async (address: string) =>
  (await database().query.select().from(outboxMails).where(eq(outboxMails.recipient, address))).at(-1)

const patterns = {
  token: /(?:token|object)=([\w.-]{20,})/,
  code: /\b([A-Z2-9]{4}-[A-Z2-9]{4})\b/,
  password: /\b(\w{4}-\w{4}-\w{4})\b/,
}

interface MailWithSecrets {
  address: string
  secrets: (keyof typeof patterns)[]
}

/** Causes of each e-mail with a secret, by the secret that it contains. */
const causes: Record<string, () => Promise<MailWithSecrets>> = {
  async 'a reset'() {
    const { userName, email } = await createMember()
    await anonymous('POST', '/Authentication/ForgotPassword/reset', { username: userName, channel: 'email' })
    return { address: email, secrets: ['token', 'code'] }
  },
  async 'a generated password'() {
    const { id, email } = await createMember()
    await office.fetch('POST', '/Authentication/GeneratePassword', { userId: id })
    return { address: email, secrets: ['password'] }
  },
  async 'a new account'() {
    const email = newAddress()
    const named = { firstName: 'Frida', lastName: 'Utifrån', email }
    const made = await office.fetch('POST', '/authentication/CreateExternalUser', named, { 'idempotency-key': email })
    expect(made.status).toBe(200)
    return { address: email, secrets: ['password'] }
  },
  async 'a new address'() {
    const person = await createMember()
    const address = newAddress()
    expect((await editPerson(person, person.id, { email: address, password })).status).toBe(200)
    return { address, secrets: ['token'] }
  },
  async 'a new address by the office'() {
    const { id, email } = await createMember()
    expect((await editPerson(office, id, { email: newAddress() })).status).toBe(200)
    return { address: email, secrets: ['token'] }
  },
}

async function secretsIn({ address, secrets }: MailWithSecrets): Promise<string[]> {
  const mail = await mailTo(address)
  const body = mail ? decryptMail(mail).body : ''
  const found = secrets.map((kind) => patterns[kind].exec(body)?.[1] ?? '')
  expect(found).not.toContain('')
  return found
}

test.each(Object.entries(causes))(
  '%s stores no secret in clear text, and delivers it to its reader',
  async (_, cause) => {
    const mailed = await cause()
    // The e-mail stays queued without a mail server.
    await drainJobs()
    const secrets = await secretsIn(mailed)
    expect(await findTextInDatabase(mailed.address)).toContain('outbox_mails.recipient')
    for (const secret of secrets) expect([secret, await findTextInDatabase(secret)]).toEqual([secret, []])
    const { items } = await (await office.fetch('GET', `/Mails?who=${mailed.address}`)).json<{ items: object[] }>()
    expect(items[0]).toMatchObject({ recipient: mailed.address, text: null })

    useMailServer(smtp)
    const mail = await mailTo(mailed.address)
    await env.DB.prepare(`update jobs set state = 1, run_at = '2020-01-01T00:00:00.000Z' where payload like ?`)
      .bind(`%${mail?.messageId}%`)
      .run()
    await drainJobs()
    const received = await receivedBy(mailed.address)
    for (const secret of secrets) expect(received).toContain(secret)
    expect(await mailTo(mailed.address)).toMatchObject({ sentAt: expect.any(Date), body: '', sealed: null })
    for (const secret of secrets) expect(await findTextInDatabase(secret)).toEqual([])
  },
)

const secretOf = async (call: (person: Person) => Promise<Response>, person: Person) => {
  const response = await call(person)
  expect(response.ok).toBe(true)
  return response.text()
}

test('a secret that is shown once is not stored', async () => {
  const person = await createMember({ email: null })
  const link = await secretOf(({ id }) => office.fetch('GET', `/Authentication/SingleSignOnLinkForUser/${id}`), person)
  const token = /singlesignon\/([\w-]+)/.exec(link)?.[1] ?? 'none'
  const generated = await secretOf(
    ({ id }) => office.fetch('POST', '/Authentication/GeneratePassword', { userId: id }, { 'idempotency-key': 'one' }),
    person,
  )
  const account = await secretOf(
    () =>
      office.fetch('POST', '/User/integrationaccounts', { name: 'System', roles: ['IntegrationRead'], ...unlimited }),
    person,
  )
  const passwords = [generated, account].map((text) => (JSON.parse(text) as { password: string }).password)
  for (const secret of [token, ...passwords]) {
    expect(secret.length).toBeGreaterThan(10)
    expect(await findTextInDatabase(secret)).toEqual([])
  }
})

test('a mail that could not be sent for thirty days loses its secret, and is not sent later', async () => {
  const mailed = await causes['a generated password']?.()
  if (!mailed) throw new Error('no mail was written')
  const monthAgo = inDays(-31)
  await database()
    .query.update(outboxMails)
    .set({ createdAt: monthAgo })
    .where(eq(outboxMails.recipient, mailed.address))
  await withoutQueue(() => runDailyJob('authentication.forget'))
  useMailServer(smtp)
  await drainJobs()
  expect(await mailTo(mailed.address)).toMatchObject({ body: '', sealed: null, sentAt: null })
  expect(await receivedBy(mailed.address)).toBe('')
})
