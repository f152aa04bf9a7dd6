import { exports } from 'cloudflare:workers'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { educationParts } from '#api/catalogue/education-parts/table.ts'
import { contentPackages } from '#api/catalogue/packages/table.ts'
import { educationPartResults, educationResults } from '#api/participation/results/table.ts'
import { createDigitalCourse, insertOpenResult } from '../course.ts'
import { database, type Person, signedIn } from '../portal.ts'
import { bodyOf } from '../response-body.ts'
import { type CourseLaunch, launchCourse, verb } from './course-launch.ts'

const resultOf = async (id: number) =>
  (await database().query.select().from(educationPartResults).where(eq(educationPartResults.id, id)))[0]

let person: Person
let course: Awaited<ReturnType<typeof createDigitalCourse>>
let resultId: number
let store: CourseLaunch

beforeEach(async () => {
  person = await signedIn()
  course = await createDigitalCourse()
  resultId = await insertOpenResult(person.id, course.educationPartId)
  store = await launchCourse(person, course.educationPartId)
})

describe('opening a part', () => {
  test('the launch contains the person, the course and a token other than the session’s', async () => {
    expect(store.launch).toMatchObject({
      activityId: course.activityId,
      courseUri: expect.stringMatching(
        new RegExp(`^http://${course.folder}\\.content\\.localhost:8787/_portal/enter/[^/]+/index\\.html$`),
      ),
      agent: { objectType: 'Agent', account: { homePage: 'http://localhost:8787', name: String(person.id) } },
    })
    expect(store.launch.launchToken).not.toBe(person.token)
    const session = await exports.default.fetch('http://portal.test/api/articulate/statements', {
      headers: { authorization: `Bearer ${person.token}`, 'x-experience-api-version': '1.0.3' },
    })
    expect(session.status).toBe(401)
    const portal = await exports.default.fetch(`http://portal.test/api/Articulate/part/${course.educationPartId}`, {
      headers: { authorization: `Bearer ${store.launch.launchToken}` },
    })
    expect(portal.status).toBe(401)
  })

  test('a second launch has the same registration, so that the course resumes', async () => {
    const again = await launchCourse(person, course.educationPartId)
    expect(again.launch.registration).toBe(store.launch.registration)
    expect(again.launch.launchToken).not.toBe(store.launch.launchToken)
  })

  test('a part that is not digital, locked or unpublished is refused with its reason', async () => {
    const classroom = await createDigitalCourse({ type: 0 })
    const locked = await createDigitalCourse({ afterPartIds: [classroom.educationPartId] })
    const hidden = await createDigitalCourse({ published: false })
    const codeFor = async (id: number) =>
      (await bodyOf<{ code: string }>(person.fetch('GET', `/Articulate/part/${id}`))).code
    expect(await codeFor(classroom.educationPartId)).toBe('part_not_digital')
    expect(await codeFor(locked.educationPartId)).toBe('part_locked')
    expect(await codeFor(hidden.educationPartId)).toBe('not_found')
  })

  test('a sign-up that waits for approval does not open the course', async () => {
    await database()
      .query.update(educationPartResults)
      .set({ signedUpAt: null })
      .where(eq(educationPartResults.id, resultId))
    const response = await person.fetch('GET', `/Articulate/part/${course.educationPartId}`)
    expect(await response.json()).toMatchObject({ code: 'part_awaits_approval' })
  })
})

describe('completion of a part', () => {
  test('passed on the course’s own activity completes the part and, as its last one, the education', async () => {
    expect((await store.post({ verb: verb('passed'), result: { success: true, score: { scaled: 0.9 } } })).status).toBe(
      200,
    )
    expect(await resultOf(resultId)).toMatchObject({ completed: true, score: 0.9 })
    const [education] = await database()
      .query.select()
      .from(educationResults)
      .where(eq(educationResults.userId, person.id))
    expect(education).toMatchObject({ educationId: course.educationId, completed: true })
  })

  test('a course that was opened before completes no sign-up that waits for approval since', async () => {
    await database()
      .query.update(educationPartResults)
      .set({ signedUpAt: null })
      .where(eq(educationPartResults.id, resultId))
    expect((await store.post({ verb: verb('passed'), result: { success: true } })).status).toBe(200)
    expect(await resultOf(resultId)).toMatchObject({ completed: false, signedUpAt: null })
  })

  test.each([
    ['failed', { verb: verb('failed'), result: { success: false } }],
    ['completed with success false', { verb: verb('completed'), result: { success: false } }],
    ['passed on a slide', { verb: verb('passed'), object: { id: 'https://courses.test/slide-3' } }],
    ['experienced', { verb: verb('experienced') }],
  ])('%s does not complete it', async (_name, statement) => {
    expect((await store.post(statement)).status).toBe(200)
    expect(await resultOf(resultId)).toMatchObject({ completed: false })
  })

  test('completed is not sufficient where a pass is required', async () => {
    const strict = await createDigitalCourse({ completionRule: 'passed' })
    const id = await insertOpenResult(person.id, strict.educationPartId)
    const launched = await launchCourse(person, strict.educationPartId)
    await launched.post({ verb: verb('completed') })
    expect(await resultOf(id)).toMatchObject({ completed: false })
    await launched.post({ verb: verb('passed') })
    expect(await resultOf(id)).toMatchObject({ completed: true })
  })

  test('the same statement twice counts once, and another under its id is a conflict', async () => {
    const id = crypto.randomUUID()
    const statement = { actor: store.launch.agent, verb: verb('completed'), object: { id: store.launch.activityId } }
    expect((await store.send('PUT', `statements?statementId=${id}`, statement)).status).toBe(204)
    expect((await store.send('PUT', `statements?statementId=${id}`, statement)).status).toBe(204)
    expect(
      (await store.send('PUT', `statements?statementId=${id}`, { ...statement, verb: verb('failed') })).status,
    ).toBe(409)
    const stored = await bodyOf<{ statements: unknown[] }>(store.send('GET', 'statements'))
    expect(stored.statements).toHaveLength(1)
  })

  test('a course that was offline sends all statements at once', async () => {
    const saved = Array.from({ length: 150 }, (_, index) => ({
      actor: store.launch.agent,
      verb: verb('experienced'),
      object: { id: `${store.launch.activityId}/${index}` },
    }))
    const response = await store.send('POST', 'statements', saved)
    expect(response.status).toBe(200)
    expect(await response.json()).toHaveLength(150)
  })

  test('a statement that is too large for a row is refused, not an internal error', async () => {
    const response = await store.post({
      verb: { ...verb('experienced'), display: { sv: 'a'.repeat(2_100_000) } },
    })
    expect(response.status).toBe(413)
  })

  test('a statement about somebody else is refused and nothing of its batch is stored', async () => {
    const other = { ...store.launch.agent, account: { homePage: 'http://localhost:8787', name: '999999' } }
    const own = { actor: store.launch.agent, verb: verb('passed'), object: { id: store.launch.activityId } }
    expect((await store.send('POST', 'statements', [own, { ...own, actor: other }])).status).toBe(403)
    expect(await resultOf(resultId)).toMatchObject({ completed: false })
  })
})

