import { expect, test } from 'vitest'
import { integrationResources } from '#api/actor.ts'
import type { Call } from '#api/calls.ts'
import { contracts } from '#api/contracts.ts'
import { addDays } from '#api/days.ts'
import { notices } from '#api/foundation/notices/table.ts'
import { otherRequirementResults, otherRequirements } from '#api/participation/other-requirements/table.ts'
import { toPortalDay } from '#api/zone.ts'
import { type CallResources, toAddress } from '../callers.ts'
import { category, education, educationResult, part, partResult } from '../catalogue.ts'
import { insertIntegrationAccount } from '../integrations.ts'
import { insertCycle, insertLicense } from '../licenses.ts'
import { call, database, signedIn } from '../portal.ts'
import { runDailyJob } from '../queue.ts'

const { query } = database()
const now = new Date()

const inside = await signedIn({ lastName: 'Inifrån', organizationIds: [21], birthOn: '1990-01-01' })
const outside = await signedIn({ lastName: 'Utanför', organizationIds: [30], birthOn: '1990-01-01' })
const superadministrator = await signedIn({ roles: { SuperAdministrator: {} } })
const educationPartId = await part({ type: 1 })
const educationId = await education({ partIds: [educationPartId], categoryIds: [await category('Rally')] })
const licenseId = await insertLicense()
const [requirement] = await query
  .insert(otherRequirements)
  .values({ name: 'Läkarintyg', changedAt: now })
  .returning({ id: otherRequirements.id })
const otherRequirementId = requirement?.id ?? 0
for (const { id: userId } of [inside, outside]) {
  await educationResult({ userId, educationId, completed: true, completedAt: now })
  await partResult({ userId, educationPartId })
  await insertCycle({ userId, licenseId, validFromOn: '2026-01-01' })
  await query
    .insert(otherRequirementResults)
    .values({ userId, otherRequirementId, completedOn: '2026-01-02', createdAt: now })
}
// Ids of other resources are not in the paths of these calls.
const resources = { educationId, educationPartId, licenseId } as CallResources

const open: [string, NonNullable<Call['integration']>][] = Object.values(contracts).flatMap((calls) =>
  Object.entries(calls as Record<string, Call>).flatMap(([name, { integration }]) =>
    integration ? [[name, integration] as [string, NonNullable<Call['integration']>]] : [],
  ),
)

const bodyFor = (name: string, userId: number): unknown => {
  const bodies: Record<string, unknown> = {
    'POST /User': {
      externalId: 'någon',
      firstName: 'Test',
      lastName: 'Utanför',
      birthDate: '1990-01-01',
      memberships: [{ organizationId: 20 }],
    },
    'POST /User/filtered': {},
    'POST /User/several': [userId],
    'PUT /Educations/:id/results': [{ userId, completed: true }],
    'POST /OtherRequirement/results': { userId, otherRequirementId, completedDate: '2026-02-01' },
  }
  return bodies[name] ?? {}
}

async function make(secret: string, name: string, userId: number) {
  const [method = '', template = ''] = name.split(' ')
  const address = toAddress(template, resources, userId)
  const search = template === '/Educations/results' ? `?ids=${educationId}` : ''
  const response = await call(secret)(
    method,
    `${address}${search}`,
    method === 'GET' ? undefined : bodyFor(name, userId),
  )
  const text = await response.text()
  return { status: response.status, text, code: response.ok ? null : (JSON.parse(text) as { code: string }).code }
}

const names = (text: string, { id }: { id: number }) =>
  new RegExp(`"(userId|id)":${id}[,}]`).test(text) || text.includes(id === outside.id ? 'Utanför' : 'Inifrån')

test('an account that is limited to a district gets nothing of other people by any call', async () => {
  const { secret } = await insertIntegrationAccount({ organizationIds: [2] })
  expect(open.length).toBeGreaterThan(15)
  const answered: string[] = []
  for (const [name, { isNarrowed }] of open) {
    const { status, text, code } = await make(secret, name, outside.id)
    if (!isNarrowed) expect(code, name).toBe('integration_organizations_only')
    else if (status >= 400) expect([403, 404, 409], `${name}: ${text}`).toContain(status)
    else {
      answered.push(name)
      expect(names(text, outside), `${name}: ${text}`).toBe(false)
    }
  }
  expect(answered.sort()).toEqual([
    'GET /EducationParts/:id/results',
    'GET /Educations/:id/resultsByOrganization',
    'GET /Educations/results',
    'POST /User/filtered',
    'POST /User/several',
  ])
})

