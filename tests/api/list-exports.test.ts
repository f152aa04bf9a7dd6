import { describe, expect, test } from 'vitest'
import { features } from '#api/features.ts'
import { jobStates } from '#api/foundation/jobs/rules.ts'
import { jobs } from '#api/foundation/jobs/table.ts'
import { listAuditEntries } from '../audit.ts'
import { configurePortal } from '../configuration.ts'
import { insertFederation } from '../federation.ts'
import { insertLicense } from '../licenses.ts'
import { database, type Person, signedIn } from '../portal.ts'
import { createActors } from '../scope/actors.ts'
import { insertCourse } from '../scope/federation.ts'
import { insertParticipation } from '../scope/participation.ts'

await insertFederation()
await configurePortal({ features: [...features] })
const licenseId = await insertLicense()
const office = await signedIn({ roles: { SuperAdministrator: {} } })
const [own, foreign] = [await insertCourse('Alfa'), await insertCourse('Beta')]
const actors = await createActors(own)
const places = [
  { clubId: 20, course: own, occasionId: own.occasionIds[0], examId: own.examId },
  { clubId: 30, course: own, occasionId: own.occasionIds[1], examId: null },
  { clubId: 20, course: foreign, occasionId: foreign.occasionIds[0], examId: null },
]
const people: Awaited<ReturnType<typeof insertParticipation>>[] = []
for (const place of places) people.push(await insertParticipation(place, licenseId))

const occasionsExport = '/EducationPartOccasions/filter/managed/export'
const exams = '/EducationPartsPracticalDriverExam/filter'
const participants = '/User/filterededucation'

/** Returns the lines of a CSV file below its head; null when the caller may not have it. */
async function readLines(answer: Promise<Response>): Promise<string[] | null> {
  const response = await answer
  if (response.status === 403) return null
  expect(response.status).toBe(200)
  return (await response.text()).trimEnd().split('\r\n').slice(1)
}

const exportOccasions = ({ fetch }: Person, search = '') =>
  readLines(fetch('GET', `${occasionsExport}?kind=csv${search}`))
const exportBy =
  (path: string) =>
  ({ fetch }: Person, filter: object = {}) =>
    readLines(fetch('POST', path, { ...filter, kind: 'csv' }))
const exportExams = exportBy(`${exams}/export`)
const exportParticipants = exportBy(`${participants}/export`)
const exportSubmissions = exportBy('/submissionAdmin/export')

const namesIn = (lines: readonly string[] | null) =>
  people.map(({ name }) => name).filter((name) => lines?.some((line) => line.includes(name)))

describe.each(actors.map((actor) => [actor.name, actor] as const))('%s exports', (_name, { person }) => {
  test('the occasions of the own list', async () => {
    const lines = await exportOccasions(person)
    const list = await person.fetch('GET', '/EducationPartOccasions/filter/managed?pageSize=200')
    if (!lines) return expect(list.status).toBe(403)
    const { total, items } = await list.json<{ total: number; items: { educationTitle: string }[] }>()
    expect(lines).toHaveLength(total)
    for (const [at, { educationTitle }] of items.entries()) expect(lines[at]).toContain(educationTitle)
  })

  test('the exams of the own list', async () => {
    const lines = await exportExams(person)
    if (!lines) return
    const list = await person.json<{ examinerName: string }[]>('POST', exams, { managed: true, pageSize: 200 })
    expect(lines).toHaveLength(list.length)
  })

  test('the participants of an education in the own scope', async () => {
    const filter = { educationId: own.educationId, states: [0, 1, 2, 3, 4] }
    const lines = await exportParticipants(person, filter)
    const list = await person.fetch('POST', participants, { ...filter, pageSize: 200 })
    if (!lines) return expect(list.status).toBe(403)
    const { items } = await list.json<{ items: { name: string }[] }>()
    expect(namesIn(lines)).toEqual(namesIn(items.map(({ name }) => name)))
    expect(lines).toHaveLength(items.length)
  })

  test('the submissions to review in the own scope', async () => {
    const lines = await exportSubmissions(person)
    if (!lines) return
    const { items } = await person.json<{ items: { userName: string }[] }>('POST', '/submissionAdmin', {})
    expect(namesIn(lines)).toEqual(namesIn(items.map(({ userName }) => userName)))
    expect(lines).toHaveLength(items.length)
  })

  test('no jobs without being a superadministrator', async () => {
    const status = (await person.fetch('GET', '/jobs/export?kind=csv')).status
    expect(status).toBe(_name === 'a superadministrator' ? 200 : 403)
  })
})

