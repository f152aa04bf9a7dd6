import { eq, max } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { educationResponsibles } from '#api/catalogue/educations/table.ts'
import type { CourseFigures, CourseLearners, LearnerFigures } from '#api/courses/xapi/figures/contract.ts'
import { buildStatementsQuery, listStatementRecords } from '#api/courses/xapi/figures/storage.ts'
import { xapiStatements } from '#api/courses/xapi/table.ts'
import { educationPartResults } from '#api/participation/results/table.ts'
import { createEducation, part } from '../catalogue.ts'
import { createDigitalCourse, insertOpenResult } from '../course.ts'
import { insertFederation } from '../federation.ts'
import { database, invalidateCache, type Person, signedIn } from '../portal.ts'
import { countReads } from '../query-plan.ts'
import { type CourseLaunch, launchCourse, verb } from './course-launch.ts'

const { query } = database()

type Course = Awaited<ReturnType<typeof createDigitalCourse>>

const question = (text: string) => ({
  interactionType: 'choice',
  name: { 'sv-SE': text, 'en-US': `${text} (en)` },
  correctResponsesPattern: ['bromsa'],
  choices: [
    { id: 'bromsa', description: { 'sv-SE': 'Bromsar', 'en-US': 'Brake' } },
    { id: 'gasa', description: { 'sv-SE': 'Gasar', 'en-US': 'Speed up' } },
  ],
})

const sees = ({ launch, post }: CourseLaunch, slide: string) =>
  post({
    verb: verb('experienced'),
    object: { id: `${launch.activityId}/${slide}`, definition: { name: { 'sv-SE': `Sidan ${slide}` } } },
  })

const answers = ({ launch, post }: CourseLaunch, id: string, response: string) =>
  post({
    verb: verb('answered'),
    object: { id: `${launch.activityId}/${id}`, definition: question(`Fråga ${id}`) },
    result: { response, success: response === 'bromsa' },
  })

const responsibleFor = async ({ educationId }: Course): Promise<Person> => {
  const educator = await signedIn({ roles: { Educator: {} } })
  await query.insert(educationResponsibles).values({ educationId, userId: educator.id })
  await invalidateCache()
  return educator
}

const read = async <T>(person: Person, path: string): Promise<T> => {
  const response = await person.fetch('GET', path)
  expect(response.status, path).toBe(200)
  return response.json()
}
const figuresPath = ({ educationPartId }: Course) => `/EducationParts/${educationPartId}/courseFigures`
const figuresFor = (person: Person, course: Course, search = '') =>
  read<CourseFigures>(person, `${figuresPath(course)}${search}`)
const learnersFor = (person: Person, course: Course, search = '') =>
  read<CourseLearners>(person, `${figuresPath(course)}/learners${search}`)

let course: Course
let educator: Person
let anna: Person
let bo: Person
let cissi: Person

beforeAll(async () => {
  await insertFederation()
  course = await createDigitalCourse()
  educator = await responsibleFor(course)
  anna = await signedIn({ firstName: 'Anna', lastName: 'Berg', organizationIds: [3] })
  bo = await signedIn({ firstName: 'Bo', lastName: 'Dal' })
  cissi = await signedIn({ firstName: 'Cissi', lastName: 'Ek' })
  for (const { id } of [anna, bo, cissi]) await insertOpenResult(id, course.educationPartId)
  const [one, two] = [await launchCourse(anna, course.educationPartId), await launchCourse(bo, course.educationPartId)]
  for (const launch of [one, two]) {
    await launch.post({ verb: verb('initialized') })
    await sees(launch, 'gul')
    await answers(launch, 'q1', 'gasa')
  }
  await answers(one, 'q1', 'bromsa')
  await one.post({
    verb: verb('passed'),
    result: { success: true, score: { scaled: 0.8 }, duration: 'PT5M' },
  })
  // An educator's trial run is no participation.
  await sees(await launchCourse(educator, course.educationPartId), 'gron')
})

describe('the figures of a course', () => {
  test('contain where people stop, and their wrong answers by question', async () => {
    expect(await figuresFor(educator, course)).toMatchObject({
      title: 'Flaggor',
      people: 3,
      begun: 2,
      completed: 1,
      attempts: 2,
      medianSeconds: 300,
      next: null,
      questions: [
        {
          name: 'Fråga q1',
          answered: 2,
          judged: 2,
          rightAtFirst: 0,
          right: 'Bromsar',
          wrong: { answer: 'Gasar', count: 2 },
        },
      ],
      steps: [
        { name: 'Sidan gul', kind: 'page', reached: 2, stopped: 0 },
        { name: 'Fråga q1', kind: 'question', reached: 2, stopped: 1 },
      ],
    })
  })

  test('are in the reader’s language', async () => {
    const response = await educator.fetch('GET', figuresPath(course), undefined, { cookie: 'language=en' })
    const [first] = (await response.json<CourseFigures>()).questions
    expect([first?.name, first?.wrong?.answer]).toEqual(['Fråga q1 (en)', 'Speed up'])
  })

  test('are counted page by page, over earlier sign-ups', async () => {
    const [latest] = await query
      .select({ id: max(educationPartResults.id) })
      .from(educationPartResults)
      .where(eq(educationPartResults.userId, bo.id))
    expect(await figuresFor(educator, course, `?before=${latest?.id}`)).toMatchObject({
      people: 1,
      begun: 1,
      completed: 1,
    })
  })

  test('are available for digital parts that the caller may see', async () => {
    const { firstPartId } = await createEducation([{ type: 0 }])
    const hidden = await createDigitalCourse({ published: false })
    expect((await educator.fetch('GET', `/EducationParts/${firstPartId}/courseFigures`)).status).toBe(409)
    expect((await educator.fetch('GET', figuresPath(hidden))).status).toBe(404)
    expect((await educator.fetch('GET', '/EducationParts/999999/courseFigures')).status).toBe(404)
  })
})

