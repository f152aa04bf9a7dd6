import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { request as requests } from '@playwright/test'
import { type ForgedEntry, forgeZip } from '#story/forged-zips.ts'
import { cast, password } from '#story/people.ts'
import { root } from '../../tools/local-portal.ts'
import { expect } from './fixtures.ts'

/** Returns the files of a folder under tests/story as entries of a package. */
export const entriesOf = (folder: string): ForgedEntry[] =>
  readdirSync(join(root, 'tests/story', folder)).map((path) => ({
    path,
    content: readFileSync(join(root, 'tests/story', folder, path)),
  }))

export interface PartPackage {
  educationPartId: number
  entries: ForgedEntry[]
  /** True when the course's own conditions replace the completion rule of the part. */
  byItsOwnRules?: boolean
}

/** Signs the superadministrator in with separate cookies, so that the page of the journey keeps its session. */
async function office(origin: string) {
  const request = await requests.newContext({ baseURL: origin })
  const login = { username: cast.superadmin.userName, password }
  const { token } = await (await request.post('/api/Authentication/Login', { data: login })).json()
  return { request, headers: { authorization: `Bearer ${token}` } }
}

/** Uploads a package for a digital part as the superadministrator, and waits until it is published. */
export async function uploadCourse(origin: string, { educationPartId, entries, byItsOwnRules = false }: PartPackage) {
  const { request, headers } = await office(origin)
  const multipart = {
    request: JSON.stringify({ educationPartId }),
    file: { name: 'kurs.zip', mimeType: 'application/zip', buffer: Buffer.from(forgeZip(entries)) },
  }
  const sent = await request.post('/api/Packages', { headers, multipart })
  expect(sent.ok(), await sent.text()).toBe(true)
  const { id } = await sent.json()
  const stateNow = async () => (await (await request.get(`/api/Packages/${id}`, { headers })).json()).state
  await expect.poll(stateNow, { timeout: 30_000 }).toBe('ready')
  await request.dispose()
  if (byItsOwnRules) await changePart(origin, educationPartId, { completionRule: 'course' })
}

/** Changes a part as the superadministrator. */
export async function changePart(origin: string, educationPartId: number, change: Record<string, unknown>) {
  const { request, headers } = await office(origin)
  const part = await (await request.get(`/api/EducationParts/${educationPartId}`, { headers })).json()
  const educationPart = JSON.stringify({ ...part, ...change })
  const changed = await request.put('/api/EducationParts', { headers, multipart: { educationPart } })
  expect(changed.ok(), await changed.text()).toBe(true)
  await request.dispose()
}
