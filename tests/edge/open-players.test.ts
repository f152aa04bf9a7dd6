import { createExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeEach, expect, test } from 'vitest'
import { pushToPlayers } from '#api/courses/player-push/open-players.ts'
import { sealSession } from '#edge/session-cookie.ts'
import { createDigitalCourse, insertOpenResult } from '../course.ts'
import {
  createSocketHeaders,
  createSocketRequest,
  openPlayerSocket,
  openSocketWith,
  requestSocket,
} from '../player-socket.ts'
import { call, type Person, signedIn } from '../portal.ts'
import worker from '../worker.ts'
import { launchCourse, verb } from '../xapi/course-launch.ts'

let person: Person
beforeEach(async () => {
  person = await signedIn()
})

/** Opens a course for the person; returns a function that completes it with a `passed` statement. */
async function aCourse() {
  const { educationPartId } = await createDigitalCourse()
  await insertOpenResult(person.id, educationPartId)
  const { post } = await launchCourse(person, educationPartId)
  return () => post({ verb: verb('passed') })
}

test('a completion is pushed to every open player of the person, once, and without its content', async () => {
  const pass = await aCourse()
  const lines = [await openPlayerSocket(person), await openPlayerSocket(person)]
  expect((await pass()).status).toBe(200)
  expect(await Promise.all(lines.map(({ next }) => next()))).toEqual(['ask', 'ask'])
  expect((await pass()).status).toBe(200)
  for (const line of lines) expect(await line.receivedSoFar()).toEqual(['ask'])
})

test('a completion is pushed when it can be read', async () => {
  const { educationPartId } = await createDigitalCourse()
  await insertOpenResult(person.id, educationPartId)
  const { post } = await launchCourse(person, educationPartId)
  const line = await openPlayerSocket(person)
  const response = post({ verb: verb('passed') })
  await line.next()
  const results = await person.fetch('GET', `/EducationParts/${educationPartId}/results/${person.id}`)
  expect(await results.json()).toMatchObject([{ completed: true }])
  await response
})

test('an incomplete result pushes nothing', async () => {
  const { educationPartId } = await createDigitalCourse({ completionRule: 'passed' })
  await insertOpenResult(person.id, educationPartId)
  const { post } = await launchCourse(person, educationPartId)
  const line = await openPlayerSocket(person)
  for (const name of ['experienced', 'completed', 'failed']) expect((await post({ verb: verb(name) })).status).toBe(200)
  expect(await line.receivedSoFar()).toEqual([])
})

test('nobody else is notified, even in the same Durable Object', async () => {
  const pass = await aCourse()
  const others = [await signedIn({ id: person.id + 32 }), await signedIn({ id: person.id + 320 }), await signedIn()]
  const lines = await Promise.all(others.map(openPlayerSocket))
  const own = await openPlayerSocket(person)
  await pass()
  expect(await own.next()).toBe('ask')
  for (const line of lines) expect(await line.receivedSoFar()).toEqual([])
})

test('many are notified at once, everybody with an open connection', async () => {
  const few = await Promise.all(Array.from({ length: 5 }, () => signedIn()))
  const lines = await Promise.all(few.map(openPlayerSocket))
  await pushToPlayers(env, { ask: [...few.map(({ id }) => id), 999_999], leave: [] })
  for (const line of lines) expect(await line.next()).toBe('ask')
})

test('only a page of the portal opens a connection: another site, a course, a package and a missing origin are refused', async () => {
  const headers = await createSocketHeaders(person)
  for (const origin of ['https://evil.test', 'null', 'http://a.content.localhost:8787', 'https://portal.test', ''])
    expect((await requestSocket({ ...headers, origin })).status, origin).toBe(403)
  const { origin: _, ...without } = headers
  const refused = await requestSocket(without)
  expect(refused.status).toBe(403)
  expect(refused.headers.get('content-security-policy')).toContain("default-src 'none'")
  expect(await refused.json()).toMatchObject({ code: 'not_allowed', requestId: expect.any(String) })
})

test('only a signed-in person opens a connection, by the signed page cookie', async () => {
  const { cookie = '', ...headers } = await createSocketHeaders(person)
  expect((await requestSocket(headers)).status).toBe(401)
  expect((await requestSocket({ ...headers, cookie: `${cookie}x` })).status).toBe(401)
  expect((await requestSocket({ ...headers, authorization: `Bearer ${person.token}` })).status).toBe(401)
  const changing = await signedIn({ passwordExpiresAt: new Date(Date.now() - 1000) })
  expect((await requestSocket(await createSocketHeaders(changing))).status).toBe(403)
  expect((await person.fetch('POST', '/Authentication/Logout')).status).toBe(204)
  expect((await requestSocket({ ...headers, cookie })).status).toBe(401)
})

