import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { organizationReferences } from '#api/people/organizations/management/storage.ts'
import { organizations } from '#api/people/organizations/table.ts'
import { listMemberships } from '#api/people/user-management/memberships/storage.ts'
import { insertMemberships } from '#api/people/users/membership-storage.ts'
import { listAuditEntries } from '../audit.ts'
import { database, type Person, signedIn } from '../portal.ts'
import {
  addOrganization,
  changeOrganization,
  createOrganization,
  enableRegister,
  loadManaged,
  loadPath,
  loadRow,
  office,
  query,
  readCode,
  readFields,
  removeOrganization,
} from './organization-fixtures.ts'

describe('a move', () => {
  test('moves the whole branch, with the scope of its administrators', async () => {
    const member = await signedIn({ organizationIds: [20] })
    const [north, south] = await Promise.all(
      [2, 3].map((id) => signedIn({ roles: { Administrator: { Organization: [id] } } })),
    )
    const edits = async (who: Person | undefined) =>
      (await who?.fetch('PUT', `/user/edit/${member.id}`, { language: 'en' }))?.status
    expect([await edits(north), await edits(south)]).toEqual([200, 403])
    await changeOrganization(20, { parentId: 3 })
    expect(await loadPath(20)).toBe('/1/3/20/')
    expect([await edits(north), await edits(south)]).toEqual([403, 200])
    await query.insert(organizations).values({
      id: 9,
      name: 'Annat förbund',
      type: 0 as const,
      path: '/9/',
      createdAt: new Date(),
      changedAt: new Date(),
    })
    await changeOrganization(3, { parentId: 9 })
    expect(await Promise.all([3, 20, 30, 21].map(loadPath))).toEqual(['/9/3/', '/9/3/20/', '/9/3/30/', '/1/2/21/'])
    await changeOrganization(3, { parentId: null })
    expect(await Promise.all([3, 20].map(loadPath))).toEqual(['/3/', '/3/20/'])
  })

  test('to a parent that is deleted concurrently is refused', async () => {
    const district = await createOrganization({ name: 'Distrikt Väst', type: 1, parentId: 1 })
    const [moved, deleted] = await Promise.all([
      changeOrganization(20, { parentId: district.id }),
      removeOrganization(district.id),
    ])
    const paths = await query.select({ id: organizations.id, path: organizations.path }).from(organizations)
    if (moved.ok) {
      expect(await readCode(deleted)).toEqual([409, 'organization_used'])
      expect(await loadPath(20)).toBe(`/1/${district.id}/20/`)
    } else {
      expect(deleted.status).toBe(204)
      expect(await loadPath(20)).toBe('/1/2/20/')
    }
    expect(paths.length).toBe((await loadRow(district.id)) ? 7 : 6)
  })
})

test('there is exactly one main organisation, also with simultaneous calls', async () => {
  const now = { createdAt: new Date(), changedAt: new Date() }
  await query.insert(organizations).values([
    { id: 8, name: 'Åttan', type: 0, path: '/8/', ...now },
    { id: 9, name: 'Nian', type: 0, path: '/9/', ...now },
  ])
  await Promise.all([changeOrganization(8, { isMain: true }), changeOrganization(9, { isMain: true })])
  const main = await query.select({ id: organizations.id }).from(organizations).where(eq(organizations.isMain, true))
  expect(main.length).toBe(1)
  await changeOrganization(1, { isMain: true })
  const [own, former] = await listAuditEntries('organization')
  expect([own?.targetId, own?.data]).toEqual(['1', { before: { isMain: false }, after: { isMain: true } }])
  expect([former?.targetId, former?.data]).toEqual([
    String(main[0]?.id),
    { before: { isMain: true }, after: { isMain: false } },
  ])
  expect((await loadRow(1))?.isMain).toBe(true)
})

describe('deletion', () => {
  test('is allowed without references; the id is not reused', async () => {
    const club = await createOrganization({ name: 'Kils MK', type: 2, parentId: 2 })
    expect((await removeOrganization(club.id)).status).toBe(204)
    expect((await listAuditEntries('organization'))[0]).toMatchObject({
      action: 'organization.removed',
      targetId: String(club.id),
      data: { name: 'Kils MK', organizationType: 2 },
    })
    expect(await readCode(await removeOrganization(club.id))).toEqual([404, 'not_found'])
    expect((await createOrganization({ name: 'Grums MK', type: 2 })).id).toBe(club.id + 1)
  })

  test('is refused for the main organisation and for one with children or members', async () => {
    await signedIn({ organizationIds: [20] })
    const audits = (await listAuditEntries('organization')).length
    expect(await readCode(await removeOrganization(1))).toEqual([409, 'organization_main'])
    expect(await readCode(await removeOrganization(2))).toEqual([409, 'organization_used'])
    expect(await readCode(await removeOrganization(20))).toEqual([409, 'organization_used'])
    expect((await listAuditEntries('organization')).length).toBe(audits)
  })

  test('leaves no membership that is added concurrently', async () => {
    const member = await signedIn()
    await database().commit([insertMemberships(database(), member.id, [404, 20])])
    expect(await listMemberships(database(), member.id)).toEqual([20])
  })

  test('checks every column that references an organisation', async () => {
    const tables = await database().rows<{ name: string; sql: string }>(
      sql`select name, sql from sqlite_master where type = 'table' and sql is not null`,
    )
    const columns = tables.flatMap(({ name, sql: definition }) =>
      [...definition.matchAll(/^\s+(\w*organization_id|invoice_recipient_id) /gm)].map(
        ([, column]) => `${name}.${column}`,
      ),
    )
    expect(columns).toContain('user_organizations.organization_id')
    const known = organizationReferences.map(({ table, column }) => `${table}.${column}`)
    expect(known).toEqual(expect.arrayContaining(columns))
  })
})

describe('with a connected register', () => {
  beforeEach(async () => {
    await query
      .update(organizations)
      .set({ externalId: 'K20', phone: 'växeln', city: 'Åre' })
      .where(eq(organizations.id, 20))
    enableRegister()
  })

  test('its rows are read-only except for invoicing', async () => {
    expect(await loadManaged(20)).toMatchObject({ isRegistered: true, phone: 'växeln' })
    expect(await readFields(await changeOrganization(20, { name: 'Nytt', parentId: 3, active: false }))).toEqual([
      400,
      'invalid_input',
      ['name', 'parentId', 'active'],
    ])
    const response = await changeOrganization(20, {
      name: 'Åre MK',
      canBeInvoiced: true,
      invoiceEmail: 'kassor@are.example',
    })
    expect(await response.json()).toMatchObject({ canBeInvoiced: true, invoiceEmail: 'kassor@are.example' })
    expect(await readCode(await removeOrganization(20))).toEqual([409, 'organizations_registered'])
  })

  test('no organisation is added, and the portal’s own are edited as before', async () => {
    expect(await readCode(await addOrganization({ name: 'Kils MK', type: 2 }))).toEqual([
      409,
      'organizations_registered',
    ])
    expect(await (await office.fetch('GET', '/Organization/source')).json()).toMatchObject({ isRegister: true })
    expect(await (await changeOrganization(21, { name: 'Luleå MK' })).json()).toMatchObject({
      name: 'Luleå MK',
      isRegistered: false,
    })
  })
})
