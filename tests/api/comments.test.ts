import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { outboxMails } from '#api/foundation/mails/table.ts'
import { notices } from '#api/foundation/notices/table.ts'
import type { Comment } from '#api/participation/comments/contract.ts'
import { educationPartResults } from '#api/participation/results/table.ts'
import { listAuditEntries } from '../audit.ts'
import { database, signedIn } from '../portal.ts'
import { createSubmission, createSubmissionPart, readAnswer } from '../submission.ts'

const { query } = database()

const write = async (person: Awaited<ReturnType<typeof signedIn>>, resultId: number, text: unknown, headers = {}) =>
  readAnswer<Comment>(await person.fetch('POST', `/comments/${resultId}`, text, headers))

test('learner and educator write in turn, and each reads both', async () => {
  const { learner, educator, resultId } = await createSubmission()
  expect((await write(learner, resultId, '  Är sidan 2 rätt? ')).body).toMatchObject({
    text: 'Är sidan 2 rätt?',
    byLearner: true,
    userId: learner.id,
  })
  expect((await write(educator, resultId, { text: 'Ja!' })).body).toMatchObject({ text: 'Ja!', byLearner: false })
  for (const reader of [learner, educator]) {
    const thread = await readAnswer<Comment[]>(await reader.fetch('GET', `/comments/${resultId}`))
    expect(thread.body.map(({ text }) => text)).toEqual(['Är sidan 2 rätt?', 'Ja!'])
  }
  const [entry] = await listAuditEntries('comment')
  expect(entry).toMatchObject({ action: 'comment.written', userId: educator.id })
})

test('the learner is notified in the portal and by mail of what an educator writes', async () => {
  const { learner, educator, resultId, educationId, educationPartId } = await createSubmissionPart()
  await query.delete(outboxMails)
  await write(educator, resultId, 'Titta på bilden igen.')
  const heard = await query.select().from(notices).where(eq(notices.userId, learner.id))
  expect(heard).toMatchObject([{ kind: 'commentWritten', path: `/education/${educationId}#part-${educationPartId}` }])
  const [mail] = await query.select().from(outboxMails)
  expect(mail).toMatchObject({ recipient: 'sara@example.se', subject: 'Ny kommentar: Banplan' })
  expect(mail?.body).toContain('Titta på bilden igen.')
})

test('the reviewer is notified of what the learner writes, and nobody else', async () => {
  const { learner, educator, resultId, categoryId, submission } = await createSubmission()
  const idle = await signedIn({ roles: { Educator: { EducationCategory: [categoryId] } } })
  await educator.fetch('PUT', `/submissionAdmin/UpdateAssignee/${educator.id}`, [submission.submissionId])
  await write(learner, resultId, 'Hur går det?')
  const heard = await query.select().from(notices).where(eq(notices.userId, educator.id))
  expect(heard).toMatchObject([
    { kind: 'commentWritten', path: `/inlamningsuppgifter?submission=${submission.submissionId}` },
  ])
  expect(await query.select().from(notices).where(eq(notices.userId, idle.id))).toEqual([])
})

test.each([
  ['nothing', ''],
  ['blanks', '   '],
  ['too much', 'x'.repeat(2001)],
  ['no text', 7],
])('a comment of %s is refused', async (_, text) => {
  const { learner, resultId } = await createSubmissionPart()
  const { status, body } = await write(learner, resultId, text)
  expect([status, body.code]).toEqual([400, 'invalid_input'])
})

test('a comment whose answer was lost is written once', async () => {
  const { learner, resultId } = await createSubmissionPart()
  const headers = { 'idempotency-key': crypto.randomUUID() }
  const [first, again] = [
    await write(learner, resultId, 'Hej', headers),
    await write(learner, resultId, 'Hej', headers),
  ]
  expect(again.body).toEqual(first.body)
  const thread = await readAnswer<Comment[]>(await learner.fetch('GET', `/comments/${resultId}`))
  expect(thread.body).toHaveLength(1)
})

test('who has signed off reads on and writes no more; what is not there has no thread', async () => {
  const { learner, resultId } = await createSubmissionPart()
  await query.update(educationPartResults).set({ canceled: true }).where(eq(educationPartResults.id, resultId))
  expect((await write(learner, resultId, 'Hej')).body.code).toBe('result_canceled')
  expect((await learner.fetch('GET', `/comments/${resultId}`)).status).toBe(200)
  expect((await learner.fetch('GET', '/comments/999999')).status).toBe(404)
})
