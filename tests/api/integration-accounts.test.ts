import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { withEducationWords } from '#api/catalogue/educations/rules.ts'
import { educations } from '#api/catalogue/educations/table.ts'
import { contracts } from '#api/contracts.ts'
import { auditEntries } from '#api/foundation/audit/table.ts'
import { educationResults } from '#api/participation/results/table.ts'
import { integrationAccounts } from '#api/people/integrations/table.ts'
import { listAuditEntries } from '../audit.ts'
import { insertFederation } from '../federation.ts'
import { unlimited } from '../integrations.ts'
import { anonymous, call, database, type Person, signedIn } from '../portal.ts'

const now = new Date()
const { query } = database()
await insertFederation()
const common = { createdAt: now, changedAt: now }
await query
  .insert(educations)
  .values(withEducationWords({ id: 7, title: 'Kurs', paymentMethods: [], customQuestions: [], ...common }))

const superadministrator = await signedIn({ roles: { SuperAdministrator: {} } })
const anna = await signedIn({ firstName: 'Anna', email: 'anna@example.se', organizationIds: [20] })

const path = '/User/integrationaccounts'
interface Account {
  id: number
  name: string
  roles: string[]
  active: boolean
  lastUsed: string | null
  lastChange: string
  password: string
}
let accounts = 0
async function account(...roles: string[]): Promise<Account> {
  accounts += 1
  const response = await superadministrator.fetch('POST', path, { name: `System ${accounts}`, roles, ...unlimited })
  expect(response.status).toBe(200)
  return response.json()
}
const bearer = ({ password }: Account) => call(password)
const basic =
  (id: number, password: string): Person['fetch'] =>
  (method, to, body, headers = {}) =>
    anonymous(method, to, body, { ...headers, authorization: `Basic ${btoa(`${id}:${password}`)}` })
const listed = async (id: number) =>
  (await (await superadministrator.fetch('GET', path)).json<Account[]>()).find((one) => one.id === id)

test('a password is shown once, and neither stored nor listed', async () => {
  const made = await account('IntegrationRead', 'IntegrationRead')
  expect(made).toMatchObject({ roles: ['IntegrationRead'], active: true, lastUsed: null })
  expect(made.password.length).toBeGreaterThan(40)
  expect(await listed(made.id)).not.toHaveProperty('password')
  const stored = JSON.stringify([
    await query.select().from(integrationAccounts),
    await query.select().from(auditEntries),
  ])
  expect(stored).not.toContain(made.password)
  expect((await listAuditEntries('integrationAccount'))[0]).toMatchObject({
    action: 'integration.created',
    targetId: String(made.id),
    userId: superadministrator.id,
  })
})

test('an account reads by Basic or by token, with its last use and each call recorded', async () => {
  const made = await account('IntegrationRead')
  for (const machine of [bearer(made), basic(made.id, made.password)]) {
    const response = await machine('GET', `/User/${anna.id}`)
    expect(response.status).toBe(200)
    expect(await response.json()).toMatchObject({ email: 'anna@example.se' })
  }
  expect(new Date((await listed(made.id))?.lastUsed ?? 0).getTime()).toBeGreaterThanOrEqual(now.getTime())
  expect((await bearer(made)('POST', '/Authentication/Logout')).status).toBe(403)
  const recorded = (await listAuditEntries('integrationAccount')).filter(({ targetId }) => targetId === String(made.id))
  expect(recorded.map(({ action, userId, data }) => [action, userId, data['call']])).toEqual([
    ['integration.called', null, 'POST /Authentication/Logout'],
    ['integration.called', null, 'GET /User/:id'],
    ['integration.called', null, 'GET /User/:id'],
    ['integration.created', superadministrator.id, undefined],
  ])
  expect(recorded[1]?.data).toEqual({
    call: 'GET /User/:id',
    path: `/api/User/${anna.id}`,
    integrationAccountId: made.id,
  })
})

test('a wrong password, another account’s id and no credentials are refused', async () => {
  const [made, other] = [await account('IntegrationRead'), await account('IntegrationRead')]
  for (const visitor of [
    basic(other.id, made.password),
    basic(made.id, `${made.password}x`),
    basic(made.id, ''),
    call(`${made.password}x`),
    anonymous,
  ])
    expect((await visitor('GET', `/User/${anna.id}`)).status).toBe(401)
})

const declared = Object.values(contracts).flatMap((calls) => Object.entries(calls))
const addressOf = (template: string) => template.replace(/:\w+/g, '1')

test('every call without an integration permission refuses integration accounts', { timeout: 120_000 }, async () => {
  const both = { Read: await account('IntegrationRead'), Write: await account('IntegrationWrite') }
  for (const [name, { who, integration, cache, feature }] of declared) {
    const [method = '', template = ''] = name.split(' ')
    // Public cached answers do not depend on the caller, and calls of a disabled feature do not exist.
    if (feature || (who === 'anyone' && typeof cache === 'object')) continue
    const statuses = await Promise.all(
      Object.values(both).map(
        async (it) => (await bearer(it)(method, addressOf(template), method === 'GET' ? undefined : {})).status,
      ),
    )
    const open = [integration?.permission === 'IntegrationRead', integration?.permission === 'IntegrationWrite']
    expect(
      statuses.map((status) => status !== 403),
      name,
    ).toEqual(open)
  }
})

