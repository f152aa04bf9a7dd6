import { env } from 'cloudflare:workers'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { notices } from '#api/foundation/notices/table.ts'
import type { Submission } from '#api/participation/submissions/contract.ts'
import { submissionFiles, submissions } from '#api/participation/submissions/table.ts'
import { listAuditEntries } from '../audit.ts'
import { education, part, partResult } from '../catalogue.ts'
import { database, signedIn } from '../portal.ts'
import { bodyOf } from '../response-body.ts'
import {
  createPdf,
  createSubmission,
  createSubmissionPart,
  readAnswer,
  toBytes,
  uploadSubmission,
} from '../submission.ts'

const { query } = database()
const stored = async () => (await env.FILES.list({ prefix: 'submissions/' })).objects.length

test('a learner submits a file and finds it again', async () => {
  const { learner, educationPartId, educationId, resultId, submission } = await createSubmission()
  expect(submission).toMatchObject({
    educationPartId,
    educationId,
    educationPartTitle: 'Banplan',
    educationPartResultId: resultId,
    userId: learner.id,
    status: 1,
    version: 1,
    fileName: 'uppsats.pdf',
    contentType: 'application/pdf',
    size: 16,
    assigneeId: null,
    commentCount: 0,
  })
  const own = await readAnswer<Submission[]>(await learner.fetch('GET', `/submission/${educationPartId}`))
  expect(own.body).toMatchObject([{ submissionId: submission.submissionId, files: [{ version: 1 }] }])
  const statuses = await learner.fetch('GET', `/submission/GetSubmissionStatusesByEducationPartId/${educationId}`)
  expect(await statuses.json()).toEqual({ [educationPartId]: 1 })
  const [entry] = await listAuditEntries('submission')
  expect(entry).toMatchObject({ action: 'submission.handedIn', userId: learner.id })
})

test('an education without submissions reports that for each of its submission parts', async () => {
  const { learner, educationPartId, educationId } = await createSubmissionPart()
  const statuses = await learner.fetch('GET', `/submission/GetSubmissionStatusesByEducationPartId/${educationId}`)
  expect(await statuses.json()).toEqual({ [educationPartId]: 0 })
})

test('every version is stored, the newest shown', async () => {
  const { learner, educationPartId, submission } = await createSubmission()
  const again = await uploadSubmission(learner, educationPartId, createPdf('ny.pdf', '%PDF-1.7 ny'))
  expect(again.body).toMatchObject({ submissionId: submission.submissionId, version: 2, fileName: 'ny.pdf', status: 1 })
  expect(again.body.files.map(({ version, fileName }) => [version, fileName])).toEqual([
    [2, 'ny.pdf'],
    [1, 'uppsats.pdf'],
  ])
  const rows = await query
    .select()
    .from(submissionFiles)
    .where(eq(submissionFiles.submissionId, submission.submissionId))
  for (const { key } of rows) expect(await env.FILES.head(`submissions/${key}`)).not.toBeNull()
})

test('a version is never overwritten', async () => {
  const { submission } = await createSubmission()
  const change = query.update(submissionFiles).set({ name: 'x' }).where(eq(submissionFiles.id, submission.fileId))
  await expect(change.run()).rejects.toThrow()
})

test.each([
  ['of another format', new File(['x'], 'program.exe'), 415, '.pdf'],
  ['in the clothes of a document', new File(['<html><script>'], 'uppsats.pdf'), 415, '.pdf'],
  ['that is empty', new File([''], 'uppsats.pdf'), 415, 'tom'],
])('a file %s is refused with its reason, and not stored', async (_, file, status, reason) => {
  const { learner, educationPartId } = await createSubmissionPart()
  const before = await stored()
  const answer = await uploadSubmission(learner, educationPartId, file)
  expect([answer.status, answer.body.code]).toEqual([status, 'unsupported_media_type'])
  expect(answer.body.fields?.['file']).toContain(reason)
  expect(await stored()).toBe(before)
})

test('a submission without a file is refused', async () => {
  const { learner, educationPartId } = await createSubmissionPart()
  const answer = await readAnswer(await learner.fetch('POST', `/submission/Upload/${educationPartId}`, new FormData()))
  expect(answer.body.fields).toEqual({ file: 'Välj en fil att lämna in.' })
})

