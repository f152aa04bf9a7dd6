import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { provisioningPeople } from '#api/people/provisioning/table.ts'
import { readActions, readRoles } from '../openid.ts'
import { database } from '../portal.ts'
import { accountOf, entraPerson, openDirectory, readProvisioned } from '../scim.ts'

let directory = await openDirectory()
beforeEach(async () => {
  directory = await openDirectory()
})

const send: typeof directory.send = (...request) => directory.send(...request)
const patch: typeof directory.patch = (...request) => directory.patch(...request)
const find: typeof directory.find = (...request) => directory.find(...request)

const create = async (more: object = {}) => {
  const person = entraPerson(more)
  const answer = await send('POST', '/Users', person)
  expect(answer.status).toBe(201)
  return { person, ...answer.body }
}

test('Entra looks for a person, creates them and finds them again', async () => {
  const person = entraPerson()
  const empty = await find(`userName eq "${person.userName}"`)
  expect(empty.status).toBe(200)
  expect(empty.body).toMatchObject({ totalResults: 0, Resources: [], startIndex: 1, itemsPerPage: 0 })
  const { status, headers, body } = await send('POST', '/Users', person)
  expect(status).toBe(201)
  expect(headers.get('content-type')).toMatch(/^application\/scim\+json/)
  expect(headers.get('location')).toBe(body.meta.location)
  expect(body).toMatchObject({
    userName: person.userName,
    externalId: person.externalId,
    active: true,
    displayName: 'Anna Ek',
    name: { givenName: 'Anna', familyName: 'Ek' },
    emails: [{ value: person.userName, type: 'work', primary: true }],
  })
  expect(Object.keys(body)).not.toContain('title')
  for (const filter of [`userName eq "${person.userName.toUpperCase()}"`, `externalId eq "${person.externalId}"`])
    expect((await find(filter)).body.Resources).toEqual([body])
  expect((await send('GET', `/Users/${body.id}`)).body).toEqual(body)
})

test('a new person gets an account without password, organisation and role, with an audit entry', async () => {
  const { id, userName } = await create()
  const { user } = await readProvisioned(id)
  expect(user).toMatchObject({ firstName: 'Anna', lastName: 'Ek', email: userName, passwordHash: null })
  expect(await readRoles(user?.id ?? 0)).toEqual([])
  expect(await readActions(user?.id ?? 0)).toEqual(['user.created'])
})

test('a person is created once, also when the request is repeated or sent twice at once', async () => {
  const person = entraPerson()
  const answers = await Promise.all([send('POST', '/Users', person), send('POST', '/Users', person)])
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409])
  const again = await send('POST', '/Users', person)
  expect(again.status).toBe(409)
  expect(again.body).toMatchObject({ scimType: 'uniqueness', status: '409' })
  expect((await find(`userName eq "${person.userName}"`)).body.totalResults).toBe(1)
})

test.each([
  ['the text "False", as Entra sends it', { op: 'Replace', path: 'active', value: 'False' }],
  ['a boolean', { op: 'replace', path: 'active', value: false }],
  ['an object without a path, as Okta sends it', { op: 'replace', value: { active: false } }],
  [
    'a path with the schema',
    { op: 'Replace', path: 'urn:ietf:params:scim:schemas:core:2.0:User:active', value: 'false' },
  ],
])('a person is deactivated by %s', async (_title, operation) => {
  const { id } = await create()
  const answer = await patch(`/Users/${id}`, operation)
  expect(answer.status).toBe(200)
  expect(answer.body.active).toBe(false)
  expect((await send('GET', `/Users/${id}`)).body.active).toBe(false)
  expect((await patch(`/Users/${id}`, { op: 'Replace', path: 'active', value: 'True' })).body.active).toBe(true)
})

