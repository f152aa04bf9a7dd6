import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { jobs } from '#api/foundation/jobs/table.ts'
import { outboxMails } from '#api/foundation/mails/table.ts'
import type { SignUpPayload } from '#api/money/payments/contract.ts'
import { paymentRefunds, payments } from '#api/money/payments/table.ts'
import { erasureRequests } from '#api/office/erasures/table.ts'
import { importBatches } from '#api/office/imports/table.ts'
import type { OfficeHome } from '#api/office/worklist/home/contract.ts'
import type { QueueKind } from '#api/office/worklist/home/rules.ts'
import { batchStates } from '#api/people/member-imports/rules.ts'
import { memberImportBatches } from '#api/people/member-imports/table.ts'
import { toPortalDay } from '#api/zone.ts'
import { unchecked } from '../../src/unchecked.ts'
import { database, type Person, signedIn } from '../portal.ts'
import { createPdf, createSubmissionPart, uploadSubmission } from '../submission.ts'
import { inDays } from '../time.ts'
import { insertClub, insertDebt } from './invoices/fixtures.ts'

const { query } = database()
const now = new Date()
const superadministrator = await signedIn({ roles: { SuperAdministrator: {} } })
const learner = await signedIn()

const { id: clubId } = await insertClub()
await insertDebt({ clubId, signedUpAt: inDays(-3).toISOString() })
await insertDebt({ clubId, signedUpAt: inDays(-4).toISOString() })
await insertDebt({ clubId, signedUpAt: inDays(-900).toISOString() })

const mail = { recipient: 'sara@example.se', subject: 'Hej', body: 'Hej', createdAt: inDays(-2) }
await query.insert(outboxMails).values([
  { ...mail, messageId: 'a', error: 'bounced' },
  { ...mail, messageId: 'b' },
  { ...mail, messageId: 'c', sentAt: now },
])
const job = { kind: 'mails.send', payload: {}, runAt: now, createdAt: inDays(-1) }
await query.insert(jobs).values([
  { ...job, id: 'failed-1', state: 4 },
  { ...job, id: 'done-1', state: 3 },
])
const batch = { rowCount: 1, uploadedAt: inDays(-6), changedAt: now }
await query.insert(importBatches).values([
  { ...batch, title: 'Egen', uploadedByUserId: superadministrator.id, status: 0 },
  { ...batch, title: 'Annans', uploadedByUserId: learner.id, status: 0 },
])
const request = { requestedByUserId: learner.id, requestedAs: 'self' as const, dueOn: toPortalDay(inDays(20)) }
await query.insert(erasureRequests).values({ ...request, userId: learner.id, createdAt: inDays(-7) })
async function insertPayment(userId: number): Promise<string> {
  const id = crypto.randomUUID()
  const moments = { expiresAt: now, termsAcceptedAt: now, createdAt: now, changedAt: now }
  const paid = { status: 2 as const, amountMinor: 20_000, vatMinor: 0, provider: 'local' as const }
  const plan = { signUp: unchecked<SignUpPayload>({}), seats: [], rows: [] }
  await query.insert(payments).values({ id, userId, idempotencyKey: id, ...paid, ...plan, ...moments })
  return id
}

const refund = { amountMinor: 5000, reason: 'canceled' as const, createdAt: inDays(-8) }
const twice = await insertPayment(learner.id)
await query.insert(paymentRefunds).values([
  { ...refund, paymentId: twice },
  { ...refund, paymentId: twice },
  { ...refund, paymentId: await insertPayment(learner.id), state: 2, refundedAt: now },
])
const { educator, learner: author, educationPartId } = await createSubmissionPart()
await uploadSubmission(author, educationPartId, createPdf())

const { queues } = await superadministrator.json<OfficeHome>('GET', '/Worklist/home')
const countOf = (queueKind: QueueKind) => queues.find(({ kind }) => kind === queueKind)?.count

test.each<[QueueKind, string, number]>([
  ['refunds', '/Payment/list?toRefund=1', 1],
  ['erasures', '/ErasureRequests?state=0', 1],
  ['mails', '/Mails?state=failed', 1],
  ['jobs', '/jobs?state=4', 1],
])('the queue of %s has the same count as its list', async (kind, list, count) => {
  expect(countOf(kind)).toBe(count)
  expect(await superadministrator.json('GET', list)).toMatchObject({ total: count })
})

test('counts the rows to invoice of the last year, as the page of invoices does', async () => {
  const today = toPortalDay(now)
  const year = `startDate=${toPortalDay(inDays(-364))}&endDate=${today}&withCanceled=1`
  expect(await superadministrator.json('GET', `/Invoices/Recipients?${year}`)).toMatchObject({ itemCount: 2 })
  expect(countOf('invoices')).toBe(2)
})

test('a file that waits to be imported is the caller’s own', async () => {
  expect(countOf('imports')).toBe(1)
  expect(await superadministrator.json('GET', '/imports/batch')).toMatchObject({ title: 'Egen' })
})

test('a file of members that waits to be imported is the caller’s own', async () => {
  const file = { title: 'Medlemmar', header: [], mapping: {}, rowCount: 1, uploadedAt: inDays(-2), changedAt: now }
  const administrator = await signedIn({ roles: { OrganizationAdmin: { Organization: [20] } } })
  await query.insert(memberImportBatches).values([
    { ...file, uploadedByUserId: administrator.id, state: batchStates.staged },
    { ...file, uploadedByUserId: administrator.id, state: batchStates.done },
  ])
  const waiting = async (person: Person) =>
    (await person.json<OfficeHome>('GET', '/Worklist/home')).queues.find(({ kind }) => kind === 'memberImports')
  expect(await waiting(administrator)).toMatchObject({ count: 1, oldest: file.uploadedAt.toISOString() })
  expect(await waiting(superadministrator)).toMatchObject({ count: 0, oldest: null })
  expect(await waiting(educator)).toBeUndefined()
})

test('submissions are counted for those who review them', async () => {
  const home = await educator.json<OfficeHome>('GET', '/Worklist/home')
  expect(home.queues.find(({ kind }) => kind === 'submissions')).toMatchObject({ count: 1 })
  const list = await educator.json<{ total: number }>('POST', '/submissionAdmin', { statuses: [1, 2] })
  expect(list.total).toBe(1)
  const other = await signedIn({ roles: { Educator: {} } })
  const none = await other.json<OfficeHome>('GET', '/Worklist/home')
  expect(none.queues.every(({ count, oldest }) => count === 0 && oldest === null)).toBe(true)
})

test('a queue that cannot be read says so, and the others stand', async () => {
  await query.run(sql`alter table import_batches rename to import_batches_lost`)
  const home = await superadministrator.json<OfficeHome>('GET', '/Worklist/home')
  await query.run(sql`alter table import_batches_lost rename to import_batches`)
  expect(home.queues.find(({ kind }) => kind === 'imports')).toEqual({ kind: 'imports', count: null, oldest: null })
  expect(home.queues.filter(({ count }) => count === null)).toHaveLength(1)
  expect(home.queues.find(({ kind }) => kind === 'mails')).toMatchObject({ count: 1 })
})
