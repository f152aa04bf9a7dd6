import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { HeldRoles } from '#api/actor.ts'
import { withCategoryWords } from '#api/catalogue/education-categories/rules.ts'
import { educationCategories } from '#api/catalogue/education-categories/table.ts'
import { educationResponsibles, educationToPart } from '#api/catalogue/educations/table.ts'
import { occasionResponsibles } from '#api/catalogue/occasions/table.ts'
import { educationPartResults, educationResults } from '#api/participation/results/table.ts'
import { organizations } from '#api/people/organizations/table.ts'
import { users } from '#api/people/users/table.ts'
import { listAuditEntries } from '../audit.ts'
import { education, occasion, part } from '../catalogue.ts'
import { insertFederation } from '../federation.ts'
import { anonymous, database, type Person, signedIn } from '../portal.ts'
import { protect } from '../protection.ts'

const now = new Date()
const { query } = database()
await insertFederation()

const common = { createdAt: now, changedAt: now }
await query
  .insert(educationCategories)
  .values([4, 5].map((id) => withCategoryWords({ id, name: `Gren ${id}`, changedAt: now })))
for (const id of [7, 8]) {
  await education({ id, title: `Kurs ${id}`, published: false, categoryIds: [id - 3] })
}
const anna = await signedIn({
  firstName: 'Anna',
  lastName: 'Åkerlund',
  userName: 'anna.akerlund',
  email: 'anna.a@example.se',
  externalPersonId: 'IID4711',
  organizationIds: [20],
})
const bertil = await signedIn({ firstName: 'Bertil', lastName: 'Öberg', birthOn: '1985-01-01', organizationIds: [30] })
const cesar = await signedIn({ firstName: 'Cesar', lastName: 'Ärlig', isExternal: true })
const dora = await signedIn({ firstName: 'Dora', lastName: 'Zetterlund', inactiveAt: now, organizationIds: [21] })
const four = new Set([anna.id, bertil.id, cesar.id, dora.id])

const superadministrator = await signedIn({ roles: { SuperAdministrator: {} } })
const administrator = await signedIn({ roles: { Administrator: {} } })
const north = await signedIn({ roles: { Administrator: { Organization: [2] } } })
const club = await signedIn({ roles: { OrganizationAdmin: {} }, organizationIds: [20] })
const educatorOf4 = await signedIn({ roles: { Educator: { EducationCategory: [4] } } })

interface UserPage {
  items: { id: number; name: string; state?: number | null; completedDate?: string | null }[]
  total: number
  page: number
}
async function list(as: Person, body: unknown, path = '/User/filtered') {
  const response = await as.fetch('POST', path, body)
  expect(response.status).toBe(200)
  return response.json<UserPage>()
}
const ids = (listed: UserPage) => listed.items.map(({ id }) => id)
/** Returns the ids of the four test people, in the order of the list. */
const known = (listed: UserPage) => ids(listed).filter((id) => four.has(id))

test('office users see the people in their scope, in rows and in totals', async () => {
  expect(known(await list(superadministrator, {}))).toEqual([dora.id, anna.id, cesar.id, bertil.id])
  expect(known(await list(administrator, {}))).toHaveLength(4)
  const ofNorth = await list(north, {})
  expect(known(ofNorth)).toEqual([dora.id, anna.id])
  expect(ofNorth.total).toBe(ofNorth.items.length)
  expect(ids(ofNorth)).toContain(club.id)
  expect(ids(await list(club, {})).sort()).toEqual([anna.id, club.id].sort())
  expect(await list(north, { searchString: 'Bertil' })).toMatchObject({ items: [], total: 0 })
  expect(await list(north, { organizationIds: [3] })).toMatchObject({ items: [], total: 0 })
  const other = await signedIn({ roles: { OrganizationAdmin: { Organization: [30] } }, organizationIds: [20] })
  expect(known(await list(other, {}))).toEqual([bertil.id])
  const nowhere = await signedIn({ roles: { OrganizationAdmin: {} } })
  expect(await list(nowhere, {})).toMatchObject({ items: [], total: 0 })
})

