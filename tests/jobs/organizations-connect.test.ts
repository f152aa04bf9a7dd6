import { env } from 'cloudflare:workers'
import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { jobs } from '#api/foundation/jobs/table.ts'
import { organizations } from '#api/people/organizations/table.ts'
import { listAuditEntries } from '../audit.ts'
import { listNoticeKinds } from '../email-changes.ts'
import { insertFederation } from '../federation.ts'
import { database, signedIn } from '../portal.ts'
import { runDailyJob } from '../queue.ts'

const { query } = database()
const chief = await signedIn({ roles: { SuperAdministrator: {} } })

beforeEach(async () => {
  await query.delete(jobs).where(eq(jobs.kind, 'organizations.sync'))
  await query.delete(organizations)
  await insertFederation()
})

afterEach(() => {
  vi.unstubAllGlobals()
  Object.assign(env, { SPORTS_ORGANIZATIONS_URL: undefined })
})

interface Entry {
  id: string
  name: string
  type: 0 | 1 | 2
  parentId?: string
  orgNr?: string
}

const federation: Entry = { id: 'F', name: 'Svenska Förbundet', type: 0 }
const north: Entry = { id: 'N', name: 'Distrikt Norr', type: 1, parentId: 'F' }
const south: Entry = { id: 'S', name: 'Distrikt Syd', type: 1, parentId: 'F' }
const club = (id: string, name: string, parentId: string, orgNr?: string): Entry => ({
  id,
  name,
  type: 2,
  parentId,
  ...(orgNr && { orgNr }),
})
const are = club('A', 'Åre MK', 'N')
const lulea = club('L', 'Luleå MS', 'N')
const ystad = club('Y', 'Ystad MK', 'S')

/** Reads the register once, and returns the outcome of the job. */
async function sync(entries: Entry[]) {
  Object.assign(env, { SPORTS_ORGANIZATIONS_URL: 'http://sports.test/organizations' })
  vi.stubGlobal('fetch', async () => Response.json(entries))
  await query.delete(jobs).where(eq(jobs.kind, 'organizations.sync'))
  await runDailyJob('organizations.sync')
  const [job] = await query.select().from(jobs).where(eq(jobs.kind, 'organizations.sync'))
  return { error: job?.error ?? null, result: job?.result ?? {} }
}

const listRows = async () =>
  (await query.select().from(organizations).orderBy(organizations.id)).map(({ id, externalId, active }) => [
    id,
    externalId,
    active,
  ])
const whole = [federation, north, south, are, lulea, ystad]
const connected = [
  [1, 'F', true],
  [2, 'N', true],
  [3, 'S', true],
  [20, 'A', true],
  [21, 'L', true],
  [30, 'Y', true],
]

test('a register connects with organisations that were entered by hand', async () => {
  const { result } = await sync(whole)
  expect(await listRows()).toEqual(connected)
  expect(result).toMatchObject({ organizations: 6, unclear: [] })
  expect(result['connected']).toContainEqual({ id: 20, name: 'Åre MK', externalId: 'A', by: 'name' })
  expect(result['connected']).toContainEqual({ id: 1, name: 'Svenska Förbundet', externalId: 'F', by: 'federation' })
  expect(await sync(whole)).toMatchObject({ result: { connected: [] } })
})

test('a register connects with organisations of another source, whose ids are different', async () => {
  await sync(
    whole.map(({ id, parentId, ...entry }) => ({
      ...entry,
      id: `old-${id}`,
      ...(parentId && { parentId: `old-${parentId}` }),
    })),
  )
  expect(await sync(whole)).toMatchObject({ error: null })
  expect(await listRows()).toEqual(connected)
})

test('the organisation number counts before the name, however it is written', async () => {
  await query.update(organizations).set({ orgNr: '802000-1111' }).where(eq(organizations.id, 20))
  const { result } = await sync([federation, north, south, club('A', 'Motorklubben i Åre', 'S', '8020001111'), ystad])
  expect(result['connected']).toContainEqual({ id: 20, name: 'Motorklubben i Åre', externalId: 'A', by: 'number' })
  expect(await listRows()).toContainEqual([20, 'A', true])
})

test('an unclear organisation is left alone and listed, and the others come in', async () => {
  // The same name twice in one district, and one whose district is another.
  await query.update(organizations).set({ name: 'Åre MK' }).where(eq(organizations.id, 21))
  const moved = club('Y', 'Ystad MK', 'N')
  const added = club('K', 'Kiruna MK', 'N')
  const { error, result } = await sync([federation, north, south, are, moved, added])
  expect(error).toBeNull()
  expect(result['unclear']).toEqual([
    { externalId: 'A', name: 'Åre MK', candidates: [20, 21] },
    { externalId: 'Y', name: 'Ystad MK', candidates: [30] },
  ])
  const rows = await listRows()
  expect(rows.filter(([id]) => [20, 21, 30].includes(Number(id)))).toEqual([
    [20, null, true],
    [21, null, true],
    [30, null, true],
  ])
  expect(rows.map(([, externalId]) => externalId)).toContain('K')
})

test('superadministrators get one notice of what is unclear, until it changes', async () => {
  const count = async () => (await listNoticeKinds(chief)).filter((kind) => kind === 'organizationsUnclear').length
  const before = await count()
  const moved = club('Y', 'Ystad MK', 'N')
  await sync([federation, north, south, are, lulea, moved])
  await runDailyJob('organizations.sync')
  expect(await count()).toBe(before + 1)
  await query.update(organizations).set({ parentId: 2, path: '/1/2/30/' }).where(eq(organizations.id, 30))
  expect((await sync([federation, north, south, are, lulea, moved])).result).toMatchObject({ unclear: [] })
  expect(await listRows()).toContainEqual([30, 'Y', true])
})

test('what is below an unclear organisation waits too', async () => {
  await query.update(organizations).set({ name: 'Distrikt Norr' }).where(eq(organizations.id, 3))
  const { result } = await sync([federation, north, are, club('K', 'Kiruna MK', 'N')])
  expect(result['unclear']).toMatchObject([{ externalId: 'N' }, { externalId: 'A' }, { externalId: 'K' }])
  expect((await listRows()).length).toBe(6)
})

test('a candidate of another source is neither guessed nor taken out of use', async () => {
  await query.update(organizations).set({ externalId: 'old', name: 'Åre MK' }).where(eq(organizations.id, 21))
  await sync([federation, north, south, are, ystad])
  expect(await listRows()).toContainEqual([21, 'old', true])
})

test('the audit log says by what each was connected, and which id it had before', async () => {
  await query.update(organizations).set({ externalId: 'earlier-20' }).where(eq(organizations.id, 20))
  await sync(whole)
  const entries = (await listAuditEntries('organization')).filter(({ action }) => action === 'organization.connected')
  expect(entries.find(({ targetId }) => targetId === '20')?.data).toEqual({
    by: 'name',
    before: { externalId: 'earlier-20' },
    after: { externalId: 'A' },
  })
  const count = entries.length
  await sync(whole)
  const later = (await listAuditEntries('organization')).filter(({ action }) => action === 'organization.connected')
  expect(later.length).toBe(count)
})
