import { beforeEach, describe, expect, test } from 'vitest'
import { listAuditEntries } from '../audit.ts'
import { createDigitalCourse, insertOpenResult } from '../course.ts'
import { type Person, signedIn } from '../portal.ts'
import { activity, agent, anotherSystem, type Json, newId, statement, voiding } from './another-system.ts'
import { type CourseLaunch, launchCourse, verb } from './course-launch.ts'

let person: Person
let own: CourseLaunch
let other: CourseLaunch

async function opened(by: Person): Promise<CourseLaunch> {
  const course = await createDigitalCourse()
  await insertOpenResult(by.id, course.educationPartId)
  return launchCourse(by, course.educationPartId)
}

beforeEach(async () => {
  person = await signedIn()
  own = await opened(person)
  other = await opened(person)
})

const found = async (store: Pick<CourseLaunch, 'send'>, query = '') => {
  const response = await store.send('GET', `statements${query}`)
  return response.status === 200
    ? (await response.json<{ statements: Json[] }>()).statements.map(({ id }) => id)
    : response.status
}
const postStatement = async (store: CourseLaunch, given: Json = {}) => {
  const response = await store.post({ verb: verb('experienced'), ...given })
  expect(response.status).toBe(200)
  return (await response.json<string[]>())[0]
}
const place = (store: CourseLaunch, activityId: string, of: unknown = store.launch.agent) =>
  `activities/state?${new URLSearchParams({ stateId: 'resume', activityId, agent: JSON.stringify(of) })}`

describe('a launch', () => {
  test('finds its person’s statements in its own course, and nothing of another course or another system', async () => {
    const system = await anotherSystem('IntegrationWrite')
    const mine = await postStatement(own)
    const elsewhere = await postStatement(other)
    await system.post(statement({ actor: own.launch.agent, object: { id: own.launch.activityId } }))
    expect(await found(own)).toEqual([mine])
    expect(await found(own, `?statementId=${elsewhere}`)).toBe(404)
    expect(await found(own, `?activity=${encodeURIComponent(other.launch.activityId)}`)).toEqual([])
  })

  test('reads about its own person only', async () => {
    const stranger = JSON.stringify(agent('anna'))
    expect(await found(own, `?agent=${encodeURIComponent(stranger)}`)).toBe(403)
    expect((await own.send('GET', place(own, own.launch.activityId, agent('anna')))).status).toBe(403)
    expect((await own.send('DELETE', place(own, own.launch.activityId, agent('anna')))).status).toBe(403)
    const profile = `agents/profile?${new URLSearchParams({ profileId: 'p', agent: stranger })}`
    expect((await own.send('PUT', profile, '{}', { 'if-none-match': '*' })).status).toBe(403)
  })

  test('does not access statements about another course by referring to it', async () => {
    const elsewhere = await postStatement(other, { verb: { id: 'https://verbs.test/secret' } })
    await postStatement(own, { object: { objectType: 'StatementRef', id: elsewhere } })
    expect(await found(own, '?verb=https://verbs.test/secret')).toEqual([])
  })

  test('voids its own statements, and nothing of another course or person', async () => {
    const [mine, elsewhere] = [await postStatement(own), await postStatement(other)]
    const stranger = await opened(await signedIn())
    const theirs = await postStatement(stranger)
    for (const id of [mine, elsewhere, theirs])
      await own.send('POST', 'statements', voiding(id, { actor: own.launch.agent }))
    expect(await found(own, `?statementId=${mine}`)).toBe(404)
    expect(await found(other)).toEqual([elsewhere])
    expect(await found(stranger)).toEqual([theirs])
  })

  test('stores state of its own course and of unknown activities only', async () => {
    for (const activityId of [own.launch.activityId, `${own.launch.activityId}/slide-1`, 'https://elsewhere.test/x'])
      expect((await own.send('PUT', place(own, activityId), '{}')).status, activityId).toBe(204)
    await other.send('PUT', place(other, other.launch.activityId), '{"slide":7}')
    for (const activityId of [other.launch.activityId, `${other.launch.activityId}/`, `${other.launch.activityId}#1`])
      for (const method of ['GET', 'PUT', 'POST', 'DELETE']) {
        const body = method === 'GET' || method === 'DELETE' ? undefined : '{}'
        expect((await own.send(method, place(own, activityId), body)).status, `${method} ${activityId}`).toBe(403)
      }
    expect(await (await other.send('GET', place(other, other.launch.activityId))).json()).toEqual({ slide: 7 })
  })

  test('does not share data with other courses in the profile of its person', async () => {
    const profile = `agents/profile?${new URLSearchParams({ profileId: 'p', agent: JSON.stringify(own.launch.agent) })}`
    expect((await own.send('PUT', profile, '{"a":1}', { 'if-none-match': '*' })).status).toBe(204)
    expect((await other.send('GET', profile)).status).toBe(404)
    expect(await (await own.send('GET', profile)).json()).toEqual({ a: 1 })
  })

  test('reads definitions of activities only from its own person in its own course', async () => {
    const object = { id: other.launch.activityId, definition: { name: { en: 'Elsewhere' } } }
    await postStatement(other, { object })
    const known = await own.send('GET', `activities?activityId=${encodeURIComponent(object.id)}`)
    expect(await known.json()).toEqual({ objectType: 'Activity', id: object.id })
  })

  test('is the authority of its own statements only', async () => {
    const id = await postStatement(own, { authority: agent('boss') })
    const storedStatement = await (await own.send('GET', `statements?statementId=${id}`)).json<Json>()
    expect(storedStatement['authority']).toEqual({
      objectType: 'Agent',
      account: { homePage: 'http://localhost:8787', name: 'launch' },
    })
  })

  test('older than version 1.0 may have unknown fields; a newer one may not', async () => {
    const more = {
      verb: verb('experienced'),
      object: { id: own.launch.activityId },
      actor: own.launch.agent,
      inProgress: false,
    }
    const send = (version: string) => own.send('POST', 'statements', more, { 'x-experience-api-version': version })
    expect((await send('0.95')).status).toBe(200)
    expect((await send('1.0.0')).status).toBe(400)
  })
})

