import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { HeldRoles } from '#api/actor.ts'
import { oidcWithheldRoles } from '#api/people/external-login/table.ts'
import { roleExtensions } from '#api/people/roles/table.ts'
import { configurePortal } from '../configuration.ts'
import { insertFederation } from '../federation.ts'
import { createStaff, groups, openIdSettings, readActions } from '../openid.ts'
import { database, signedIn } from '../portal.ts'

await insertFederation()
await configurePortal({ features: ['RoleManagement'] })
const chief = await signedIn({ roles: { SuperAdministrator: {} } })

const limited: HeldRoles = { Administrator: { Organization: [2] } }
const rolesOf = async (id: number) => (await chief.json<{ roles: HeldRoles }>('GET', `/User/${id}`)).roles
const disconnect = async (id: number) => (await chief.fetch('DELETE', `/ExternalLogin/oidc/link/${id}`)).status

type Edit = (id: number) => Promise<Response>
const edits: [string, Edit][] = [
  [
    'the lists of one role',
    (id) =>
      chief.fetch('PUT', `/User/${id}/roles/extensions`, { role: 'Administrator', extensions: limited.Administrator }),
  ],
  [
    'several roles at once',
    (id) =>
      chief.fetch('PUT', `/User/${id}/updateRoles`, {
        rolesToAdd: [],
        rolesToRemove: [],
        extensions: { Administrator: limited.Administrator },
      }),
  ],
]

test.each(edits)('a role of a group that the office limits by %s is made by hand', async (_title, edit) => {
  const { person, signIn } = await createStaff({ Educator: {} })
  expect(await signIn(groups('office'))).toBe(200)
  expect((await edit(person.id)).status).toBe(200)
  expect(await disconnect(person.id)).toBe(204)
  expect(await rolesOf(person.id)).toEqual({ Educator: {}, ...limited })
  expect(await signIn(groups('office'))).toBe(200)
  expect(await rolesOf(person.id)).toEqual({ Educator: {}, ...limited })
  expect(await signIn(groups())).toBe(200)
  expect(await rolesOf(person.id)).toEqual({ Educator: {}, ...limited })
})

test('a role of a group that is limited for several people at once is made by hand', async () => {
  const { person, signIn } = await createStaff({})
  expect(await signIn(groups('teachers'))).toBe(200)
  const body = { userIds: [person.id], change: 'give', role: 'Educator', extensions: { Organization: [2] } }
  expect((await chief.fetch('PUT', '/User/roles', body)).status).toBe(200)
  expect(await disconnect(person.id)).toBe(204)
  expect(await rolesOf(person.id)).toEqual({ Educator: { Organization: [2] } })
})

const givings: [string, Edit][] = [
  ['gives it', (id) => chief.fetch('PUT', `/User/${id}/roles/Administrator`)],
  ['gives it among several', (id) => chief.fetch('PUT', `/User/${id}/updateRoles`, { rolesToAdd: ['Administrator'] })],
  [
    'saves it unchanged',
    (id) => chief.fetch('PUT', `/User/${id}/roles/extensions`, { role: 'Administrator', extensions: {} }),
  ],
  [
    'gives it to several people',
    (id) => chief.fetch('PUT', '/User/roles', { userIds: [id], change: 'give', role: 'Administrator', extensions: {} }),
  ],
]

test.each(givings)('a role of a group is made by hand when the office %s', async (_title, give) => {
  const { person, signIn, roles } = await createStaff({ Educator: {} })
  await signIn(groups('office', 'board'))
  const countChanges = async () => (await readActions(person.id)).filter((action) => action === 'roles.changed').length
  const before = await countChanges()
  for (const _time of [1, 2]) expect((await give(person.id)).status).toBe(200)
  expect(await countChanges()).toBe(before + 1)
  expect(await signIn(groups())).toBe(200)
  expect(await roles()).toEqual(['Administrator', 'Educator'])
})

