import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { oidcLinks } from '#api/people/external-login/table.ts'
import { guardianLinks } from '#api/people/guardians/table.ts'
import { findProvisionedAccess } from '#api/people/provisioning/sign-in.ts'
import { provisioningGroupMembers, provisioningPeople } from '#api/people/provisioning/table.ts'
import { userRoles } from '#api/people/roles/table.ts'
import { userOrganizations, users } from '#api/people/users/table.ts'
import { erasePersonById } from '../erasing.ts'
import { insertFederation } from '../federation.ts'
import { createStaff, groups, readActions, readRoles } from '../openid.ts'
import { database, signedIn } from '../portal.ts'
import { protect } from '../protection.ts'
import { contextAt } from '../run-handler.ts'
import { accountOf, entraPerson, linkProvisioned, openDirectory, readProvisioned } from '../scim.ts'
import { merge } from './person-merges/fixtures.ts'

await insertFederation()
const chief = await signedIn({ roles: { SuperAdministrator: {} } })
const { query } = database()

type Directory = Awaited<ReturnType<typeof openDirectory>>

const newAddress = () => `${crypto.randomUUID()}@forbund.example`
const withAddress = (email: string) => ({ emails: [{ type: 'work', primary: true, value: email }] })

const createPerson = async ({ send }: Directory, more: object = {}) => {
  const person = entraPerson(more)
  const { status, body } = await send('POST', '/Users', person)
  expect(status).toBe(201)
  return { person, id: body.id }
}

const createGroup = async ({ send }: Directory, externalId: string, ...ids: string[]) => {
  const members = ids.map((value) => ({ value }))
  const { status, body } = await send('POST', '/Groups', { externalId, displayName: `Grupp ${externalId}`, members })
  expect(status).toBe(201)
  return body.id
}

test.each<[string, boolean, object, (person: ReturnType<typeof entraPerson>) => object]>([
  ['name with another id', false, {}, ({ userName, emails }) => ({ userName, emails })],
  ['id with another name and address', false, {}, ({ externalId }) => ({ externalId })],
  ['id and name', true, {}, ({ externalId, userName }) => ({ externalId, userName })],
  ['id and address', true, {}, ({ externalId, emails }) => ({ externalId, emails })],
  ['name without an id', false, { externalId: null }, ({ userName }) => ({ userName, externalId: null })],
  ['name and address without an id', true, { externalId: null }, (person) => person],
])('a person removed and created with the same %s is the same: %s', async (_title, isSame, first, again) => {
  const directory = await openDirectory()
  const { id, person } = await createPerson(directory, first)
  const userId = await accountOf(id)
  expect((await directory.send('DELETE', `/Users/${id}`)).status).toBe(204)
  const back = await createPerson(directory, again(person))
  await createGroup(directory, 'office', back.id)
  expect((await readProvisioned(back.id)).userId === userId).toBe(isSame)
})

test('a removal and a new creation do not tell whether somebody has the address', async () => {
  const { send } = await openDirectory()
  const { email } = await createStaff({ Educator: {} })
  const answers = await Promise.all(
    [entraPerson(), entraPerson(withAddress(email))].map(async (person) => {
      const { id } = (await send('POST', '/Users', person)).body
      expect((await send('DELETE', `/Users/${id}`)).status).toBe(204)
      const { status, body } = await send('POST', '/Users', person)
      const { created, lastModified } = body.meta
      const earlier = (await send('GET', `/Users/${id}`)).status
      return { status, hasNewId: body.id !== id, isNew: created === lastModified, earlier }
    }),
  )
  const answer = { status: 201, hasNewId: true, isNew: true, earlier: 404 }
  expect(answers).toEqual([answer, answer])
})

test('somebody who comes back is in no group, whatever the removal has left', async () => {
  const directory = await openDirectory()
  const { id, person } = await createPerson(directory)
  const userId = await linkProvisioned(id)
  const groupId = await createGroup(directory, 'office', id)
  await directory.send('DELETE', `/Users/${id}`)
  await query.insert(provisioningGroupMembers).values({ groupId, personId: id })
  const back = await createPerson(directory, person)
  expect(await accountOf(back.id)).toBe(userId)
  expect(await readRoles(userId)).toEqual([])
  expect((await directory.send('GET', `/Groups/${groupId}`)).body.members).toEqual([])
})

