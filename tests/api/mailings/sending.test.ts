import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { jobs } from '#api/foundation/jobs/table.ts'
import { outboxMails } from '#api/foundation/mails/table.ts'
import { mailingRecipients, mailings } from '#api/office/mailings/table.ts'
import { guardianLinks } from '#api/people/guardians/table.ts'
import { userRoles } from '#api/people/roles/table.ts'
import { users } from '#api/people/users/table.ts'
import { createChild, toPair } from '../../guardians.ts'
import { protect } from '../../protection.ts'
import { deliverJob, drainJobs, withoutQueue } from '../../queue.ts'
import { findMailing, inOneHour, mailsTo, member, query, recipientsOf, send, staff, texts } from './fixtures.ts'

const office = await staff({ SuperAdministrator: {} })

const jobOf = async (mailingId: string) => {
  const [job] = await query
    .select()
    .from(jobs)
    .where(eq(jobs.key, `mailing ${mailingId}`))
  return job?.id ?? ''
}

test('each recipient gets one mail with their own name as plain text', async () => {
  const [anna, odd] = [await member({ firstName: 'Anna' }), await member({ firstName: '<b>{{namn}}</b>' })]
  const mailing = await send(office, { kind: 'users', userIds: [anna.id, odd.id] })
  await drainJobs()
  const [letter, ...others] = await mailsTo(anna)
  expect(others).toEqual([])
  expect(letter).toMatchObject({ subject: 'Hej Anna' })
  expect((await mailsTo(odd))[0]?.subject).toBe('Hej <b>{{namn}}</b>')
  expect(await findMailing(office, mailing.id)).toMatchObject({ state: 'sent', total: 2, skipped: 0 })
})

test('a double press writes one mailing, and an altered number is refused with the new one', async () => {
  const reader = await member()
  const body = { audience: { kind: 'users', userIds: [reader.id] }, ...texts, recipients: 1, due: null }
  const headers = { 'idempotency-key': crypto.randomUUID() }
  const press = () => office.json<{ id: string }>('POST', '/Mailings', body, headers)
  const first = await press()
  expect((await press()).id).toBe(first.id)
  await drainJobs()
  expect(await mailsTo(reader)).toHaveLength(1)
  const differing = await office.fetch('POST', '/Mailings', { ...body, recipients: 2 })
  expect(differing.status).toBe(409)
  expect(await differing.json()).toMatchObject({ code: 'mailing_recipients_changed', details: { recipients: 1 } })
})

test('a scheduled mailing waits and can be cancelled; once it is being sent it cannot', async () => {
  const reader = await member()
  const audience = { kind: 'users' as const, userIds: [reader.id] }
  const mailing = await send(office, audience, { due: inOneHour() })
  await drainJobs()
  expect(await mailsTo(reader)).toEqual([])
  const canceled = await office.json('PUT', `/Mailings/${mailing.id}/cancel`)
  expect(canceled).toMatchObject({ state: 'canceled' })
  await query
    .update(jobs)
    .set({ runAt: new Date() })
    .where(eq(jobs.key, `mailing ${mailing.id}`))
  await drainJobs()
  expect(await mailsTo(reader)).toEqual([])
  const sent = await send(office, audience)
  await drainJobs()
  const late = await office.fetch('PUT', `/Mailings/${sent.id}/cancel`)
  expect(await late.json()).toMatchObject({ code: 'mailing_started' })
  const past = { audience, ...texts, recipients: 1, due: '2020-01-01T00:00:00.000Z' }
  expect(await (await office.fetch('POST', '/Mailings', past)).json()).toMatchObject({ code: 'mailing_time' })
})

test('a mailing continues after a portion, and nobody is mailed twice by a run that comes again', async () => {
  const readers = await Promise.all(Array.from({ length: 45 }, () => member()))
  const mailing = await withoutQueue(() => send(office, { kind: 'users', userIds: readers.map(({ id }) => id) }))
  const jobId = await jobOf(mailing.id)
  await withoutQueue(() => deliverJob(jobId))
  const states = (await recipientsOf(mailing.id)).map(({ state }) => state)
  expect(states.filter((state) => state === 'written')).toHaveLength(40)
  await drainJobs()
  const letters = await Promise.all(readers.map(mailsTo))
  expect(letters.map(({ length }) => length)).toEqual(readers.map(() => 1))
  expect(await findMailing(office, mailing.id)).toMatchObject({ state: 'sent', total: 45 })
})

