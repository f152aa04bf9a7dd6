import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { HeldRoles } from '#api/actor.ts'
import { withCategoryWords } from '#api/catalogue/education-categories/rules.ts'
import { educationCategories } from '#api/catalogue/education-categories/table.ts'
import { userRoles } from '#api/people/roles/table.ts'
import { userOrganizations, users } from '#api/people/users/table.ts'
import { listAuditEntries } from '../audit.ts'
import { configurePortal } from '../configuration.ts'
import { insertFederation } from '../federation.ts'
import { anonymous, database, type Person, signedIn } from '../portal.ts'

const now = new Date()
const { query } = database()
await insertFederation()
for (const id of [4, 5])
  await query.insert(educationCategories).values(withCategoryWords({ id, name: `Gren ${id}`, changedAt: now }))
await configurePortal({ features: ['RoleManagement'] })

const superadministrator = await signedIn({ roles: { SuperAdministrator: {} } })
const administrator = await signedIn({ roles: { Administrator: {} } })
const district = await signedIn({ roles: { Administrator: { Organization: [2] } } })
const person = (roles: HeldRoles = {}, organizationIds = [20]) => signedIn({ roles, organizationIds })

interface Answer {
  status: number
  body: { code?: string; roles: HeldRoles; fields?: Record<string, string>; message: string }
}

async function ask(as: Person, method: string, path: string, body?: unknown): Promise<Answer> {
  const response = await as.fetch(method, path, body)
  return { status: response.status, body: await response.json() }
}
const rolesOf = async (it: Person) => (await ask(it, 'GET', '/User')).body.roles
const extend = (as: Person, it: Person, role: string, extensions: unknown) =>
  ask(as, 'PUT', `/User/${it.id}/roles/extensions`, { role, extensions })

test('a role is added and removed singly, applies at once in open sessions and is recorded with before and after', async () => {
  const bo = await person()
  expect((await bo.fetch('POST', '/User/filtered', {})).status).toBe(403)
  const given = await ask(superadministrator, 'PUT', `/User/${bo.id}/roles/OrganizationAdmin`)
  expect(given).toMatchObject({
    status: 200,
    body: { id: bo.id, roles: { OrganizationAdmin: { Organization: [20] } } },
  })
  expect(await rolesOf(bo)).toEqual({ OrganizationAdmin: { Organization: [20] } })
  expect((await bo.fetch('POST', '/User/filtered', {})).status).toBe(200)
  expect((await listAuditEntries('user'))[0]).toEqual({
    action: 'roles.changed',
    userId: superadministrator.id,
    targetId: String(bo.id),
    data: { before: { OrganizationAdmin: null }, after: { OrganizationAdmin: { Organization: [20] } } },
  })
  expect((await ask(superadministrator, 'DELETE', `/User/${bo.id}/roles/OrganizationAdmin`)).body.roles).toEqual({})
  expect((await bo.fetch('POST', '/User/filtered', {})).status).toBe(403)
})

test('adding a role again, also concurrently, changes nothing and is recorded once', async () => {
  const bo = await person()
  const path = `/User/${bo.id}/roles/Educator`
  const answers = await Promise.all([1, 2, 3].map(() => ask(administrator, 'PUT', path)))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  expect((await ask(administrator, 'PUT', path)).body.roles).toEqual({ Educator: {} })
  const recorded = (await listAuditEntries('user')).filter(({ targetId }) => targetId === String(bo.id))
  expect(recorded).toHaveLength(1)
})

test('a role and its lists are added in one write, so that it never has too much access', async () => {
  const bo = await person()
  const give = (extensions: unknown, rolesToAdd = ['Administrator']) =>
    ask(superadministrator, 'PUT', `/User/${bo.id}/updateRoles`, { rolesToAdd, extensions })
  expect((await give({ Administrator: { Organization: [999] } })).body.fields).toEqual({
    'extensions.Administrator.Organization': expect.any(String),
  })
  expect(await rolesOf(bo)).toEqual({})
  const given = await give({ Administrator: { Organization: [2] } })
  expect(given.body.roles).toEqual({ Administrator: { Organization: [2] } })
  expect((await listAuditEntries('user'))[0]?.data).toMatchObject({ after: { Administrator: { Organization: [2] } } })
  expect((await give({ Educator: { Organization: [2] } }, [])).body.code).toBe('role_not_held')
})

