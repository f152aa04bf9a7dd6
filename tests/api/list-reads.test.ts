import { and, eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import type { Call } from '#api/calls.ts'
import { contracts } from '#api/contracts.ts'
import { auditEntries } from '#api/foundation/audit/table.ts'
import { notices } from '#api/foundation/notices/table.ts'
import { payments } from '#api/money/payments/table.ts'
import { outsideActivities, reportedActivities } from '#api/participation/licenses/table.ts'
import { submissions } from '#api/participation/submissions/table.ts'
import { guardianLinks } from '#api/people/guardians/table.ts'
import { type CallResources, toAddress, toBody } from '../callers.ts'
import { educationResult, mediaTag, medium, partResult } from '../catalogue.ts'
import { insertLicense } from '../licenses.ts'
import { database, type Person, signedIn } from '../portal.ts'
import { readResponseText } from '../scope/call-answers.ts'
import { insertCourse } from '../scope/federation.ts'
import { insertParticipation } from '../scope/participation.ts'
import { listReadingCalls } from '../scope/reading-calls.ts'
import { insertTraces } from '../scope/traces.ts'
import { createExam, insertDriver } from './exams/fixtures.ts'
import { createInvoice } from './invoices/fixtures.ts'

// Each call that answers with data of people records which minors it gave out.

const { query } = database()
const now = new Date()
const roles = { SuperAdministrator: {} }
const superadministrator = () => signedIn({ birthOn: '1980-01-01', roles })

const licenseId = await insertLicense()
const course = await insertCourse('Alfa')
const [occasionId, otherOccasionId] = course.occasionIds
const child = await insertParticipation({ clubId: 20, course, occasionId, examId: null }, licenseId, true)
const { userId } = child
const [firstName = '', lastName = ''] = child.name.split(' ')
const scene = await createExam()
const driver = await insertDriver(scene, { id: userId }, { signedUpAt: null })
const waiting = await signedIn({ birthOn: '2014-05-01' })
const twin = await signedIn({ firstName, lastName, birthOn: '2014-05-01' })
const { head, debt } = await createInvoice(await superadministrator())
await insertTraces(userId)
const [payment] = await query.select({ id: payments.id }).from(payments).where(eq(payments.userId, userId))

const things: CallResources = {
  educationId: course.educationId,
  educationPartId: course.classPartId,
  occasionId,
  examId: scene.exam.id,
  resultId: child.resultId,
  educationPartResultId: child.resultId,
  examResultId: driver.id,
  educationResultId: child.educationResultId,
  submissionId: child.submissionId,
  licenseId,
  child: { id: userId },
  mediaId: await medium({ educationIds: [course.educationId] }),
  tagId: await mediaTag('Banor'),
}

beforeAll(async () => {
  await query.insert(notices).values({ userId, kind: 'partApproved', values: { title: 'Teori' }, createdAt: now })
  const link = { adultUserId: (await signedIn({ birthOn: '1980-01-01' })).id, childUserId: userId }
  await query.insert(guardianLinks).values({ ...link, createdByUserId: link.adultUserId, createdAt: now })
  const part = { educationId: course.educationId, educationPartId: course.classPartId, occasionId: otherOccasionId }
  await partResult({ ...part, userId: waiting.id, signedUpAt: null })
  const activity = { licenseId, category: 0, name: 'Kurs', mostHundredths: 100, changedAt: now }
  const [outside] = await query.insert(outsideActivities).values(activity).returning()
  const report = { userId, outsideActivityId: outside?.id ?? 0, doneOn: '2026-01-01', amountHundredths: 100 }
  await query.insert(reportedActivities).values({ ...report, createdAt: now })
})

const [thread] = await query
  .select({ id: submissions.educationPartResultId })
  .from(submissions)
  .where(eq(submissions.userId, userId))
const figures = `/EducationParts/${course.webPartId}/courseFigures`
const members = { userIds: [userId], change: 'give', role: 'Educator', extensions: {} }

/** Addresses and bodies of calls that answer about people only with input of their own. */
const inputs: Record<string, string | object> = {
  'GET /EducationPartOccasions/results': `/EducationPartOccasions/results?ids=${occasionId}`,
  'GET /EducationParts/:id/courseFigures/:userId': `${figures}/${userId}`,
  'GET /EducationParts/:id/courseFigures/learners': `${figures}/learners`,
  'GET /Educations/results': `/Educations/results?ids=${course.educationId}`,
  'GET /Invoices/:id': `/Invoices/${head.id}`,
  'GET /Organization/:id/signUps': `/Organization/20/signUps?occasionId=${occasionId}&userIds=${userId}`,
  'GET /PersonMerges/preview': `/PersonMerges/preview?fromUserId=${twin.id}&intoUserId=${userId}`,
  'GET /Payment/details/:id': `/Payment/details/${payment?.id}`,
  'GET /comments/:educationPartResultId': `/comments/${thread?.id}`,
  'GET /overview/education/:educationId/results': `/overview/education/${course.educationId}/results?showCompletedParticipants=true`,
  'GET /search': `/search?q=${lastName}`,
  'POST /EducationPartOccasions/:id/participants/find': { lines: [child.privateTexts[0]] },
  'POST /EducationPartsPracticalDriverExam/results': { examIds: [scene.exam.id] },
  'POST /User/export': { filter: { educationId: course.educationId, states: [0, 1, 2, 3, 4] } },
  'POST /User/filterededucation': { educationId: course.educationId, states: [0, 1, 2, 3, 4] },
  'POST /User/filteredoccassion': { occasionId, states: [0, 1, 2, 3, 4] },
  'POST /User/roles/preview': members,
}

const calls = new Map(Object.values(contracts).flatMap((slice) => Object.entries<Call>(slice)))

async function ask(reader: Person, name: string): Promise<string> {
  const [method = '', path = ''] = name.split(' ')
  const input = inputs[name]
  const address = typeof input === 'string' ? input : toAddress(path, things, userId)
  const body = typeof input === 'object' ? input : toBody(name, things, userId)
  const response = await reader.fetch(method, address, method === 'GET' ? undefined : body)
  return `${response.status} ${await readResponseText(response)}`
}

const shows = (answer: string, id: number) => new RegExp(`"(userId|childUserId)":${id}\\b`).test(answer)

/** Returns the minors whose data an answer has. */
const minorsIn = (answer: string) => [
  ...(shows(answer, userId) || [firstName, lastName, ...child.privateTexts].some((text) => answer.includes(text))
    ? [userId]
    : []),
  ...[waiting.id, debt.userId].filter((id) => shows(answer, id)),
]

const recordedReads = async (reader: Person) =>
  (
    await query
      .select({ targetId: auditEntries.targetId })
      .from(auditEntries)
      .where(and(eq(auditEntries.action, 'user.read'), eq(auditEntries.userId, reader.id)))
  ).map(({ targetId }) => Number(targetId))

/** Whether a reply of the call has data of people, by the names of its fields. */
function describesPeople(name: string): boolean {
  const reply = calls.get(name)?.reply
  if (!reply) return false
  const schema = JSON.stringify(z.toJSONSchema(reply, { unrepresentable: 'any' }))
  return /"(userId|userName|childUserId|birthDate)"/.test(schema)
}

/** Calls that answer with a minor and do not record it, with the reason. */
const unrecorded: Record<string, string> = {
  'GET /AuditLog': 'is the record itself; its file records the minors',
  'GET /jobs': 'has the name of who requested a job',
  'GET /search': 'has name, club and picture, which are no more than anybody with a reason may see',
  'POST /EducationPartOccasions/:id/participants/find': 'has the name that the line holds, and limits strangers',
  'POST /submissionAdmin/Download': 'records each file with its owner as `submission.downloaded`',
}

/** Calls whose replies describe people, but have no minor other than the caller here, with the reason. */
const unseen: Record<string, string> = {
  'GET /AccountRequests': 'is empty here; own-accounts tests its reads',
  'GET /Dashboard/children': 'has the children of the caller',
  'GET /EducationPartOccasions/:id/meeting/attendance': 'needs a meeting; meetings tests its reads',
  'GET /Educations/:id/invitations': 'has the names of people whom the caller invited',
  'GET /Educations/:id/own': 'has the results of the caller',
  'GET /EducatorArticulates/:id/completions': 'has the names of responsible adults',
  'GET /MemberImports': 'has counts; its rows are the caller’s own file',
  'GET /Occasions/Results': 'has the results of the caller',
  'GET /OwnAccounts/consent': 'has the account that its link is for',
  'GET /OwnAccounts/identity': 'has the identity that the caller has shown',
  'GET /Payment/GetRequest/:id': 'has the request to the guardian who asks',
  'GET /RefusedAttempts': 'has the names of callers',
  'GET /ReportSchedules': 'has the names of recipients in the office',
  'GET /WaitingList': 'has the queues of the caller and the caller’s children',
  'GET /imports/batch': 'has counts; its rows are the caller’s own file',
  'GET /submission/:educationPartId': 'has the submissions of the caller',
  'GET /tag/ConnectedResults/result/:resultId/ResultStatusType/:type': 'reads as `GET /EducationPartOccasions/results`',
  'GET /user/:id/Bookings': 'has no field with the person of its address; requires access, which records',
  'GET /user/:id/LicenseGoals': 'is empty here; requires access, which records',
  'GET /user/:id/OtherRequirementResults': 'is empty here; requires access, which records',
  'GET /user/:id/personaldata': 'is for the person and guardians',
  'POST /EducationPartsPracticalDriverExam/filter/MyPracticalDriverExaminationsList': 'has exams of the caller',
  'POST /MailingRules/preview': 'names people of a schedule in the past as `POST /Mailings/preview` does',
  'POST /User/roles/matching/preview': 'reads as `POST /User/roles/preview`',
}

const unrecordedCalls: string[] = []
const unseenCalls: string[] = []

beforeAll(async () => {
  for (const name of listReadingCalls({ roles }).filter((call) => calls.get(call)?.reply || unrecorded[call])) {
    const reader = await superadministrator()
    const shown = minorsIn(await ask(reader, name))
    const reads = await recordedReads(reader)
    if (shown.some((id) => !reads.includes(id))) unrecordedCalls.push(name)
    if (shown.length === 0 && describesPeople(name)) unseenCalls.push(name)
  }
}, 120_000)

test('every call that answers with data of a minor records the read, or has its reason here', () => {
  expect(unrecordedCalls.toSorted()).toEqual(Object.keys(unrecorded).toSorted())
})

test('every call whose reply describes people answers here with a minor, or has its reason here', () => {
  expect(unseenCalls.toSorted()).toEqual(Object.keys(unseen).toSorted())
})

test('the read of an adult, or of oneself, is not recorded', async () => {
  const adult = await signedIn({ birthOn: '1990-01-01' })
  const reader = await signedIn({ roles })
  for (const one of [adult, reader]) await educationResult({ userId: one.id, educationId: course.educationId })
  const answer = await ask(reader, 'GET /Educations/results')
  expect([adult.id, reader.id].map((id) => shows(answer, id))).toEqual([true, true])
  expect(await recordedReads(reader)).toEqual([userId])
})