test('the user name of a removed person is free for another one', async () => {
  const directory = await openDirectory()
  const { id, person } = await createPerson(directory)
  await directory.send('DELETE', `/Users/${id}`)
  const other = await createPerson(directory)
  const rename = { op: 'replace', path: 'userName', value: person.userName }
  expect((await directory.patch(`/Users/${other.id}`, rename)).status).toBe(200)
})

test('somebody who comes back under another id gets the account by signing in to it', async () => {
  const { person, email, signIn, roles } = await createStaff({ Educator: {} })
  expect(await signIn(groups())).toBe(200)
  const directory = await openDirectory()
  const { id } = await createPerson(directory, withAddress(email))
  expect(await accountOf(id)).toBe(person.id)
  await directory.send('DELETE', `/Users/${id}`)
  expect(await signIn(groups())).toBe(403)
  const back = await createPerson(directory, withAddress(email))
  await createGroup(directory, 'office', back.id)
  expect((await readProvisioned(back.id)).user).toBeNull()
  expect(await roles()).toEqual(['Educator'])
  expect(await signIn(groups())).toBe(200)
  expect(await accountOf(back.id)).toBe(person.id)
  expect(await roles()).toEqual(['Administrator', 'Educator'])
  expect((await directory.send('DELETE', `/Users/${back.id}`)).status).toBe(204)
})

test.each([
  ['deactivated', 'PATCH'],
  ['removed', 'DELETE'],
])('a sign-in that is under way fails when the person is %s at the same time', async (_title, method) => {
  const { person, email } = await createStaff({ Educator: {} })
  for (const isOwn of [false, true]) {
    const directory = await openDirectory()
    const { id } = await createPerson(directory, withAddress(email))
    if (isOwn) await query.update(provisioningPeople).set({ userId: person.id }).where(eq(provisioningPeople.id, id))
    const ctx = contextAt()
    const access = await findProvisionedAccess(ctx, person.id, email)
    expect(access?.isActive).toBe(true)
    if (method === 'DELETE') await directory.send('DELETE', `/Users/${id}`)
    else await directory.patch(`/Users/${id}`, { op: 'replace', value: { active: false } })
    await expect(ctx.db.commit(access?.statements ?? [])).rejects.toThrow('changed_meanwhile')
    const again = await findProvisionedAccess(ctx, person.id, email)
    if (again) await ctx.db.commit(again.statements)
    await query.delete(provisioningPeople)
  }
})

test('an account that the person gets by a merge is not one that the portal made', async () => {
  const directory = await openDirectory()
  const { id } = await createPerson(directory)
  const into = await signedIn({ firstName: 'Maria' })
  await merge({ from: { id: await accountOf(id) }, into })
  expect((await readProvisioned(id)).row).toMatchObject({ userId: into.id, isCreated: false })
  await createGroup(directory, 'office', id)
  await directory.patch(`/Users/${id}`, { op: 'replace', path: 'name.givenName', value: 'Kapad' })
  expect((await readProvisioned(id)).user).toMatchObject({ firstName: 'Maria' })
  expect(await readRoles(into.id)).toEqual([])
})

const linkGuardian = (adultUserId: number, childUserId: number) =>
  query.insert(guardianLinks).values({ adultUserId, childUserId, createdByUserId: chief.id, createdAt: new Date() })

const obstacles: [string, (userId: number, email: string) => Promise<unknown>][] = [
  ['another adult has it', (_userId, email) => signedIn({ email, birthOn: '1980-05-05' })],
  ['the office has given a role', (userId) => query.insert(userRoles).values({ userId, role: 'Educator' })],
  [
    'the office has given an organisation',
    (userId) => query.insert(userOrganizations).values({ userId, organizationId: 2 }),
  ],
  [
    'another record is merged into the account',
    async (userId) => merge({ from: await signedIn(), into: { id: userId } }),
  ],
  ['the account is of a guardian', async (userId) => linkGuardian(userId, (await signedIn()).id)],
  ['the account has a guardian', async (userId) => linkGuardian((await signedIn()).id, userId)],
]

