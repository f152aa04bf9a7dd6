import { eq, inArray, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { auditEntries } from '#api/foundation/audit/table.ts'
import { organizations } from '#api/people/organizations/table.ts'
import { roleExtensions, userRoles } from '#api/people/roles/table.ts'
import { maxMatchingUsers } from '#api/people/user-management/lists/rules.ts'
import type { RoleOutcome } from '#api/people/user-management/roles/contract.ts'
import { users } from '#api/people/users/table.ts'
import { listAuditEntries } from '../audit.ts'
import { configurePortal } from '../configuration.ts'
import { insertFederation } from '../federation.ts'
import { database, type Person, signedIn } from '../portal.ts'
import { createActors } from '../scope/actors.ts'
import { insertCourse } from '../scope/federation.ts'
import { writeSearchWords } from '../search-words.ts'
import { readRefusal } from './results/fixtures.ts'

await insertFederation()
await configurePortal({ features: ['RoleManagement'] })

const { query } = database()
const office = await signedIn({ roles: { SuperAdministrator: {} } })

interface Request {
  filter: object
  expectedCount: number
  role?: string
  change?: 'give' | 'take'
  extensions?: object
}

const preview = (person: Person, { role = 'Educator', change = 'give', ...request }: Request) =>
  person.fetch('POST', '/User/roles/matching/preview', { ...request, role, change })
/** Writes the changes that the preview of a filter shows, as the dialog does. */
async function write(person: Person, { role = 'Educator', change = 'give', extensions, ...request }: Request) {
  const outcomes = await person.json<RoleOutcome[]>('POST', '/User/roles/matching/preview', {
    ...request,
    role,
    change,
    extensions,
  })
  const userIds = outcomes.flatMap(({ userId, outcome }) => (['gets', 'loses'].includes(outcome) ? [userId] : []))
  return person.fetch('PUT', '/User/roles', { userIds, role, change, extensions })
}
const outcomesOf = async (response: Response) =>
  (await response.json<RoleOutcome[]>()).map(({ name, outcome }) => [name.split(' ')[0], outcome])

/** Creates one member of each club, one who is inactive and one external, with a last name of their own. */
async function insertPeople(lastName: string) {
  const people = [
    await signedIn({ firstName: 'Anna', lastName, organizationIds: [20] }),
    await signedIn({ firstName: 'Bo', lastName, organizationIds: [21] }),
    await signedIn({ firstName: 'Cia', lastName, organizationIds: [30], inactiveAt: new Date() }),
    await signedIn({ firstName: 'Disa', lastName, isExternal: true }),
  ]
  return people.map(({ id }) => id)
}

const holdersAmong = async (userIds: readonly number[]) =>
  (
    await query
      .select()
      .from(userRoles)
      .where(inArray(userRoles.userId, [...userIds]))
  )
    .map(({ userId }) => userId)
    .sort()

test('all people of a filter get a role, and no others, with an entry for each', async () => {
  const ids = await insertPeople('Urvalsson')
  const others = await insertPeople('Bredvid')
  const request = { filter: { searchString: 'urvalsson' }, expectedCount: 4 }
  const names = ['Anna', 'Bo', 'Cia', 'Disa']
  expect(await outcomesOf(await preview(office, request))).toEqual(names.map((name) => [name, 'gets']))
  expect(await holdersAmong(ids)).toEqual([])
  expect(await outcomesOf(await write(office, request))).toEqual(names.map((name) => [name, 'gets']))
  expect(await holdersAmong([...ids, ...others])).toEqual(ids.toSorted())
  const entries = (await listAuditEntries('user')).filter(({ action }) => action === 'roles.changed')
  expect(entries.map(({ targetId }) => Number(targetId)).sort()).toEqual(ids.toSorted())
  expect(await outcomesOf(await preview(office, request))).toEqual(names.map((name) => [name, 'unchanged']))
  const inactive = { filter: { searchString: 'urvalsson', inactive: true }, expectedCount: 1, change: 'take' as const }
  expect(await outcomesOf(await write(office, inactive))).toEqual([['Cia', 'loses']])
})

test('only people who were previewed get the role, also when others come into the filter afterwards', async () => {
  const ids = await insertPeople('Senare')
  const request = { filter: { searchString: 'senare' }, expectedCount: 4 }
  const seen = await (await preview(office, request)).json<RoleOutcome[]>()
  await query
    .update(users)
    .set({ lastName: 'Annan' })
    .where(eq(users.id, ids[0] ?? 0))
  const later = await signedIn({ firstName: 'Eva', lastName: 'Senare' })
  await writeSearchWords()
  const change = { role: 'Educator', change: 'give' }
  const matching = await office.fetch('PUT', '/User/roles/matching', { ...request, ...change })
  expect(matching.ok).toBe(false)
  const userIds = seen.map(({ userId }) => userId)
  expect((await office.fetch('PUT', '/User/roles', { userIds, ...change })).status).toBe(200)
  expect(await holdersAmong([...ids, later.id])).toEqual(ids.toSorted())
})

test('the preview of a filter records one read of each minor, reader and day', async () => {
  const reader = await signedIn({ roles: { Administrator: {} } })
  const child = await signedIn({ firstName: 'Barn', lastName: 'Läsbar', birthOn: '2015-05-01' })
  await signedIn({ firstName: 'Vuxen', lastName: 'Läsbar', birthOn: '1980-05-01' })
  const request = { filter: { searchString: 'läsbar' }, expectedCount: 2 }
  for (let count = 0; count < 2; count++) expect((await preview(reader, request)).status).toBe(200)
  const reads = (await listAuditEntries('user')).filter(
    ({ action, userId }) => action === 'user.read' && userId === reader.id,
  )
  expect(reads.map(({ targetId }) => Number(targetId))).toEqual([child.id])
})

test('a filter whose occasion or education is no id is refused, and does not select everybody', async () => {
  for (const place of [{ occasionId: 0 }, { educationId: '7' }, { occasionId: null }]) {
    expect((await preview(office, { filter: place, expectedCount: 1 })).status).toBe(400)
    expect((await office.fetch('POST', '/User/export', { filter: place })).status).toBe(400)
  }
})

test('nothing is changed when the number differs from the one that was seen', async () => {
  const ids = await insertPeople('Antalsson')
  const request = { filter: { searchString: 'antalsson' }, expectedCount: 3 }
  expect(await readRefusal(await preview(office, request))).toEqual([409, 'selection_changed'])
  for (const expectedCount of [0, 2001]) expect((await preview(office, { ...request, expectedCount })).status).toBe(400)
  expect(await holdersAmong(ids)).toEqual([])
})

test('people for whom the change is refused keep their roles, and the others get it', async () => {
  const administrator = await signedIn({ roles: { Administrator: {} }, firstName: 'Eva', lastName: 'Nekad' })
  const high = await signedIn({ roles: { SuperAdministrator: {} }, firstName: 'Filip', lastName: 'Nekad' })
  const plain = await signedIn({ firstName: 'Gun', lastName: 'Nekad' })
  const request = { filter: { searchString: 'nekad' }, expectedCount: 3 }
  expect(await outcomesOf(await preview(administrator, request))).toEqual([
    ['Eva', 'refused'],
    ['Filip', 'refused'],
    ['Gun', 'gets'],
  ])
  expect(await outcomesOf(await write(administrator, request))).toEqual([['Gun', 'gets']])
  const rows = await query
    .select()
    .from(userRoles)
    .where(inArray(userRoles.userId, [administrator.id, high.id, plain.id]))
  expect(rows.map(({ userId, role }) => [userId, role])).toEqual(
    expect.arrayContaining([
      [administrator.id, 'Administrator'],
      [high.id, 'SuperAdministrator'],
      [plain.id, 'Educator'],
    ]),
  )
  expect(rows).toHaveLength(3)
})

test('two thousand people of a filter get a limited role in one transaction', async () => {
  const moment = new Date()
  await query.insert(organizations).values({
    id: 31,
    name: 'Storklubben',
    path: '/1/3/31/',
    type: 2,
    parentId: 3,
    isMain: false,
    createdAt: moment,
    changedAt: moment,
  })
  await query.run(sql`
    with recursive many (n) as (select 10000 union all select n + 1 from many where n < 11999)
    insert into users (id, first_name, last_name, user_name, created_at, changed_at)
    select n, 'Person' || n, 'Skara', 'skara' || n, '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z' from many`)
  await writeSearchWords()
  await query.run(
    sql`insert into user_organizations (user_id, organization_id) select id, 31 from users where id >= 10000`,
  )
  const request = {
    filter: { organizationIds: [31] },
    expectedCount: maxMatchingUsers,
    role: 'OrganizationAdmin',
    extensions: { Organization: [20, 21, 30] },
  }
  expect((await write(office, request)).status).toBe(200)
  expect(await query.$count(userRoles, sql`user_id >= 10000`)).toBe(maxMatchingUsers)
  expect(await query.$count(roleExtensions, sql`user_id >= 10000`)).toBe(3 * maxMatchingUsers)
  expect(await query.$count(auditEntries, sql`action = 'roles.changed' and cast(target_id as integer) >= 10000`)).toBe(
    maxMatchingUsers,
  )
})

test('a filter selects nobody outside of the caller’s scope', async () => {
  const ids = await insertPeople('Räckvidd')
  const filter = { searchString: 'räckvidd' }
  const ofDistrict = ids.slice(0, 2)
  const actors = (await createActors(await insertCourse('Alfa'))).filter((one) => !('SuperAdministrator' in one.roles))
  for (const { name, person, roles } of actors) {
    const isOffice = 'Administrator' in roles
    expect((await preview(person, { filter, expectedCount: 4 })).status, name).toBe(isOffice ? 409 : 403)
    const foreign = await person.fetch('PUT', '/User/roles', { userIds: ids, role: 'Educator', change: 'give' })
    expect(foreign.status, name).toBe(403)
    if (!isOffice) continue
    const own = { filter, expectedCount: 2, role: 'OrganizationAdmin', extensions: { Organization: [20] } }
    expect(await outcomesOf(await write(person, own)), name).toEqual([
      ['Anna', 'gets'],
      ['Bo', 'gets'],
    ])
  }
  expect(await holdersAmong(ids)).toEqual(ofDistrict.toSorted())
})