test('an account that may write registers results, marked with their source', async () => {
  const made = await account('IntegrationWrite')
  const write = () =>
    bearer(made)('PUT', '/Educations/7/results', [
      { userId: anna.id, completed: true, completedDate: '2026-01-02T10:00:00.000Z' },
    ])
  for (const response of [await write(), await write()]) {
    expect(response.status).toBe(200)
    expect(await response.json()).toMatchObject([
      { userId: anna.id, completed: true, source: 3, registeredByUserId: null },
    ])
  }
  const rows = await query.select().from(educationResults).where(eq(educationResults.userId, anna.id))
  expect(rows).toHaveLength(1)
  expect((await listAuditEntries('education'))[0]).toMatchObject({
    userId: null,
    data: { integrationAccountId: made.id },
  })
  const reader = await account('IntegrationRead')
  const results = await bearer(reader)('GET', `/user/${anna.id}/educationresults`)
  expect(await results.json()).toMatchObject([{ educationId: 7, completed: true }])
  expect(await (await bearer(reader)('POST', '/User/filtered', { searchString: 'anna' })).json()).toMatchObject({
    total: 1,
  })
})

test('a new password, a deactivation and a removal take effect at once', async () => {
  const made = await account('IntegrationRead')
  const sees = async (password: string) => (await call(password)('GET', `/User/${anna.id}`)).status
  const rotated = await superadministrator.fetch('POST', `${path}/${made.id}/newpassword`)
  const { password } = await rotated.json<{ password: string }>()
  expect(rotated.headers.get('cache-control')).toContain('no-store')
  expect([await sees(made.password), await sees(password)]).toEqual([401, 200])
  const edit = { name: made.name, roles: ['IntegrationRead'], ...unlimited }
  await superadministrator.fetch('PUT', `${path}/${made.id}`, { ...edit, active: false })
  expect(await sees(password)).toBe(401)
  await superadministrator.fetch('PUT', `${path}/${made.id}`, { ...edit, active: true })
  expect(await sees(password)).toBe(200)
  await superadministrator.fetch('PUT', `${path}/${made.id}`, { ...edit, active: true, roles: ['IntegrationWrite'] })
  expect(await sees(password)).toBe(403)
  expect(
    (await listAuditEntries('integrationAccount')).find(({ action }) => action === 'integration.changed')?.data,
  ).toEqual({
    before: { roles: ['IntegrationRead'] },
    after: { roles: ['IntegrationWrite'] },
  })
  expect((await superadministrator.fetch('DELETE', `${path}/${made.id}`)).status).toBe(204)
  expect(await sees(password)).toBe(401)
  expect((await superadministrator.fetch('DELETE', `${path}/${made.id}`)).status).toBe(404)
})

test('a name is unique, and a version conflict is refused', async () => {
  const [one, other] = [await account('IntegrationRead'), await account('IntegrationRead')]
  const again = await superadministrator.fetch('POST', path, {
    name: one.name.toUpperCase(),
    roles: ['IntegrationRead'],
    ...unlimited,
  })
  expect(again.status).toBe(409)
  expect(await again.json()).toMatchObject({ code: 'integration_name_taken' })
  const edit = { name: one.name, roles: ['IntegrationRead'], ...unlimited, active: true }
  expect((await superadministrator.fetch('PUT', `${path}/${other.id}`, edit)).status).toBe(409)
  const late = { ...edit, lastChange: new Date(0).toISOString() }
  const refused = await superadministrator.fetch('PUT', `${path}/${one.id}`, late)
  expect(await refused.json()).toMatchObject({ status: 409, code: 'changed_meanwhile' })
})

test('only superadministrators see and create accounts; integration accounts do not', async () => {
  const made = await account('IntegrationRead', 'IntegrationWrite')
  const others: [Person['fetch'], number][] = [
    [anonymous, 401],
    [anna.fetch, 403],
    [bearer(made), 403],
    ...(await Promise.all(
      (['Administrator', 'Educator', 'OrganizationAdmin'] as const).map(
        async (role): Promise<[Person['fetch'], number]> => [(await signedIn({ roles: { [role]: {} } })).fetch, 403],
      ),
    )),
  ]
  const body = { name: 'Min egen', roles: ['IntegrationWrite'], active: true }
  for (const [visitor, status] of others)
    for (const [method, to] of [
      ['GET', path],
      ['POST', path],
      ['POST', `${path}/${made.id}/newpassword`],
      ['PUT', `${path}/${made.id}`],
      ['DELETE', `${path}/${made.id}`],
    ] as const)
      expect((await visitor(method, to, method === 'GET' ? undefined : body)).status, `${method} ${to}`).toBe(status)
  expect(await listed(made.id)).toMatchObject({ name: made.name, active: true })
})

test.each([
  { name: '' },
  { name: 'x'.repeat(101) },
  { roles: [] },
  { roles: ['SuperAdministrator'] },
  { resources: [] },
  { expiresOn: 'snart' },
  { organizationIds: [999] },
])('%j is refused with its field', async (wrong) => {
  const response = await superadministrator.fetch('POST', path, {
    name: 'Fel',
    roles: ['IntegrationRead'],
    ...unlimited,
    ...wrong,
  })
  expect(response.status).toBe(400)
  const { fields } = await response.json<{ fields: object }>()
  expect(Object.keys(fields)[0]).toContain(Object.keys(wrong)[0])
})