test('the same account reaches the people of the clubs below, by each call that is narrowed', async () => {
  const { secret } = await insertIntegrationAccount({ organizationIds: [2] })
  for (const [name, { isNarrowed }] of open) {
    if (!isNarrowed || name === 'POST /User') continue
    const { status, text } = await make(secret, name, inside.id)
    expect(status, `${name}: ${text}`).toBe(200)
    expect(names(text, outside), name).toBe(false)
    if (!name.endsWith('/organizations')) expect(names(text, inside), `${name}: ${text}`).toBe(true)
  }
})

test('an account that may only write is narrowed too', async () => {
  const { secret } = await insertIntegrationAccount({ roles: ['IntegrationWrite'], organizationIds: [20] })
  expect((await make(secret, 'PUT /Educations/:id/results', inside.id)).status).toBe(403)
  expect((await make(secret, 'POST /OtherRequirement/results', inside.id)).status).toBe(404)
})

test('an organisation that is gone limits its account to nobody', async () => {
  const { secret } = await insertIntegrationAccount({ organizationIds: [987_654] })
  expect(JSON.parse((await make(secret, 'POST /User/filtered', inside.id)).text)).toMatchObject({ total: 0 })
  expect((await make(secret, 'GET /User/:id', inside.id)).status).toBe(404)
})

test('each call that is open to accounts belongs to a resource, and each resource has a call, the record store or SCIM', () => {
  const used = new Set(open.map(([, { resource }]) => resource))
  expect([...used, 'staff', 'statements'].sort()).toEqual([...integrationResources].sort())
})

test('a call of a resource that the account may not use is refused', async () => {
  const { secret } = await insertIntegrationAccount({ resources: ['licenses'] })
  for (const [name, { resource }] of open) {
    const { code } = await make(secret, name, inside.id)
    if (resource === 'licenses') expect(code, name).toBeNull()
    else expect(code, name).toBe('integration_resource_closed')
  }
})

test('the record store is closed to an account without the resource, and to a limited one', async () => {
  const send = (secret: string) =>
    call(secret)('GET', '/articulate/statements', undefined, { 'x-experience-api-version': '1.0.3' })
  const read = async (secret: string) => (await send(secret)).status
  const { status, headers } = await send((await insertIntegrationAccount()).secret)
  expect(status).toBe(200)
  expect(headers.get('ratelimit-policy')).toMatch(/^"record-store";q=\d+;w=60$/)
  expect(await read((await insertIntegrationAccount({ resources: ['people'] })).secret)).toBe(403)
  expect(await read((await insertIntegrationAccount({ organizationIds: [2] })).secret)).toBe(403)
})

test('an account calls on its last day, and is refused as an inactive one from the day after', async () => {
  const today = toPortalDay(new Date())
  const statusOf = async (expiresOn: string) =>
    (await make((await insertIntegrationAccount({ expiresOn })).secret, 'GET /User/:id', inside.id)).status
  expect(await statusOf(today)).toBe(200)
  expect(await statusOf(addDays(today, -1))).toBe(401)
})

test('superadministrators are notified once of an account that expires within fourteen days', async () => {
  const today = toPortalDay(new Date())
  const read = async () =>
    (await query.select().from(notices)).filter(
      ({ kind, userId }) => kind === 'integrationExpiring' && userId === superadministrator.id,
    )
  await insertIntegrationAccount({ expiresOn: addDays(today, 15) })
  await insertIntegrationAccount({ expiresOn: addDays(today, -1) })
  await runDailyJob('integrations.expiry')
  const before = (await read()).length
  const { id } = await insertIntegrationAccount({ expiresOn: addDays(today, 14) })
  await runDailyJob('integrations.expiry')
  await runDailyJob('integrations.expiry')
  expect(await read()).toHaveLength(before + 1)
  expect((await read()).at(-1)).toMatchObject({ path: '/config?tab=accounts', values: { date: addDays(today, 14) } })
  expect(id).toBeGreaterThan(0)
})