test('only people who are signed up submit, and only to submission parts', async () => {
  const { educationPartId, learner } = await createSubmissionPart()
  expect((await uploadSubmission(await signedIn(), educationPartId, createPdf())).body.code).toBe('not_signed_up')
  expect((await uploadSubmission(learner, 999_999, createPdf())).status).toBe(404)
  const meeting = await part({ type: 0 })
  expect((await uploadSubmission(learner, meeting, createPdf())).body.code).toBe('part_without_submission')
  const pending = await signedIn()
  await partResult({ userId: pending.id, educationPartId, signedUpAt: null })
  expect((await uploadSubmission(pending, educationPartId, createPdf())).body.code).toBe('part_awaits_approval')
  const done = await signedIn()
  await partResult({ userId: done.id, educationPartId, completed: true, completedAt: new Date() })
  expect((await uploadSubmission(done, educationPartId, createPdf())).body.code).toBe('result_completed')
})

test.each([
  [2, 'submission_in_review'],
  [4, 'submission_decided'],
  [5, 'submission_decided'],
] as const)('a file with status %i is not replaced', async (status, code) => {
  const { learner, educationPartId, submission } = await createSubmission()
  await query.update(submissions).set({ status }).where(eq(submissions.id, submission.submissionId))
  expect((await uploadSubmission(learner, educationPartId, createPdf())).body.code).toBe(code)
})

test('two concurrent windows create one submission, and neither file is lost silently', async () => {
  const { learner, educationPartId, resultId } = await createSubmissionPart()
  const before = await stored()
  const both = await Promise.all(
    ['a.pdf', 'b.pdf'].map((name) => uploadSubmission(learner, educationPartId, createPdf(name))),
  )
  const made = await query.select().from(submissions).where(eq(submissions.educationPartResultId, resultId))
  expect(made).toHaveLength(1)
  const acceptedCount = both.filter(({ status }) => status === 200).length
  expect(both.filter(({ status }) => status !== 200).map(({ body }) => body.code)).toEqual(
    acceptedCount === 2 ? [] : ['changed_meanwhile'],
  )
  expect(made[0]?.version).toBe(acceptedCount)
  expect(await stored()).toBe(before + acceptedCount)
})

test('a submission whose response was lost is made once', async () => {
  const { learner, educationPartId } = await createSubmissionPart()
  const headers = { 'idempotency-key': crypto.randomUUID() }
  const first = await uploadSubmission(learner, educationPartId, createPdf(), headers)
  const again = await uploadSubmission(learner, educationPartId, createPdf(), headers)
  expect([first.status, again.status]).toEqual([200, 200])
  expect(again.body).toEqual(first.body)
  expect(again.body.version).toBe(1)
})

test('a file is uploaded in parts, each of which can be sent again', async () => {
  const { learner, educationPartId } = await createSubmissionPart()
  const text = `%PDF-1.7 ${'x'.repeat(2_000_000)}`
  const begin = (fileName: string, size: number) =>
    learner.fetch('POST', `/submission/${educationPartId}/uploads`, { fileName, size })
  expect((await begin('film.mov', 10)).status).toBe(415)
  const tooLarge = await readAnswer(await begin('film.mp4', 51 * 1024 * 1024))
  expect([tooLarge.status, tooLarge.body.fields?.['file']]).toEqual([
    413,
    'Filen är större än 50 MB. Gör den mindre, eller dela upp den.',
  ])
  const { uploadId } = await bodyOf<{ uploadId: string }>(begin('stor.pdf', text.length))
  const [begun] = await listAuditEntries('submissionUpload')
  expect(begun).toMatchObject({ action: 'submission.uploadBegun', targetId: uploadId, userId: learner.id })
  const whole = () => {
    const form = new FormData()
    form.set('request', JSON.stringify({ uploadId }))
    return form
  }
  const complete = async (person = learner) =>
    readAnswer(await person.fetch('POST', `/submission/Upload/${educationPartId}`, whole()))
  expect((await complete()).body.code).toBe('package_parts_missing')
  const put = () => learner.raw('PUT', `/submission/uploads/${uploadId}/parts/1`, toBytes(text))
  expect([(await put()).status, (await put()).status]).toEqual([200, 200])
  const other = await signedIn()
  expect((await other.raw('PUT', `/submission/uploads/${uploadId}/parts/1`, toBytes(text))).status).toBe(404)
  expect((await complete()).body).toMatchObject({ version: 1, size: text.length, fileName: 'stor.pdf' })
  expect((await complete()).status).toBe(404)
})