test('other callers are refused', async () => {
  for (const as of [anna, educatorOf4, cesar]) expect((await as.fetch('POST', '/User/filtered', {})).status).toBe(403)
  expect((await anonymous('POST', '/User/filtered', {})).status).toBe(401)
  for (const path of ['/User/filterededucation', '/User/filteredoccassion'])
    for (const as of [anna, club]) {
      const response = await as.fetch('POST', path, { educationId: 7, occasionId: 1 })
      expect(response.status).toBe(403)
    }
})

test.each([
  ['anna', true],
  ['åkerl', true],
  ['akerlund an', true],
  ['erlund', true],
  ['anna.a@example', true],
  ['IID47', true],
  ['Åre', true],
  ['anna åre mk', true],
  ['anna ystad', false],
  ['IID9', false],
  ['"; drop table users', false],
  ['!!', false],
])('a search for %s finds Anna: %s', async (searchString, finds) => {
  const found = await list(superadministrator, { searchString })
  expect(ids(found).includes(anna.id)).toBe(finds)
  expect(found.total).toBe(found.items.length)
})

test('the search fields of a person follow every change', async () => {
  const eva = await signedIn({ firstName: 'Eva', lastName: 'Flyttar', organizationIds: [20] })
  await administrator.fetch('PUT', `/user/edit/${eva.id}`, { lastName: 'Gran' })
  expect(ids(await list(administrator, { searchString: 'eva gran åre' }))).toEqual([eva.id])
  await query.update(organizations).set({ name: 'Åredalens MK' })
  expect(ids(await list(administrator, { searchString: 'eva åredalens' }))).toEqual([eva.id])
})

test('filters combine', async () => {
  const only = async (filter: object) => known(await list(superadministrator, filter))
  expect(await only({ organizationIds: [2] })).toEqual([dora.id, anna.id])
  expect(await only({ organizationIds: [1], inactive: false })).toEqual([anna.id, bertil.id])
  expect(await only({ isExternal: true })).toEqual([cesar.id])
  expect(await only({ inactive: true })).toEqual([dora.id])
  const holders = await list(superadministrator, { roles: ['OrganizationAdmin', 'SuperAdministrator'] })
  expect(ids(holders)).toEqual(expect.arrayContaining([club.id, superadministrator.id]))
  expect(known(holders)).toEqual([])
})

test('pages follow one another, and a page costs two round trips', async () => {
  const whole = ids(await list(superadministrator, { pageSize: 200 }))
  const paged: number[] = []
  for (let page = 1; page <= Math.ceil(whole.length / 4); page += 1)
    paged.push(...ids(await list(superadministrator, { page, pageSize: 4 })))
  expect(paged).toEqual(whole)
  const response = await superadministrator.fetch('POST', '/User/filtered', { searchString: 'a' })
  expect(response.headers.get('server-timing')).toBe('db;desc="2 round trips"')
})

test.each([{ page: 0 }, { pageSize: 201 }, { roles: ['Emperor'] }, { organizationIds: ['1'] }, { isExternal: 'ja' }])(
  'the filter %j is refused with its field',
  async (filter) => {
    const response = await superadministrator.fetch('POST', '/User/filtered', filter)
    expect(response.status).toBe(400)
    const { fields } = await response.json<{ fields: Record<string, string> }>()
    expect(Object.keys(fields)[0]).toContain(Object.keys(filter)[0])
  },
)

test('an educator limited to a category sees its people with their state, and nothing of another', async () => {
  await query.insert(educationResults).values({ userId: anna.id, educationId: 7, ...common })
  await query
    .insert(educationResults)
    .values({ userId: bertil.id, educationId: 7, completed: true, completedAt: now, ...common })
  await query.insert(educationResults).values({ userId: cesar.id, educationId: 8, ...common })
  const of7 = await list(educatorOf4, { educationId: 7 }, '/User/filterededucation')
  expect(of7.items.map(({ id, state }) => [id, state])).toEqual([
    [anna.id, 0],
    [bertil.id, 2],
  ])
  expect(of7.items[1]?.completedDate).toBe(now.toISOString())
  expect(of7.total).toBe(2)
  const done = await list(educatorOf4, { educationId: 7, states: [2] }, '/User/filterededucation')
  expect([ids(done), done.total]).toEqual([[bertil.id], 1])
  const response = await educatorOf4.fetch('POST', '/User/filterededucation', { educationId: 8 })
  expect(response.status).toBe(403)
  const ofNorth = await list(north, { educationId: 7 }, '/User/filterededucation')
  expect(known(ofNorth)).toEqual([dora.id, anna.id])
  expect((await educatorOf4.fetch('POST', '/User/filterededucation', { educationId: 999 })).status).toBe(403)
})

