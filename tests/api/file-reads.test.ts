import { and, eq, isNull } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import type { Call } from '#api/calls.ts'
import { contracts } from '#api/contracts.ts'
import { features } from '#api/features.ts'
import { auditEntries } from '#api/foundation/audit/table.ts'
import type { InvoiceBatch } from '#api/money/invoices/batches/contract.ts'
import { users } from '#api/people/users/table.ts'
import { configurePortal } from '../configuration.ts'
import { insertFederation } from '../federation.ts'
import { insertLicense } from '../licenses.ts'
import { database, type Person, signedIn } from '../portal.ts'
import { drainJobs } from '../queue.ts'
import { insertCourse } from '../scope/federation.ts'
import { insertParticipation } from '../scope/participation.ts'
import { insertTraces } from '../scope/traces.ts'
import { createInvoice } from './invoices/fixtures.ts'

// Each call that returns a file with rows about people records which minors and protected identities it gave out.

const { query } = database()
const superadministrator = () => signedIn({ birthOn: '1980-01-01', roles: { SuperAdministrator: {} } })

await insertFederation()
await configurePortal({ features: [...features] })
const licenseId = await insertLicense()
const course = await insertCourse('Alfa')
const [occasionId] = course.occasionIds
const office = await superadministrator()
const child = await insertParticipation({ clubId: 20, course, occasionId, examId: null }, licenseId, true)
const { head, debt, club } = await createInvoice(office)

beforeAll(() => insertTraces(child.userId))

type Request = Parameters<Person['fetch']>

/** Returns the request of a call by a reader, and the minor who is in its file. */
type Scenario = (reader: Person) => Promise<{ request: Request; minor: number }> | { request: Request; minor: number }

const ofChild =
  (...request: Request): Scenario =>
  () => ({ request, minor: child.userId })

const ofInvoice = (request: Request) => ({ request, minor: debt.userId })

async function requestReport(reader: Person, body: object): Promise<Request> {
  const { id } = await reader.json<{ id: string }>('POST', '/reports/files', body)
  await drainJobs()
  return ['GET', `/reports/files/${id}`]
}

async function requestBatch(reader: Person): Promise<Request> {
  const { items } = await reader.json<{ items: InvoiceBatch[] }>('GET', '/Invoices/Batches')
  return ['POST', `/Invoices/Batches/${items[0]?.id}/File`, { kind: 'xlsx', known: 0 }]
}

const examiner = async () =>
  (
    await query
      .select({ id: users.id })
      .from(users)
      .where(and(eq(users.lastName, 'Examinator'), isNull(users.birthOn)))
  )[0]?.id ?? 0

/** Why the file of a call has no rows about people, or a scenario in which a minor is in it. */
const files: Record<string, string | Scenario> = {
  'GET /AuditLog/export': ofChild('GET', '/AuditLog/export'),
  'GET /Calendar/feeds/:address': 'belongs to the person of the address, without a session',
  'GET /Calendar/invitations/:address': 'belongs to the person of the address, without a session',
  'GET /EducationPartOccasions/filter/managed/export': 'names no people',
  'GET /files/:id': 'is one stored file',
  'GET /imports/errorsFile': 'returns rows of the caller’s own file',
  'GET /imports/exampleFile': 'has invented rows',
  'GET /Invoices/Download': () =>
    ofInvoice([
      'GET',
      `/Invoices/Download?${new URLSearchParams({ invoiceHead: String(head.id), fileName: head.fileName.replace(/\.\w+$/, '.xlsx') })}`,
    ]),
  'GET /MemberImports/errorsFile': 'returns rows of the caller’s own file',
  'GET /Organization/:id/invoices/:invoiceId/file': () =>
    ofInvoice(['GET', `/Organization/${club.id}/invoices/${head.id}/file`]),
  'GET /Payment/export': ofChild('GET', '/Payment/export?kind=csv'),
  'GET /Licenses/Search/export': ofChild('GET', '/Licenses/Search/export?kind=csv'),
  'GET /Mails/export': ofChild('GET', '/Mails/export?kind=csv'),
  'GET /jobs/export': ofChild('GET', '/jobs/export?kind=csv'),
  'POST /EducationPartsPracticalDriverExam/filter/export': async () => ({
    request: ['POST', '/EducationPartsPracticalDriverExam/filter/export', { kind: 'csv' }],
    minor: await examiner(),
  }),
  'POST /User/filterededucation/export': ofChild('POST', '/User/filterededucation/export', {
    educationId: course.educationId,
    states: [0, 1, 2, 3, 4],
    kind: 'csv',
  }),
  'POST /submissionAdmin/export': ofChild('POST', '/submissionAdmin/export', { kind: 'csv' }),
  'POST /Invoices/Batches/:id/File': async (reader) => ofInvoice(await requestBatch(reader)),
  'GET /Statements/export': ofChild('GET', '/Statements/export'),
  'GET /StudyReports/Files/:fileKey': 'has numbers of participants, and names only of leaders',
  'GET /reports/CourseAnswers/:id': ofChild('GET', `/reports/CourseAnswers/${course.webPartId}`),
  'GET /reports/EducationHours': 'has sums',
  'GET /reports/ManualInvoicing': ofChild('GET', '/reports/ManualInvoicing'),
  'GET /reports/SignedUpAndCompleted': ofChild('GET', '/reports/SignedUpAndCompleted'),
  'GET /reports/Summary': 'has sums',
  'GET /reports/exportParticipants/:id': ofChild('GET', `/reports/exportParticipants/${occasionId}?type=0`),
  'GET /reports/files/:id': async (reader) => ({
    request: await requestReport(reader, { report: 'SignedUpAndCompleted' }),
    minor: child.userId,
  }),
  'POST /submissionAdmin/Download': 'records each file with its owner as `submission.downloaded`',
  'POST /submissionAdmin/Download/:submissionId': 'records each file with its owner as `submission.downloaded`',
}

const scenarios = Object.entries(files).flatMap(([name, scenario]) =>
  typeof scenario === 'string' ? [] : [[name, scenario] as const],
)

test('every call that returns a file is listed here', () => {
  const calls = Object.values(contracts).flatMap((contract) => Object.entries<Call>(contract))
  const withFile = calls.flatMap(([name, { reply }]) => (reply ? [] : [name]))
  expect(withFile.toSorted()).toEqual(Object.keys(files).toSorted())
})

test.each(scenarios)('%s records the read of a minor in its file', async (_name, scenario) => {
  const reader = await superadministrator()
  const { request, minor } = await scenario(reader)
  const response = await reader.fetch(...request)
  expect(response.status).toBe(200)
  await response.arrayBuffer()
  const reads = await query
    .select({ targetId: auditEntries.targetId })
    .from(auditEntries)
    .where(and(eq(auditEntries.action, 'user.read'), eq(auditEntries.userId, reader.id)))
  expect(reads.map(({ targetId }) => Number(targetId))).toContain(minor)
})
