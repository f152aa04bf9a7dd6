import { expect, test } from 'vitest'
import type { SearchResults } from '#api/office/search/contract.ts'
import { insertFederation } from '../federation.ts'
import { type Person, signedIn } from '../portal.ts'

await insertFederation()

async function findIds(person: Person, query: string): Promise<number[] | null> {
  const { people } = await person.json<SearchResults>('GET', `/search?${query}`)
  return people?.items.map(({ id }) => id).sort((a, b) => a - b) ?? null
}

test('those who may be responsible are found among the people whom the caller may find', async () => {
  const named = { lastName: 'Ansvarsson', organizationIds: [20] }
  const { id: memberId } = await signedIn(named)
  const { id: educatorId } = await signedIn({ ...named, roles: { Educator: {} } })
  const { id: administratorId } = await signedIn({ ...named, roles: { Administrator: {} } })
  const { id: farId } = await signedIn({ ...named, organizationIds: [30], roles: { Educator: {} } })
  const office = await signedIn({ roles: { SuperAdministrator: {} } })
  const club = await signedIn({ roles: { OrganizationAdmin: { Organization: [20] } } })
  const educators = 'q=Ansvarsson&onlyEducators=true'
  expect(await findIds(office, 'q=Ansvarsson')).toEqual([memberId, educatorId, administratorId, farId])
  expect(await findIds(office, educators)).toEqual([educatorId, administratorId, farId])
  expect(await findIds(office, 'q=Ansvarson&onlyEducators=true')).toEqual([educatorId, administratorId, farId])
  expect(await findIds(club, educators)).toEqual([educatorId, administratorId])
  expect(await findIds(await signedIn(), educators)).toBeNull()
})
