import { beforeEach, expect, test } from 'vitest'
import type { Branch } from '#api/people/organizations/contract.ts'
import { organizations } from '#api/people/organizations/table.ts'
import { insertParentRows } from '../parent-rows.ts'
import { anonymous, database, signedIn } from '../portal.ts'
import { bodyOf } from '../response-body.ts'

const now = new Date()
const base = { createdAt: now, changedAt: now }

beforeEach(async () => {
  const { query } = database()
  await insertParentRows({ stored_files: 9 })
  await query.delete(organizations)
  const address = { addressLine1: 'Banvägen 1', postalNumber: '123 45', city: 'Karlstad', country: 'Sverige' }
  await query.insert(organizations).values([
    { id: 1, name: 'Förbundet', type: 0, path: '/1/', isMain: true, orgNr: '802000-0000', ...address, ...base },
    { id: 2, name: 'Norra', type: 1, parentId: 1, path: '/1/2/', invoiceEmail: 'hemlig@norra.se', ...base },
    { id: 3, name: 'Byns MK', type: 2, parentId: 2, path: '/1/2/3/', logoFileId: 9, city: 'Byn', ...base },
  ])
})

test('a member reads the tree, parents first, without invoice details', async () => {
  const member = await signedIn()
  const list = await member.json<{ name: string }[]>('GET', '/Organization')
  expect(list.map((one) => one.name)).toEqual(['Förbundet', 'Norra', 'Byns MK'])
  expect(JSON.stringify(list)).not.toContain('hemlig')
})

test('lists organisations by id, branch and words of their names, active ones first', async () => {
  const member = await signedIn()
  await database()
    .query.insert(organizations)
    .values([
      { id: 4, name: 'Ödeby MK', shortName: 'ÖMK', type: 2, parentId: 2, path: '/1/2/4/', active: false, ...base },
      { id: 5, name: 'Nya Ödeby MK 100%', type: 2, parentId: 2, path: '/1/2/5/', ...base },
      { id: 20, name: 'Södra', type: 1, parentId: 1, path: '/1/20/', ...base },
    ])
  const ids = async (query: string) => {
    const response = await member.fetch('GET', `/Organization?${query}`)
    expect(response.status).toBe(200)
    return (await bodyOf<{ id: number }[]>(response)).map(({ id }) => id)
  }
  expect(await ids('ids=3&ids=20&ids=404')).toEqual([20, 3])
  expect(await ids('within=2')).toEqual([2, 3, 5, 4])
  expect(await ids('text=')).toEqual([1, 2, 20, 3, 5, 4])
  expect(await ids('text=öde')).toEqual([5, 4])
  expect(await ids('text=mk ÖDEBY')).toEqual([5, 4])
  for (const text of ['ÖMK', 'ömk', 'Öm', 'ödeby öm']) expect(await ids(`text=${text}`), text).toEqual([4])
  expect(await ids('text=b')).toEqual([3, 1, 5, 4])
  expect(await ids('text=b&within=2')).toEqual([3, 5, 4])
  expect(await ids('text=100%25')).toEqual([5])
  expect(await ids('text=_')).toEqual([])
  expect(await ids('text=nowhere')).toEqual([])
  expect((await member.fetch('GET', '/Organization?ids=x')).status).toBe(400)
})

test('a branch is a page of its children, with the path to it; a search covers all', async () => {
  const member = await signedIn()
  await database()
    .query.insert(organizations)
    .values([
      { id: 4, name: 'Ödeby MK', type: 2, parentId: 2, path: '/1/2/4/', active: false, ...base },
      { id: 20, name: 'Södra', type: 1, parentId: 1, path: '/1/20/', ...base },
    ])
  const branch = async (query: string) => {
    const { items, total, above } = await (await member.fetch('GET', `/Organization/branch${query}`)).json<Branch>()
    return { items: items.map(({ id, childCount }) => [id, childCount]), total, above: above.map(({ id }) => id) }
  }
  const districts = { total: 2, above: [1] }
  expect(await branch('')).toEqual({
    ...districts,
    items: [
      [2, 2],
      [20, 0],
    ],
  })
  expect(await branch('?pageSize=1&page=2')).toEqual({ ...districts, items: [[20, 0]] })
  expect(await branch('?parentId=2')).toEqual({
    total: 2,
    above: [1, 2],
    items: [
      [3, 0],
      [4, 0],
    ],
  })
  expect(await branch('?parentId=404')).toEqual({ total: 0, above: [], items: [] })
  expect((await branch('?text=mk')).items).toEqual([
    [3, 0],
    [4, 0],
  ])
  await database()
    .query.insert(organizations)
    .values({ id: 9, name: 'Annat förbund', type: 0, path: '/9/', ...base })
  // Uses another query than before, whose answer is cached.
  expect(await branch('?page=1')).toEqual({
    total: 2,
    above: [],
    items: [
      [9, 0],
      [1, 2],
    ],
  })
})

test('returns one organisation without an incomplete address, and 404 for an unknown one', async () => {
  const member = await signedIn()
  const club = await (await member.fetch('GET', '/Organization/3')).json()
  expect(club).toMatchObject({ id: 3, parentId: 2, type: 2, address: null, logoUrl: '/api/files/9' })
  expect((await member.fetch('GET', '/Organization/404')).status).toBe(404)
})

test('a visitor reads who is responsible for the portal, and nothing else', async () => {
  expect(await (await anonymous('GET', '/Organization/mainOrg')).json()).toEqual({
    name: 'Förbundet',
    orgNr: '802000-0000',
    website: null,
    address: {
      addressLine1: 'Banvägen 1',
      addressLine2: null,
      postalNumber: '123 45',
      city: 'Karlstad',
      country: 'Sverige',
    },
  })
  expect((await anonymous('GET', '/Organization')).status).toBe(401)
  expect((await anonymous('GET', '/Organization/3')).status).toBe(401)
})

test('before the portal is set up nobody is responsible', async () => {
  await database().query.delete(organizations)
  expect(await (await anonymous('GET', '/Organization/mainOrg')).json()).toBeNull()
})