test('an educator with a list of organisations sees learners of those alone', async () => {
  const roles: HeldRoles = { Educator: { EducationCategory: [4], Organization: [2] } }
  const limited = await signedIn({ roles })
  const found = await list(limited, { educationId: 7 }, '/User/filterededucation')
  expect(ids(found)).toEqual([anna.id])
  expect(await (await limited.fetch('GET', `/User/${bertil.id}`)).json()).not.toHaveProperty('email')
  expect(await (await limited.fetch('GET', `/User/${anna.id}`)).json()).toHaveProperty('email')
})

test('an occasion shows who is signed up, pending, attended and cancelled to those who answer for it', async () => {
  await part({ id: 70, title: 'Träff' })
  await query.insert(educationToPart).values({ educationId: 7, educationPartId: 70, position: 0 })
  await occasion({ id: 700, educationPartId: 70, city: 'Åre', startsAt: now, endsAt: now })
  const result = { educationPartId: 70, occasionId: 700, customAnswers: [], ...common }
  await query.insert(educationPartResults).values({ userId: anna.id, signedUpAt: now, attended: true, ...result })
  await query.insert(educationPartResults).values({ userId: bertil.id, ...result })
  await query.insert(educationPartResults).values({ userId: cesar.id, canceled: true, signedUpAt: now, ...result })
  const responsible = await signedIn({ roles: { Educator: {} } })
  const path = '/User/filteredoccassion'
  expect((await responsible.fetch('POST', path, { occasionId: 700 })).status).toBe(403)
  await query.insert(occasionResponsibles).values({ occasionId: 700, userId: responsible.id })
  const states = async (as: Person, filter = {}) =>
    (await list(as, { occasionId: 700, ...filter }, path)).items
      .filter(({ state }) => state !== null)
      .map(({ id, state }) => [id, state])
  const all = [
    [anna.id, 3],
    [cesar.id, 4],
    [bertil.id, 1],
  ]
  // A cancelled sign-up gives an educator no access to the person.
  expect(await states(responsible)).toEqual([all[0], all[2]])
  expect(await states(educatorOf4)).toEqual([all[0], all[2]])
  expect(await states(administrator)).toEqual(all)
  expect(await states(administrator, { states: [0, 1, 3] })).toEqual([all[0], all[2]])
  expect(await states(north)).toEqual([all[0]])
  await query.insert(educationResponsibles).values({ educationId: 8, userId: responsible.id })
  expect((await responsible.fetch('POST', path, { occasionId: 701 })).status).toBe(403)
})

test('several people are returned as the caller may see each, with the requested fields', async () => {
  const several = async (as: Person, search: string) => {
    const response = await as.fetch('POST', `/User/several${search}`, [bertil.id, anna.id, 999_999])
    expect(response.status).toBe(200)
    return response.json<Record<string, unknown>[]>()
  }
  const [first, second, ...more] = await several(club, '?Organizations=true&PasswordExpirationDate=true')
  expect(more).toEqual([])
  expect(first).toMatchObject({ id: anna.id, email: 'anna.a@example.se', passwordExpiryDate: null })
  expect(first?.['organizations']).toHaveProperty('20')
  expect(Object.keys(second ?? {}).sort()).toEqual(['id', 'name', 'organizations', 'pictureUrl'])
  const plain = await several(administrator, '')
  expect(plain[0]).toMatchObject({ organizations: {} })
  expect(plain[0]).not.toHaveProperty('passwordExpiryDate')
  expect((await anna.fetch('POST', '/User/several', [bertil.id])).status).toBe(403)
  expect((await club.fetch('POST', '/User/several', [])).status).toBe(400)
})