const actorOf = (name: string) => {
  const actor = actors.find((one) => one.name === name)
  if (!actor) throw new Error(`no actor is ${name}`)
  return actor.person
}

test('one occasion, one category, one club and nothing give as many rows', async () => {
  const leader = actorOf('an educator who leads one occasion')
  const ofCategory = actorOf('an educator of one category')
  const nobody = actorOf('an educator of nothing')
  expect(await exportOccasions(leader)).toHaveLength(1)
  expect(await exportOccasions(ofCategory)).toHaveLength(2)
  expect(await exportOccasions(nobody)).toEqual([])
  expect(await exportExams(actorOf('an educator who examines one examination'))).toHaveLength(1)
  expect(await exportExams(nobody)).toEqual([])
  const [first, second, elsewhere] = people.map(({ name }) => name)
  expect(namesIn(await exportSubmissions(ofCategory))).toEqual([first, second])
  expect(namesIn(await exportSubmissions(nobody))).toEqual([])
  const inOwn = { educationId: own.educationId, states: [0, 1, 2, 3, 4] }
  expect(namesIn(await exportParticipants(ofCategory, inOwn))).toEqual([first, second])
  expect(namesIn(await exportParticipants(actorOf('an educator of one category in one club'), inOwn))).toEqual([first])
  expect(await exportParticipants(nobody, inOwn)).toBeNull()
  expect(await exportOccasions(actorOf('the administrator of one club'))).toBeNull()
  expect(namesIn(await exportParticipants(office, { ...inOwn, educationId: foreign.educationId }))).toEqual([elsewhere])
})

test('a file has exactly the rows of the filter, in its order, and the export is recorded', async () => {
  const lines = await exportOccasions(office, `&educationId=${own.educationId}&descending=true`)
  expect(lines).toHaveLength(2)
  expect(lines?.[0]?.localeCompare(lines[1] ?? '')).toBeGreaterThan(0)
  expect(await exportExams(office, { educationIds: [foreign.educationId] })).toHaveLength(1)
  expect(await exportSubmissions(office, { educationIds: [foreign.educationId] })).toHaveLength(1)
  const inOwn = { educationId: own.educationId, states: [0, 1, 2, 3, 4] }
  const one = await exportParticipants(office, { ...inOwn, searchString: people[1]?.name })
  expect(namesIn(one)).toEqual([people[1]?.name])
  const now = new Date()
  const job = { kind: 'mails.send', payload: {}, runAt: now, createdAt: now, error: '=1+1' }
  await database()
    .query.insert(jobs)
    .values([
      { ...job, id: crypto.randomUUID(), state: jobStates.failed },
      { ...job, id: crypto.randomUUID(), state: jobStates.canceled },
    ])
  const failed = await readLines(office.fetch('GET', `/jobs/export?kind=csv&state=${jobStates.failed}`))
  expect(failed).toHaveLength(1)
  expect(failed?.[0]).toContain(`"'=1+1"`)
  const sheet = await office.fetch('GET', '/jobs/export?kind=xlsx')
  expect(sheet.headers.get('content-type')).toContain('spreadsheetml')
  for (const [thing, action, total] of [
    ['occasions', 'occasion.exported', 2],
    ['driverExams', 'driverExam.exported', 1],
    ['submissions', 'submission.exported', 1],
    ['users', 'users.exported', 1],
    ['jobs', 'job.exported', 1],
  ] as const) {
    const entries = await listAuditEntries(thing)
    const found = entries.filter(({ userId, data }) => userId === office.id && data['total'] === total)
    expect(found.at(-1), thing).toMatchObject({ action, data: { fileName: expect.stringMatching(/\.(csv|xlsx)$/) } })
  }
})