test("Entra's update of several attributes changes those that the portal keeps", async () => {
  const { id } = await create()
  const answer = await patch(
    `/Users/${id}`,
    { op: 'Replace', path: 'emails[type eq "work"].value', value: 'ny@forbund.example' },
    { op: 'Replace', path: 'name.familyName', value: 'Berg' },
    { op: 'Add', path: 'phoneNumbers[type eq "work"].value', value: '08-123' },
    { op: 'Replace', path: 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department', value: 'Idrott' },
    { op: 'Add', value: { displayName: 'Anna Berg', 'name.givenName': 'Anna-Lena', title: 'Chef' } },
  )
  expect(answer.status).toBe(200)
  expect(answer.body).toMatchObject({
    displayName: 'Anna Berg',
    name: { givenName: 'Anna-Lena', familyName: 'Berg' },
    emails: [{ value: 'ny@forbund.example', type: 'work', primary: true }],
  })
  const { user } = await readProvisioned(id)
  expect(user).toMatchObject({ firstName: 'Anna-Lena', lastName: 'Berg', email: 'ny@forbund.example' })
  expect(await readActions(user?.id ?? 0)).toEqual(['user.created', 'user.edited', 'provisionedPerson.changed'])
})

test("Okta's replacement of a whole person keeps the account", async () => {
  const { id, person } = await create()
  const userId = await accountOf(id)
  const { status, body } = await send('PUT', `/Users/${id}`, {
    ...person,
    id,
    name: { givenName: 'Eva', familyName: 'Ek' },
  })
  expect(status).toBe(200)
  expect(body.name).toEqual({ givenName: 'Eva', familyName: 'Ek' })
  expect(await accountOf(id)).toBe(userId)
  expect((await readProvisioned(id)).user).toMatchObject({ firstName: 'Eva' })
})

test('a replacement that does not say whether the person is active leaves them as they are', async () => {
  const { id, person } = await create()
  await patch(`/Users/${id}`, { op: 'replace', value: { active: false } })
  const { active: _, ...rest } = person
  expect((await send('PUT', `/Users/${id}`, rest)).body.active).toBe(false)
})

test('nothing is kept of a removed person without an account', async () => {
  const { id, userName } = await create({ active: false })
  expect((await readProvisioned(id)).user).toBeNull()
  expect((await send('DELETE', `/Users/${id}`)).status).toBe(204)
  const rows = await database().query.select().from(provisioningPeople).where(eq(provisioningPeople.userName, userName))
  expect(rows).toEqual([])
})

test('a change that changes nothing writes nothing', async () => {
  const { id, meta } = await create()
  const answer = await patch(`/Users/${id}`, { op: 'Replace', path: 'displayName', value: 'Anna Ek' })
  expect(answer.status).toBe(200)
  expect(answer.body.meta).toEqual(meta)
  expect(await readActions(await accountOf(id))).toEqual(['user.created'])
})

test('a removed person is gone for the provider, and comes back with the same account', async () => {
  const { id, person } = await create()
  const userId = await accountOf(id)
  expect((await send('DELETE', `/Users/${id}`)).status).toBe(204)
  expect((await send('DELETE', `/Users/${id}`)).status).toBe(404)
  expect((await send('GET', `/Users/${id}`)).status).toBe(404)
  expect((await find(`externalId eq "${person.externalId}"`)).body.totalResults).toBe(0)
  const back = await send('POST', '/Users', person)
  expect(back.status).toBe(201)
  expect(await accountOf(back.body.id)).toBe(userId)
})

test('a list has pages of at most a hundred people, whatever is asked for', async () => {
  const many = await openDirectory()
  const names = Array.from({ length: 3 }, () => entraPerson())
  for (const person of names) await many.send('POST', '/Users', person)
  const { body } = await many.send('GET', '/Users?startIndex=2&count=1')
  expect(body).toMatchObject({ totalResults: 3, startIndex: 2, itemsPerPage: 1 })
  expect(body.Resources.map(({ userName }) => userName)).toEqual([names[1]?.userName])
  expect((await many.send('GET', '/Users?count=0')).body).toMatchObject({ totalResults: 3, Resources: [] })
  expect((await many.send('GET', '/Users?count=10000')).body.Resources).toHaveLength(3)
  expect((await many.send('GET', '/ServiceProviderConfig')).body).toMatchObject({ filter: { maxResults: 100 } })
})

test('a person without an e-mail address gets an account once the provider sends one', async () => {
  const { id, userName } = await create({ emails: [] })
  expect((await readProvisioned(id)).user).toBeNull()
  await patch(`/Users/${id}`, { op: 'Add', path: 'emails[type eq "work"].value', value: userName })
  expect((await readProvisioned(id)).user).toMatchObject({ email: userName })
})

test('the service describes itself', async () => {
  expect((await send('GET', '/ServiceProviderConfig')).body).toMatchObject({ patch: { supported: true } })
  expect((await send('GET', '/ResourceTypes')).body.totalResults).toBe(2)
  expect((await send('GET', '/Schemas')).body.totalResults).toBe(2)
  expect((await send('GET', '/ResourceTypes/User')).body).toMatchObject({ endpoint: '/Users' })
  expect((await send('GET', '/Schemas/urn:unknown')).status).toBe(404)
})