test.each(obstacles)('a new e-mail address is not copied when %s', async (_title, arrange) => {
  const directory = await openDirectory()
  const { id } = await createPerson(directory)
  const before = (await readProvisioned(id)).user
  const email = newAddress()
  await arrange(before?.id ?? 0, email)
  const change = { op: 'replace', path: 'emails[type eq "work"].value', value: email }
  expect((await directory.patch(`/Users/${id}`, change)).body.emails).toMatchObject([{ value: email }])
  expect((await readProvisioned(id)).user).toMatchObject({ email: before?.email })
})

test('an e-mail address with other capitals is the same one', async () => {
  const directory = await openDirectory()
  const { id } = await createPerson(directory)
  const { user, userId } = await readProvisioned(id)
  const email = user?.email?.toUpperCase()
  const change = { op: 'replace', path: 'emails[type eq "work"].value', value: email }
  expect((await directory.patch(`/Users/${id}`, change)).body.emails).toMatchObject([{ value: email }])
  expect((await readProvisioned(id)).user).toMatchObject({ email: user?.email })
  expect(await readActions(userId ?? 0)).not.toContain('user.edited')
})

test('a new name is not copied to an account into which another record is merged', async () => {
  const directory = await openDirectory()
  const { id } = await createPerson(directory)
  await merge({ from: await signedIn(), into: { id: await accountOf(id) } })
  await directory.patch(`/Users/${id}`, { op: 'replace', path: 'name.givenName', value: 'Kapad' })
  expect((await readProvisioned(id)).user).toMatchObject({ firstName: 'Anna' })
})

test('an added e-mail address comes after the stored one', async () => {
  const directory = await openDirectory()
  const { id, person } = await createPerson(directory)
  const answer = await directory.patch(`/Users/${id}`, {
    op: 'add',
    path: 'emails',
    value: [{ type: 'home', value: newAddress() }],
  })
  expect(answer.body.emails).toEqual([{ value: person.userName, type: 'work', primary: true }])
})

test('the erasure of a member removes provisioned people with the address who have no account', async () => {
  const { person, email } = await createStaff({})
  const directory = await openDirectory()
  const { id } = await createPerson(directory, withAddress(email))
  await erasePersonById(person.id)
  expect(await query.select().from(provisioningPeople).where(eq(provisioningPeople.id, id))).toEqual([])
})

test.each([
  ['is linked', true],
  ['is no longer linked', false],
])('only the user name is kept of a person with a protected identity who %s', async (_title, isLinked) => {
  const directory = await openDirectory()
  const { id, person } = await createPerson(directory)
  const userId = await linkProvisioned(id)
  if (!isLinked) {
    await query.update(provisioningPeople).set({ isCreated: false }).where(eq(provisioningPeople.id, id))
    await query.delete(oidcLinks).where(eq(oidcLinks.userId, userId))
  }
  await protect(chief, userId)
  const hidden = { givenName: null, familyName: null, displayName: null, email: null, userName: person.userName }
  expect((await readProvisioned(id)).row).toMatchObject(hidden)
  expect((await directory.send('PUT', `/Users/${id}`, person)).status).toBe(200)
  expect((await readProvisioned(id)).row).toMatchObject(hidden)
  expect(await readActions(userId)).not.toContain('provisionedPerson.changed')
})

test('people with one address who are created at once get one account, and none of the requests fails', async () => {
  const directory = await openDirectory()
  const email = newAddress()
  const answers = await Promise.all(
    [1, 2, 3].map(() => directory.send('POST', '/Users', entraPerson(withAddress(email)))),
  )
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201])
  const accounts = await query.select().from(users).where(eq(users.email, email))
  expect(accounts).toHaveLength(1)
})