describe('another system', () => {
  test('reads and writes by its permissions, and each call is recorded', async () => {
    const [reader, writer, both] = [
      await anotherSystem('IntegrationRead'),
      await anotherSystem('IntegrationWrite'),
      await anotherSystem('IntegrationRead', 'IntegrationWrite'),
    ]
    const status = async (system: typeof reader, method: string, body?: unknown) =>
      (await system.send(method, 'statements', body)).status
    expect([await status(reader, 'GET'), await status(reader, 'POST', statement())]).toEqual([200, 403])
    expect([await status(writer, 'GET'), await status(writer, 'POST', statement())]).toEqual([403, 200])
    expect([await status(both, 'GET'), await status(both, 'POST', statement())]).toEqual([200, 200])
    const form = new URLSearchParams({ content: JSON.stringify(statement()), statementId: newId() }).toString()
    const asForm = { 'content-type': 'application/x-www-form-urlencoded' }
    expect((await reader.send('POST', 'statements?method=PUT', form, asForm)).status).toBe(403)
    const recorded = (await listAuditEntries('integrationAccount')).filter(
      ({ targetId }) => targetId === String(reader.id),
    )
    expect(recorded.map(({ data }) => data['call']).sort()).toEqual(['GET xAPI', 'POST xAPI', 'PUT xAPI'])
  })

  test('is refused with a wrong secret, as is a person with a session', async () => {
    const system = await anotherSystem('IntegrationRead')
    const basic = { authorization: `Basic ${btoa(`${system.id}:upint_wrong`)}` }
    expect((await system.send('GET', 'statements', undefined, basic)).status).toBe(401)
    const session = { authorization: `Bearer ${person.token}` }
    expect((await system.send('GET', 'statements', undefined, session)).status).toBe(401)
  })

  test('finds statements of courses, and reads a person’s state', async () => {
    const system = await anotherSystem('IntegrationRead')
    const id = await postStatement(own)
    await own.send('PUT', place(own, own.launch.activityId), '{"slide":3}')
    expect(await system.find({ agent: JSON.stringify(own.launch.agent) })).toEqual([id])
    expect(await (await system.send('GET', place(own, own.launch.activityId))).json()).toEqual({ slide: 3 })
  })

  test('completes no part by its statements', async () => {
    const system = await anotherSystem('IntegrationWrite')
    await system.post(
      statement({ actor: own.launch.agent, verb: verb('passed'), object: { id: own.launch.activityId } }),
    )
    const part = await person.fetch('GET', '/Educations/results')
    expect(JSON.stringify(await part.json())).not.toContain('"completed":true')
  })
})

describe('documents that several write', () => {
  const profile = () => `activities/profile?${new URLSearchParams({ profileId: 'best', activityId: activity().id })}`

  test('are written by one of two writers of the same version, and the other gets a conflict', async () => {
    const system = await anotherSystem('IntegrationRead', 'IntegrationWrite')
    const path = profile()
    const put = (body: string, headers: Record<string, string>) => system.send('PUT', path, body, headers)
    const first = await Promise.all([
      put('{"by":1}', { 'if-none-match': '*' }),
      put('{"by":2}', { 'if-none-match': '*' }),
    ])
    expect(first.map(({ status }) => status).sort()).toEqual([204, 412])
    const etag = (await system.send('GET', path)).headers.get('etag') ?? ''
    const second = await Promise.all(
      ['{"by":3}', '{"by":4}', '{"by":5}'].map((body) => put(body, { 'if-match': etag })),
    )
    expect(second.map(({ status }) => status).sort()).toEqual([204, 412, 412])
    expect((await put('{}', {})).status).toBe(409)
    expect((await system.send('DELETE', path, undefined, { 'if-match': etag })).status).toBe(412)
  })

  test('have the SHA-1 sum of their content as ETag, which course libraries compute themselves', async () => {
    const system = await anotherSystem('IntegrationRead', 'IntegrationWrite')
    const path = profile()
    await system.send('PUT', path, 'abc', { 'if-none-match': '*' })
    const sum = '"a9993e364706816aba3e25717850c26c9cd0d89d"'
    expect((await system.send('GET', path)).headers.get('etag')).toBe(sum)
    expect((await system.send('PUT', path, 'abcd', { 'if-match': sum })).status).toBe(204)
  })

  test('preserve concurrent merges', async () => {
    const system = await anotherSystem('IntegrationRead', 'IntegrationWrite')
    const path = profile()
    const posts = ['a', 'b', 'c', 'd'].map((name) => system.send('POST', path, { [name]: 1 }))
    expect((await Promise.all(posts)).map(({ status }) => status)).toEqual([204, 204, 204, 204])
    expect(await (await system.send('GET', path)).json()).toEqual({ a: 1, b: 1, c: 1, d: 1 })
  })
})
