import { and, eq, ne } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { provisioningPeople } from '#api/people/provisioning/table.ts'
import { userRoles } from '#api/people/roles/table.ts'
import { users } from '#api/people/users/table.ts'
import { configurePortal } from '../configuration.ts'
import { insertFederation } from '../federation.ts'
import { createStaff, groups, openIdSettings, openStaffBrowser, planPerson, readActions, readRoles } from '../openid.ts'
import { database, signedIn } from '../portal.ts'
import { contextAt, runHandler } from '../run-handler.ts'
import {
  accountOf,
  connect,
  entraPerson,
  groupSchema,
  linkProvisioned,
  openDirectory,
  openSessionOf,
  readProvisioned,
} from '../scim.ts'
import { inHours } from '../time.ts'

await insertFederation()
await configurePortal({ features: ['RoleManagement'] })
const chief = await signedIn({ roles: { SuperAdministrator: {} } })

type Directory = Awaited<ReturnType<typeof openDirectory>>

const createPerson = async ({ send }: Directory, more: object = {}) => {
  const { status, body } = await send('POST', '/Users', entraPerson(more))
  expect(status).toBe(201)
  return body.id
}

/** Creates a group as Entra does: with its id, which the mapping names, and without members. */
const createGroup = async ({ send }: Directory, externalId: string, displayName = `Grupp ${externalId}`) => {
  const { status, body } = await send('POST', '/Groups', { schemas: [groupSchema], externalId, displayName })
  expect(status).toBe(201)
  return body.id
}

const add = ({ patch }: Directory, groupId: string, ...ids: string[]) =>
  patch(`/Groups/${groupId}`, { op: 'Add', path: 'members', value: ids.map((value) => ({ value })) })

/** Creates a person who is linked to the provider. */
const createLinked = async (directory: Directory) => {
  const id = await createPerson(directory)
  await linkProvisioned(id)
  return id
}

/** Creates a directory with a linked person in the group of the office. */
async function createOfficer() {
  const directory = await openDirectory()
  const id = await createLinked(directory)
  const groupId = await createGroup(directory, 'office')
  expect((await add(directory, groupId, id)).status).toBe(204)
  const userId = await accountOf(id)
  return { directory, id, groupId, userId, roles: () => readRoles(userId) }
}

test('a group gives its role to a linked member whose account the portal made, and takes it back', async () => {
  const { directory, id, groupId, userId, roles } = await createOfficer()
  expect(await roles()).toEqual(['Administrator'])
  expect(await readActions(userId)).toEqual(['user.created', 'roles.changed'])
  const operation = { op: 'Remove', path: 'members', value: [{ value: id }] }
  for (const _time of [1, 2]) expect((await directory.patch(`/Groups/${groupId}`, operation)).status).toBe(204)
  expect(await roles()).toEqual([])
  expect(await readActions(userId)).toEqual(['user.created', 'roles.changed', 'roles.changed'])
})

test('the groups of Okta are known by their names, and its requests replace and remove members', async () => {
  const directory = await openDirectory()
  const [one, other] = [await createLinked(directory), await createLinked(directory)]
  const members = [{ value: one, display: 'anna' }]
  const { body } = await directory.send('POST', '/Groups', { schemas: [groupSchema], displayName: 'teachers', members })
  expect(body).toMatchObject({ displayName: 'teachers', members: [{ value: one }] })
  expect(await readRoles(await accountOf(one))).toEqual(['Educator'])
  const rename = { op: 'replace', value: { id: body.id, displayName: 'teachers' } }
  const replace = { op: 'replace', path: 'members', value: [{ value: other, display: 'eva' }] }
  expect((await directory.patch(`/Groups/${body.id}`, rename, replace)).status).toBe(204)
  expect(await readRoles(await accountOf(one))).toEqual([])
  expect(await readRoles(await accountOf(other))).toEqual(['Educator'])
  const removal = { op: 'remove', path: `members[value eq "${other}"]` }
  expect((await directory.patch(`/Groups/${body.id}`, removal)).status).toBe(204)
  expect(await readRoles(await accountOf(other))).toEqual([])
})

test('a group is read with and without its members, and found by its name', async () => {
  const { directory, id, groupId } = await createOfficer()
  const { body } = await directory.send('GET', `/Groups/${groupId}`)
  expect(body.members?.map(({ value }) => value)).toEqual([id])
  const short = await directory.send('GET', `/Groups/${groupId}?excludedAttributes=members`)
  expect(short.body).not.toHaveProperty('members')
  expect((await directory.find('displayName eq "grupp OFFICE"', 'Groups')).body.totalResults).toBe(1)
  expect((await directory.find('externalId eq "office"', 'Groups')).body.totalResults).toBe(1)
  expect((await directory.find('displayName eq "Annan"', 'Groups')).body.totalResults).toBe(0)
})

