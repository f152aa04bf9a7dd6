import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { educationPartResults, educationResults } from '#api/participation/results/table.ts'
import { createDigitalCourse, insertOpenResult } from '../course.ts'
import { database, type Person, signedIn } from '../portal.ts'
import { bodyOf } from '../response-body.ts'
import { type CourseLaunch, launchCourse, verb } from './course-launch.ts'

const { query } = database()

let anna: Person
let bo: Person
let course: Awaited<ReturnType<typeof createDigitalCourse>>
let annas: CourseLaunch
let bos: CourseLaunch

beforeEach(async () => {
  anna = await signedIn()
  bo = await signedIn()
  course = await createDigitalCourse()
  for (const person of [anna, bo]) await insertOpenResult(person.id, course.educationPartId)
  annas = await launchCourse(anna, course.educationPartId)
  bos = await launchCourse(bo, course.educationPartId)
})

const named = (name: string) => ({ name: { sv: name } })
const activityAt = (id: string) => `activities?activityId=${encodeURIComponent(id)}`
const definitionOf = async ({ send }: CourseLaunch, id: string) =>
  (await bodyOf<{ definition?: { name: unknown } }>(send('GET', activityAt(id)))).definition

describe('the definition of an activity in a person’s statements', () => {
  test('is returned to that person’s own launches, in its latest version', async () => {
    const { activityId } = annas.launch
    const post = (definition?: object) =>
      annas.post({ verb: verb('experienced'), object: { id: activityId, ...(definition && { definition }) } })
    await post(named('Flaggor'))
    await post(named('Flaggor och ljus'))
    await post()
    expect(await definitionOf(annas, activityId)).toEqual(named('Flaggor och ljus'))
  })

  test('is not shown to others', async () => {
    const { activityId } = annas.launch
    await annas.post({
      verb: verb('experienced'),
      object: { id: activityId, definition: named('Ni är lurade') },
    })
    expect(await definitionOf(bos, activityId)).toBeUndefined()
  })

  test('nor is an activity profile that the person writes', async () => {
    const path = `activities/profile?profileId=topplista&activityId=${encodeURIComponent(annas.launch.activityId)}`
    const write = ({ send }: CourseLaunch, text: string) => send('PUT', path, { text }, { 'if-none-match': '*' })
    expect((await write(annas, 'Annas')).status).toBe(204)
    expect((await bos.send('GET', path)).status).toBe(404)
    expect((await write(bos, 'Bos')).status).toBe(204)
    expect(await (await annas.send('GET', path)).json()).toEqual({ text: 'Annas' })
  })
})

describe('a course with statements about activities other than its own', () => {
  const completedOf = async (person: Person) => ({
    parts: (await query.select().from(educationPartResults).where(eq(educationPartResults.userId, person.id))).filter(
      (row) => row.completed,
    ),
    educations: await query.select().from(educationResults).where(eq(educationResults.userId, person.id)),
  })

  test.each([
    ['another part’s course', (other: string) => other],
    ['that course with its slash', (other: string) => `${other}/`],
    ['a part of its own', (_other: string, own: string) => `${own}/quiz`],
    ['its own with more behind it', (_other: string, own: string) => `${own}?x=1`],
    ['something unrelated', () => 'https://elsewhere.test/a'],
  ])('is recorded about %s, and does not complete by it', async (_name, idOf) => {
    const other = await createDigitalCourse()
    await insertOpenResult(anna.id, other.educationPartId)
    await launchCourse(anna, other.educationPartId)
    const object = { id: idOf(other.activityId ?? '', annas.launch.activityId) }
    for (const name of ['completed', 'passed'])
      expect((await annas.post({ verb: verb(name), object, result: { success: true } })).status).toBe(200)
    const response = await annas.send('GET', `statements?activity=${encodeURIComponent(object.id)}`)
    expect((await bodyOf<{ statements: unknown[] }>(response)).statements).toHaveLength(2)
    expect(await completedOf(anna)).toEqual({ parts: [], educations: [] })
  })

  test('does not complete by naming its own activity as parent or in a sub-statement', async () => {
    const { activityId, agent } = annas.launch
    await annas.post({
      verb: verb('passed'),
      object: { id: `${activityId}/slide` },
      context: { contextActivities: { parent: [{ id: activityId }], grouping: [{ id: activityId }] } },
    })
    const within = { objectType: 'SubStatement', actor: agent, verb: verb('passed'), object: { id: activityId } }
    await annas.post({ verb: verb('planned'), object: within })
    expect(await completedOf(anna)).toEqual({ parts: [], educations: [] })
  })

  test('two parts with the same course are each completed by their own launch', async () => {
    const twin = await createDigitalCourse({ activityId: course.activityId })
    const resultId = await insertOpenResult(anna.id, twin.educationPartId)
    await launchCourse(anna, twin.educationPartId)
    await annas.post({ verb: verb('passed') })
    const { parts } = await completedOf(anna)
    expect(parts.map((row) => row.educationPartId)).toEqual([course.educationPartId])
    expect(parts.some((row) => row.id === resultId)).toBe(false)
  })
})
