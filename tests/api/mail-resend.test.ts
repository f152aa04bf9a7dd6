import { env } from 'cloudflare:workers'
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Visitor } from '#api/context.ts'
import { jobStates } from '#api/foundation/jobs/rules.ts'
import { jobs } from '#api/foundation/jobs/table.ts'
import { outboxMails } from '#api/foundation/mails/table.ts'
import { type MailDraft, writeMail } from '#api/foundation/mails/write-mail.ts'
import { createContext } from '#edge/request-context.ts'
import { listAuditEntries } from '../audit.ts'
import { insertFederation } from '../federation.ts'
import { database, signedIn } from '../portal.ts'
import { createActors } from '../scope/actors.ts'
import { insertCourse } from '../scope/federation.ts'
import { readRefusal } from './results/fixtures.ts'

await insertFederation()

const office = await signedIn({ roles: { SuperAdministrator: {} } })
const { query } = database()

const request = (): Visitor =>
  createContext({ request: new Request('http://portal.test/'), env, after: () => undefined })

const ofMail = (messageId: string) => sql`${jobs.payload} ->> 'messageId' = ${messageId}`

let letters = 0

/** Writes a mail whose job has given up, and returns it. */
async function writeFailedMail(more: Partial<MailDraft> = {}) {
  letters += 1
  const recipient = `brev-${letters}@mejl.example`
  const values = { name: 'Anna', author: 'Leila', title: 'Banchef', text: 'Bra!', link: 'http://portal.test/' }
  const ctx = request()
  const draft: MailDraft = { recipient, userId: null, language: 'sv', name: 'commentWritten', values, ...more }
  await ctx.db.commit(writeMail(ctx, draft))
  const [mail] = await query
    .update(outboxMails)
    .set({ error: '550 5.1.1 mailbox unavailable' })
    .where(eq(outboxMails.recipient, recipient))
    .returning()
  if (!mail) throw new Error('no mail was written')
  await query.update(jobs).set({ state: jobStates.failed, key: null }).where(ofMail(mail.messageId))
  return mail
}

const resend = (id: number, person = office) => person.fetch('POST', `/Mails/${id}/resend`)
const liveJobs = async (messageId: string) =>
  (await query.select().from(jobs).where(ofMail(messageId))).filter(({ state }) => state < jobStates.succeeded)

test('a failed mail waits again and has one job, however often it is pressed', async () => {
  const mail = await writeFailedMail()
  const answers = await Promise.all([resend(mail.id), resend(mail.id)])
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  expect(await liveJobs(mail.messageId)).toHaveLength(1)
  const [stored] = await query.select().from(outboxMails).where(eq(outboxMails.id, mail.id))
  expect(stored).toMatchObject({ error: null, sentAt: null })
  expect(await (await resend(mail.id)).json()).toEqual({ queued: false })
  expect((await listAuditEntries('mail'))[0]).toMatchObject({ action: 'mail.resent', targetId: String(mail.id) })
})

test('a mail that arrived, an expired secret and an unknown mail are refused', async () => {
  const sent = await writeFailedMail()
  await query.update(outboxMails).set({ sentAt: new Date() }).where(eq(outboxMails.id, sent.id))
  expect(await readRefusal(await resend(sent.id))).toEqual([409, 'mail_already_sent'])
  const secret = await writeFailedMail()
  await query.update(outboxMails).set({ secret: true, body: '' }).where(eq(outboxMails.id, secret.id))
  expect(await readRefusal(await resend(secret.id))).toEqual([409, 'mail_secret_gone'])
  expect(await readRefusal(await resend(999_999))).toEqual([404, 'not_found'])
})

test('only superadministrators send a mail again', async () => {
  const mail = await writeFailedMail()
  const actors = await createActors(await insertCourse('Alfa'))
  for (const { name, person, roles } of actors.filter((actor) => !('SuperAdministrator' in actor.roles)))
    expect((await resend(mail.id, person)).status, `${name} ${Object.keys(roles)}`).toBe(403)
  expect(await liveJobs(mail.messageId)).toEqual([])
})