test('lists are replaced, removed with their role, and refer to existing things only', async () => {
  const bo = await person({ Educator: {} })
  const given = await extend(administrator, bo, 'Educator', { EducationCategory: [4, 5], Organization: [20] })
  expect(given.body.roles).toEqual({ Educator: { EducationCategory: [4, 5], Organization: [20] } })
  expect((await extend(administrator, bo, 'Educator', { EducationCategory: [5, 5] })).body.roles).toEqual({
    Educator: { EducationCategory: [5] },
  })
  expect((await listAuditEntries('user'))[0]?.data).toEqual({
    before: { Educator: { EducationCategory: [4, 5], Organization: [20] } },
    after: { Educator: { EducationCategory: [5] } },
  })
  const unknown = await extend(administrator, bo, 'Educator', { EducationCategory: [5, 999] })
  expect(unknown).toMatchObject({ status: 400, body: { code: 'invalid_input' } })
  expect(Object.keys(unknown.body.fields ?? {})).toEqual(['extensions.EducationCategory'])
  await ask(administrator, 'DELETE', `/User/${bo.id}/roles/Educator`)
  await ask(administrator, 'PUT', `/User/${bo.id}/roles/Educator`)
  expect(await rolesOf(bo)).toEqual({ Educator: {} })
  expect(await extend(administrator, bo, 'OrganizationAdmin', {})).toMatchObject({
    status: 409,
    body: { code: 'role_not_held' },
  })
})

test('several roles change together or not at all', async () => {
  const bo = await person({ Educator: { EducationCategory: [4] } })
  const path = `/User/${bo.id}/updateRoles/`
  const change = { rolesToAdd: ['OrganizationAdmin'], rolesToRemove: ['Educator'] }
  expect((await ask(administrator, 'PUT', path, change)).body.roles).toEqual({
    OrganizationAdmin: { Organization: [20] },
  })
  const mixed = { rolesToAdd: ['Educator', 'Administrator'], rolesToRemove: ['OrganizationAdmin'] }
  expect((await ask(administrator, 'PUT', path, mixed)).status).toBe(403)
  expect(await rolesOf(bo)).toEqual({ OrganizationAdmin: { Organization: [20] } })
  expect((await ask(superadministrator, 'PUT', path, mixed)).body.roles).toEqual({ Educator: {}, Administrator: {} })
  const both = await ask(superadministrator, 'PUT', path, { rolesToAdd: ['Educator'], rolesToRemove: ['Educator'] })
  expect(both).toMatchObject({ status: 400, body: { fields: { rolesToRemove: expect.any(String) } } })
})

test('nobody adds roles to themselves', async () => {
  for (const it of [administrator, district])
    for (const [method, path, body] of [
      ['PUT', 'roles/SuperAdministrator'],
      ['PUT', 'roles/Educator'],
      ['PUT', 'roles/extensions', { role: 'Administrator', extensions: {} }],
      ['PUT', 'updateRoles', { rolesToAdd: ['OrganizationAdmin'] }],
    ] as const)
      expect(await ask(it, method, `/User/${it.id}/${path}`, body)).toMatchObject({
        status: 403,
        body: { code: 'own_roles' },
      })
  for (const roles of [{}, { Educator: {} }, { OrganizationAdmin: {} }] as HeldRoles[]) {
    const it = await person(roles)
    expect((await ask(it, 'PUT', `/User/${it.id}/roles/Educator`)).status).toBe(403)
    const self = await ask(it, 'PUT', `/user/edit/${it.id}`, { phone: '0701234567', roles: { Administrator: {} } })
    expect(self).toMatchObject({ status: 200, body: { roles } })
  }
  expect((await anonymous('PUT', `/User/${administrator.id}/roles/Educator`)).status).toBe(401)
})

test('nobody adds or removes roles beyond their own', async () => {
  const bo = await person()
  expect((await ask(administrator, 'PUT', `/User/${bo.id}/roles/Administrator`)).status).toBe(403)
  const above = await person({ SuperAdministrator: {}, Educator: {} })
  expect((await ask(administrator, 'DELETE', `/User/${above.id}/roles/SuperAdministrator`)).status).toBe(403)
  expect((await ask(administrator, 'DELETE', `/User/${above.id}/roles/Educator`)).status).toBe(403)
})

test('a district adds roles to its own people, and no role beyond its scope', async () => {
  const refused = (answer: Answer) => expect(answer).toMatchObject({ status: 403, body: { code: 'rights_beyond_own' } })
  const north = await person()
  const south = await person({}, [30])
  const both = await person({}, [20, 30])
  const put = (it: Person, role: string) => ask(district, 'PUT', `/User/${it.id}/roles/${role}`)
  expect((await put(north, 'OrganizationAdmin')).status).toBe(200)
  expect((await put(south, 'OrganizationAdmin')).body.code).toBe('not_allowed')
  refused(await put(both, 'OrganizationAdmin'))
  refused(await extend(district, north, 'OrganizationAdmin', { Organization: [20, 30] }))
  refused(await extend(district, north, 'OrganizationAdmin', { Organization: [1] }))
  expect((await extend(district, north, 'OrganizationAdmin', { Organization: [21] })).status).toBe(200)
  expect((await put(north, 'Educator')).status).toBe(200)
  refused(await extend(district, north, 'Educator', { EducationCategory: [4] }))
  expect((await extend(district, north, 'Educator', { EducationCategory: [4], Organization: [2] })).status).toBe(200)
  await extend(superadministrator, north, 'OrganizationAdmin', { Organization: [30] })
  refused(await ask(district, 'DELETE', `/User/${north.id}/roles/OrganizationAdmin`))
  expect(await rolesOf(north)).toHaveProperty('OrganizationAdmin')
})

