import { env } from 'cloudflare:workers'
import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, expect } from 'vitest'
import type { ManagedOrganization } from '#api/people/organizations/management/contract.ts'
import { organizations } from '#api/people/organizations/table.ts'
import { userOrganizations } from '#api/people/users/table.ts'
import { foundFederation } from '../federation.ts'
import { database, forgetKeptAnswers, signedIn } from '../portal.ts'

export const { query } = database()
export const office = await signedIn({ roles: { SuperAdministrator: {} } })

beforeEach(async () => {
  await query.delete(userOrganizations)
  await query.delete(organizations)
  await foundFederation()
  await forgetKeptAnswers()
})

afterEach(() => Object.assign(env, { SPORTS_ORGANIZATIONS_URL: undefined }))

export const feed = () => Object.assign(env, { SPORTS_ORGANIZATIONS_URL: 'http://sports.test/organizations' })

export const add = (body: object, headers?: Record<string, string>, who = office) =>
  who.fetch('POST', '/Organization', body, headers)
export const change = (id: number, body: object) => office.fetch('PUT', `/Organization/${id}`, body)
export const remove = (id: number) => office.fetch('DELETE', `/Organization/${id}`)
export const managed = async (id: number) =>
  (await office.fetch('GET', `/Organization/${id}/managed`)).json<ManagedOrganization>()
export const added = async (body: object) => {
  const response = await add(body)
  expect(response.status).toBe(200)
  return response.json<ManagedOrganization>()
}
export const row = async (id: number) => (await query.select().from(organizations).where(eq(organizations.id, id)))[0]
export const pathOf = async (id: number) => (await row(id))?.path
export const fieldsOf = async (response: Response) => {
  const { code, fields } = await response.json<{ code: string; fields?: Record<string, string> }>()
  return [response.status, code, Object.keys(fields ?? {})]
}
export const codeOf = async (response: Response) => [response.status, (await response.json<{ code: string }>()).code]