test('an upload that is given up is recorded as what it was', async () => {
  const { educator, educationPartId } = await createSubmissionPart()
  await partResult({ userId: educator.id, educationPartId })
  const begin = (path: string, fileName: string) =>
    educator.json<{ uploadId: string }>('POST', path, { fileName, size: 10 })
  const submission = await begin(`/submission/${educationPartId}/uploads`, 'uppsats.pdf')
  const course = await begin('/Packages/uploads', 'kurs.zip')
  for (const { uploadId } of [submission, course])
    expect((await educator.fetch('DELETE', `/Packages/uploads/${uploadId}`)).status).toBeLessThan(300)
  const actionsOf = async (type: string, { uploadId }: { uploadId: string }) =>
    (await listAuditEntries(type)).filter(({ targetId }) => targetId === uploadId).map(({ action }) => action)
  expect(await actionsOf('submissionUpload', submission)).toEqual([
    'submission.uploadGivenUp',
    'submission.uploadBegun',
  ])
  expect(await actionsOf('packageUpload', course)).toEqual(['package.uploadGivenUp', 'package.uploadBegun'])
  expect(await actionsOf('packageUpload', submission)).toEqual([])
})

test('an upload of a submission cannot become a package', async () => {
  const { educator, educationPartId } = await createSubmissionPart()
  await partResult({ userId: educator.id, educationPartId })
  const begun = educator.fetch('POST', `/submission/${educationPartId}/uploads`, { fileName: 'a.pdf', size: 5 })
  const { uploadId } = await bodyOf<{ uploadId: string }>(begun)
  await educator.raw('PUT', `/submission/uploads/${uploadId}/parts/1`, toBytes('%PDF-'))
  expect(
    (await educator.fetch('POST', `/Packages/uploads/${uploadId}/complete`, { educationPartId: null })).status,
  ).toBe(404)
})

test('an upload begun for another purpose cannot be submitted', async () => {
  const scene = await createSubmissionPart()
  await partResult({ userId: scene.educator.id, educationPartId: scene.educationPartId })
  const begun = await scene.educator.fetch('POST', '/Packages/uploads', { fileName: 'kurs.pdf', size: 5 })
  const { uploadId } = await bodyOf<{ uploadId: string }>(begun)
  await scene.educator.raw('PUT', `/Packages/uploads/${uploadId}/parts/1`, toBytes('%PDF-'))
  const form = new FormData()
  form.set('request', JSON.stringify({ uploadId }))
  const answer = await scene.educator.fetch('POST', `/submission/Upload/${scene.educationPartId}`, form)
  expect(answer.status).toBe(404)
})

test('the people responsible for the education are notified of a submission', async () => {
  const educationPartId = await part({ type: 3, title: 'Reportage' })
  const responsible = await signedIn({ roles: { Educator: {} } })
  await education({ partIds: [educationPartId], responsibleIds: [responsible.id] })
  const learner = await signedIn()
  await partResult({ userId: learner.id, educationPartId })
  await uploadSubmission(learner, educationPartId, createPdf())
  const noticeRows = await query.select().from(notices).where(eq(notices.userId, responsible.id))
  expect(noticeRows).toMatchObject([
    { kind: 'submissionHandedIn', path: `/inlamningsuppgifter?part=${educationPartId}` },
  ])
})

test('a learner does not see another’s submission', async () => {
  const { educationPartId, educationId } = await createSubmission()
  const other = await signedIn()
  expect(await (await other.fetch('GET', `/submission/${educationPartId}`)).json()).toEqual([])
  const statuses = await other.fetch('GET', `/submission/GetSubmissionStatusesByEducationPartId/${educationId}`)
  expect(await statuses.json()).toEqual({ [educationPartId]: 0 })
})

test('own submissions and their comments are part of the education and of the export', async () => {
  const { learner, educationId, educationPartId, resultId, submission } = await createSubmission()
  await learner.fetch('POST', `/comments/${resultId}`, 'Hej')
  const expected = {
    submissions: [{ submissionId: submission.submissionId, educationPartId, files: [{ version: 1 }] }],
    comments: [{ educationPartResultId: resultId, text: 'Hej', byLearner: true }],
  }
  for (const path of [`/Educations/${educationId}/own`, `/user/${learner.id}/personaldata`])
    expect(await (await learner.fetch('GET', path)).json()).toMatchObject(expected)
  const other = await signedIn()
  expect(await (await other.fetch('GET', `/Educations/${educationId}/own`)).json()).toMatchObject({
    submissions: [],
    comments: [],
  })
})