test('only superadministrators can check whether a name or an address is taken', async () => {
  const exists = async (x: string) =>
    (await superadministrator.fetch('GET', `/User/exists/${encodeURIComponent(x)}`)).json()
  expect(await exists('ANNA.akerlund')).toBe(true)
  expect(await exists('Anna.A@example.se')).toBe(true)
  expect(await exists('nobody@example.se')).toBe(false)
  // Saving refuses the hidden address of a protected identity, too.
  const hidden = await signedIn({ userName: 'dold.person', email: 'dold@example.se' })
  await protect(superadministrator, hidden.id)
  expect([await exists('Dold@example.se'), await exists('dold.person')]).toEqual([true, true])
  for (const as of [administrator, club, educatorOf4, anna])
    expect((await as.fetch('GET', '/User/exists/anna.akerlund')).status).toBe(403)
  expect((await anonymous('GET', '/User/exists/anna.akerlund')).status).toBe(401)
})

interface UserExport {
  items: { id: number; name: string; state: number | null }[]
  total: number | null
  next: { nameKey: string; id: number } | null
}
async function file(as: Person, body: object) {
  const response = await as.fetch('POST', '/User/export', body)
  return { status: response.status, body: await response.json<UserExport>() }
}

test('a file contains the people in the list, the selected ones of them, and is recorded', async () => {
  const whole = await file(north, { filter: {} })
  expect(whole).toMatchObject({ status: 200, body: { next: null } })
  expect(whole.body.items.map(({ id }) => id)).toEqual(ids(await list(north, { pageSize: 200 })))
  expect(whole.body.total).toBe(whole.body.items.length)
  const chosen = await file(north, { filter: { searchString: 'anna' }, userIds: [anna.id, bertil.id, dora.id] })
  expect(chosen.body.items.map(({ id }) => id)).toEqual([anna.id])
  const [recorded] = await listAuditEntries('users')
  expect(recorded).toMatchObject({ action: 'users.exported', userId: north.id, data: { total: 1 } })
  const of7 = await file(administrator, { filter: { educationId: 7, states: [2] } })
  expect(of7.body.items.map(({ id, state }) => [id, state])).toEqual([[bertil.id, 2]])
})

test('a file continues where it stopped, and reports its length once', async () => {
  const all = (await file(administrator, { filter: {} })).body.items
  const third = all[2] ?? all[0]
  const [row] = await query
    .select({ nameKey: users.nameKey })
    .from(users)
    .where(eq(users.id, third?.id ?? 0))
  const rest = await file(administrator, { filter: {}, after: { nameKey: row?.nameKey ?? '', id: third?.id ?? 0 } })
  expect(rest.body.items.map(({ id }) => id)).toEqual(all.slice(3).map(({ id }) => id))
  expect(rest.body.total).toBeNull()
})

test('a reader who may not see a list gets no file of it', async () => {
  for (const as of [anna, educatorOf4]) expect((await file(as, { filter: {} })).status).toBe(403)
  expect((await file(club, { filter: { educationId: 7 } })).status).toBe(403)
  expect((await file(administrator, { filter: { educationId: 999 } })).status).toBe(403)
  const mine = await file(club, { filter: {} })
  expect(mine.body.items.map(({ id }) => id)).not.toContain(bertil.id)
  expect((await file(administrator, { filter: {}, userIds: ['1'] })).status).toBe(400)
})

test('by their last sign-in, either way', async () => {
  await query
    .update(users)
    .set({ lastLoginAt: new Date('2026-01-02T10:00:00Z') })
    .where(eq(users.id, anna.id))
  await query
    .update(users)
    .set({ lastLoginAt: new Date('2026-03-02T10:00:00Z') })
    .where(eq(users.id, bertil.id))
  const latest = known(await list(superadministrator, { sort: 'lastLogin', descending: true, pageSize: 200 }))
  expect(latest.slice(0, 2)).toEqual([bertil.id, anna.id])
  const longest = known(await list(superadministrator, { sort: 'lastLogin', pageSize: 200 }))
  expect(longest.slice(2)).toEqual([anna.id, bertil.id])
  const backwards = known(await list(superadministrator, { descending: true, pageSize: 200 }))
  expect(backwards).toEqual([bertil.id, cesar.id, anna.id, dora.id])
})
