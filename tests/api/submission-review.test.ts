import { and, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { openArchive } from '#api/catalogue/packages/archive.ts'
import { createBytesSource } from '#api/catalogue/packages/range-source.ts'
import { outboxMails } from '#api/foundation/mails/table.ts'
import { notices } from '#api/foundation/notices/table.ts'
import { educationPartResults, educationResults } from '#api/participation/results/table.ts'
import type { Submission } from '#api/participation/submissions/contract.ts'
import type { Examiner, SubmissionPage } from '#api/participation/submissions/review/contract.ts'
import { submissions } from '#api/participation/submissions/table.ts'
import { listAuditEntries } from '../audit.ts'
import { partResult } from '../catalogue.ts'
import { database, type Person, signedIn } from '../portal.ts'
import { bodyOf } from '../response-body.ts'
import {
  type ApiAnswer,
  createPdf,
  createSubmission,
  readAnswer,
  type SubmissionFixture,
  uploadSubmission,
} from '../submission.ts'

const { query } = database()

const desk = async (person: Person, filter: object = {}) =>
  (await readAnswer<SubmissionPage>(await person.fetch('POST', '/submissionAdmin/', filter))).body

const decide = async (person: Person, id: number, status: string | number, body?: object): Promise<ApiAnswer> =>
  readAnswer(await person.fetch('PUT', `/submissionAdmin/UpdateStatus/${id}/${status}`, body))

const assign = async (person: Person, assigneeId: number, ids: number[]) =>
  readAnswer<Submission[]>(await person.fetch('PUT', `/submissionAdmin/UpdateAssignee/${assigneeId}`, ids))

const resultOf = async ({ resultId }: Pick<SubmissionFixture, 'resultId'>) => {
  const [row] = await query.select().from(educationPartResults).where(eq(educationPartResults.id, resultId))
  return row
}

const educator = (scene: Pick<SubmissionFixture, 'categoryId'>, firstName = 'Test') =>
  signedIn({ firstName, roles: { Educator: { EducationCategory: [scene.categoryId] } } })

test('the review queue contains the educator’s submissions, the longest waiting first', async () => {
  const scene = await createSubmission()
  const second = await signedIn({ firstName: 'Bo', lastName: 'Ek' })
  await partResult({ userId: second.id, educationPartId: scene.educationPartId })
  const { body: later } = await uploadSubmission(second, scene.educationPartId, createPdf())
  const ids = ({ items }: SubmissionPage) => items.map(({ submissionId }) => submissionId)
  const own = scene.submission.submissionId
  const whole = await desk(scene.educator)
  expect(ids(whole)).toEqual([own, later.submissionId])
  expect(whole).toMatchObject({ total: 2, counts: { toReview: 2, mine: 0, returned: 0 } })
  expect(ids(await desk(scene.educator, { descending: true, pageSize: 1 }))).toEqual([later.submissionId])
  expect(ids(await desk(scene.educator, { searchString: 'bo ek' }))).toEqual([later.submissionId])
  expect(ids(await desk(scene.educator, { searchString: '%' }))).toEqual([])
  expect(ids(await desk(scene.educator, { statuses: [4] }))).toEqual([])
  expect(ids(await desk(scene.educator, { educationIds: [scene.educationId] }))).toHaveLength(2)
  expect(ids(await desk(scene.educator, { educationPartIds: [999_999] }))).toEqual([])
  await assign(scene.educator, scene.educator.id, [own])
  expect(ids(await desk(scene.educator, { assigneeId: scene.educator.id }))).toEqual([own])
  expect(ids(await desk(scene.educator, { unassigned: true }))).toEqual([later.submissionId])
  expect((await desk(scene.educator)).counts.mine).toBe(1)
})

test('cancelling the sign-up removes the submission from the review queue', async () => {
  const scene = await createSubmission()
  await query.update(educationPartResults).set({ canceled: true }).where(eq(educationPartResults.id, scene.resultId))
  expect((await desk(scene.educator)).items).toEqual([])
  expect((await decide(scene.educator, scene.submission.submissionId, 'Approved')).body.code).toBe('result_canceled')
})

test('the filters contain only what the educator reviews', async () => {
  const { educator: own, educationId, educationPartId } = await createSubmission()
  const educations = await own.fetch('GET', '/submissionAdmin/educations')
  expect(await educations.json()).toEqual([{ id: educationId, title: 'Grundkurs' }])
  const parts = await own.fetch('GET', '/submissionAdmin/EducationParts')
  expect(await parts.json()).toEqual([{ id: educationPartId, title: 'Banplan', educationIds: [educationId] }])
})

test('approval completes the part, and the education with its last one', async () => {
  const scene = await createSubmission()
  const { submissionId } = scene.submission
  const { status, body } = await decide(scene.educator, submissionId, 'approved', { comment: 'Fint arbete!' })
  expect(status).toBe(200)
  expect(body).toMatchObject({ status: 4, statusChangedByUserId: scene.educator.id, commentCount: 1 })
  expect(await resultOf(scene)).toMatchObject({ completed: true, approvedByUserId: scene.educator.id })
  const [whole] = await query.select().from(educationResults).where(eq(educationResults.userId, scene.learner.id))
  expect(whole).toMatchObject({ educationId: scene.educationId, completed: true })
  const noticeRows = await query.select().from(notices).where(eq(notices.userId, scene.learner.id))
  expect(noticeRows).toContainEqual(
    expect.objectContaining({
      kind: 'submissionApproved',
      path: `/education/${scene.educationId}?done=${scene.educationPartId}#finish-line`,
    }),
  )
  const listedNotices = await scene.learner.json<{ text: string }[]>('GET', '/Notices')
  expect(listedNotices.map(({ text }) => text)).toContain('Din inlämning i Banplan är godkänd.')
  const [mail] = await query.select().from(outboxMails).where(eq(outboxMails.recipient, 'sara@example.se'))
  expect(mail).toBeDefined()
  const [entry] = await listAuditEntries('submission')
  expect(entry).toMatchObject({ action: 'submission.approved', userId: scene.educator.id })
})

test.each(['NeedsCompletion', 'Rejected', '3', '5'])('%s needs a comment to the learner', async (status) => {
  const scene = await createSubmission()
  const { submissionId, educationPartResultId } = scene.submission
  const silent = await decide(scene.educator, submissionId, status)
  expect([silent.status, Object.keys(silent.body.fields ?? {})]).toEqual([400, ['comment']])
  // The learner's own comment does not count as the reason for a decision; a reviewer's preceding comment does.
  await scene.learner.fetch('POST', `/comments/${educationPartResultId}`, 'Är den bra?')
  expect((await decide(scene.educator, submissionId, status)).status).toBe(400)
  await scene.educator.fetch('POST', `/comments/${educationPartResultId}`, 'Källor saknas.')
  expect((await decide(scene.educator, submissionId, status)).status).toBe(200)
  expect(await resultOf(scene)).toMatchObject({ completed: false })
})

test('a submission sent back for completion is submitted again and approved', async () => {
  const scene = await createSubmission()
  const { submissionId } = scene.submission
  await decide(scene.educator, submissionId, 3, { comment: 'Lägg till källor.' })
  const [returned] = await query.select().from(notices).where(eq(notices.userId, scene.learner.id))
  expect(returned).toMatchObject({
    kind: 'submissionReturned',
    path: `/education/${scene.educationId}#part-${scene.educationPartId}`,
  })
  expect((await decide(scene.educator, submissionId, 4)).body.code).toBe('submission_awaits_file')
  const again = await uploadSubmission(scene.learner, scene.educationPartId, createPdf('ny.pdf'))
  expect(again.body).toMatchObject({ status: 1, version: 2, commentCount: 1 })
  expect((await decide(scene.educator, submissionId, 4)).body).toMatchObject({ status: 4, version: 2 })
})

test('of two concurrent decisions one succeeds, and the other reviewer gets that reviewer’s name', async () => {
  const scene = await createSubmission()
  const other = await educator(scene, 'Bertil')
  const { submissionId } = scene.submission
  const both = await Promise.all([
    decide(scene.educator, submissionId, 'Approved'),
    decide(other, submissionId, 'Rejected', { comment: 'Nej.' }),
  ])
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  const lost = both.find(({ status }) => status === 409)
  expect(['submission_decided', 'changed_meanwhile']).toContain(lost?.body.code)
  expect(lost?.body.details?.by).toMatch(lost === both[0] ? /^Bertil/ : /^Ulla/)
  const wins = both[0]?.status === 200 ? 4 : 5
  const [row] = await query.select().from(submissions).where(eq(submissions.id, submissionId))
  expect(row?.status).toBe(wins)
  expect((await resultOf(scene))?.completed).toBe(wins === 4)
})

test('a reviewer who has not seen the newest file gets a conflict', async () => {
  const scene = await createSubmission()
  const { submissionId, lastChange } = scene.submission
  await uploadSubmission(scene.learner, scene.educationPartId, createPdf('ny.pdf'))
  const late = await decide(scene.educator, submissionId, 4, { lastChange })
  expect([late.status, late.body.code]).toEqual([409, 'changed_meanwhile'])
})

test('a repeated decision is made once', async () => {
  const scene = await createSubmission()
  for (let time = 0; time < 2; time += 1)
    expect((await decide(scene.educator, scene.submission.submissionId, 4)).status).toBe(200)
  const approvals = (await listAuditEntries('submission')).filter(
    ({ action, targetId }) => action === 'submission.approved' && targetId === String(scene.submission.submissionId),
  )
  expect(approvals).toHaveLength(1)
})

test('a decision is final except for a superadministrator, who reopens the part with it', async () => {
  const scene = await createSubmission()
  const { submissionId } = scene.submission
  await decide(scene.educator, submissionId, 4)
  expect((await decide(await educator(scene), submissionId, 2)).body.code).toBe('submission_decided')
  const office = await signedIn({ roles: { SuperAdministrator: {} } })
  expect((await decide(office, submissionId, 2)).body).toMatchObject({ status: 2 })
  expect(await resultOf(scene)).toMatchObject({ completed: false, completedAt: null })
  const [whole] = await query.select().from(educationResults).where(eq(educationResults.userId, scene.learner.id))
  expect(whole).toMatchObject({ completed: false, completedAt: null, verificationCode: null })
})

test.each(['Ingenting', '7', '-1'])('the status %s is unknown', async (status) => {
  const { educator: own, submission } = await createSubmission()
  const answer = await decide(own, submission.submissionId, status)
  expect(answer.body).toMatchObject({ code: 'invalid_input', fields: { status: 'Okänd status.' } })
})

test('nobody reviews their own submission or finds it in the queue', async () => {
  const scene = await createSubmission()
  await partResult({ userId: scene.educator.id, educationPartId: scene.educationPartId })
  const { body } = await uploadSubmission(scene.educator, scene.educationPartId, createPdf())
  expect((await decide(scene.educator, body.submissionId, 4)).status).toBe(404)
  expect((await desk(scene.educator)).items.map(({ userId }) => userId)).toEqual([scene.learner.id])
})

test('an assignment begins the review, and notifies the reviewer', async () => {
  const scene = await createSubmission()
  const other = await educator(scene)
  const { submissionId } = scene.submission
  const { body } = await assign(scene.educator, other.id, [submissionId])
  expect(body).toMatchObject([{ submissionId, assigneeId: other.id, status: 2 }])
  const noticeRows = await query.select().from(notices).where(eq(notices.userId, other.id))
  expect(noticeRows).toMatchObject([
    { kind: 'submissionAssigned', path: `/inlamningsuppgifter?submission=${submissionId}` },
  ])
})

test('reviewers are the responsible people, those with the fewest open submissions first, never the author', async () => {
  const scene = await createSubmission()
  const idle = await educator(scene)
  await signedIn({ roles: { Educator: { EducationCategory: [999_999] } } })
  await query
    .update(submissions)
    .set({ assigneeId: scene.educator.id })
    .where(eq(submissions.id, scene.submission.submissionId))
  const path = `/submissionAdmin/SuggestedExaminers/${scene.submission.submissionId}`
  const found = await scene.educator.json<Examiner[]>('GET', path)
  expect(found.map(({ id, openSubmissions }) => [id, openSubmissions])).toEqual([
    [idle.id, 0],
    [scene.educator.id, 1],
  ])
  await partResult({ userId: idle.id, educationPartId: scene.educationPartId })
  const { body } = await uploadSubmission(idle, scene.educationPartId, createPdf())
  const others = await scene.educator.fetch('GET', `/submissionAdmin/SuggestedExaminers/${body.submissionId}`)
  expect((await bodyOf<Examiner[]>(others)).map(({ id }) => id)).toEqual([scene.educator.id])
})

test('several are assigned at once, all or none', async () => {
  const scene = await createSubmission()
  const second = await signedIn()
  await partResult({ userId: second.id, educationPartId: scene.educationPartId })
  const { body: later } = await uploadSubmission(second, scene.educationPartId, createPdf())
  const foreign = await createSubmission()
  const ids = [scene.submission.submissionId, later.submissionId]
  expect((await assign(scene.educator, scene.educator.id, [...ids, foreign.submission.submissionId])).status).toBe(404)
  expect((await assign(scene.educator, scene.learner.id, ids)).body.code).toBe('assignee_unsuitable')
  expect((await assign(scene.educator, foreign.educator.id, ids)).body.code).toBe('assignee_unsuitable')
  const untouched = await query.select().from(submissions).where(eq(submissions.educationPartId, scene.educationPartId))
  expect(untouched.map(({ assigneeId }) => assigneeId)).toEqual([null, null])
  expect((await assign(scene.educator, scene.educator.id, ids)).body).toHaveLength(2)
  await decide(scene.educator, later.submissionId, 4)
  expect((await assign(scene.educator, scene.educator.id, ids)).body.code).toBe('submission_decided')
})

test('a file is downloaded as it was submitted, the newest or a version', async () => {
  const scene = await createSubmission(createPdf('första.pdf', '%PDF-1.7 ett'))
  await uploadSubmission(scene.learner, scene.educationPartId, createPdf('andra.pdf', '%PDF-1.7 två'))
  const path = `/submissionAdmin/Download/${scene.submission.submissionId}`
  const newest = await scene.educator.fetch('POST', path)
  expect(newest.headers.get('content-disposition')).toMatch(/^attachment; filename="andra.pdf"/)
  expect(newest.headers.get('x-content-type-options')).toBe('nosniff')
  expect(newest.headers.get('cache-control')).toBe('private, no-store')
  expect((await newest.arrayBuffer()).byteLength).toBe(12)
  expect(await (await scene.educator.fetch('POST', `${path}?version=1`)).text()).toBe('%PDF-1.7 ett')
  expect((await scene.educator.fetch('POST', `${path}?version=9`)).status).toBe(404)
})

test('several files are downloaded as one archive', async () => {
  const scene = await createSubmission(createPdf('plan.pdf', '%PDF-1.7 Sara'))
  const second = await signedIn({ firstName: 'Bo', lastName: 'Ek' })
  await partResult({ userId: second.id, educationPartId: scene.educationPartId })
  const { body: later } = await uploadSubmission(second, scene.educationPartId, createPdf('plan.pdf', '%PDF-1.7 Bo'))
  const ids = [scene.submission.submissionId, later.submissionId]
  const response = await scene.educator.fetch('POST', '/submissionAdmin/Download', ids)
  expect(response.headers.get('content-type')).toBe('application/zip')
  const archive = await openArchive(createBytesSource(new Uint8Array(await response.arrayBuffer())))
  if (typeof archive === 'string') throw new Error(archive)
  const bo = archive.entries.find(({ path }) => path === 'Banplan/Bo Ek v1 plan.pdf')
  expect(archive.entries).toHaveLength(2)
  const read = bo && (await archive.read(bo))
  expect(read instanceof Uint8Array && new TextDecoder().decode(read)).toBe('%PDF-1.7 Bo')
  const foreign = await createSubmission()
  const denied = await scene.educator.fetch('POST', '/submissionAdmin/Download', [
    ...ids,
    foreign.submission.submissionId,
  ])
  expect(denied.status).toBe(404)
})

test('a part that was completed manually is approved without a second completion', async () => {
  const scene = await createSubmission()
  const completedAt = new Date('2026-01-02T10:00:00.000Z')
  const where = and(eq(educationPartResults.id, scene.resultId))
  await query.update(educationPartResults).set({ completed: true, completedAt }).where(where)
  expect((await decide(scene.educator, scene.submission.submissionId, 4)).status).toBe(200)
  expect((await resultOf(scene))?.completedAt).toEqual(completedAt)
})
