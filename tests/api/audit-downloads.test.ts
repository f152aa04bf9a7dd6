import { exports } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import type { Call } from '#api/calls.ts'
import { contracts } from '#api/contracts.ts'
import type { Submission, SubmissionFile } from '#api/participation/submissions/contract.ts'
import type { SubmissionPage } from '#api/participation/submissions/review/contract.ts'
import { listAuditEntries } from '../audit.ts'
import { createPdf, createSubmission, type SubmissionFixture, uploadSubmission } from '../submission.ts'

const downloadsOf = async ({ submission }: SubmissionFixture) =>
  (await listAuditEntries('submission'))
    .filter(
      ({ action, targetId }) => action === 'submission.downloaded' && targetId === String(submission.submissionId),
    )
    .map(({ userId, data }) => ({ by: userId, data }))

const open = (url: string, init: RequestInit = {}) => exports.default.fetch(url, init)

const filesSeenBy = async ({ educator, submission }: SubmissionFixture): Promise<SubmissionFile[]> => {
  const body = { submissionIds: [submission.submissionId] }
  const { items } = await (await educator.fetch('POST', '/submissionAdmin', body)).json<SubmissionPage>()
  return (items as Submission[])[0]?.files ?? []
}

test('a file that staff display is recorded with reader, owner and file, once in half an hour', async () => {
  const scene = await createSubmission()
  await uploadSubmission(scene.learner, scene.educationPartId, createPdf('ny.pdf'))
  const [newest, first] = await filesSeenBy(scene)
  expect((await open(newest?.url ?? '')).status).toBe(200)
  expect((await open(newest?.url ?? '', { headers: { range: 'bytes=2-4' } })).status).toBe(206)
  expect((await open(`${newest?.url}&download`)).status).toBe(200)
  const entry = (fileName: string, version: number) => ({
    by: scene.educator.id,
    data: { userId: scene.learner.id, version, fileName },
  })
  expect(await downloadsOf(scene)).toEqual([entry('ny.pdf', 2)])
  await open(first?.url ?? '')
  expect(await downloadsOf(scene)).toEqual([entry('uppsats.pdf', 1), entry('ny.pdf', 2)])
})

test('opening one’s own submission records nothing', async () => {
  const scene = await createSubmission()
  expect((await open(scene.submission.files[0]?.url ?? '')).status).toBe(200)
  expect(await downloadsOf(scene)).toEqual([])
})

test('a signed address belongs to one reader', async () => {
  const scene = await createSubmission()
  const [file] = await filesSeenBy(scene)
  const url = new URL(file?.url ?? '')
  for (const by of [String(scene.learner.id), '0', '']) {
    url.searchParams.set('by', by)
    expect((await open(url.href)).status).toBe(404)
  }
  expect(await downloadsOf(scene)).toEqual([])
})

test('each downloaded file is recorded, alone or in an archive', async () => {
  const [one, other] = [await createSubmission(), await createSubmission()]
  const id = one.submission.submissionId
  const response = await one.educator.fetch('POST', `/submissionAdmin/Download/${id}`)
  expect(response.status).toBe(200)
  await response.arrayBuffer()
  expect(await downloadsOf(one)).toEqual([
    { by: one.educator.id, data: { userId: one.learner.id, version: 1, fileName: 'uppsats.pdf' } },
  ])
  const several = await other.educator.fetch('POST', '/submissionAdmin/Download', [other.submission.submissionId])
  await several.arrayBuffer()
  expect(await downloadsOf(other)).toHaveLength(1)
  const refused = await one.educator.fetch('POST', '/submissionAdmin/Download', [id, other.submission.submissionId])
  expect(refused.status).toBe(404)
  expect(await downloadsOf(other)).toHaveLength(1)
})

/**
 * Calls that return a file, with the audit action that each records; null when the file holds no data about other
 * people.
 */
const handsOut: Record<string, string | null> = {
  'GET /AuditLog/export': 'auditLog.exported',
  'GET /Calendar/feeds/:address': null,
  'GET /Calendar/invitations/:address': null,
  'GET /EducationPartOccasions/filter/managed/export': 'occasion.exported',
  'GET /files/:id': null,
  // Rows of the caller's own file.
  'GET /imports/errorsFile': null,
  'GET /imports/exampleFile': null,
  'GET /Invoices/Download': 'invoice.exported',
  'GET /MemberImports/errorsFile': null,
  'GET /Organization/:id/invoices/:invoiceId/file': 'invoice.exported',
  'GET /Payment/export': 'payment.exported',
  'GET /Licenses/Search/export': 'license.exported',
  'GET /Mails/export': 'mail.exported',
  'GET /jobs/export': 'job.exported',
  'POST /EducationPartsPracticalDriverExam/filter/export': 'driverExam.exported',
  'POST /User/filterededucation/export': 'users.exported',
  'POST /submissionAdmin/export': 'submission.exported',
  'POST /Invoices/Batches/:id/File': 'invoice.exported',
  'GET /Statements/export': 'statements.exported',
  'GET /StudyReports/Files/:fileKey': 'studyReport.exported',
  'GET /reports/CourseAnswers/:id': 'report.exported',
  'GET /reports/EducationHours': 'report.exported',
  'GET /reports/ManualInvoicing': 'report.exported',
  'GET /reports/SignedUpAndCompleted': 'report.exported',
  'GET /reports/Summary': 'report.exported',
  'GET /reports/exportParticipants/:id': 'report.exported',
  // Recorded when the report is requested; only the person who requested it can fetch it.
  'GET /reports/files/:id': 'report.exported',
  'POST /submissionAdmin/Download': 'submission.downloaded',
  'POST /submissionAdmin/Download/:submissionId': 'submission.downloaded',
}

test('every call that returns a file is listed here, with the audit entry that it writes', () => {
  const calls = Object.values(contracts).flatMap((contract) => Object.entries<Call>(contract))
  const files = calls.flatMap(([name, { reply }]) => (reply ? [] : [name]))
  expect(files.toSorted()).toEqual(Object.keys(handsOut).toSorted())
})
