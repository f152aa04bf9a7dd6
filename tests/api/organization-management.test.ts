import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { organizations } from '#api/people/organizations/table.ts'
import { listAuditEntries } from '../audit.ts'
import { anonymous, exactCall, invalidateCache, signedIn } from '../portal.ts'
import {
  addOrganization,
  changeOrganization,
  createOrganization,
  loadManaged,
  loadPath,
  loadRow,
  office,
  query,
  readCode,
  readFields,
} from './organization-fixtures.ts'

const address = { addressLine1: 'Banvägen 1', postalNumber: '123 45', city: 'Karlstad' }

test('an organisation is added with its path, and the log records its fields', async () => {
  const club = await createOrganization({ name: 'Kils MK', type: 2, parentId: 2, orgNr: '8024000005', city: null })
  expect(club).toMatchObject({
    name: 'Kils MK',
    type: 2,
    parentId: 2,
    parentName: 'Distrikt Norr',
    orgNr: '802400-0005',
    active: true,
    isMain: false,
    canBeInvoiced: false,
    isRegistered: false,
  })
  expect(await loadPath(club.id)).toBe(`/1/2/${club.id}/`)
  expect((await listAuditEntries('organization'))[0]).toMatchObject({
    action: 'organization.created',
    userId: office.id,
    targetId: String(club.id),
    data: { after: { organizationType: 2, name: 'Kils MK', parentId: 2, orgNr: '802400-0005' } },
  })
})

test('a repeated request adds one', async () => {
  const body = { name: 'Kils MK', type: 2, parentId: 2 }
  const headers = { 'idempotency-key': crypto.randomUUID() }
  const answers = await Promise.all([addOrganization(body, headers), addOrganization(body, headers)])
  expect(answers.some(({ status }) => status === 200)).toBe(true)
  const rows = await query.select().from(organizations).where(eq(organizations.name, 'Kils MK'))
  expect(rows.length).toBe(1)
})

test('two concurrent requests with the same number add one organisation', async () => {
  const body = { name: 'Kils MK', type: 2, parentId: 2, orgNr: '802400-0005' }
  const answers = await Promise.all([addOrganization(body), addOrganization({ ...body, name: 'Kil' })])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  const refused = answers.find(({ status }) => status === 409)
  expect(refused && (await readFields(refused))).toEqual([409, 'organization_number_taken', ['orgNr']])
  expect(await readFields(await changeOrganization(20, { orgNr: '8024000005' }))).toEqual([
    409,
    'organization_number_taken',
    ['orgNr'],
  ])
})

test('the number of an organisation from the register cannot be taken either', async () => {
  await query.update(organizations).set({ externalId: 'K21', orgNr: '8024000005' }).where(eq(organizations.id, 21))
  await query.update(organizations).set({ externalId: 'K20' }).where(eq(organizations.id, 20))
  const refusal = [409, 'organization_number_taken', ['orgNr']]
  expect(await readFields(await changeOrganization(20, { name: 'Nytt', orgNr: '802400-0005' }))).toEqual(refusal)
  expect(
    await (
      await changeOrganization(21, { orgNr: '802400-0005', city: 'Luleå', addressLine1: 'A', postalNumber: '1' })
    ).json(),
  ).toMatchObject({
    name: 'Luleå MS',
    orgNr: '802400-0005',
  })
})

test('a new portal enters its data controller, and the page about personal data shows it', async () => {
  await query.delete(organizations)
  await invalidateCache()
  const source = async () => (await office.fetch('GET', '/Organization/source')).json()
  expect(await (await anonymous('GET', '/Organization/mainOrg')).json()).toBeNull()
  expect(await source()).toEqual({ isRegister: false, hasController: false })
  const federation = await createOrganization({
    name: 'Bilsportförbundet',
    type: 0,
    orgNr: '802400-0005',
    website: 'https://bilsport.example',
    ...address,
  })
  expect(federation).toMatchObject({ isMain: true, parentId: null })
  expect(await source()).toEqual({ isRegister: false, hasController: true })
  expect(await (await anonymous('GET', '/Organization/mainOrg')).json()).toEqual({
    name: 'Bilsportförbundet',
    orgNr: '802400-0005',
    website: 'https://bilsport.example',
    address: { ...address, addressLine2: null, country: '' },
  })
})

