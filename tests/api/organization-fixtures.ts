import { env } from 'cloudflare:workers'
import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, expect } from 'vitest'
import type { ManagedOrganization } from '#api/people/organizations/management/contract.ts'
import { organizations } from '#api/people/organizations/table.ts'
import { userOrganizations } from '#api/people/users/table.ts'
import { insertFederation } from '../federation.ts'
import { database, invalidateCache, signedIn } from '../portal.ts'

export const { query } = database()
export const office = await signedIn({ roles: { SuperAdministrator: {} } })

beforeEach(async () => {
  await query.delete(userOrganizations)
  await query.delete(organizations)
  await insertFederation()
  await invalidateCache()
})

afterEach(() => Object.assign(env, { SPORTS_ORGANIZATIONS_URL: undefined }))

export const enableRegister = () => Object.assign(env, { SPORTS_ORGANIZATIONS_URL: 'http://sports.test/organizations' })

export const addOrganization = (body: object, headers?: Record<string, string>, who = office) =>
  who.fetch('POST', '/Organization', body, headers)
export const changeOrganization = (id: number, body: object) => office.fetch('PUT', `/Organization/${id}`, body)
export const removeOrganization = (id: number) => office.fetch('DELETE', `/Organization/${id}`)
export const loadManaged = async (id: number) =>
  (await office.fetch('GET', `/Organization/${id}/managed`)).json<ManagedOrganization>()
export const createOrganization = async (body: object) => {
  const response = await addOrganization(body)
  expect(response.status).toBe(200)
  return response.json<ManagedOrganization>()
}
export const loadRow = async (id: number) =>
  (await query.select().from(organizations).where(eq(organizations.id, id)))[0]
export const loadPath = async (id: number) => (await loadRow(id))?.path
export const readFields = async (response: Response) => {
  const { code, fields } = await response.json<{ code: string; fields?: Record<string, string> }>()
  return [response.status, code, Object.keys(fields ?? {})]
}
export const readCode = async (response: Response) => [response.status, (await response.json<{ code: string }>()).code]
