import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { HeldRoles } from '#api/actor.ts'
import { userRoles } from '#api/people/roles/table.ts'
import { listAuditEntries } from '../audit.ts'
import { configurePortal } from '../configuration.ts'
import { insertFederation } from '../federation.ts'
import { database, type Person, signedIn } from '../portal.ts'

const { query } = database()
await insertFederation()
await configurePortal({ features: ['RoleManagement'] })

const superadministrator = await signedIn({ roles: { SuperAdministrator: {} } })
const administrator = await signedIn({ roles: { Administrator: {} } })
const district = await signedIn({ roles: { Administrator: { Organization: [2] } } })
const person = (roles: HeldRoles = {}, organizationIds = [20]) => signedIn({ roles, organizationIds })
const rolesOf = async (it: Person) => (await (await it.fetch('GET', '/User')).json<{ roles: HeldRoles }>()).roles

interface RoleChange {
  userId: number
  before: unknown
  after: unknown
  outcome: string
  refusal: string | null
}
async function several(as: Person, method: 'POST' | 'PUT', body: object) {
  const response = await as.fetch(method, method === 'POST' ? '/User/roles/preview' : '/User/roles', body)
  return { status: response.status, body: await response.json<RoleChange[] & { code?: string; fields?: object }>() }
}

test('thirty people get a role limited to a club in one request, as previewed', async () => {
  const people = await Promise.all(Array.from({ length: 30 }, () => person()))
  await administrator.fetch('PUT', `/User/${people[0]?.id}/roles/OrganizationAdmin`)
  const userIds = people.map(({ id }) => id)
  const body = { userIds, change: 'give', role: 'OrganizationAdmin', extensions: { Organization: [30] } }
  const preview = await several(administrator, 'POST', body)
  expect(preview.body).toHaveLength(30)
  const first = preview.body.find(({ userId }) => userId === userIds[0])
  expect(first).toMatchObject({ before: { Organization: [20] }, after: { Organization: [20, 30] }, outcome: 'gets' })
  const second = preview.body.find(({ userId }) => userId === userIds[1])
  expect(second).toMatchObject({ before: null, after: { Organization: [30] }, outcome: 'gets' })
  expect(await rolesOf(people[1] as Person)).toEqual({})
  const written = await several(administrator, 'PUT', body)
  expect(written).toMatchObject({ status: 200, body: preview.body })
  for (const it of people.slice(1, 3)) expect(await rolesOf(it)).toEqual({ OrganizationAdmin: { Organization: [30] } })
  const recorded = (await listAuditEntries('user')).filter(
    ({ targetId, data }) => userIds.includes(Number(targetId)) && (data as { together?: number }).together === 30,
  )
  expect(recorded).toHaveLength(30)
  expect((await several(administrator, 'PUT', body)).body.every(({ outcome }) => outcome === 'unchanged')).toBe(true)
  const response = await several(administrator, 'PUT', { ...body, change: 'take' })
  expect(response.body.every(({ outcome }) => outcome === 'loses')).toBe(true)
  expect(await rolesOf(people[0] as Person)).toEqual({ OrganizationAdmin: { Organization: [20] } })
  expect(await rolesOf(people[1] as Person)).toEqual({})
})

test('a change of several people is refused completely when one is not allowed, and the preview names them', async () => {
  const [plain, high, south] = [await person(), await person({ SuperAdministrator: {} }), await person({}, [30])]
  const body = { userIds: [plain.id, high.id], change: 'give', role: 'Educator' }
  const preview = await several(administrator, 'POST', body)
  expect(preview.body.map(({ userId, outcome }) => [userId, outcome])).toEqual(
    expect.arrayContaining([
      [plain.id, 'gets'],
      [high.id, 'refused'],
    ]),
  )
  expect(preview.body.find(({ userId }) => userId === high.id)?.refusal).toEqual(expect.any(String))
  expect(await several(administrator, 'PUT', body)).toMatchObject({ status: 403, body: { code: 'not_allowed' } })
  expect(await rolesOf(plain)).toEqual({})
  const beyond = { userIds: [plain.id], change: 'give', role: 'OrganizationAdmin', extensions: { Organization: [30] } }
  expect(await several(district, 'PUT', beyond)).toMatchObject({ status: 403, body: { code: 'rights_beyond_own' } })
  const hidden = { userIds: [plain.id, south.id], change: 'give', role: 'OrganizationAdmin' }
  expect((await several(district, 'POST', hidden)).body.map(({ userId }) => userId)).toEqual([plain.id])
  expect((await several(district, 'PUT', hidden)).status).toBe(403)
  const self = { userIds: [administrator.id], change: 'give', role: 'Educator' }
  expect(await several(administrator, 'PUT', self)).toMatchObject({ status: 403, body: { code: 'own_roles' } })
})

test('invalid lists of people and of references are refused, and so is a caller outside the office', async () => {
  const bo = await person()
  const body = { userIds: [bo.id], change: 'give', role: 'Educator', extensions: { EducationCategory: [999] } }
  expect(await several(administrator, 'PUT', body)).toMatchObject({ status: 400, body: { code: 'invalid_input' } })
  expect((await several(administrator, 'POST', { ...body, userIds: [] })).status).toBe(400)
  for (const it of [bo, await person({ Educator: {} }), await person({ OrganizationAdmin: {} })])
    for (const method of ['POST', 'PUT'] as const) expect((await several(it, method, body)).status).toBe(403)
})

test('the last superadministrator retains the role, also among several people', async () => {
  const others = await query.select().from(userRoles).where(eq(userRoles.role, 'SuperAdministrator'))
  const userIds = others.map(({ userId }) => userId)
  const response = await several(superadministrator, 'PUT', { userIds, change: 'take', role: 'SuperAdministrator' })
  expect(response).toMatchObject({ status: 409, body: { code: 'last_superadministrator' } })
  expect(await rolesOf(superadministrator)).toHaveProperty('SuperAdministrator')
})

test('two concurrent changes of the same people are both applied', async () => {
  const people = await Promise.all(Array.from({ length: 5 }, () => person()))
  const userIds = people.map(({ id }) => id)
  const give = (role: string) => several(superadministrator, 'PUT', { userIds, change: 'give', role })
  const answers = await Promise.all([give('Educator'), give('Administrator')])
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  for (const it of people) expect(await rolesOf(it)).toEqual({ Educator: {}, Administrator: {} })
})