test.each([
  ['PUT', 'roles/Emperor', undefined, 400],
  ['PUT', 'updateRoles', { rolesToAdd: ['Emperor'] }, 400],
  ['PUT', 'updateRoles', { rolesToAdd: 'Educator' }, 400],
  ['PUT', 'roles/extensions', { role: 'Educator', extensions: { Planet: [1] } }, 400],
  ['PUT', 'roles/extensions', { role: 'Educator', extensions: { Organization: ['1'] } }, 400],
])('the change %s %s with %j is refused with its field', async (method, path, body, status) => {
  const answer = await ask(superadministrator, method, `/User/${administrator.id}/${path}`, body)
  expect(answer.status).toBe(status)
  expect(Object.keys(answer.body.fields ?? {})).toHaveLength(1)
})

test('a person who does not exist has no roles to change', async () => {
  expect((await ask(superadministrator, 'PUT', '/User/999999/roles/Educator')).status).toBe(404)
})

test('with the feature off there are no such calls', async () => {
  await configurePortal({ features: [] })
  expect((await ask(superadministrator, 'PUT', `/User/${administrator.id}/roles/Educator`)).status).toBe(404)
  await configurePortal({ features: ['RoleManagement'] })
})

// Last, because it leaves the portal with one superadministrator.
test('an organisation administrator administers the clubs at the time of the role, not those joined later', async () => {
  const bo = await person()
  await ask(administrator, 'PUT', `/User/${bo.id}/roles/OrganizationAdmin`)
  await query.insert(userOrganizations).values({ userId: bo.id, organizationId: 30 })
  const south = await person({}, [30])
  const seen = await bo.json<{
    items: { id: number }[]
  }>('POST', '/User/filtered', { pageSize: 200 })
  expect(seen.items.map(({ id }) => id)).not.toContain(south.id)
  expect(seen.items.map(({ id }) => id)).toContain(bo.id)
  const emptied = await extend(superadministrator, bo, 'OrganizationAdmin', {})
  expect(emptied.body.roles).toEqual({ OrganizationAdmin: { Organization: [20, 30] } })
})

test('of two concurrent changes of a person’s lists the later gets a version conflict, and the first is preserved', async () => {
  const bo = await person({ Educator: { EducationCategory: [4] } })
  const { lastChange } = await (await superadministrator.fetch('GET', `/User/${bo.id}`)).json<{ lastChange: string }>()
  const update = (EducationCategory: number[]) => ({
    rolesToAdd: ['Educator'],
    extensions: { Educator: { EducationCategory } },
  })
  const path = `/User/${bo.id}/updateRoles`
  expect((await ask(superadministrator, 'PUT', path, { ...update([4, 5]), lastChange })).status).toBe(200)
  const late = await ask(administrator, 'PUT', path, { ...update([4]), lastChange })
  expect([late.status, late.body.code]).toEqual([409, 'changed_meanwhile'])
  const extended = await ask(administrator, 'PUT', `/User/${bo.id}/roles/extensions`, {
    role: 'Educator',
    extensions: {},
    lastChange,
  })
  expect([extended.status, extended.body.code]).toEqual([409, 'changed_meanwhile'])
  expect(await rolesOf(bo)).toEqual({ Educator: { EducationCategory: [4, 5] } })
})

test('the last superadministrator remains, also when two remove each other concurrently', async () => {
  await query.delete(userRoles).where(eq(userRoles.role, 'Administrator'))
  const [one, other] = [await person({ SuperAdministrator: {} }), await person({ SuperAdministrator: {} })]
  const roleRows = await query.select().from(userRoles).where(eq(userRoles.role, 'SuperAdministrator'))
  for (const { userId } of roleRows)
    if (userId !== one.id && userId !== other.id)
      expect((await ask(one, 'DELETE', `/User/${userId}/roles/SuperAdministrator`)).status).toBe(200)
  const answers = await Promise.all([
    ask(one, 'DELETE', `/User/${other.id}/roles/SuperAdministrator`),
    ask(other, 'DELETE', `/User/${one.id}/roles/SuperAdministrator`),
    ask(one, 'DELETE', `/User/${one.id}/roles/SuperAdministrator`),
  ])
  // Removing a role that has just been removed is no error, so two calls may succeed.
  expect(answers.some(({ status }) => status !== 200)).toBe(true)
  const left = await query.select().from(userRoles).where(eq(userRoles.role, 'SuperAdministrator'))
  expect(left).toHaveLength(1)
  const last = left[0]?.userId === one.id ? one : other
  const refused = await ask(last, 'DELETE', `/User/${last.id}/roles/SuperAdministrator`)
  expect(refused).toMatchObject({ status: 409, body: { code: 'last_superadministrator' } })
  const asleep = await person({ SuperAdministrator: {} })
  await query.update(users).set({ inactiveAt: now }).where(eq(users.id, asleep.id))
  const again = await ask(last, 'PUT', `/User/${last.id}/updateRoles`, { rolesToRemove: ['SuperAdministrator'] })
  expect(again.body.code).toBe('last_superadministrator')
})