test('signing out closes all connections of the person, and those with another session reopen', async () => {
  const other = await signedIn()
  const [line, others] = [await openPlayerSocket(person), await openPlayerSocket(other)]
  expect((await person.fetch('POST', '/Authentication/Logout')).status).toBe(204)
  expect(await line.closed).toBe(1008)
  expect(await others.receivedSoFar()).toEqual([])
})

test('a session that expires closes its connection, and no other', async () => {
  const headers = await createSocketHeaders(person)
  const longer = await openPlayerSocket(person)
  const cookie = `session=${sealSession(env.SESSION_SECRET, person.token, new Date(Date.now() + 3000))}`
  const shorter = await openSocketWith({ ...headers, cookie })
  expect(await shorter.closed).toBe(1008)
  expect(await longer.receivedSoFar()).toEqual([])
})

test('a connection answers a ping, and closes on any other message', async () => {
  const line = await openPlayerSocket(person)
  line.send('ping')
  expect(await line.next()).toBe('pong')
  line.send('tell me everything')
  expect(await line.closed).toBe(1008)
  expect(line.messages).toEqual(['pong'])
})

test('a limited number of windows have a connection, and further ones poll', async () => {
  const headers = await createSocketHeaders(person)
  // A closed window is cleaned up together with its WebSocket.
  const lines = await Promise.all(Array.from({ length: 20 }, () => openSocketWith(headers)))
  expect((await requestSocket(headers)).status).toBe(429)
  expect((await requestSocket(await createSocketHeaders(await signedIn()))).status).toBe(101)
  for (const line of lines) expect(await line.receivedSoFar()).toEqual([])
})

test('a closed window gets a close frame, and its slot is free again', async () => {
  for (let n = 0; n < 22; n++) {
    const line = await openPlayerSocket(person)
    line.close()
    expect(await line.closed).toBe(1000)
  }
})

test('without a WebSocket upgrade, the path is not found', async () => {
  expect((await person.fetch('GET', '/completions')).status).toBe(404)
  expect((await call(null)('GET', '/completions')).status).toBe(404)
})

// Casts below leave out or break a binding that the type requires.
const bound = async (instead: Partial<Env>, request: Request) =>
  worker.fetch(request, { ...env, ...instead }, createExecutionContext())

test('without its binding, or where another origin answers the calls, it is refused and everything else goes on', async () => {
  const request = async () => createSocketRequest(await createSocketHeaders(person))
  expect((await bound({ OPEN_RUNNERS: undefined as never }, await request())).status).toBe(404)
  expect((await bound({ API_ORIGIN: 'http://elsewhere.test' }, await request())).status).toBe(404)
  await expect(pushToPlayers({}, { ask: [person.id], leave: [] })).resolves.toBeUndefined()
})

test('with a jurisdiction, the objects are created in it', async () => {
  const places: string[] = []
  const within = { idFromName: (name: string) => name, get: () => ({ tell: (_message: unknown) => Promise.resolve() }) }
  const namespace = {
    ...within,
    jurisdiction: (name: string) => {
      places.push(name)
      return within
    },
  }
  const message = { ask: [person.id], leave: [] }
  // Only the methods that a push calls.
  await pushToPlayers({ OPEN_RUNNERS: namespace as never, DATA_JURISDICTION: 'eu' }, message)
  await pushToPlayers({ OPEN_RUNNERS: namespace as never, DATA_JURISDICTION: '' }, message)
  expect(places).toEqual(['eu'])
})

test('when nobody can be notified, the completion is stored all the same', async () => {
  const { educationPartId } = await createDigitalCourse()
  const resultId = await insertOpenResult(person.id, educationPartId)
  const { launch } = await launchCourse(person, educationPartId)
  const broken = { idFromName: () => ({}), get: () => ({ post: () => Promise.reject(new Error('gone')) }) }
  const request = new Request('http://portal.test/api/articulate/statements', {
    method: 'POST',
    headers: {
      authorization: `Bearer ${launch.launchToken}`,
      'x-experience-api-version': '1.0.3',
      'content-type': 'application/json',
    },
    body: JSON.stringify({ actor: launch.agent, verb: verb('passed'), object: { id: launch.activityId } }),
  })
  expect((await bound({ OPEN_RUNNERS: broken as never }, request)).status).toBe(200)
  const row = await env.DB.prepare('SELECT completed FROM education_part_results WHERE id = ?1').bind(resultId).first()
  expect(row).toEqual({ completed: 1 })
})