test('those who have become inactive or protected, or lack an address, are skipped with the reason', async () => {
  const [inactive, hidden, silent] = [await member(), await member(), await member({ email: null })]
  const userIds = [inactive.id, hidden.id, silent.id]
  const mailing = await withoutQueue(() => send(office, { kind: 'users', userIds }))
  await query.update(users).set({ inactiveAt: new Date() }).where(eq(users.id, inactive.id))
  await protect(office, hidden.id)
  await drainJobs()
  const reasons = new Map((await recipientsOf(mailing.id)).map(({ userId, reason }) => [userId, reason]))
  expect(userIds.map((id) => reasons.get(id))).toEqual(['left', 'noAddress', 'noAddress'])
  expect(await Promise.all([inactive, hidden, silent].map(mailsTo))).toEqual([[], [], []])
})

test('an author who has lost the role writes to nobody', async () => {
  const author = await staff({ Administrator: {} })
  const reader = await member()
  const mailing = await withoutQueue(() => send(author, { kind: 'users', userIds: [reader.id] }))
  await query.delete(userRoles).where(eq(userRoles.userId, author.id))
  await drainJobs()
  expect(await recipientsOf(mailing.id)).toMatchObject([{ state: 'skipped', reason: 'author' }])
  expect(await mailsTo(reader)).toEqual([])
})

test('the guardian of a child gets the mail too, with the child’s name', async () => {
  const [helena, milo] = [await member(), await createChild()]
  const link = { ...toPair(helena, milo), createdByUserId: helena.id, createdAt: new Date(), confirmedAt: new Date() }
  await query.insert(guardianLinks).values({ ...link, relation: 'parent' })
  await send(office, { kind: 'users', userIds: [milo.id] })
  await drainJobs()
  const [letter] = await mailsTo(helena)
  expect(letter).toMatchObject({ subject: 'Hej Milo' })
  expect(letter?.body).toContain('vårdnadshavare för Milo')
})

test('failed mails are sent again, the others are not', async () => {
  const [reader, other] = [await member(), await member()]
  const mailing = await send(office, { kind: 'users', userIds: [reader.id, other.id] })
  await drainJobs()
  const failure = { sentAt: null, error: '550 no such mailbox' }
  await query.update(outboxMails).set(failure).where(eq(outboxMails.userId, reader.id))
  expect(await findMailing(office, mailing.id)).toMatchObject({ failed: 1 })
  const resend = () => office.json('POST', `/Mailings/${mailing.id}/resend`)
  await withoutQueue(async () => {
    expect(await resend()).toEqual({ queued: 1 })
    // The job that tries it again is enough.
    expect(await resend()).toEqual({ queued: 0 })
  })
  await drainJobs()
  expect(await mailsTo(reader)).toHaveLength(1)
  await query.update(outboxMails).set({ sentAt: new Date(), error: null }).where(eq(outboxMails.userId, reader.id))
  expect(await resend()).toEqual({ queued: 0 })
})

test('a test goes to the author alone, and unknown placeholders are refused by field', async () => {
  const reader = await member({ firstName: 'Nils' })
  const audience = { kind: 'users', userIds: [reader.id] }
  await office.json('POST', '/Mailings/test', { audience, ...texts })
  expect((await mailsTo(office)).at(-1)).toMatchObject({ subject: 'Hej Nils' })
  expect(await mailsTo(reader)).toEqual([])
  const bad = { audience, subject: 'Hej', text: '{{licens}}', recipients: 1, due: null }
  const refused = await office.fetch('POST', '/Mailings', bad)
  expect(refused.status).toBe(400)
  expect(await refused.json()).toMatchObject({ fields: { text: expect.stringContaining('markör') } })
})

test('a person is a recipient of a mailing once', async () => {
  const reader = await member()
  const mailing = await send(office, { kind: 'users', userIds: [reader.id, reader.id] })
  expect(mailing.total).toBe(1)
  const again = { mailingId: mailing.id, userId: reader.id, createdAt: new Date() }
  await expect(query.insert(mailingRecipients).values(again)).rejects.toThrow()
})

test('removing a mailing removes its recipients', async () => {
  const reader = await member()
  const mailing = await send(office, { kind: 'users', userIds: [reader.id] })
  await query.delete(mailings).where(eq(mailings.id, mailing.id))
  expect(await recipientsOf(mailing.id)).toEqual([])
})
