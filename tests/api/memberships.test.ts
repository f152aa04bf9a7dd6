import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { organizations } from '#api/people/organizations/table.ts'
import { userOrganizations } from '#api/people/users/table.ts'
import { listAuditEntries } from '../audit.ts'
import { database, type Person, signedIn } from '../portal.ts'

const now = new Date()
const { query } = database()
const place = (id: number, name: string, path: string, active = true) => ({
  id,
  name,
  path,
  active,
  type: 2 as const,
  createdAt: now,
  changedAt: now,
})
await query
  .insert(organizations)
  .values([
    place(10, 'Norra distriktet', '/10/'),
    place(20, 'Åre MK', '/10/20/'),
    place(21, 'Bredåsen MK', '/10/21/'),
    place(22, 'Nedlagda MK', '/10/22/', false),
    place(90, 'Södra MK', '/90/'),
  ])

let office: Person
let district: Person
let club: Person
let milo: Person
beforeEach(async () => {
  office = await signedIn({ roles: { Administrator: {} } })
  district = await signedIn({ roles: { Administrator: { Organization: [10] } } })
  club = await signedIn({ roles: { OrganizationAdmin: { Organization: [20, 21] } } })
  milo = await signedIn({ firstName: 'Milo', organizationIds: [20, 90] })
})

const edit = (as: Person, person: Person, body: object) => as.fetch('PUT', `/user/edit/${person.id}`, body)
const clubsOf = async ({ id }: Person) =>
  (await query.select().from(userOrganizations).where(eq(userOrganizations.userId, id))).map(
    (row) => row.organizationId,
  )
const reasonOf = async (response: Response) => (await response.json<{ fields: Record<string, string> }>()).fields

test('the office changes memberships of its branch and leaves the others', async () => {
  expect((await edit(district, milo, { organizationIds: [90, 21] })).status).toBe(200)
  expect(await clubsOf(milo)).toEqual([21, 90])
  expect((await listAuditEntries('user'))[0]).toMatchObject({
    action: 'user.edited',
    data: { before: { organizationIds: [20, 90] }, after: { organizationIds: [21, 90] } },
  })
  expect((await edit(club, milo, { organizationIds: [90, 20, 21] })).status).toBe(200)
  expect((await edit(office, milo, { organizationIds: [] })).status).toBe(200)
  expect(await clubsOf(milo)).toEqual([])
})

test('an organisation outside the branch is neither added nor removed, and reported at the field', async () => {
  for (const [as, organizationIds] of [
    [district, [20]],
    [club, [20, 21]],
    [club, [20, 90, 10]],
  ] as const) {
    const response = await edit(as, milo, { organizationIds })
    expect(response.status).toBe(400)
    expect(await reasonOf(response)).toHaveProperty('organizationIds')
  }
  expect(await clubsOf(milo)).toEqual([20, 90])
})

test('nobody becomes a member of an unknown or closed organisation', async () => {
  for (const id of [22, 4711]) expect((await edit(office, milo, { organizationIds: [20, 90, id] })).status).toBe(400)
  const external = await signedIn({ isExternal: true })
  expect((await edit(office, external, { organizationIds: [20] })).status).toBe(400)
  expect(await clubsOf(external)).toEqual([])
})

test('people do not give themselves memberships', async () => {
  expect((await edit(milo, milo, { organizationIds: [20, 21, 90] })).status).toBe(403)
  expect((await edit(club, club, { organizationIds: [20] })).status).toBe(403)
  const form = new FormData()
  form.set('json', JSON.stringify({ organizationIds: [21] }))
  expect((await milo.fetch('PUT', '/User', form)).status).toBe(403)
  expect(await clubsOf(milo)).toEqual([20, 90])
})

test('adding a membership gives no access to a person whose role follows memberships', async () => {
  const follower = await signedIn({ roles: { OrganizationAdmin: {} }, organizationIds: [20] })
  const response = await edit(club, follower, { organizationIds: [20, 21] })
  expect(await response.json()).toMatchObject({ code: 'rights_beyond_own' })
  expect((await edit(district, follower, { organizationIds: [20, 21] })).status).toBe(200)
})

test('of two concurrent changes of a person, the later gets a version conflict', async () => {
  const seen = await (await office.fetch('GET', `/User/${milo.id}`)).json<{ lastChange: string }>()
  const { lastChange } = seen
  expect((await edit(office, milo, { phone: '070-1111111', lastChange })).status).toBe(200)
  const late = await edit(district, milo, { organizationIds: [90], phone: null, lastChange })
  expect(late.status).toBe(409)
  expect(await late.json()).toMatchObject({ code: 'changed_meanwhile' })
  expect(await clubsOf(milo)).toEqual([20, 90])
  expect(await (await office.fetch('GET', `/User/${milo.id}`)).json()).toMatchObject({ phone: '070-1111111' })
})

test('the office removes the picture of a person in its scope', async () => {
  const form = (id: number) => {
    const body = new FormData()
    body.set('json', JSON.stringify({ id, removePicture: true }))
    return body
  }
  expect((await office.fetch('PUT', '/User', form(milo.id))).status).toBe(200)
  for (const as of [club, milo]) expect((await as.fetch('PUT', '/User', form(office.id))).status).toBe(403)
  expect((await club.fetch('PUT', '/User', form(milo.id))).status).toBe(403)
})
