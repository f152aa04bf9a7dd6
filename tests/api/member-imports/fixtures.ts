import { env } from 'cloudflare:workers'
import { eq } from 'drizzle-orm'
import { afterEach, beforeEach } from 'vitest'
import type { MemberImport } from '#api/people/member-imports/contract.ts'
import { userOrganizations, users } from '#api/people/users/table.ts'
import { database, type Person, signedIn } from '../../portal.ts'
import { drainJobs } from '../../queue.ts'

export const { query } = database()

/** Uploads a file as a person. */
export async function upload(person: Person, content: string | Blob, name = 'medlemmar.csv') {
  const form = new FormData()
  form.set('title', name)
  form.set('file', new File([content], name))
  return person.fetch('POST', '/MemberImports/file', form)
}

/** Uploads a file that must be taken, and returns the batch. */
export async function stage(person: Person, content: string | Blob, name?: string): Promise<MemberImport> {
  const answer = await upload(person, content, name)
  if (answer.status !== 204) throw new Error(`${answer.status} ${await answer.text()}`)
  return getBatch(person)
}

export async function getBatch(person: Person, query = ''): Promise<MemberImport> {
  const batch = await person.json<MemberImport | null>('GET', `/MemberImports${query}`)
  if (!batch) throw new Error('there is no batch')
  return batch
}

/** Accepts a batch and waits until it is applied. */
export async function accept(person: Person, { id }: MemberImport): Promise<MemberImport> {
  const answer = await person.fetch('POST', `/MemberImports/${id}/start`)
  if (answer.status !== 204) throw new Error(`${answer.status} ${await answer.text()}`)
  await drainJobs()
  return getBatch(person)
}

export async function undo(person: Person, { id }: MemberImport): Promise<MemberImport> {
  const answer = await person.fetch('POST', `/MemberImports/${id}/undo`)
  if (answer.status !== 204) throw new Error(`${answer.status} ${await answer.text()}`)
  await drainJobs()
  return getBatch(person)
}

export const csv = (...rows: string[]) =>
  ['Förnamn;Efternamn;Födelsedat./Personnr.;E-post;Mobil;Förening', ...rows].join('\r\n')

/** Returns the outcomes of the preview: row number, status and reason. */
export const outcomes = ({ preview }: MemberImport) => preview.map(({ row, status, reason }) => [row, status, reason])

export const findByEmail = async (email: string) =>
  (await query.select().from(users).where(eq(users.email, email)))[0] ?? null

export const clubsOf = async (userId: number) =>
  (await query.select().from(userOrganizations).where(eq(userOrganizations.userId, userId))).map(
    ({ organizationId }) => organizationId,
  )

export const administratorOf = (...ids: number[]) => signedIn({ roles: { Administrator: { Organization: ids } } })
export const clubAdministratorOf = (id: number) =>
  signedIn({ roles: { OrganizationAdmin: { Organization: [id] } }, organizationIds: [id] })

/** Gives each test the key by which personal numbers are hashed. */
export function hashNumbers() {
  beforeEach(() => void Object.assign(env, { PERSONAL_NUMBER_SECRET: 'a key of at least thirty-two bytes' }))
  afterEach(() => void Object.assign(env, { PERSONAL_NUMBER_SECRET: undefined }))
}
