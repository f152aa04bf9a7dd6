import { exports } from 'cloudflare:workers'
import { and, eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import type { UnitsLaunch } from '#api/courses/xapi/contract.ts'
import { launches, xapiStatements } from '#api/courses/xapi/table.ts'
import { educationPartResults } from '#api/participation/results/table.ts'
import { createDigitalCourse, insertOpenResult } from '../course.ts'
import { database, type Person, signedIn } from '../portal.ts'
import { runDailyJob } from '../queue.ts'
import type { Json } from './another-system.ts'
import { fetchToken, openUnit } from './cmi5-unit.ts'

const { query } = database()
const mastery = 'https://w3id.org/xapi/cmi5/context/extensions/masteryscore'
const group = { identifier: 'urn:block', title: 'Blocket' }

let person: Person
beforeEach(async () => {
  person = await signedIn()
})

type CourseOptions = NonNullable<Parameters<typeof createDigitalCourse>[0]>

async function course(options: CourseOptions = {}) {
  const made = await createDigitalCourse({ units: [{ moveOn: 'CompletedOrPassed' }], ...options })
  return { ...made, resultId: await insertOpenResult(person.id, made.educationPartId) }
}

const resultOf = async (id: number) =>
  (await query.select().from(educationPartResults).where(eq(educationPartResults.id, id)))[0]

const toldOf = async (registration: string, verb: string) =>
  (
    await query
      .select()
      .from(xapiStatements)
      .where(and(eq(xapiStatements.registration, registration), eq(xapiStatements.isCmi5Defined, true)))
  )
    .filter((row) => row.verb.endsWith(`/${verb}`))
    .map(({ statement }) => statement)

describe('launching a unit', () => {
  test('the units are listed with their state, and a unit is opened by a URL from the portal', async () => {
    const { educationPartId, folder } = await course({
      units: [{ moveOn: 'Passed', masteryScore: 0.8, groups: [group], entry: 'index.html?del=1#a' }, {}],
    })
    const open = await person.fetch('GET', `/Articulate/part/${educationPartId}`)
    const launch = await open.json<UnitsLaunch>()
    expect(launch).toMatchObject({
      format: 'cmi5',
      units: [
        { position: 1, title: 'Del 1', groups: ['Blocket'], state: 'notStarted', ownWindow: false },
        { position: 2, state: 'notStarted' },
      ],
    })
    const unit = await openUnit(person, educationPartId)
    expect(unit.address.href).toMatch(new RegExp(`^http://${folder}\\.[^?]+/index\\.html\\?del=1&.+#a$`))
    expect(unit.registration).toBe(launch.registration)
    expect(unit.activityId).toBe(`${launch.activityId}/urn%3Aunit%3A1`)
    expect(unit.data).toMatchObject({
      launchMode: 'Normal',
      moveOn: 'Passed',
      masteryScore: 0.8,
      contextTemplate: { contextActivities: { grouping: [{ id: 'urn:unit:1' }] } },
    })
    const [launched] = await toldOf(unit.registration, 'launched')
    expect(launched).toMatchObject({
      object: { id: unit.activityId },
      context: { extensions: { ...unit.data.contextTemplate.extensions, [mastery]: 0.8 } },
    })
    await unit.post(unit.toStatement('initialized'))
    const units = await (await person.fetch('GET', `/Articulate/part/${educationPartId}/units`)).json()
    expect(units).toMatchObject([{ state: 'started' }, { state: 'notStarted' }])
  })

  test('the token is returned once, to a POST, and the second time is an error', async () => {
    const { educationPartId } = await course()
    const { address } = await openUnit(person, educationPartId)
    expect(await fetchToken(address)).toMatchObject({ 'error-code': '1' })
    const wrong = new URL(address)
    wrong.searchParams.set('fetch', `${address.searchParams.get('fetch')}x`)
    expect(await fetchToken(wrong)).toMatchObject({ 'error-code': '2' })
    const got = await exports.default.fetch(address.searchParams.get('fetch') ?? '')
    expect(got.status).toBe(405)
    expect(got.headers.get('access-control-allow-origin')).toBe('*')
  })

  test('two concurrent fetches return one token in total', async () => {
    const { educationPartId } = await course()
    const opened = await person.fetch('POST', `/Articulate/part/${educationPartId}/units/1`)
    const address = new URL((await opened.json<{ url: string }>()).url)
    const answers = await Promise.all([fetchToken(address), fetchToken(address), fetchToken(address)])
    expect(answers.filter((answer) => 'auth-token' in answer)).toHaveLength(1)
  })

  test('the preferences of its person can be read, and its launch data cannot be changed', async () => {
    const { educationPartId } = await course()
    const unit = await openUnit(person, educationPartId)
    const agent = unit.address.searchParams.get('actor') ?? ''
    const profile = new URLSearchParams({ profileId: 'cmi5LearnerPreferences', agent })
    const liked = await unit.send('GET', `agents/profile?${profile}`)
    expect(await liked.json()).toEqual({ languagePreference: 'sv-SE,en-US', audioPreference: 'on' })
    const { registration, activityId } = unit
    const place = new URLSearchParams({ stateId: 'LMS.LaunchData', activityId, agent, registration })
    expect((await unit.send('PUT', `activities/state?${place}`, {})).status).toBe(403)
    const own = new URLSearchParams({ stateId: 'bookmark', activityId, agent, registration })
    expect((await unit.send('PUT', `activities/state?${own}`, { page: 3 })).status).toBe(204)
  })

  test('a unit that adds a slash to the endpoint is supported', async () => {
    const { educationPartId } = await course()
    const { address, registration, activityId, send } = await openUnit(person, educationPartId)
    const agent = address.searchParams.get('actor') ?? ''
    const place = new URLSearchParams({ stateId: 'LMS.LaunchData', activityId, agent, registration })
    const response = await send('GET', `/activities/state?${place}`)
    expect(response.status).toBe(200)
    expect(await response.json()).toMatchObject({ launchMode: 'Normal' })
  })

  test('an unknown unit, one of another’s part and one of a course without units are not opened', async () => {
    const { educationPartId } = await course()
    const plain = await createDigitalCourse()
    const status = async (part: number, position: string) =>
      (await person.fetch('POST', `/Articulate/part/${part}/units/${position}`)).status
    expect(await status(educationPartId, '2')).toBe(404)
    expect(await status(plain.educationPartId, '1')).toBe(404)
    const hidden = await createDigitalCourse({ published: false, units: [{}] })
    expect(await status(hidden.educationPartId, '1')).toBe(404)
  })
})

describe('a session', () => {
  test('begins with initialized and ends with terminated', async () => {
    const { educationPartId } = await course()
    const unit = await openUnit(person, educationPartId)
    const allowed = { ...unit.toStatement('initialized'), id: crypto.randomUUID(), verb: { id: 'urn:looked' } }
    expect(await unit.post(unit.toStatement('completed'))).toBe(403)
    expect(await unit.post(unit.toStatement('initialized'), unit.toStatement('completed'))).toBe(200)
    expect(await unit.post(unit.toStatement('initialized'))).toBe(403)
    expect(await unit.post(unit.toStatement('terminated'))).toBe(200)
    expect(await unit.post({ ...allowed, timestamp: new Date(Date.now() + 1000).toISOString() })).toBe(403)
    await query.update(launches).set({ terminatedAt: new Date(Date.now() - 120_000) })
    expect((await unit.send('GET', 'statements')).status).toBe(401)
  })

  test('a statement against the rules is refused with its reason, and nothing of it is stored', async () => {
    const { educationPartId, resultId } = await course({ units: [{ moveOn: 'Passed', masteryScore: 0.8 }] })
    const unit = await openUnit(person, educationPartId)
    await unit.post(unit.toStatement('initialized'))
    const low = { result: { success: true, duration: 'PT1S', score: { scaled: 0.7 } } }
    const response = await unit.send('POST', 'statements', [
      { ...unit.toStatement('initialized'), verb: { id: 'urn:looked' }, context: {} },
    ])
    expect(response.status).toBe(403)
    const passed = unit.toStatement('passed', { ...low, context: { extensions: { [mastery]: 0.8 } } })
    const refused = await unit.send('POST', 'statements', passed)
    expect(refused.status).toBe(403)
    expect(await refused.json()).toMatchObject({ error: expect.stringContaining('below masteryScore') })
    expect((await resultOf(resultId))?.completed).toBe(false)
  })

  test('a second launch in the same attempt abandons the first, whose token becomes invalid', async () => {
    const { educationPartId } = await course()
    const first = await openUnit(person, educationPartId)
    await first.post(first.toStatement('initialized'))
    const second = await openUnit(person, educationPartId)
    expect(second.registration).toBe(first.registration)
    const [abandoned, ...more] = await toldOf(first.registration, 'abandoned')
    expect(more).toEqual([])
    expect(abandoned?.context?.['extensions']).toMatchObject(first.data.contextTemplate.extensions)
    expect(abandoned?.result?.['duration']).toMatch(/^PT\d+\.\d\dS$/)
    expect(await first.post(first.toStatement('completed'))).toBe(401)
    expect(await second.post(second.toStatement('initialized'))).toBe(200)
  })

  test('that has expired is abandoned by the nightly job, once', async () => {
    const { educationPartId } = await course()
    const unit = await openUnit(person, educationPartId)
    await query
      .update(launches)
      .set({ expiresAt: new Date(Date.now() - 1000) })
      .where(eq(launches.activityId, unit.activityId))
    await runDailyJob('xapi.forget')
    await runDailyJob('xapi.forget')
    expect(await toldOf(unit.registration, 'abandoned')).toHaveLength(1)
  })

  test('two concurrent completions count once', async () => {
    const { educationPartId } = await course()
    const unit = await openUnit(person, educationPartId)
    await unit.post(unit.toStatement('initialized'))
    const statuses = await Promise.all(
      [1, 2, 3].map(async () => (await unit.send('POST', 'statements', unit.toStatement('completed'))).status),
    )
    expect(statuses.toSorted()).toEqual([200, 403, 403])
    expect(await toldOf(unit.registration, 'completed')).toHaveLength(1)
  })
})

describe('a course is satisfied', () => {
  const units: CourseOptions['units'] = [
    { moveOn: 'Completed', groups: [group] },
    { moveOn: 'CompletedAndPassed', groups: [group] },
    { moveOn: 'Passed' },
    { moveOn: 'NotApplicable' },
  ]
  const done = async (educationPartId: number, position: number, ...verbs: ('completed' | 'passed' | 'failed')[]) => {
    const unit = await openUnit(person, educationPartId, position)
    const statements: Json[] = [
      unit.toStatement('initialized'),
      ...verbs.map((verb) => unit.toStatement(verb)),
      unit.toStatement('terminated'),
    ]
    expect(await unit.post(...statements)).toBe(200)
    return unit
  }
  const satisfied = async (registration: string) =>
    (await toldOf(registration, 'satisfied')).map(
      ({ object }) => (object as { id: string }).id.split('/activities/')[1],
    )

  test('by its units’ own conditions: its blocks first, then the course, each reported once by the portal', async () => {
    const { educationPartId, resultId } = await course({ units })
    const { registration } = await done(educationPartId, 1, 'completed')
    await done(educationPartId, 2, 'completed')
    expect(await satisfied(registration)).toEqual([])
    await done(educationPartId, 2, 'passed')
    expect(await satisfied(registration)).toEqual([`${educationPartId}/urn%3Ablock`])
    expect((await resultOf(resultId))?.completed).toBe(false)
    await done(educationPartId, 3, 'failed')
    expect((await resultOf(resultId))?.completed).toBe(false)
    await done(educationPartId, 3, 'passed')
    expect(await satisfied(registration)).toEqual([`${educationPartId}/urn%3Ablock`, `${educationPartId}`])
    expect((await resultOf(resultId))?.completed).toBe(true)
    const again = await openUnit(person, educationPartId, 3)
    expect(again.data.launchMode).toBe('Review')
    expect(await again.post(again.toStatement('initialized'), again.toStatement('failed'))).toBe(403)
  })

  test('by the criterion of its part, where that is stricter', async () => {
    const { educationPartId, resultId } = await course({ units: [{ moveOn: 'Completed' }], completionRule: 'both' })
    const unit = await openUnit(person, educationPartId)
    expect(unit.data.moveOn).toBe('CompletedAndPassed')
    await unit.post(unit.toStatement('initialized'), unit.toStatement('completed'))
    expect((await resultOf(resultId))?.completed).toBe(false)
    await unit.post(unit.toStatement('passed'))
    expect((await resultOf(resultId))?.completed).toBe(true)
  })

  test('by the score that its part requires, which is the mastery score of the unit', async () => {
    const { educationPartId, resultId } = await course({
      units: [{ moveOn: 'Passed', masteryScore: 0.5 }],
      minimumScore: 90,
    })
    const unit = await openUnit(person, educationPartId)
    expect(unit.data.masteryScore).toBe(0.9)
    const scored = (scaled: number) =>
      unit.toStatement('passed', {
        result: { success: true, duration: 'PT1S', score: { scaled } },
        context: { extensions: { [mastery]: 0.9 } },
      })
    expect(await unit.post(unit.toStatement('initialized'), scored(0.8))).toBe(403)
    expect(await unit.post(scored(0.95))).toBe(200)
    expect(await resultOf(resultId)).toMatchObject({ completed: true, score: 0.95 })
  })

  test('not by cmi5 allowed statements', async () => {
    const { educationPartId, resultId } = await course()
    const unit = await openUnit(person, educationPartId)
    const grouping = unit.data.contextTemplate.contextActivities
    const { context, ...passed } = unit.toStatement('passed')
    const allowed = { ...passed, context: { ...(context as Json), contextActivities: grouping } }
    expect(await unit.post(unit.toStatement('initialized'), allowed)).toBe(200)
    expect((await resultOf(resultId))?.completed).toBe(false)
  })
})

describe('attempts', () => {
  test('continue with the same registration until a restart, and earlier statements stay', async () => {
    const { educationPartId } = await course()
    const first = await openUnit(person, educationPartId)
    await first.post(first.toStatement('initialized'), first.toStatement('completed'), first.toStatement('terminated'))
    const again = await person.fetch('POST', `/Articulate/part/${educationPartId}/attempts`)
    expect(again.status).toBe(200)
    const second = await openUnit(person, educationPartId)
    expect(second.registration).not.toBe(first.registration)
    expect(second.data.launchMode).toBe('Normal')
    expect(await second.post(second.toStatement('initialized'), second.toStatement('completed'))).toBe(200)
    expect(await toldOf(first.registration, 'completed')).toHaveLength(1)
  })

  test('restart at each opening when the author requires it', async () => {
    const { educationPartId } = await course({ startsAgain: true })
    const open = async () =>
      (await (await person.fetch('GET', `/Articulate/part/${educationPartId}`)).json<UnitsLaunch>()).registration
    const [one, two] = [await open(), await open()]
    expect(one).not.toBe(two)
    expect((await openUnit(person, educationPartId)).registration).toBe(two)
  })
})
