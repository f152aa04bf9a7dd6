import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { jobs } from '#api/foundation/jobs/table.ts'
import { declinedMails, outboxMails } from '#api/foundation/mails/table.ts'
import { guardianLinks } from '#api/people/guardians/table.ts'
import { users } from '#api/people/users/table.ts'
import { toPair } from '../../guardians.ts'
import type { Person } from '../../portal.ts'
import { drainJobs, withoutQueue } from '../../queue.ts'
import { callOccasions, createOccasionFixture, signUpPeople } from '../occasion-fixtures.ts'
import { findMailing, inOneHour, mailsTo, member, preview, query, recipientsOf, send, staff } from './fixtures.ts'

const office = await staff({ SuperAdministrator: {} })

const declineMailings = (person: Person) => person.fetch('PUT', '/Mails/choices', { topic: 'mailings', wanted: false })

type Fields = Parameters<typeof member>[0]

/** Creates a child, without an address by default, with a guardian. */
async function createFamily(guardianFields: Fields = {}, childFields: Fields = { email: null }) {
  const [guardian, child] = [await member(guardianFields), await member({ birthOn: '2014-01-01', ...childFields })]
  const link = { ...toPair(guardian, child), createdByUserId: guardian.id, createdAt: new Date() }
  await query.insert(guardianLinks).values({ ...link, confirmedAt: new Date(), relation: 'parent' })
  return { guardian, child }
}

test('a person who declined mailings is counted, skipped and named as declined', async () => {
  const [willing, unwilling] = [await member(), await member()]
  await declineMailings(unwilling)
  const audience = { kind: 'users' as const, userIds: [willing.id, unwilling.id] }
  expect(await preview(office, audience)).toMatchObject({ total: 2, declined: 1 })
  const mailing = await send(office, audience)
  await drainJobs()
  expect(await mailsTo(unwilling)).toEqual([])
  const [letter] = await mailsTo(willing)
  expect(letter?.body).toContain('Vill du inte ha utskick?')
  expect(await findMailing(office, mailing.id)).toMatchObject({ skipped: 1, skipReasons: { declined: 1 } })
})

test('participants get what concerns their seat, also when they declined mailings', async () => {
  const { educator, given } = await createOccasionFixture()
  const { body: made } = await callOccasions(educator, 'POST', '', { ...given, fee: 0 })
  const [first] = await signUpPeople(made, 1)
  if (!first) throw new Error('nobody was signed up')
  await query.insert(declinedMails).values({ userId: first.person.id, topic: 'mailings' })
  const audience = { kind: 'occasion' as const, occasionId: made.id }
  expect(await preview(educator, audience)).toMatchObject({ total: 1, declined: 0 })
  await send(educator, audience)
  await drainJobs()
  const [letter] = await mailsTo(first.person)
  expect(letter?.body).not.toContain('Vill du inte ha utskick?')
})

test('a child without an address is reached by the guardian, and is not counted as unreached', async () => {
  const [reached, unreached] = [await createFamily(), await createFamily({ email: null })]
  const userIds = [reached.child.id, unreached.child.id]
  expect(await preview(office, { kind: 'users', userIds })).toMatchObject({ total: 2, withoutAddress: 1 })
  const mailing = await send(office, { kind: 'users', userIds })
  await drainJobs()
  expect(await mailsTo(reached.guardian)).toHaveLength(1)
  expect(await findMailing(office, mailing.id)).toMatchObject({ skipReasons: { noAddress: 1 } })
})

test('the failed mail of a guardian counts as failed, and is sent again', async () => {
  const { guardian, child } = await createFamily({}, {})
  const mailing = await send(office, { kind: 'users', userIds: [child.id] })
  await drainJobs()
  await query.update(outboxMails).set({ sentAt: new Date(), error: null }).where(eq(outboxMails.userId, child.id))
  await query
    .update(outboxMails)
    .set({ sentAt: null, error: '550 no such mailbox' })
    .where(eq(outboxMails.userId, guardian.id))
  expect(await findMailing(office, mailing.id)).toMatchObject({ total: 1, failed: 1, sent: 0, waiting: 0 })
  expect(await office.json('POST', `/Mailings/${mailing.id}/resend`)).toEqual({ queued: 1 })
})

test('two presses at once with different keys are two mailings, and with one key are one', async () => {
  const reader = await member()
  const body = {
    audience: { kind: 'users', userIds: [reader.id] },
    subject: 'Hej',
    text: 'Hej',
    recipients: 1,
    due: null,
  }
  const headers = { 'idempotency-key': crypto.randomUUID() }
  const presses = await Promise.all([0, 1].map(() => office.fetch('POST', '/Mailings', body, headers)))
  // The second press meets the first under way, or gets its answer.
  expect(presses.map(({ status }) => status).filter((status) => status !== 409)).toContain(200)
  await drainJobs()
  expect(await mailsTo(reader)).toHaveLength(1)
})

test('cancelling against the run leaves either no mail or a mailing that was sent', async () => {
  for (let round = 0; round < 5; round += 1) {
    const reader = await member()
    const mailing = await withoutQueue(() =>
      send(office, { kind: 'users', userIds: [reader.id] }, { due: inOneHour() }),
    )
    await query
      .update(jobs)
      .set({ runAt: new Date() })
      .where(eq(jobs.key, `mailing ${mailing.id}`))
    const [answer] = await Promise.all([office.fetch('PUT', `/Mailings/${mailing.id}/cancel`), drainJobs()])
    await drainJobs()
    const [stored, letters] = [await findMailing(office, mailing.id), await mailsTo(reader)]
    expect([stored?.state, letters.length, answer.status]).toEqual(
      answer.status === 200 ? ['canceled', 0, 200] : ['sent', 1, 409],
    )
  }
})

test('a person who is erased before the run gets nothing', async () => {
  const reader = await member()
  const mailing = await withoutQueue(() => send(office, { kind: 'users', userIds: [reader.id] }))
  await query
    .update(users)
    .set({ erasedAt: new Date(), inactiveAt: new Date(), email: null })
    .where(eq(users.id, reader.id))
  await drainJobs()
  expect(await mailsTo(reader)).toEqual([])
  expect(await recipientsOf(mailing.id)).toMatchObject([{ state: 'skipped', reason: 'left' }])
})
