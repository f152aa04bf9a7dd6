import { env } from 'cloudflare:workers'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { EducationCategory } from '#api/catalogue/education-categories/contract.ts'
import { educationCategories, favoriteCategories } from '#api/catalogue/education-categories/table.ts'
import type { Feature } from '#api/features.ts'
import { listAuditEntries } from '../audit.ts'
import { configurePortal } from '../configuration.ts'
import { anonymous, database, type Person, signedIn } from '../portal.ts'
import { bodyOf } from '../response-body.ts'

const favoritesOn: Feature[] = ['UserToEducationCategoryFiltering']
let superadministrator: Person

beforeEach(async () => {
  await database().query.delete(educationCategories)
  await database().query.delete(favoriteCategories)
  await configurePortal({ features: favoritesOn })
  superadministrator = await signedIn({ roles: { SuperAdministrator: {} } })
})

afterEach(() => {
  vi.unstubAllGlobals()
  Object.assign(env, { SPORTS_CATEGORIES_URL: undefined })
})

const save = (body: unknown) => superadministrator.fetch('PUT', '/EducationCategory', body)
const saved = (name: string) => bodyOf<EducationCategory>(save({ name }))
const choose = (who: Person, ids: number[], userId?: number) =>
  who.fetch('PUT', '/EducationCategory/AddUserToEducationCategory', { userId, educationCategoryIds: ids })
const favorites = (who: Person, userId = who.id) => who.fetch('GET', `/user/${userId}/UserToEducationCategory`)

test('a category is created, changed and deactivated, and members read it', async () => {
  const made = await bodyOf<EducationCategory>(save({ name: 'Motocross', color: '#d4421e', order: 3 }))
  expect(made).toMatchObject({ name: 'Motocross', shortName: null, pictureUrl: null, color: '#d4421e', active: true })
  const changed = await save({ ...made, shortName: 'MX', active: false })
  expect(await changed.json()).toMatchObject({ id: made.id, shortName: 'MX', active: false })
  expect(await (await (await signedIn()).fetch('GET', '/EducationCategory')).json()).toMatchObject([
    { shortName: 'MX' },
  ])
  expect((await listAuditEntries('educationCategory'))[0]).toMatchObject({ targetId: String(made.id) })
})

test('a list is returned as a list; invalid fields, unknown ids and version conflicts are refused', async () => {
  const enduro = await saved('Enduro')
  expect(await (await save([{ name: 'Rally' }, { ...enduro, order: 1 }])).json()).toMatchObject([
    { name: 'Rally' },
    { name: 'Enduro', order: 1 },
  ])
  expect((await save({ ...enduro, name: 'För sent' })).status).toBe(409)
  expect((await save({ name: 'x', color: 'red' })).status).toBe(400)
  expect((await save({ id: 4711, name: 'x' })).status).toBe(404)
  const administrator = await signedIn({ roles: { Administrator: {} } })
  expect((await administrator.fetch('PUT', '/EducationCategory', { name: 'x' })).status).toBe(403)
})

test('a member chooses favourites; choosing again replaces them', async () => {
  const [one, two] = [await saved('Ett'), await saved('Två')]
  const member = await signedIn()
  expect(await (await choose(member, [two.id, one.id, two.id])).json()).toEqual([one.id, two.id])
  expect(await (await favorites(member)).json()).toEqual([one.id, two.id])
  expect(await (await choose(member, [two.id], member.id)).json()).toEqual([two.id])
  expect(await (await favorites(member)).json()).toEqual([two.id])
  expect(await (await choose(member, [])).json()).toEqual([])
  expect((await listAuditEntries('user'))[0]).toMatchObject({
    action: 'favoriteCategories.chosen',
    targetId: String(member.id),
  })
})

test('only the person chooses favourites; educators and administrators in scope may see them', async () => {
  const category = await saved('Ett')
  const [member, other] = [await signedIn(), await signedIn()]
  expect((await choose(other, [category.id], member.id)).status).toBe(403)
  expect((await choose(superadministrator, [category.id], member.id)).status).toBe(403)
  expect((await favorites(other, member.id)).status).toBe(403)
  expect(await (await favorites(superadministrator, member.id)).json()).toEqual([])
  for (const roles of [{ Educator: {} }, { Administrator: { Organization: [4711] } }, { OrganizationAdmin: {} }])
    expect((await favorites(await signedIn({ roles }), member.id)).status).toBe(403)
  expect((await favorites(superadministrator, 999_999)).status).toBe(404)
  expect((await choose(member, [category.id + 1000])).status).toBe(404)
  expect((await anonymous('GET', `/user/${member.id}/UserToEducationCategory`)).status).toBe(401)
})

test('without the feature there are no favourites', async () => {
  await configurePortal({ features: [] })
  const member = await signedIn()
  expect((await choose(member, [])).status).toBe(404)
  expect((await favorites(member)).status).toBe(404)
})

const path = '/educationCategory/IdrottOnlineEducationCategories'
const outside = (answer: (request: Request) => Response | Promise<Response>) => {
  Object.assign(env, { SPORTS_CATEGORIES_URL: 'http://sports.test/categories' })
  vi.stubGlobal('fetch', async (address: string, init?: RequestInit) => answer(new Request(address, init)))
}
const names = async () => (await superadministrator.json<{ name: string }[]>('GET', path)).map(({ name }) => name)

test('the categories come from the sports system, or from the portal without one', async () => {
  const own = await names()
  expect(own).toContain('Rally')
  outside((request) => Response.json(request.url.endsWith('/categories') ? [{ id: '7', name: 'Enduro' }] : []))
  expect(await names()).toEqual(['Enduro'])
  for (const failing of [
    () => new Response('oops', { status: 503 }),
    () => new Response('<html>'),
    () => Response.json([{ id: 7 }]),
    () => Promise.reject(new Error('no route')),
  ]) {
    outside(failing)
    expect(await names()).toEqual(own)
  }
  expect((await (await signedIn({ roles: { Administrator: {} } })).fetch('GET', path)).status).toBe(403)
})
