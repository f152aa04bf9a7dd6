import { expect, test } from 'vitest'
import { withEducationWords } from '#api/catalogue/educations/rules.ts'
import { educationResponsibles, educations } from '#api/catalogue/educations/table.ts'
import { educationResults } from '#api/participation/results/table.ts'
import { guardianLinks } from '#api/people/guardians/table.ts'
import { organizations } from '#api/people/organizations/table.ts'
import { createPng as drawnPng } from '../pictures.ts'
import { anonymous, call, database, type Person, signedIn } from '../portal.ts'
import { inDays } from '../time.ts'

const now = new Date()
const { query } = database()

async function organization(id: number, name: string, path: string, type: 0 | 1 | 2) {
  const parentId = path.split('/').map(Number).at(-3) || null
  const isMain = type === 0
  await query.insert(organizations).values({ id, name, path, type, parentId, isMain, createdAt: now, changedAt: now })
}
await organization(1, 'Förbundet', '/1/', 0)
await organization(2, 'Distrikt Norr', '/1/2/', 1)
await organization(3, 'Distrikt Syd', '/1/3/', 1)
await organization(20, 'Åre MK', '/1/2/20/', 2)
await organization(30, 'Ystad MK', '/1/3/30/', 2)

const anna = await signedIn({
  firstName: 'Anna',
  lastName: 'Berg',
  email: 'anna@example.se',
  birthOn: '1990-03-04',
  organizationIds: [20],
})
const get = async (as: Person, path: string) => {
  const response = await as.fetch('GET', path)
  return { status: response.status, body: await response.json<Record<string, unknown>>() }
}

test('the caller’s own person is returned with roles and organisations, without secrets', async () => {
  const person = await signedIn({ roles: { Educator: { EducationCategory: [4, 5] } }, organizationIds: [20] })
  const { status, body } = await get(person, '/User')
  expect(status).toBe(200)
  expect(body).toEqual({
    id: person.id,
    name: expect.stringMatching(/^Test Person/),
    pictureUrl: null,
    roles: { Educator: { EducationCategory: [4, 5] } },
    organizations: { 20: 'Åre MK' },
    isExternal: false,
    passwordExpiryDate: null,
    language: null,
  })
})

test('no person is returned without a valid session', async () => {
  for (const visitor of [anonymous, call('no-such-token')]) {
    const response = await visitor('GET', '/User')
    expect(response.status).toBe(200)
    expect(await response.json()).toBeNull()
  }
})

test('an unrelated member sees name, picture and organisations only', async () => {
  const { body } = await get(await signedIn(), `/User/${anna.id}`)
  expect(body).toEqual({ id: anna.id, name: 'Anna Berg', pictureUrl: null, organizations: { 20: 'Åre MK' } })
})

test('the person and their administrators see everything', async () => {
  const open = [
    anna,
    await signedIn({ roles: { SuperAdministrator: {} } }),
    await signedIn({ roles: { Administrator: {} } }),
    await signedIn({ roles: { Administrator: { Organization: [2] } } }),
    await signedIn({ roles: { OrganizationAdmin: {} }, organizationIds: [20] }),
    await signedIn({ roles: { OrganizationAdmin: { Organization: [20] } } }),
  ]
  for (const person of open) {
    expect((await get(person, `/User/${anna.id}`)).body).toMatchObject({ email: 'anna@example.se' })
  }
})

test('another district, another club and an educator of another education see no more than an unrelated member', async () => {
  const shut = [
    await signedIn({ roles: { Administrator: { Organization: [3] } } }),
    await signedIn({ roles: { OrganizationAdmin: {} }, organizationIds: [30] }),
    await signedIn({ roles: { OrganizationAdmin: {} } }),
    await signedIn({ roles: { Educator: {} }, organizationIds: [20] }),
  ]
  for (const person of shut) {
    expect((await get(person, `/User/${anna.id}`)).body).not.toHaveProperty('email')
    expect((await person.fetch('GET', `/user/${anna.id}/organizations`)).status).toBe(403)
  }
})

test('an educator sees the participants of the educator’s educations', async () => {
  const educator = await signedIn({ roles: { Educator: {} } })
  const common = { paymentMethods: [], customQuestions: [], createdAt: now, changedAt: now }
  await query.insert(educations).values(withEducationWords({ id: 7, title: 'Förarlicens', ...common }))
  await query.insert(educationResults).values({ userId: anna.id, educationId: 7, createdAt: now, changedAt: now })
  expect((await get(educator, `/User/${anna.id}`)).body).not.toHaveProperty('email')
  await query.insert(educationResponsibles).values({ educationId: 7, userId: educator.id })
  expect((await get(educator, `/User/${anna.id}`)).body).toHaveProperty('email')
})

test('a guardian sees the child once the link is confirmed', async () => {
  const guardian = await signedIn()
  const milo = await signedIn({ birthOn: '2014-05-01', email: 'milo@example.se' })
  const link = { adultUserId: guardian.id, childUserId: milo.id, createdByUserId: guardian.id, createdAt: now }
  await query.insert(guardianLinks).values({ ...link, confirmedAt: null })
  expect((await get(guardian, `/User/${milo.id}`)).status).toBe(404)
  await query.update(guardianLinks).set({ confirmedAt: now })
  expect((await get(guardian, `/User/${milo.id}`)).body).toHaveProperty('email')
})

