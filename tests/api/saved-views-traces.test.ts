import { expect, test, vi } from 'vitest'
import type { SavedView } from '#api/office/saved-views/contract.ts'
import { insertFederation } from '../federation.ts'
import { listColumnsHolding } from '../marked-person.ts'
import { type Person, signedIn } from '../portal.ts'
import { protect } from '../protection.ts'
import { drainJobs } from '../queue.ts'

vi.setConfig({ testTimeout: 30_000 })
await insertFederation()
const superadministrator = await signedIn({ roles: { SuperAdministrator: {} } })
const club = await signedIn({ roles: { OrganizationAdmin: { Organization: [20] } } })

const share = async (name: string, query: string) =>
  (await superadministrator.fetch('POST', '/SavedViews', { list: 'users', name, query, isShared: true })).status
const namesFor = async (person: Person) =>
  (await person.json<SavedView[]>('GET', '/SavedViews?list=users')).map(({ name }) => name)

async function erase(userId: number): Promise<void> {
  await superadministrator.fetch('POST', `/user/${userId}/erasure`)
  const { items } = await superadministrator.json<{ items: { id: number; user: { id: number } }[] }>(
    'GET',
    '/ErasureRequests',
  )
  const id = items.find(({ user }) => user.id === userId)?.id
  expect((await superadministrator.fetch('POST', `/ErasureRequests/${id}/confirm`)).status).toBe(200)
  await drainJobs()
}

test.each([
  ['protection', (id: number) => protect(superadministrator, id), 'Åsgöta', 'Blåmesström'],
  ['erasure', erase, 'Örtrud', 'Sandelholm'],
])('a %s removes the shared views that name the person', async (_name, hide, firstName, lastName) => {
  const email = `${lastName.length}.hemlig@elsewhere.example`
  const person = await signedIn({ firstName, lastName, email, organizationIds: [20] })
  expect(await share('Efter namn', `text=${firstName}+${lastName}`)).toBe(200)
  expect(await share('Efter adress', `text=${encodeURIComponent(email.toUpperCase())}`)).toBe(200)
  expect(await share(`Hos ${firstName} ${lastName}`, 'role=Educator')).toBe(200)
  expect(await share('Utbildare', 'role=Educator')).toBe(200)
  expect((await namesFor(club)).length).toBe(4)
  await hide(person.id)
  expect(await namesFor(club)).toEqual(['Utbildare'])
  const holding = await listColumnsHolding(lastName)
  expect(holding.filter((column) => !column.startsWith('protected_'))).toEqual([])
})
