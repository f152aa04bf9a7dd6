import { beforeEach, expect, test } from 'vitest'
import { organizations } from '#api/organizations/table.ts'
import { database, signedIn, stranger } from '../portal.ts'

const now = new Date()
const base = { createdAt: now, changedAt: now }

beforeEach(async () => {
  const { query } = database()
  await query.delete(organizations)
  const address = { addressLine1: 'Banvägen 1', postalNumber: '123 45', city: 'Karlstad', country: 'Sverige' }
  await query.insert(organizations).values([
    { id: 1, name: 'Förbundet', type: 0, path: '/1/', isMain: true, orgNr: '802000-0000', ...address, ...base },
    { id: 2, name: 'Norra', type: 1, parentId: 1, path: '/1/2/', invoiceEmail: 'hemlig@norra.se', ...base },
    { id: 3, name: 'Byns MK', type: 2, parentId: 2, path: '/1/2/3/', logoFileId: 9, city: 'Byn', ...base },
  ])
})

test('a member reads the tree, parents first, without what is only for invoicing', async () => {
  const member = await signedIn()
  const list = (await (await member.fetch('GET', '/Organization')).json()) as { name: string }[]
  expect(list.map((one) => one.name)).toEqual(['Förbundet', 'Norra', 'Byns MK'])
  expect(JSON.stringify(list)).not.toContain('hemlig')
})

test('one organisation, half an address is none, and an unknown one does not exist', async () => {
  const member = await signedIn()
  const club = await (await member.fetch('GET', '/Organization/3')).json()
  expect(club).toMatchObject({ id: 3, parentId: 2, type: 2, address: null, logoUrl: '/api/files/9' })
  expect((await member.fetch('GET', '/Organization/404')).status).toBe(404)
})

test('a stranger reads who is responsible for the portal, and nothing else', async () => {
  expect(await (await stranger('GET', '/Organization/mainOrg')).json()).toEqual({
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
  expect((await stranger('GET', '/Organization')).status).toBe(401)
  expect((await stranger('GET', '/Organization/3')).status).toBe(401)
})

test('before the portal is set up nobody is responsible', async () => {
  await database().query.delete(organizations)
  expect(await (await stranger('GET', '/Organization/mainOrg')).json()).toBeNull()
})