test('a group that is renamed, replaced or removed changes the roles of its members', async () => {
  const { directory, id, groupId, roles } = await createOfficer()
  await directory.patch(`/Groups/${groupId}`, { op: 'Replace', path: 'externalId', value: 'teachers' })
  expect(await roles()).toEqual(['Educator'])
  const whole = { schemas: [groupSchema], externalId: 'office', displayName: 'Kansli', members: [{ value: id }] }
  expect((await directory.send('PUT', `/Groups/${groupId}`, whole)).status).toBe(200)
  expect(await roles()).toEqual(['Administrator'])
  expect((await directory.send('DELETE', `/Groups/${groupId}`)).status).toBe(204)
  expect(await roles()).toEqual([])
  expect((await directory.send('DELETE', `/Groups/${groupId}`)).status).toBe(404)
})

test('a role that two groups give stays until both are gone, also when they change at once', async () => {
  const { directory, id, groupId, roles } = await createOfficer()
  const settings = { ...openIdSettings, OIDC_GROUP_ROLES: 'office=Administrator;branch=Administrator' }
  const both = { ...directory, ...connect(directory.secret, settings) }
  const branch = await createGroup(both, 'branch')
  const remove = { op: 'Remove', path: 'members', value: [{ value: id }] }
  const answers = await Promise.all([add(both, branch, id), both.patch(`/Groups/${groupId}`, remove)])
  expect(answers.map(({ status }) => status)).toEqual([204, 204])
  expect(await roles()).toEqual(['Administrator'])
  await both.patch(`/Groups/${branch}`, remove)
  expect(await roles()).toEqual([])
})

test('a role that the office removes stays away until the person has left the group', async () => {
  const { directory, id, groupId, userId, roles } = await createOfficer()
  expect((await chief.fetch('DELETE', `/User/${userId}/roles/Administrator`)).status).toBe(200)
  const teachers = await createGroup(directory, 'teachers')
  await add(directory, teachers, id)
  await add(directory, groupId, id)
  await directory.patch(`/Users/${id}`, { op: 'Replace', path: 'active', value: 'False' })
  await directory.patch(`/Users/${id}`, { op: 'Replace', path: 'active', value: 'True' })
  expect(await roles()).toEqual(['Educator'])
  await directory.patch(`/Groups/${groupId}`, { op: 'Remove', path: 'members', value: [{ value: id }] })
  await add(directory, groupId, id)
  expect(await roles()).toEqual(['Administrator', 'Educator'])
})

test('a role that the office limits is given by hand from then on', async () => {
  const { directory, id, groupId, userId } = await createOfficer()
  const extensions = { Organization: [2] }
  const limit = { role: 'Administrator', extensions }
  expect((await chief.fetch('PUT', `/User/${userId}/roles/extensions`, limit)).status).toBe(200)
  await directory.patch(`/Groups/${groupId}`, { op: 'Remove', path: 'members', value: [{ value: id }] })
  await add(directory, groupId, id)
  await directory.patch(`/Users/${id}`, { op: 'replace', value: { active: false } })
  expect((await chief.json<{ roles: object }>('GET', `/User/${userId}`)).roles).toEqual({ Administrator: extensions })
})

test('a deactivation ends sessions and roles of groups, keeps those by hand, and can be undone', async () => {
  const { directory, id, userId, roles } = await createOfficer()
  expect((await chief.fetch('PUT', `/User/${userId}/roles/Educator`)).status).toBe(200)
  const fetch = await openSessionOf(userId)
  expect((await fetch('GET', `/User/${userId}`)).status).toBe(200)
  await directory.patch(`/Users/${id}`, { op: 'Replace', path: 'active', value: 'False' })
  expect((await fetch('GET', `/User/${userId}`)).status).toBe(401)
  expect(await roles()).toEqual(['Educator'])
  await directory.patch(`/Users/${id}`, { op: 'Replace', path: 'active', value: 'True' })
  expect(await roles()).toEqual(['Administrator', 'Educator'])
  expect((await directory.send('DELETE', `/Users/${id}`)).status).toBe(204)
  expect(await roles()).toEqual(['Educator'])
})

test('a removed person has left the groups, and gets no role by coming back', async () => {
  const { directory, id, groupId, userId, roles } = await createOfficer()
  const { body } = await directory.send('GET', `/Users/${id}`)
  expect((await directory.send('DELETE', `/Users/${id}`)).status).toBe(204)
  expect((await directory.send('GET', `/Groups/${groupId}`)).body.members).toEqual([])
  const back = await directory.send('POST', '/Users', body)
  expect(await accountOf(back.body.id)).toBe(userId)
  expect(await roles()).toEqual([])
  await add(directory, groupId, back.body.id)
  expect(await roles()).toEqual(['Administrator'])
})

