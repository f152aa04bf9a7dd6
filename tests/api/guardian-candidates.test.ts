import { expect, test } from 'vitest'
import { auditEntries } from '#api/foundation/audit/table.ts'
import type { Candidate } from '#api/people/guardians/contract.ts'
import { organizations } from '#api/people/organizations/table.ts'
import { listAuditEntries } from '../audit.ts'
import { anonymous, database, type Person, signedIn } from '../portal.ts'
import { readRefusal } from './results/fixtures.ts'

const now = new Date()
const { query } = database()
await query.insert(organizations).values(
  [20, 30].map((id) => ({
    id,
    name: `Klubb ${id}`,
    path: `/${id}/`,
    type: 2 as const,
    createdAt: now,
    changedAt: now,
  })),
)
const young = { birthOn: `${now.getFullYear() - 15}-01-01` }
const grown = { birthOn: '1983-05-01' }

const milo = await signedIn({ firstName: 'Milo', lastName: 'Ström', ...young, organizationIds: [20] })
const helena = await signedIn({ firstName: 'Helena', lastName: 'Ström', ...grown, organizationIds: [30] })
const near = await signedIn({ firstName: 'Helge', lastName: 'Strömberg', ...grown, organizationIds: [20] })
const outsider = await signedIn({ firstName: 'Hella', lastName: 'Strömgren', ...grown, isExternal: true })
const sister = await signedIn({ firstName: 'Hedda', lastName: 'Ström', ...young, organizationIds: [30] })
await signedIn({ firstName: 'Okänd', lastName: 'Ström', organizationIds: [30], email: 'strom.helena@test.example' })
await signedIn({ firstName: 'Borta', lastName: 'Ström', ...grown, inactiveAt: now })
const office = await signedIn({ roles: { Administrator: { Organization: [20] } } })
const all = await signedIn({ roles: { SuperAdministrator: {} } })

const ask = (as: Person, person: Person, searchString: string, role: 'guardian' | 'ward' = 'guardian') =>
  as.fetch('POST', `/User/${person.id}/guardian/candidates`, { searchString, as: role })
const idsOf = async (response: Response) => (await response.json<Candidate[]>()).map(({ id }) => id)

test('a child finds adults of the federation by name, those of the own club first', async () => {
  const response = await ask(milo, milo, 'str')
  expect(response.status).toBe(200)
  const found = await response.json<Candidate[]>()
  expect(found.map(({ id }) => id)).toEqual([near.id, helena.id])
  expect(found[1]).toEqual({
    id: helena.id,
    name: 'Helena Ström',
    pictureUrl: null,
    birthYear: 1983,
    organizations: { 30: 'Klubb 30' },
  })
})

test('nobody is found by e-mail, and two letters find nobody', async () => {
  expect(await idsOf(await ask(milo, milo, 'strom.helena@test.example'))).toEqual([])
  expect((await ask(milo, milo, 'st')).status).toBe(400)
  expect(await idsOf(await ask(milo, milo, '"""'))).toEqual([])
})

test('the office finds external people too, but not current guardians', async () => {
  expect(await idsOf(await ask(office, milo, 'he str'))).toEqual([near.id, helena.id, outsider.id])
  const pair = { adultUserId: near.id, childUserId: milo.id }
  await office.fetch('POST', `/User/${milo.id}/guardian`, pair)
  expect(await idsOf(await ask(office, milo, 'he str'))).toEqual([helena.id, outsider.id])
})

test('an office finds children of its own branch for an adult', async () => {
  expect(await idsOf(await ask(all, helena, 'ström', 'ward'))).toEqual(expect.arrayContaining([milo.id, sister.id]))
  const club = await signedIn({ ...grown, organizationIds: [20] })
  expect(await idsOf(await ask(office, club, 'ström', 'ward'))).toEqual([milo.id])
})

test('others may not search', async () => {
  for (const as of [
    helena,
    sister,
    await signedIn({ roles: { Educator: {} } }),
    await signedIn({ roles: { OrganizationAdmin: { Organization: [20] } } }),
  ])
    expect((await ask(as, milo, 'ström')).status).toBe(403)
  expect((await ask(helena, helena, 'ström')).status).toBe(409)
  expect((await ask(helena, helena, 'ström', 'ward')).status).toBe(403)
  expect((await ask(office, helena, 'ström', 'ward')).status).toBe(403)
  const teacher = await signedIn({ roles: { Educator: {} }, ...grown })
  expect((await ask(teacher, teacher, 'ström', 'ward')).status).toBe(403)
  expect((await anonymous('POST', `/User/${milo.id}/guardian/candidates`, {})).status).toBe(401)
  expect(
    (await all.fetch('POST', '/User/999999/guardian/candidates', { searchString: 'str', as: 'ward' })).status,
  ).toBe(404)
})

test('a profile lists what its reader may do with it', async () => {
  const may = async (as: Person, person: Person) =>
    (await (await as.fetch('GET', `/user/${person.id}/profile`)).json<{ may: object }>()).may
  expect(await may(milo, milo)).toEqual({ edit: false, addGuardian: true, addWard: false, printCv: true })
  expect(await may(helena, helena)).toEqual({ edit: false, addGuardian: false, addWard: false, printCv: true })
  expect(await may(office, milo)).toEqual({ edit: true, addGuardian: true, addWard: false, printCv: true })
  expect(await may(all, helena)).toEqual({ edit: true, addGuardian: false, addWard: true, printCv: true })
  expect((await sister.fetch('GET', `/user/${milo.id}/profile`)).status).toBe(404)
})

test('an external person becomes a guardian by the office, not by the child', async () => {
  const pair = { adultUserId: outsider.id, childUserId: milo.id }
  expect((await milo.fetch('POST', `/User/${milo.id}/guardian`, pair)).status).toBe(409)
  expect((await outsider.fetch('POST', `/User/${outsider.id}/guardian`, pair)).status).toBe(403)
  expect((await milo.fetch('PUT', `/User/${milo.id}/guardian`, pair)).status).toBe(404)
  expect(await (await office.fetch('POST', `/User/${milo.id}/guardian`, pair)).json()).toMatchObject({
    confirmed: true,
  })
  expect((await milo.fetch('DELETE', `/User/${milo.id}/guardian/${outsider.id}`)).status).toBe(204)
})

test('a child’s searches are in the log, and end after sixty in ten minutes; the office’s do not', async () => {
  const child = await signedIn({ ...young, organizationIds: [20] })
  expect(await idsOf(await ask(child, child, 'Helena Ström'))).toEqual([helena.id])
  expect((await listAuditEntries('user'))[0]).toMatchObject({
    action: 'guardian.searched',
    userId: child.id,
    data: { searchString: 'Helena Ström', found: [helena.id] },
  })
  const at = new Date()
  const made = Array.from({ length: 59 }, () => ({
    at,
    userId: child.id,
    action: 'guardian.searched',
    targetType: 'user',
    targetId: String(child.id),
    data: {},
    requestId: 'before',
  }))
  for (const row of made) await query.insert(auditEntries).values(row)
  expect(await readRefusal(await ask(child, child, 'Helena Ström'))).toEqual([429, 'too_many_requests'])
  expect((await ask(office, child, 'Helena Ström')).status).toBe(200)
})