test('a role of a group stays one when the office gives another role, or takes an entry that its list lacks', async () => {
  const { person, signIn, roles } = await createStaff({})
  await signIn(groups('office'))
  expect((await chief.fetch('PUT', `/User/${person.id}/roles/Educator`)).status).toBe(200)
  await database().query.insert(roleExtensions).values({
    userId: person.id,
    role: 'Administrator',
    kind: 'Organization',
    referenceId: 2,
  })
  const body = { userIds: [person.id], change: 'take', role: 'Administrator', extensions: { Organization: [3] } }
  expect((await chief.fetch('PUT', '/User/roles', body)).status).toBe(200)
  expect(await signIn(groups())).toBe(200)
  expect(await roles()).toEqual(['Educator'])
})

test('a role that the office removes does not come back while the group stays', async () => {
  const { person, signIn, roles } = await createStaff({ Educator: {} })
  await signIn(groups('office'))
  expect((await chief.fetch('DELETE', `/User/${person.id}/roles/Administrator`)).status).toBe(200)
  expect(await signIn(groups('office'))).toBe(200)
  expect(await roles()).toEqual(['Educator'])
  expect(await disconnect(person.id)).toBe(204)
  expect(await signIn(groups('office'))).toBe(200)
  expect(await roles()).toEqual(['Educator'])
  expect(await signIn(groups())).toBe(200)
  expect(await signIn(groups('office'))).toBe(200)
  expect(await roles()).toEqual(['Administrator', 'Educator'])
})

test('a role that the office limits and then removes does not come back unlimited', async () => {
  const { person, signIn, roles } = await createStaff({ Educator: {} })
  await signIn(groups('office'))
  await chief.json('PUT', `/User/${person.id}/updateRoles`, {
    rolesToAdd: [],
    rolesToRemove: [],
    extensions: { Administrator: limited.Administrator },
  })
  expect((await chief.fetch('DELETE', `/User/${person.id}/roles/Administrator`)).status).toBe(200)
  expect(await signIn(groups('office'))).toBe(200)
  expect(await roles()).toEqual(['Educator'])
})

const mapping = (text: string) => ({ ...openIdSettings, OIDC_GROUP_ROLES: text })

test.each<[string, object, Partial<Env>]>([
  ['the mapping is empty', groups('office'), mapping('')],
  ['the mapping names other roles', groups('office'), mapping('teachers=Educator')],
  ['the claim of groups is lost', {}, openIdSettings],
  ['the groups are kept elsewhere', { hasgroups: true }, openIdSettings],
])('a role that the office removed stays away also when %s for a while', async (_title, claims, settings) => {
  const { person, signIn, roles } = await createStaff({ Educator: {} })
  await signIn(groups('office', 'board'))
  expect((await chief.fetch('DELETE', `/User/${person.id}/roles/Administrator`)).status).toBe(200)
  expect(await signIn(claims, settings)).toBe(200)
  expect(await roles()).toEqual(['Educator'])
  expect(await signIn(groups('office', 'board'))).toBe(200)
  expect(await roles()).toEqual(['Educator', 'SuperAdministrator'])
})

test('a role that the office removed and gives by hand is remembered no more', async () => {
  const { person, signIn, roles } = await createStaff({ Educator: {} })
  await signIn(groups('office'))
  const path = `/User/${person.id}/roles/Administrator`
  expect((await chief.fetch('DELETE', path)).status).toBe(200)
  const listWithheld = () =>
    database().query.select().from(oidcWithheldRoles).where(eq(oidcWithheldRoles.userId, person.id))
  expect(await listWithheld()).toHaveLength(1)
  expect((await chief.fetch('PUT', path)).status).toBe(200)
  expect(await listWithheld()).toEqual([])
  expect(await signIn(groups())).toBe(200)
  expect(await roles()).toEqual(['Administrator', 'Educator'])
})
