import { env } from 'cloudflare:workers'
import { eq } from 'drizzle-orm'
import { beforeEach, expect, inject, test } from 'vitest'
import type { Visitor } from '#api/context.ts'
import { jobStates } from '#api/foundation/jobs/rules.ts'
import { runJob } from '#api/foundation/jobs/run.ts'
import { jobs } from '#api/foundation/jobs/table.ts'
import { outboxMails } from '#api/foundation/mails/table.ts'
import { type MailDraft, writeMail } from '#api/foundation/mails/write-mail.ts'
import { jobs as mailJobs } from '#api/office/mail-delivery/jobs.ts'
import { createContext } from '#edge/request-context.ts'
import { anonymous, database, signedIn } from '../portal.ts'

const settings = {
  SMTP_HOST: '127.0.0.1',
  SMTP_PORT: String(inject('smtpPort')),
  SMTP_TLS: 'none',
  MAIL_FROM: 'portalen@example.se',
}

const contextWith = (more: Partial<Env>): Visitor =>
  createContext({ request: new Request('http://portal.test/'), env: { ...env, ...more }, after: () => undefined })

const letters = async () =>
  (await fetch(`http://127.0.0.1:${inject('postOfficePort')}/`)).json<{ to: string; data: string }[]>()
const lettersTo = async (recipient: string) => (await letters()).filter(({ to }) => to === recipient)

const letter = (recipient: string, more: Partial<MailDraft> = {}): MailDraft => ({
  recipient,
  userId: null,
  language: 'sv',
  name: 'passwordReset',
  values: { name: 'Åsa', code: '123456', link: 'http://portal.test/login/forgot' },
  ...more,
})

async function written(ctx: Visitor, given: MailDraft): Promise<string> {
  await ctx.db.commit(writeMail(ctx, given))
  const [jobId] = ctx.queuedJobs.splice(0)
  if (!jobId) throw new Error('no job was written')
  return jobId
}

const run = (ctx: Visitor, jobId: string) => runJob({ ...ctx, actor: null, now: new Date() }, jobId, mailJobs)
const stateOf = async (jobId: string) => (await database().query.select().from(jobs).where(eq(jobs.id, jobId)))[0]
const mailTo = async (recipient: string) =>
  (await database().query.select().from(outboxMails).where(eq(outboxMails.recipient, recipient)))[0]

beforeEach(async () => {
  await database().query.delete(outboxMails)
})

test('a mail is sent by the mail server, in the reader’s language', async () => {
  const ctx = contextWith(settings)
  await run(ctx, await written(ctx, letter('asa@example.se')))
  const [sent] = await lettersTo('asa@example.se')
  expect(sent?.data).toContain('Subject: =?UTF-8?Q?V=C3=A4lj_ett_nytt_l=C3=B6senord?=')
  expect(sent?.data).toContain('123456')
  expect(sent?.data).toContain('<portalen@example.se>')
  await run(ctx, await written(ctx, letter('john@example.se', { language: 'en' })))
  expect((await lettersTo('john@example.se'))[0]?.data).toContain('Subject: Choose a new password')
})

test('a job that runs again sends nothing twice', async () => {
  const ctx = contextWith(settings)
  const jobId = await written(ctx, letter('twice@example.se'))
  await run(ctx, jobId)
  await database()
    .query.update(jobs)
    .set({ state: 1, runAt: new Date(0) })
    .where(eq(jobs.id, jobId))
  await run(ctx, jobId)
  expect((await stateOf(jobId))?.attempts).toBe(2)
  expect(await lettersTo('twice@example.se')).toHaveLength(1)
})

test('a mail with a secret is deleted when it has been sent; any other is retained', async () => {
  const ctx = contextWith(settings)
  await run(ctx, await written(ctx, letter('secret@example.se', { secret: true })))
  expect(await mailTo('secret@example.se')).toMatchObject({ body: '', sentAt: expect.any(Date) })
  await run(ctx, await written(ctx, letter('open@example.se')))
  expect((await mailTo('open@example.se'))?.body).toContain('123456')
})

test('a refusal of the mail server is recorded on the mail and retried later', async () => {
  const ctx = contextWith(settings)
  const jobId = await written(ctx, letter('nobody@example.se'))
  await run(ctx, jobId)
  expect(await mailTo('nobody@example.se')).toMatchObject({ sentAt: null, error: expect.stringContaining('550') })
  const job = await stateOf(jobId)
  expect(job?.state).toBe(jobStates.scheduled)
  expect(job?.runAt.getTime()).toBeGreaterThan(Date.now())
})

const credentials = { SMTP_USERNAME: 'portal', SMTP_PASSWORD: 'never-in-clear' }

test.each([
  ['the server offers no TLS', { SMTP_TLS: '' }, /STARTTLS/],
  ['the settings forgo TLS beside a password', {}, /SMTP_TLS is "none"/],
])('neither password nor mail is sent in clear text when %s', async (_why, more, error) => {
  const ctx = contextWith({ ...settings, ...credentials, ...more })
  await run(ctx, await written(ctx, letter('clear@example.se')))
  expect(await mailTo('clear@example.se')).toMatchObject({ sentAt: null, error: expect.stringMatching(error) })
  expect(await lettersTo('clear@example.se')).toEqual([])
  const commands = await (await fetch(`http://127.0.0.1:${inject('postOfficePort')}/commands`)).json<string[]>()
  expect(commands.filter((line) => /^AUTH|clear@example/i.test(line))).toEqual([])
})

test('without settings the mail stays queued, and a superadministrator sees that it has a secret', async () => {
  const ctx = contextWith({})
  const jobId = await written(ctx, letter('kvar@example.se', { secret: true }))
  await run(ctx, jobId)
  expect((await stateOf(jobId))?.state).toBe(3)
  const superadministrator = await signedIn({ roles: { SuperAdministrator: {} } })
  const { items, total } = await (await superadministrator.fetch('GET', '/Mails')).json<{
    items: object[]
    total: number
  }>()
  expect(total).toBe(1)
  expect(items).toMatchObject([{ recipient: 'kvar@example.se', sent: null, text: null }])
  expect((await (await signedIn({ roles: { Administrator: {} } })).fetch('GET', '/Mails')).status).toBe(403)
  expect((await anonymous('GET', '/Mails')).status).toBe(401)
})

test('the mail test reports missing settings, and is for superadministrators', async () => {
  const superadministrator = await signedIn({ roles: { SuperAdministrator: {} } })
  const response = await superadministrator.fetch('POST', '/Email/Test/', { to: 'prov@example.se' })
  expect(await response.json()).toEqual({ ok: false, message: expect.stringMatching(/inga inställningar/) })
  expect((await superadministrator.fetch('POST', '/Email/Test', { to: 'ingen adress' })).status).toBe(400)
  expect((await (await signedIn()).fetch('POST', '/Email/Test', { to: 'prov@example.se' })).status).toBe(403)
})