describe('state', () => {
  const query = () =>
    `activities/state?stateId=resume&activityId=${encodeURIComponent(store.launch.activityId)}&agent=${encodeURIComponent(JSON.stringify(store.launch.agent))}&registration=${store.launch.registration}`

  test('is stored unchanged and returned', async () => {
    expect((await store.send('GET', query())).status).toBe(404)
    expect((await store.send('PUT', query(), '{"slide":3}')).status).toBe(204)
    const read = await store.send('GET', query())
    expect(await read.text()).toBe('{"slide":3}')
    expect(read.headers.get('content-type')).toContain('application/json')
    expect((await store.send('POST', query(), { done: true })).status).toBe(204)
    expect(await (await store.send('GET', query())).json()).toEqual({ slide: 3, done: true })
    expect((await store.send('DELETE', query())).status).toBe(204)
    expect((await store.send('GET', query())).status).toBe(404)
  })

  test('of another person is refused', async () => {
    const stranger = await signedIn()
    const other = await launchCourse(stranger, course.educationPartId)
    await store.send('PUT', query(), '{"slide":3}')
    expect((await other.send('GET', query())).status).toBe(403)
  })

  test('a body too large for a row is stored all the same', async () => {
    const long = JSON.stringify({ text: 'x'.repeat(1_200_000) })
    expect((await store.send('PUT', query(), long)).status).toBe(204)
    expect((await (await store.send('GET', query())).text()).length).toBe(long.length)
  })
})

describe('the protocol', () => {
  test('a sandboxed course with origin null is allowed', async () => {
    const response = await exports.default.fetch('http://portal.test/api/articulate/statements', {
      method: 'OPTIONS',
      headers: { origin: 'null', 'access-control-request-method': 'PUT' },
    })
    expect(response.status).toBe(204)
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
    expect(response.headers.get('access-control-allow-headers')).toContain('x-experience-api-version')
  })

  test('the alternate request syntax carries method, headers and content in a form', async () => {
    const form = new URLSearchParams({
      Authorization: `Bearer ${store.launch.launchToken}`,
      'X-Experience-API-Version': '1.0.1',
      'Content-Type': 'application/json',
      content: JSON.stringify({
        actor: store.launch.agent,
        verb: verb('passed'),
        object: { id: store.launch.activityId },
      }),
      statementId: crypto.randomUUID(),
    })
    const response = await exports.default.fetch('http://portal.test/api/articulate/statements?method=PUT', {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: form.toString(),
    })
    expect(response.status).toBe(204)
    expect(await resultOf(resultId)).toMatchObject({ completed: true })
  })

  test('leaked launch parameters are tolerated, other unknown ones are not', async () => {
    expect((await store.send('GET', `statements?educationPartId=${course.educationPartId}&tincan=true`)).status).toBe(
      200,
    )
    expect((await store.send('GET', 'statements?nonsense=1')).status).toBe(400)
  })

  test('about needs no credentials; a missing version and an old token are refused', async () => {
    const about = await exports.default.fetch('http://portal.test/api/articulate/about')
    expect(await about.json()).toMatchObject({ version: expect.arrayContaining(['1.0.3']) })
    expect((await store.send('GET', 'statements', undefined, { 'x-experience-api-version': '2.0' })).status).toBe(400)
    expect((await store.send('GET', 'statements', undefined, { authorization: 'Bearer old' })).status).toBe(401)
  })
})

test('unsent statements may belong to every package of the attempt, and to no other', async () => {
  const [newer, unused] = [await createDigitalCourse(), await createDigitalCourse()]
  const { query } = database()
  await query
    .update(educationParts)
    .set({ packageId: newer.packageId })
    .where(eq(educationParts.id, course.educationPartId))
  // Another version of the same course has the same activity id.
  await query
    .update(contentPackages)
    .set({ activityId: course.activityId })
    .where(eq(contentPackages.id, newer.packageId))
  const { origins } = (await launchCourse(person, course.educationPartId)).launch
  expect(origins.map((origin) => new URL(origin).host.split('.')[0])).toEqual([newer.folder, course.folder])
  expect(origins.join(' ')).not.toContain(unused.folder)
})
