import { expect, test } from 'vitest'
import { insertFederation } from '../federation.ts'
import { signedIn } from '../portal.ts'

await insertFederation()

test('a list names the organisations that the roles in it are limited to', async () => {
  const superadministrator = await signedIn({ roles: { SuperAdministrator: {} } })
  await signedIn({ roles: { Educator: { Organization: [20] } }, organizationIds: [21], lastName: 'Avgränsad' })
  await signedIn({ isExternal: true })
  const namesIn = async (filter: object) => {
    const response = await superadministrator.fetch('POST', '/User/filtered', filter)
    return (await response.json<{ roleOrganizations: object }>()).roleOrganizations
  }
  expect(await namesIn({ searchString: 'avgränsad' })).toEqual({ 20: 'Åre MK' })
  expect(await namesIn({ isExternal: true })).toEqual({})
})
