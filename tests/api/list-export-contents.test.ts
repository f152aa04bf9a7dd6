import { env } from 'cloudflare:workers'
import { and, eq, sql } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import { driverExams } from '#api/catalogue/exams/table.ts'
import { occasions } from '#api/catalogue/occasions/table.ts'
import { features } from '#api/features.ts'
import { auditEntries } from '#api/foundation/audit/table.ts'
import { jobStates } from '#api/foundation/jobs/rules.ts'
import { jobs } from '#api/foundation/jobs/table.ts'
import { withUserWords } from '#api/people/users/rules.ts'
import { atHour } from '#api/zone.ts'
import { configurePortal } from '../configuration.ts'
import { insertFederation } from '../federation.ts'
import { insertLicense } from '../licenses.ts'
import { database, type Person, signedIn } from '../portal.ts'
import { insertCourse } from '../scope/federation.ts'
import { insertParticipation } from '../scope/participation.ts'

await insertFederation()
await configurePortal({ features: [...features] })
const { query } = database()
const licenseId = await insertLicense()
const course = await insertCourse('Alfa')
const [first, second] = course.occasionIds
const place = { clubId: 20, course, occasionId: first, examId: course.examId }
const adult = await insertParticipation(place, licenseId)
const child = await insertParticipation({ ...place, examId: null }, licenseId, true)

const morning = { startsAt: atHour('2027-02-10', 9), endsAt: atHour('2027-02-10', 12) }
const afternoon = { startsAt: atHour('2027-02-10', 13), endsAt: atHour('2027-02-10', 16) }
await query
  .update(occasions)
  .set({ ...morning, maxParticipants: 20, feeMinor: 12_550 })
  .where(eq(occasions.id, first))
await query.update(occasions).set(afternoon).where(eq(occasions.id, second))
await query.update(driverExams).set({ ...morning, description: '<p>Ta med hjälm</p>' })

const jobId = crypto.randomUUID()
const times = {
  createdAt: atHour('2026-07-01', 8),
  startedAt: atHour('2026-07-01', 9),
  finishedAt: atHour('2026-07-01', 10),
}
const job = { id: jobId, kind: 'mails.send', payload: {}, state: jobStates.failed, attempts: 3 }
await query.insert(jobs).values({ ...job, ...times, runAt: times.createdAt })

const superadministrator = () => signedIn({ birthOn: '1980-01-01', roles: { SuperAdministrator: {} } })
const office = await superadministrator()

const calls: Record<'occasions' | 'exams' | 'submissions' | 'jobs', Parameters<Person['fetch']>> = {
  occasions: ['GET', '/EducationPartOccasions/filter/managed/export?kind=csv'],
  exams: ['POST', '/EducationPartsPracticalDriverExam/filter/export', { kind: 'csv' }],
  submissions: ['POST', '/submissionAdmin/export', { kind: 'csv' }],
  jobs: ['GET', '/jobs/export?kind=csv'],
}

/** Returns the lines of a CSV file below its headings. */
async function readLines(response: Response): Promise<string[]> {
  expect(response.status).toBe(200)
  return (await response.text()).trimEnd().split('\r\n').slice(1)
}

/** Makes a call and returns the SQL of the statements that it prepares. */
async function listStatements(call: () => Promise<unknown>): Promise<string[]> {
  const openSession = env.DB.withSession.bind(env.DB)
  const texts: string[] = []
  const spy = vi.spyOn(env.DB, 'withSession').mockImplementation((start) => {
    const opened = openSession(start)
    const prepare = opened.prepare.bind(opened)
    return Object.assign(opened, {
      prepare: (text: string) => {
        texts.push(text)
        return prepare(text)
      },
    })
  })
  await call().finally(() => spy.mockRestore())
  return texts
}