describe('the figures of one learner', () => {
  test('show attempts, time, score, answers, and the last page', async () => {
    const figures = await read<LearnerFigures>(educator, `${figuresPath(course)}/${anna.id}`)
    expect(figures).toMatchObject({ name: 'Anna Berg', isCut: false, attempts: [{ outcome: 'passed', seconds: 300 }] })
    expect(figures.completedDate).not.toBeNull()
    expect(figures.attempts[0]).toMatchObject({ timing: 'reported', score: { scaled: 0.8 }, stoppedAt: null })
    expect(figures.attempts[0]?.answers).toMatchObject([
      {
        name: 'Fråga q1',
        right: 'Bromsar',
        tries: [
          { answer: 'Gasar', success: false },
          { answer: 'Bromsar', success: true },
        ],
      },
    ])
    const other = await read<LearnerFigures>(educator, `${figuresPath(course)}/${bo.id}`)
    expect(other.attempts).toMatchObject([{ outcome: 'open', stoppedAt: 'Fråga q1' }])
    expect((await read<LearnerFigures>(educator, `${figuresPath(course)}/${cissi.id}`)).attempts).toEqual([])
  })

  test('equal those in the list', async () => {
    const { items } = await learnersFor(educator, course, '?sort=signedUp')
    expect(items).toMatchObject([
      { name: 'Cissi Ek', attempts: 0, outcome: null, stoppedAt: null, partCompleted: false },
      { name: 'Bo Dal', attempts: 1, outcome: 'open', stoppedAt: 'Fråga q1', score: null, partCompleted: false },
      { name: 'Anna Berg', attempts: 1, outcome: 'passed', stoppedAt: null, score: 0.8, partCompleted: true },
    ])
  })

  test('ignore voided statements', async () => {
    const own = await createDigitalCourse()
    await insertOpenResult(bo.id, own.educationPartId)
    const launch = await launchCourse(bo, own.educationPartId)
    const [id = ''] = await (await sees(launch, 'gul')).json<string[]>()
    await launch.post({ verb: verb('voided'), object: { objectType: 'StatementRef', id } })
    expect((await figuresFor(await responsibleFor(own), own)).steps).toEqual([])
  })
})

describe('access', () => {
  test('learners see no figures, not even their own', async () => {
    expect((await anna.fetch('GET', figuresPath(course))).status).toBe(403)
    expect((await anna.fetch('GET', `${figuresPath(course)}/learners`)).status).toBe(403)
    expect((await anna.fetch('GET', `${figuresPath(course)}/${bo.id}`)).status).toBe(403)
  })

  test('an educator of another education sees nobody in the figures and no learner', async () => {
    const elsewhere = await responsibleFor(await createDigitalCourse())
    expect(await figuresFor(elsewhere, course)).toMatchObject({ people: 0, begun: 0, steps: [], questions: [] })
    expect((await learnersFor(elsewhere, course)).items).toEqual([])
    expect((await elsewhere.fetch('GET', `${figuresPath(course)}/${anna.id}`)).status).toBe(404)
  })

  test('a learner outside the caller’s scope is not found, for any part', async () => {
    const elsewhere = await responsibleFor(await createDigitalCourse())
    const lecture = await createDigitalCourse({ type: 0 })
    await insertOpenResult(anna.id, lecture.educationPartId)
    expect((await elsewhere.fetch('GET', `${figuresPath(lecture)}/${anna.id}`)).status).toBe(404)
  })

  test('a person responsible for a club counts its members only', async () => {
    const ofTheClub = await signedIn({ roles: { Administrator: { Organization: [3] } } })
    expect((await learnersFor(ofTheClub, course)).items.map(({ name }) => name)).toEqual(['Anna Berg'])
    expect(await figuresFor(ofTheClub, course)).toMatchObject({ people: 1, begun: 1, completed: 1, attempts: 1 })
    expect((await ofTheClub.fetch('GET', `${figuresPath(course)}/${bo.id}`)).status).toBe(404)
  })
})

describe('cost', () => {
  const touched = (educationPartId: number) =>
    countReads((db) => db.rows(buildStatementsQuery(educationPartId, [anna.id, bo.id], 20_000)))

  test('does not grow with statements in other courses', async () => {
    const before = await touched(course.educationPartId)
    const [one] = await query.select().from(xapiStatements).limit(1)
    if (!one) throw new Error('nothing was told')
    const elsewhere = await part()
    for (let count = 0; count < 40; count += 1) {
      const { sequence: _, ...row } = { ...one, id: crypto.randomUUID(), educationPartId: elsewhere }
      await query.insert(xapiStatements).values([
        { ...row, userId: anna.id },
        { ...row, id: crypto.randomUUID(), userId: bo.id },
      ])
    }
    expect(await touched(course.educationPartId)).toBe(before)
  })

  test('is two round trips for any number of people and statements', async () => {
    for (const path of [figuresPath(course), `${figuresPath(course)}/learners`]) {
      // New statements are processed first.
      await educator.fetch('GET', path)
      expect((await educator.fetch('GET', path)).headers.get('server-timing'), path).toBe('db;desc="2 round trips"')
    }
  })

  test('depends on the requested amount', async () => {
    const { records } = await listStatementRecords(database(), course.educationPartId, [anna.id, bo.id], 3)
    expect(records).toHaveLength(3)
  })
})