test('organisations are returned with their ancestors on request, but not to an external user', async () => {
  const names = async (as: Person, search: string) =>
    (await (await as.fetch('GET', `/USER/${as.id}/organizations${search}`)).json<{ name: string }[]>()).map(
      (o) => o.name,
    )
  expect(await names(anna, '')).toEqual(['Åre MK'])
  expect(await names(anna, '?includeParents=true')).toEqual(['Förbundet', 'Distrikt Norr', 'Åre MK'])
  expect(await names(anna, '?forceIncludeMainOrg=true')).toEqual(['Förbundet', 'Åre MK'])
  const external = await signedIn({ isExternal: true, organizationIds: [20] })
  expect(await names(external, '?includeParents=true&forceIncludeMainOrg=true')).toEqual([])
  expect((await get(external, '/User')).body).toMatchObject({ isExternal: true, organizations: {} })
})

test('a person changes their own contact details and language; only the office changes names and birth date', async () => {
  const bo = await signedIn({ organizationIds: [20] })
  const edited = await bo.fetch('PUT', `/user/edit/${bo.id}`, {
    phone: '+46 70 1',
    language: 'en',
  })
  expect(edited.status).toBe(200)
  expect(await edited.json()).toMatchObject({ phone: '+46 70 1', language: 'en' })
  expect((await bo.fetch('PUT', `/user/edit/${bo.id}`, { lastName: 'Annan' })).status).toBe(403)
  const admin = await signedIn({ roles: { OrganizationAdmin: {} }, organizationIds: [20] })
  const renamed = await admin.fetch('PUT', `/user/edit/${bo.id}`, { lastName: 'Annan', birthDate: '2001-04-30' })
  expect(await renamed.json()).toMatchObject({ lastName: 'Annan', birthDate: '2001-04-30', phone: '+46 70 1' })
})

test('a person outside the branch or with a higher role cannot be edited', async () => {
  const other = await signedIn({ roles: { OrganizationAdmin: {} }, organizationIds: [30] })
  expect((await other.fetch('PUT', `/user/edit/${anna.id}`, { phone: '0701234567' })).status).toBe(403)
  expect((await (await signedIn()).fetch('PUT', `/user/edit/${anna.id}`, { phone: '0701234567' })).status).toBe(403)
  const superadmin = await signedIn({ roles: { SuperAdministrator: {} }, organizationIds: [20] })
  const admin = await signedIn({ roles: { OrganizationAdmin: {} }, organizationIds: [20] })
  expect((await admin.fetch('PUT', `/user/edit/${superadmin.id}`, { email: 'mitt@example.se' })).status).toBe(403)
  expect((await admin.fetch('PUT', '/user/edit/999999', { phone: '0701234567' })).status).toBe(404)
})

test.each([
  { email: 'inte en adress' },
  { phone: 'ring mig' },
  { language: 'no' },
  { birthDate: '30/4 2001' },
  { firstName: '' },
])('the change %j is refused with its field', async (edit) => {
  const response = await anna.fetch('PUT', `/user/edit/${anna.id}`, edit)
  expect(response.status).toBe(400)
  const { fields } = await response.json<{ fields: Record<string, string> }>()
  expect(Object.keys(fields)).toEqual(Object.keys(edit))
})

const png = drawnPng()

function profile(user: unknown, file?: File) {
  const form = new FormData()
  form.set('user', JSON.stringify(user))
  if (file) form.set('file', file)
  return form
}

test('a picture is stored with the profile and opens by its signed address only', async () => {
  const saved = await anna.fetch('PUT', '/User', profile({ phone: '070 123 45 67' }, new File([png], 'jag.png')))
  expect(saved.status).toBe(200)
  const { pictureUrl, phone } = await saved.json<{ pictureUrl: string; phone: string }>()
  expect(phone).toBe('070 123 45 67')
  expect((await get(anna, '/User')).body['pictureUrl']).toBe(pictureUrl)

  const address = pictureUrl.replace('/api', '')
  const picture = await anonymous('GET', address)
  expect(picture.status).toBe(200)
  expect(picture.headers.get('content-type')).toBe('image/png')
  expect(picture.headers.get('x-content-type-options')).toBe('nosniff')
  expect(new Uint8Array(await picture.arrayBuffer())).toEqual(png)
  expect((await anonymous('GET', address.replace(/sig=\w{4}/, 'sig=AAAA'))).status).toBe(404)
  expect((await anonymous('GET', address.replace(/\?.*/, ''))).status).toBe(404)
  expect((await anna.fetch('GET', address.replace(/\?.*/, ''))).status).toBe(200)

  const removed = await anna.fetch('PUT', '/User', profile({ removePicture: true }))
  expect(await removed.json()).toMatchObject({ pictureUrl: null })
})

test('a page that is declared as a picture is refused, and so is another person’s profile', async () => {
  const page = new File(['<!doctype html><script>alert(1)</script>'], 'jag.png', { type: 'image/png' })
  expect((await anna.fetch('PUT', '/User', profile({}, page))).status).toBe(415)
  const other = await signedIn()
  expect((await other.fetch('PUT', '/User', profile({ id: anna.id, phone: '0701234567' }))).status).toBe(403)
})

test('a person who must change the password reaches only the calls that restore a session', async () => {
  const person = await signedIn({ passwordExpiresAt: inDays(1) })
  expect((await get(person, '/User')).body).toHaveProperty('passwordExpiryDate', expect.any(String))
  expect((await person.fetch('GET', `/user/${person.id}/organizations`)).status).toBe(200)
  const refused = await get(person, `/User/${anna.id}`)
  expect(refused).toMatchObject({ status: 403, body: { code: 'password_change_required' } })
})
