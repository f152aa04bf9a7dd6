import { env } from 'cloudflare:workers'
import { and, eq, inArray, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Visitor } from '#api/context.ts'
import { jobStates } from '#api/foundation/jobs/rules.ts'
import { jobs } from '#api/foundation/jobs/table.ts'
import { outboxMails } from '#api/foundation/mails/table.ts'
import { writeMail } from '#api/foundation/mails/write-mail.ts'
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

/** Writes as many mails to e-mail addresses that begin alike, whose jobs have given up; returns them. */
async function writeFailedMails(beginning: string, count: number) {
  const recipients = Array.from({ length: count }, (_, at) => `${beginning}-${at}@mejl.example`)
  const values = { name: 'Anna', author: 'Leila', title: 'Banchef', text: 'Bra!', link: 'http://portal.test/' }
  for (const recipient of recipients) {
    const ctx = request()
    await ctx.db.commit(writeMail(ctx, { recipient, userId: null, language: 'sv', name: 'commentWritten', values }))
  }
  const mails = await query
    .update(outboxMails)
    .set({ error: '550 5.1.1 mailbox unavailable' })
    .where(inArray(outboxMails.recipient, recipients))
    .returning()
  const ids = mails.map(({ messageId }) => messageId)
  await query
    .update(jobs)
    .set({ state: jobStates.failed, key: null })
    .where(inArray(sql`${jobs.payload} ->> 'messageId'`, ids))
  return mails
}

const resend = (who: string, expectedCount: number, person = office) =>
  person.fetch('POST', '/Mails/resend', { who, expectedCount })
const countFailed = (mails: readonly { id: number }[]) =>
  query.$count(
    outboxMails,
    and(
      inArray(
        outboxMails.id,
        mails.map(({ id }) => id),
      ),
      sql`error is not null`,
    ),
  )

test('all failed mails of a filter wait again, and no others', async () => {
  const mails = await writeFailedMails('alla', 3)
  const others = await writeFailedMails('andra', 1)
  expect(await (await resend('alla', 3)).json()).toEqual({ queued: 3 })
  expect(await countFailed(mails)).toBe(0)
  expect(await countFailed(others)).toBe(1)
  const resentIds = (await listAuditEntries('mail')).flatMap(({ action, targetId }) =>
    action === 'mail.resent' ? Number(targetId) : [],
  )
  expect(resentIds.toSorted()).toEqual(mails.map(({ id }) => id).toSorted())
})

test('nothing is sent when the number differs from the one that was seen, and of two presses one counts', async () => {
  const mails = await writeFailedMails('antal', 3)
  expect(await readRefusal(await resend('antal', 2))).toEqual([409, 'selection_changed'])
  expect(await countFailed(mails)).toBe(3)
  const statuses = (await Promise.all([resend('antal', 3), resend('antal', 3)])).map(({ status }) => status)
  expect(statuses).toContain(200)
  expect(await countFailed(mails)).toBe(0)
  const live = await query
    .select()
    .from(jobs)
    .where(and(eq(jobs.kind, 'mails.send'), sql`${jobs.state} < ${jobStates.succeeded}`))
  const messageIds = mails.map(({ messageId }) => messageId)
  expect(live.filter(({ payload }) => messageIds.includes(String(payload['messageId'])))).toHaveLength(3)
})

test('mails whose secret has expired stay failed', async () => {
  const [expiredMail, ...mails] = await writeFailedMails('hemlig', 2)
  await query
    .update(outboxMails)
    .set({ secret: true, body: '' })
    .where(eq(outboxMails.id, expiredMail?.id ?? 0))
  expect(await (await resend('hemlig', 2)).json()).toEqual({ queued: 1 })
  expect(await countFailed(mails)).toBe(0)
})

test('the export has exactly the mails of the filter, without texts, and is recorded', async () => {
  await writeFailedMails('=lista', 2)
  await writeFailedMails('annan', 1)
  const response = await office.fetch('GET', `/Mails/export?kind=csv&state=failed&who=${encodeURIComponent('=lista')}`)
  const text = await response.text()
  expect(text.trimEnd().split('\r\n')).toHaveLength(3)
  expect(text).toContain(`"'=lista-0@mejl.example"`)
  expect(text).not.toContain('annan-0')
  expect(text).not.toContain('Bra!')
  const sheet = await office.fetch('GET', '/Mails/export?kind=xlsx')
  expect(sheet.headers.get('content-type')).toContain('spreadsheetml')
  const entries = await listAuditEntries('mails')
  expect(entries.find(({ data }) => data['total'] === 2)).toMatchObject({
    action: 'mail.exported',
    userId: office.id,
    data: { filter: { who: '=lista' } },
  })
})

test('only superadministrators export mails and send them again', async () => {
  const mails = await writeFailedMails('scope', 1)
  const actors = await createActors(await insertCourse('Alfa'))
  for (const { name, person } of actors.filter((actor) => !('SuperAdministrator' in actor.roles))) {
    expect((await resend('scope', 1, person)).status, name).toBe(403)
    expect((await person.fetch('GET', '/Mails/export?kind=csv')).status, name).toBe(403)
  }
  expect(await countFailed(mails)).toBe(1)
})