test.each([
  ['occasions', /from "occasions"/, /description|custom_questions|"sessions"|occasion_responsibles/],
  ['exams', /from "driver_exams"/, /description|exam_checklist|json_group_array/],
  ['submissions', /from "submissions"/, /submission_files|file_scans|comment/],
  ['jobs', /from "jobs"/, /payload|result"/],
] as const)('a file of %s is read in one query that selects only its columns', async (name, isList, needless) => {
  const texts = await listStatements(async () =>
    expect((await readLines(await office.fetch(...calls[name]))).length).toBeGreaterThan(0),
  )
  const lists = texts.filter((text) => isList.test(text))
  expect(lists).toHaveLength(1)
  expect(lists[0]?.slice(0, lists[0].search(isList))).not.toMatch(needless)
})

test('two occasions of one day differ by their times, and so do an exam and a job', async () => {
  const lines = await readLines(await office.fetch(...calls.occasions))
  expect(lines.map((line) => line.split(';').slice(3, 5))).toEqual([
    ['"2027-02-10 09:00"', '"2027-02-10 12:00"'],
    ['"2027-02-10 13:00"', '"2027-02-10 16:00"'],
  ])
  expect(lines[0]?.split(';').slice(7, 10)).toEqual(['"2"', '"20"', '"125,50"'])
  const [exam] = await readLines(await office.fetch(...calls.exams))
  expect(exam).toContain('"2027-02-10 09:00";"2027-02-10 12:00"')
  const line = (await readLines(await office.fetch(...calls.jobs))).find((one) => one.includes(jobId))
  expect(line).toContain('"2026-07-01 08:00";"2026-07-01 09:00";"2026-07-01 10:00";"3"')
})

/** Returns the ids of the minors whose data a person is recorded to have read, in ascending order. */
const listReadMinors = async ({ id }: Person) =>
  (
    await query
      .select({ targetId: auditEntries.targetId })
      .from(auditEntries)
      .where(and(eq(auditEntries.action, 'user.read'), eq(auditEntries.userId, id)))
  )
    .map(({ targetId }) => Number(targetId))
    .sort((a, b) => a - b)

const participants = { educationId: course.educationId, states: [0, 1, 2, 3, 4] }

test('a file of participants records the same reads of minors as the list, once a day', async () => {
  const [listing, exporting] = [await superadministrator(), await superadministrator()]
  await listing.json('POST', '/User/filterededucation', participants)
  const path = '/User/filterededucation/export'
  const lines = await readLines(await exporting.fetch('POST', path, { ...participants, kind: 'csv' }))
  expect([adult.name, child.name].every((name) => lines.some((line) => line.includes(name)))).toBe(true)
  expect(await listReadMinors(listing)).toEqual([child.userId])
  expect(await listReadMinors(exporting)).toEqual([child.userId])
  await exporting.fetch('POST', path, { ...participants, kind: 'xlsx' })
  expect(await listReadMinors(exporting)).toEqual([child.userId])
})

/** Inserts children of one name, with consecutive ids from `firstId`. */
function insertChildren(firstId: number, count: number, lastName: string) {
  const { searchWords } = withUserWords({ firstName: 'Barn', lastName })
  const at = '2026-01-01T00:00:00.000Z'
  return query.run(sql`
    with recursive many (n) as (select ${firstId} union all select n + 1 from many where n < ${firstId + count - 1})
    insert into users (id, first_name, last_name, user_name, birth_on, search_words, created_at, changed_at)
    select n, 'Barn', ${lastName}, 'barn' || n, '2015-01-01', ${searchWords}, ${at}, ${at} from many`)
}

test('a file of users records the reads of minors of each portion', async () => {
  await insertChildren(500_000, 2100, 'Stor')
  const exporting = await superadministrator()
  const minors: number[] = []
  let after: object | null = null
  do {
    const body = { filter: { searchString: 'Stor' }, after }
    const portion: { items: { id: number }[]; next: object | null } = await exporting.json('POST', '/User/export', body)
    minors.push(...portion.items.map(({ id }) => id))
    after = portion.next
    expect(await listReadMinors(exporting)).toHaveLength(minors.length)
  } while (after)
  expect(minors).toHaveLength(2100)
  expect(await listReadMinors(exporting)).toEqual(minors.sort((a, b) => a - b))
})

test('more than 20,000 participants are refused before a read is recorded', async () => {
  await insertChildren(600_000, 20_001, 'Mycket')
  const exporting = await superadministrator()
  const body = { educationId: course.educationId, kind: 'csv' }
  const refused = await exporting.fetch('POST', '/User/filterededucation/export', body)
  expect(await refused.json()).toMatchObject({ code: 'too_large' })
  expect(await listReadMinors(exporting)).toEqual([])
})
