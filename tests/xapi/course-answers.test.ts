import { beforeAll, expect, test } from 'vitest'
import { educationResponsibles } from '#api/catalogue/educations/table.ts'
import type { ReportFile } from '#api/office/reports/contract.ts'
import { listAuditEntries } from '../audit.ts'
import { createDigitalCourse, insertOpenResult } from '../course.ts'
import { insertFederation } from '../federation.ts'
import { database, invalidateCache, type Person, signedIn } from '../portal.ts'
import { drainJobs } from '../queue.ts'
import { readSheetsResponse } from '../spreadsheet.ts'
import { type CourseLaunch, launchCourse, verb } from './course-launch.ts'

const { query } = database()

let course: Awaited<ReturnType<typeof createDigitalCourse>>
let educator: Person
let anna: Person

const question = {
  interactionType: 'choice',
  name: { 'sv-SE': '=Vad gör du?' },
  correctResponsesPattern: ['bromsa'],
  choices: [
    { id: 'bromsa', description: { 'sv-SE': '+Bromsar' } },
    { id: 'gasa', description: { 'sv-SE': '@Gasar' } },
  ],
}

const answers = ({ launch, post }: CourseLaunch, response: string, timestamp: string) =>
  post({
    timestamp,
    verb: verb('answered'),
    object: { id: `${launch.activityId}/q1`, definition: question },
    result: { response, success: response === 'bromsa' },
  })

const path = () => `/reports/CourseAnswers/${course.educationPartId}`
const fileFor = async (person: Person) => {
  const response = await person.fetch('GET', path())
  expect(response.status).toBe(200)
  return readSheetsResponse(response)
}

beforeAll(async () => {
  await insertFederation()
  course = await createDigitalCourse()
  educator = await signedIn({ roles: { Educator: {} } })
  await query.insert(educationResponsibles).values({ educationId: course.educationId, userId: educator.id })
  await invalidateCache()
  anna = await signedIn({ firstName: '-Anna', lastName: 'Berg', email: 'anna@example.se', organizationIds: [3] })
  const bo = await signedIn({ firstName: 'Bo', lastName: 'Dal', email: null })
  for (const { id } of [anna, bo]) await insertOpenResult(id, course.educationPartId)
  const launch = await launchCourse(anna, course.educationPartId)
  // A minute before midnight in Sweden, and a minute after.
  await answers(launch, 'gasa', '2026-03-31T21:59:00Z')
  await answers(launch, 'bromsa', '2026-03-31T22:01:00Z')
  const passed = { success: true, score: { scaled: 0.8 }, duration: 'PT5M30S' }
  await launch.post({ timestamp: '2026-03-31T22:02:00Z', verb: verb('passed'), result: passed })
})

test('learners, answers and questions have a sheet each, with typed dates and no formulas', async () => {
  const response = await educator.fetch('GET', path())
  expect(response.headers.get('content-disposition')).toContain(`kurssvar-${course.educationPartId}.xlsx`)
  expect(response.headers.get('cache-control')).toContain('no-store')
  const [learners, statementSheet, questions, ...more] = await readSheetsResponse(response)
  expect(more).toEqual([])
  expect([learners, statementSheet, questions].map((one) => [one?.sheet, one?.bold, one?.frozen])).toEqual([
    ['Deltagare', true, true],
    ['Svar', true, true],
    ['Frågor', true, true],
  ])
  const [row, other] = learners?.rows ?? []
  expect(row?.slice(0, 9)).toEqual([
    ...['-Anna Berg', null, 1, '[2026-03-31]', '[2026-04-01]', 5.5, 80, 'Godkänd', null],
  ])
  expect(row?.[9]).toMatch(/^\[\d{4}-\d\d-\d\d\]$/)
  expect(other).toEqual(['Bo Dal', null, 0, null, null, null, null, 'Inte börjat', null, null])
  // The e-mail address is empty: the course is completed, so only the office sees it.
  const who = ['-Anna Berg', null, 1]
  expect(statementSheet?.rows).toEqual([
    [...who, '[2026-03-31]', '=Vad gör du?', 1, '@Gasar', 'Fel', '+Bromsar'],
    [...who, '[2026-04-01]', '=Vad gör du?', 2, '+Bromsar', 'Rätt', '+Bromsar'],
  ])
  expect(questions?.rows).toEqual([['=Vad gör du?', 1, 1, 0, 0, '+Bromsar', '@Gasar', 1, `${course.activityId}/q1`]])
  expect((await listAuditEntries('report'))[0]).toMatchObject({
    action: 'report.exported',
    targetId: 'CourseAnswers',
    userId: educator.id,
  })
})

test('it contains only people whose results its reader may see, and is refused to learners', async () => {
  const ofTheClub = await signedIn({ roles: { Administrator: { Organization: [3] } } })
  const [learners] = await fileFor(ofTheClub)
  expect(learners?.rows.map(([name]) => name)).toEqual(['-Anna Berg'])
  const elsewhere = await signedIn({ roles: { Educator: {} } })
  expect((await fileFor(elsewhere)).map(({ rows }) => rows)).toEqual([[], [], []])
  expect((await anna.fetch('GET', path())).status).toBe(403)
  expect((await educator.fetch('GET', '/reports/CourseAnswers/999999')).status).toBe(404)
})

test('the background report has its owner’s scope, and equals the direct one', async () => {
  const body = { report: 'CourseAnswers', educationPartId: course.educationPartId }
  const begun = await educator.fetch('POST', '/reports/files', body)
  expect(begun.status).toBe(200)
  const { id } = await begun.json<{ id: string }>()
  await drainJobs()
  const [file] = await (await educator.fetch('GET', '/reports/files')).json<ReportFile[]>()
  expect(file).toMatchObject({ id, report: 'CourseAnswers', state: 3, done: 5, total: 5 })
  expect(await readSheetsResponse(await educator.fetch('GET', `/reports/files/${id}`))).toEqual(await fileFor(educator))
  expect((await educator.fetch('POST', '/reports/files', { ...body, educationPartId: 999_999 })).status).toBe(404)
  expect((await educator.fetch('POST', '/reports/files', { report: 'CourseAnswers' })).status).toBe(400)
})

test('many learners are read in portions without gaps or duplicates', async () => {
  const large = await createDigitalCourse()
  const office = await signedIn({ roles: { SuperAdministrator: {} } })
  for (let place = 0; place < 203; place += 1) {
    const { id } = await signedIn({ firstName: `F${place}`, lastName: 'Same' })
    await insertOpenResult(id, large.educationPartId)
  }
  const [learners] = await readSheetsResponse(
    await office.fetch('GET', `/reports/CourseAnswers/${large.educationPartId}`),
  )
  expect(new Set(learners?.rows.map(([name]) => name)).size).toBe(203)
  expect(learners?.rows).toHaveLength(203)
})
