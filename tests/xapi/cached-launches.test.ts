import { env } from 'cloudflare:workers'
import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { launches, xapiDocuments } from '#api/courses/xapi/table.ts'
import { hashPassword } from '#api/people/authentication/passwords/password-hash.ts'
import { sessions } from '#api/people/authentication/table.ts'
import { users } from '#api/people/users/table.ts'
import { createDigitalCourse } from '../course.ts'
import { database, type Person, signedIn } from '../portal.ts'
import { inHours, inMinutes } from '../time.ts'
import { agent } from './another-system.ts'
import { type CourseLaunch, launchCourse } from './course-launch.ts'

let person: Person
let store: CourseLaunch

const place = (more: Record<string, string> = {}) => {
  const query = { stateId: 'resume', activityId: store.launch.activityId, agent: JSON.stringify(store.launch.agent) }
  return `activities/state?${new URLSearchParams({ ...query, registration: store.launch.registration, ...more })}`
}
const put = (body: string, more?: Record<string, string>, headers?: Record<string, string>) =>
  store.send('PUT', place(more), body, headers)
const get = (more?: Record<string, string>) => store.send('GET', place(more))
const tripsOf = (response: Response) => response.headers.get('server-timing')
const once = 'db;desc="1 round trip"'

const stored = async () =>
  (await database().query.select().from(xapiDocuments).where(eq(xapiDocuments.registration, store.launch.registration)))
    // Bodies are stored as base64.
    .map(({ body, ...row }) => ({ ...row, text: body === null ? null : atob(body) }))

beforeEach(async () => {
  person = await signedIn()
  const course = await createDigitalCourse()
  store = await launchCourse(person, course.educationPartId)
  expect((await put('{"slide":1}')).status).toBe(204)
})

test('the state of a known launch is written in one round trip, and read in one', async () => {
  const written = await put('{"slide":2}', {}, { 'content-type': 'application/vnd.course+json' })
  expect([written.status, tripsOf(written)]).toEqual([204, once])
  const [row] = await stored()
  expect(row).toMatchObject({ text: '{"slide":2}', contentType: 'application/vnd.course+json', kind: 'state' })
  const read = await get()
  expect([await read.text(), tripsOf(read)]).toEqual(['{"slide":2}', once])
  expect(read.headers.get('etag')).toBe(written.headers.get('etag'))
  expect(read.headers.get('last-modified')).toBe(row?.changedAt.toUTCString())
})

test('another state is a separate document', async () => {
  expect(tripsOf(await put('{"at":7}', { stateId: 'bookmark' }))).toBe(once)
  expect(tripsOf(await put('{"at":8}', { activityId: `${store.launch.activityId}/` }))).toBe(once)
  expect((await stored()).map(({ text }) => text).sort()).toEqual(['{"at":7}', '{"at":8}', '{"slide":1}'])
})

const endings = {
  'has ended': () =>
    database().query.update(launches).set({ expiresAt: new Date() }).where(eq(launches.userId, person.id)),
  'has been removed': () => database().query.delete(launches).where(eq(launches.userId, person.id)),
  'was opened by a session that has been signed out': () => person.fetch('POST', '/Authentication/Logout'),
  'was opened by a session that has ended': () =>
    database().query.update(sessions).set({ expiresAt: new Date() }).where(eq(sessions.userId, person.id)),
  'is of somebody who has just changed the password': async () => {
    const password = 'Utbildning-2026'
    const passwordHash = await hashPassword(password)
    await database().query.update(users).set({ passwordHash }).where(eq(users.id, person.id))
    const chosen = { newPassword: 'korrekt häst batteri', passwordVerification: 'korrekt häst batteri' }
    expect((await person.fetch('POST', '/Authentication/ChangePassword', { password, ...chosen })).status).toBe(204)
  },
  'was opened by a session whose number a later one has': () =>
    database()
      .query.update(sessions)
      .set({ createdAt: inMinutes(1), expiresAt: inHours(1) })
      .where(eq(sessions.userId, person.id)),
  'is of an account that was shut': () =>
    database().query.update(users).set({ inactiveAt: new Date() }).where(eq(users.id, person.id)),
}

test.each(Object.entries(endings))('a launch that %s writes and reads nothing more', async (_name, go) => {
  expect((await get()).status).toBe(200)
  await go()
  expect((await put('{"slide":3}')).status).toBe(401)
  expect((await get()).status).toBe(401)
  expect((await get({ stateId: 'nothing' })).status).toBe(401)
  expect((await put('{"slide":3}', { agent: JSON.stringify(agent('anna')) })).status).toBe(401)
  expect((await stored()).map(({ text }) => text)).toEqual(['{"slide":1}'])
})

test('errors are refused as for an uncached launch', async () => {
  expect((await put('{}', { agent: JSON.stringify(agent('anna')) })).status).toBe(403)
  expect((await put('{}', { registration: 'none' })).status).toBe(400)
  expect((await put('{}', { stateId: '' })).status).toBe(400)
  expect((await put('{}', {}, { 'if-none-match': '*' })).status).toBe(412)
  expect((await put('{}', {}, { 'x-experience-api-version': '2.0' })).status).toBe(400)
  expect((await stored()).map(({ text }) => text)).toEqual(['{"slide":1}'])
})

test('a small state replaces a large one, and leaves no file', async () => {
  const long = JSON.stringify({ text: 'x'.repeat(1_200_000) })
  expect((await put(long)).status).toBe(204)
  const [large] = await stored()
  expect(await env.FILES.head(large?.fileKey ?? '')).not.toBeNull()
  expect((await put('{"slide":4}')).status).toBe(204)
  expect(await stored()).toMatchObject([{ text: '{"slide":4}', fileKey: null }])
  expect(await env.FILES.head(large?.fileKey ?? '')).toBeNull()
})
