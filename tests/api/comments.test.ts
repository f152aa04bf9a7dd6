import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { outboxMails } from '#api/foundation/mails/table.ts'
import { notices } from '#api/foundation/notices/table.ts'
import type { OwnProgress } from '#api/office/education-list/contract.ts'
import type { Comment } from '#api/participation/comments/contract.ts'
import { educationPartResults } from '#api/participation/results/table.ts'
import { listAuditEntries } from '../audit.ts'
import { database, signedIn } from '../portal.ts'
import { createSubmission, createSubmissionPart, readAnswer } from '../submission.ts'

const { query } = database()

const write = async (person: Awaited<ReturnType<typeof signedIn>>, resultId: number, text: unknown, headers = {}) =>
  readAnswer<Comment>(await person.fetch('POST', `/comments/${resultId}`, text, headers))

test('learner and educator write comments, and each reads both', async () => {
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

test('a thread of more than five hundred comments ends with the latest', async () => {
  const { learner, resultId, educationId } = await createSubmission()
  await query.run(sql`insert into comments (education_part_result_id, user_id, text, created_at)
    select ${resultId}, ${learner.id}, 'Kommentar ' || value, ${new Date().toISOString()}
    from json_each(${JSON.stringify(Array.from({ length: 505 }, (_, at) => at + 1))})`)
  const thread = await learner.json<Comment[]>('GET', `/comments/${resultId}`)
  const { comments: own } = await learner.json<OwnProgress>('GET', `/Educations/${educationId}/own`)
  for (const read of [thread, own]) {
    expect(read).toHaveLength(500)
    expect([read[0]?.text, read.at(-1)?.text]).toEqual(['Kommentar 6', 'Kommentar 505'])
  }
})

test('the learner is notified in the portal and by mail of what an educator writes', async () => {
  const { learner, educator, resultId, educationId, educationPartId } = await createSubmissionPart()
  await query.delete(outboxMails)
  await write(educator, resultId, 'Titta på bilden igen.')
  const noticeRows = await query.select().from(notices).where(eq(notices.userId, learner.id))
  expect(noticeRows).toMatchObject([
    { kind: 'commentWritten', path: `/education/${educationId}#part-${educationPartId}` },
  ])
  const [mail] = await query.select().from(outboxMails)
  expect(mail).toMatchObject({ recipient: 'sara@example.se', subject: 'Ny kommentar: Banplan' })
  expect(mail?.body).toContain('Titta på bilden igen.')
})

test('the reviewer is notified of what the learner writes, and nobody else', async () => {
  const { learner, educator, resultId, categoryId, submission } = await createSubmission()
  const idle = await signedIn({ roles: { Educator: { EducationCategory: [categoryId] } } })
  await educator.fetch('PUT', `/submissionAdmin/UpdateAssignee/${educator.id}`, [submission.submissionId])
  await write(learner, resultId, 'Hur går det?')
  const noticeRows = await query.select().from(notices).where(eq(notices.userId, educator.id))
  expect(noticeRows).toMatchObject([
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

test('a comment whose response was lost is written once', async () => {
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

test('after a cancellation a person can read but not write; an unknown result has no thread', async () => {
  const { learner, resultId } = await createSubmissionPart()
  await query.update(educationPartResults).set({ canceled: true }).where(eq(educationPartResults.id, resultId))
  expect((await write(learner, resultId, 'Hej')).body.code).toBe('result_canceled')
  expect((await learner.fetch('GET', `/comments/${resultId}`)).status).toBe(200)
  expect((await learner.fetch('GET', '/comments/999999')).status).toBe(404)
})