test('a change is logged with before and after, and leaves the other fields unchanged', async () => {
  const before = await loadManaged(20)
  const response = await changeOrganization(20, {
    canBeInvoiced: true,
    invoiceEmail: 'kassor@are.example',
    name: before.name,
  })
  expect(await response.json()).toMatchObject({
    ...before,
    canBeInvoiced: true,
    invoiceEmail: 'kassor@are.example',
    lastChange: expect.any(String),
  })
  expect((await listAuditEntries('organization'))[0]).toMatchObject({
    action: 'organization.changed',
    targetId: '20',
    data: {
      before: { canBeInvoiced: false, invoiceEmail: null },
      after: { canBeInvoiced: true, invoiceEmail: 'kassor@are.example' },
    },
  })
})

test('of two changes of the same version one is refused, and nothing of it is stored or logged', async () => {
  const { lastChange } = await loadManaged(20)
  const audits = (await listAuditEntries('organization')).length
  const send = (name: string) => exactCall(office.token)('PUT', '/Organization/20', { name, lastChange })
  const answers = await Promise.all([send('Åre MK A'), send('Åre MK B')])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  const late = answers.find(({ status }) => status === 409)
  expect(late && (await readCode(late))).toEqual([409, 'changed_meanwhile'])
  expect((await listAuditEntries('organization')).length).toBe(audits + 1)
})

test.each([
  ['a number with a wrong check digit', 20, { orgNr: '802400-0001' }, ['orgNr']],
  ['a personal number', 20, { orgNr: '121212-1212' }, ['orgNr']],
  ['a website without https', 20, { website: 'are.example' }, ['website']],
  ['what is no e-mail address', 20, { email: 'are', invoiceEmail: 'kassor' }, ['email', 'invoiceEmail']],
  ['what is no phone number', 20, { phone: 'ring oss' }, ['phone']],
  ['half an address', 20, { addressLine1: 'Banvägen 1' }, ['city', 'postalNumber']],
  ['an empty name', 20, { name: ' ' }, ['name']],
  ['an unknown parent', 20, { parentId: 404 }, ['parentId']],
  ['a club above a club', 20, { parentId: 21 }, ['parentId']],
  ['itself as the parent', 2, { parentId: 2 }, ['parentId']],
  ['its own club as the parent', 2, { parentId: 20 }, ['parentId']],
  ['a parent above a federation', 1, { parentId: 2 }, ['parentId']],
  ['a main organisation that is none', 1, { isMain: false }, ['isMain']],
  ['a district as the main organisation', 2, { isMain: true }, ['isMain']],
  ['a main organisation out of use', 1, { active: false }, ['active']],
])('refuses %s by its field', async (_name, id, body, fields) => {
  const before = await loadRow(id)
  const [status, code, refused] = await readFields(await changeOrganization(id, body))
  expect([status, code, (refused as string[]).toSorted()]).toEqual([400, 'invalid_input', fields])
  expect(await loadRow(id)).toEqual(before)
})

test.each([
  ['an administrator of all', { Administrator: {} }],
  ['the administrator of the own district', { Administrator: { Organization: [2] } }],
  ['the administrator of another district', { Administrator: { Organization: [3] } }],
  ['the administrator of the club', { OrganizationAdmin: { Organization: [20] } }],
  ['an educator', { Educator: {} }],
  ['a learner', {}],
])('%s is refused', async (_name, roles) => {
  const who = await signedIn({ roles, organizationIds: [20] })
  const before = await query.select().from(organizations)
  const answers = await Promise.all([
    who.fetch('GET', '/Organization/20/managed'),
    who.fetch('GET', '/Organization/source'),
    addOrganization({ name: 'Kils MK', type: 2 }, {}, who),
    who.fetch('PUT', '/Organization/20', { name: 'Mitt' }),
    who.fetch('DELETE', '/Organization/21'),
  ])
  expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403])
  expect(await query.select().from(organizations)).toEqual(before)
})

test('members read a change at once, and never the invoice details', async () => {
  const member = await signedIn()
  const read = async () => (await member.fetch('GET', '/Organization/20')).text()
  expect(await read()).toContain('Åre MK')
  await changeOrganization(20, { name: 'Åre Motorklubb', invoiceEmail: 'hemlig@are.example' })
  expect(await read()).toContain('Åre Motorklubb')
  expect(await read()).not.toContain('hemlig')
})