test('the last superadministrator keeps the role when the provider takes it back', async () => {
  const directory = await openDirectory()
  const id = await createLinked(directory)
  await add(directory, await createGroup(directory, 'board'), id)
  const userId = await accountOf(id)
  const { query } = database()
  const isOther = and(eq(userRoles.role, 'SuperAdministrator'), ne(userRoles.userId, userId))
  const others = await query.select().from(userRoles).where(isOther)
  await query.delete(userRoles).where(isOther)
  expect((await directory.send('DELETE', `/Users/${id}`)).status).toBe(204)
  expect(await readRoles(userId)).toEqual(['SuperAdministrator'])
  expect(await readActions(userId)).toContain('openIdConnect.roleKept')
  await query.insert(userRoles).values(others)
})

test('a member of a group who is not provisioned is refused', async () => {
  const { directory, groupId } = await createOfficer()
  const { status, body } = await add(directory, groupId, crypto.randomUUID())
  expect(status).toBe(400)
  expect(body.scimType).toBe('invalidValue')
})

test('a linked person is found by the address, and provisioned groups decide at the next sign-in', async () => {
  const { person, email, signIn, roles } = await createStaff({ Educator: {} })
  expect(await signIn(groups('office'))).toBe(200)
  const directory = await openDirectory()
  const id = await createPerson(directory, { emails: [{ type: 'work', primary: true, value: email }] })
  expect((await readProvisioned(id)).row).toMatchObject({ userId: person.id, isCreated: false })
  expect(await roles()).toEqual(['Administrator', 'Educator'])
  const board = await createGroup(directory, 'board')
  await add(directory, board, id)
  expect(await roles()).toEqual(['Educator', 'SuperAdministrator'])
  expect(await signIn(groups('office'))).toBe(200)
  expect(await roles()).toEqual(['Educator', 'SuperAdministrator'])
  await directory.patch(`/Users/${id}`, { op: 'Replace', path: 'active', value: 'False' })
  expect(await roles()).toEqual(['Educator'])
  expect(await signIn(groups('office'))).toBe(403)
})

test('a person whose account the portal made signs in by the provider at first, with the roles of the groups', async () => {
  const directory = await openDirectory()
  const id = await createPerson(directory)
  await add(directory, await createGroup(directory, 'office'), id)
  const userId = await accountOf(id)
  const roles = () => readRoles(userId)
  expect(await roles()).toEqual([])
  const email = (await readProvisioned(id)).row.email ?? ''
  await planPerson({ sub: crypto.randomUUID(), email, email_verified: true })
  expect((await openStaffBrowser().signIn()).status).toBe(200)
  expect(await roles()).toEqual(['Administrator'])
  await directory.patch(`/Users/${id}`, { op: 'replace', value: { active: false } })
  expect((await openStaffBrowser().signIn()).status).toBe(403)
  await directory.patch(`/Users/${id}`, { op: 'replace', value: { active: true } })
  expect(await openStaffBrowser().signIn()).toMatchObject({ status: 200, userId })
})

test('the role of a person whose identity has been protected stays, and ends with the group', async () => {
  const { directory, id, groupId, userId, roles } = await createOfficer()
  await database().query.update(users).set({ protectedAt: new Date() }).where(eq(users.id, userId))
  await add(directory, await createGroup(directory, 'teachers'), id)
  await directory.patch(`/Groups/${groupId}`, { op: 'Replace', path: 'displayName', value: 'Nytt namn' })
  expect(await roles()).toEqual(['Administrator'])
  await directory.patch(`/Groups/${groupId}`, { op: 'Remove', path: 'members', value: [{ value: id }] })
  expect(await roles()).toEqual([])
})

test('the nightly job keeps the roles of provisioned groups while their account calls', async () => {
  const { roles, directory } = await createOfficer()
  const expireAfter = (days: number, settings: Partial<Env> = openIdSettings) => {
    const ctx = contextAt(inHours(24 * days))
    return runHandler('oidc.expireRoles', Object.assign(ctx, { env: { ...ctx.env, ...settings } }))
  }
  await expireAfter(29)
  expect(await roles()).toEqual(['Administrator'])
  await expireAfter(31)
  expect(await roles()).toEqual([])
  await directory.send('GET', '/Groups')
})

test('a removed integration account takes its people and groups with it, and the job their roles', async () => {
  const { roles, directory, userId } = await createOfficer()
  expect((await chief.fetch('DELETE', `/User/integrationaccounts/${directory.accountId}`)).status).toBe(204)
  expect((await directory.send('GET', '/Users')).status).toBe(401)
  expect(await database().query.select().from(provisioningPeople).where(eq(provisioningPeople.userId, userId))).toEqual(
    [],
  )
  const ctx = contextAt(inHours(24 * 31))
  await runHandler('oidc.expireRoles', Object.assign(ctx, { env: { ...ctx.env, ...openIdSettings } }))
  expect(await roles()).toEqual([])
})
