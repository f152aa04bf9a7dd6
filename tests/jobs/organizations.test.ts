import { env } from 'cloudflare:workers'
import { eq } from 'drizzle-orm'
import { afterEach, expect, test, vi } from 'vitest'
import { jobs } from '#api/foundation/jobs/table.ts'
import type { OutsideOrganization } from '#api/people/organizations/sports-system.ts'
import { organizations } from '#api/people/organizations/table.ts'
import { listAuditEntries } from '../audit.ts'
import { insertFederation } from '../federation.ts'
import { database, signedIn } from '../portal.ts'
import { deliverJob, runDailyJob } from '../queue.ts'

await insertFederation()
const { query } = database()

afterEach(() => {
  vi.unstubAllGlobals()
  Object.assign(env, { SPORTS_ORGANIZATIONS_URL: undefined })
})

const outside = (answer: () => Response) => {
  Object.assign(env, { SPORTS_ORGANIZATIONS_URL: 'http://sports.test/organizations' })
  const fetchStub = vi.fn(async (address: string, init?: RequestInit) => {
    expect([address, new Headers(init?.headers).get('accept')]).toEqual([
      'http://sports.test/organizations',
      'application/json',
    ])
    return answer()
  })
  vi.stubGlobal('fetch', fetchStub)
  return fetchStub
}
const register = (list: unknown[]) => outside(() => Response.json(list))

type RegisterRow = Pick<OutsideOrganization, 'id' | 'name' | 'type'> & Partial<OutsideOrganization>
const federation: RegisterRow = { id: 'F', name: 'Förbundet', type: 0, orgNr: '802000-0001' }
const north: RegisterRow = { id: 'D1', name: 'Norra distriktet', type: 1, parentId: 'F' }
const south: RegisterRow = { id: 'D2', name: 'Södra distriktet', type: 1, parentId: 'F' }
const club = (id: string, parentId: string, more: Partial<RegisterRow> = {}): RegisterRow => ({
  id,
  name: `Klubb ${id}`,
  type: 2,
  parentId,
  city: 'Åre',
  ...more,
})
const named = async (externalId: string) => {
  const [row] = await query.select().from(organizations).where(eq(organizations.externalId, externalId))
  if (!row) throw new Error(`${externalId} is not there`)
  return row
}

test('without an address the register is not requested, and nothing changes', async () => {
  const fetchStub = vi.fn()
  vi.stubGlobal('fetch', fetchStub)
  const before = await query.select().from(organizations)
  await runDailyJob('organizations.sync')
  expect([fetchStub.mock.calls, await query.select().from(organizations)]).toEqual([[], before])
})

test('the register is mirrored in any order, and the portal’s own organisations remain', async () => {
  await query.update(organizations).set({ orgNr: '802000-0001' }).where(eq(organizations.id, 1))
  const own = await query.select().from(organizations).where(eq(organizations.id, 20))
  const office = await signedIn({ roles: { SuperAdministrator: {} } })
  const { lastChange } = await (await office.fetch('GET', '/Organization/1/managed')).json<{ lastChange: string }>()
  register([club('1', 'D1', { orgNr: '802000-1111' }), south, north, club('2', 'D1'), federation])
  await runDailyJob('organizations.sync')
  const [head, district, first] = [await named('F'), await named('D1'), await named('1')]
  expect(head).toMatchObject({ id: 1, isMain: true, path: '/1/' })
  // An edit that began before the register took over the row is a version conflict.
  expect((await office.fetch('PUT', '/Organization/1', { canBeInvoiced: true, lastChange })).status).toBe(409)
  expect(district).toMatchObject({ name: 'Norra distriktet', parentId: 1, path: `/1/${district.id}/`, type: 1 })
  expect(first).toMatchObject({ parentId: district.id, path: `/1/${district.id}/${first.id}/`, city: 'Åre' })
  expect([first.canBeInvoiced, (await named('2')).canBeInvoiced]).toEqual([true, false])
  expect(await query.select().from(organizations).where(eq(organizations.id, 20))).toEqual(own)
  const member = await signedIn()
  const listed = await (await member.fetch('GET', '/Organization')).json<{ name: string }[]>()
  expect(listed.map(({ name }) => name)).toContain('Klubb 1')
})

test('an unchanged organisation is not written; a change is recorded', async () => {
  const list = [federation, north, south, club('1', 'D1', { orgNr: '802000-1111' }), club('2', 'D1')]
  register(list)
  await runDailyJob('organizations.sync')
  const [before, audits] = [await query.select().from(organizations), (await listAuditEntries('organization')).length]
  await runDailyJob('organizations.sync')
  expect(await query.select().from(organizations)).toEqual(before)
  expect((await listAuditEntries('organization')).length).toBe(audits)

  const person = await signedIn({ organizationIds: [(await named('1')).id] })
  register([federation, north, south, club('1', 'D2', { name: 'Nya klubben' })])
  await runDailyJob('organizations.sync')
  const [moved, missing] = [await named('1'), await named('2')]
  expect(moved).toMatchObject({ name: 'Nya klubben', city: 'Åre', parentId: (await named('D2')).id, active: true })
  expect(moved.path).toBe(`${(await named('D2')).path}${moved.id}/`)
  expect(missing.active).toBe(false)
  const changed = (await listAuditEntries('organization')).slice(0, 2).map(({ targetId }) => targetId)
  expect(changed.sort()).toEqual([String(moved.id), String(missing.id)].sort())
  const administrator = await signedIn({ roles: { Administrator: { Organization: [(await named('D2')).id] } } })
  expect((await administrator.fetch('GET', `/User/${person.id}`)).status).toBe(200)

  register(list)
  await runDailyJob('organizations.sync')
  expect((await named('2')).active).toBe(true)
})

test('a field that the register lacks keeps what the portal has, and an empty text empties it', async () => {
  const entered = {
    email: 'klubb@example.se',
    phone: '08-1',
    addressLine1: 'Box 1',
    postalNumber: '837 00',
    city: 'Åre',
  }
  const invoicing = { canBeInvoiced: true, invoiceEmail: 'faktura@example.se' }
  await query
    .update(organizations)
    .set({ ...entered, ...invoicing })
    .where(eq(organizations.externalId, '2'))
  const others = [federation, north, south, club('1', 'D1', { orgNr: '802000-1111' })]
  const second = { id: '2', name: 'Klubb 2', type: 2, parentId: 'D1' } as const
  register([...others, second])
  await runDailyJob('organizations.sync')
  expect(await named('2')).toMatchObject({ ...entered, ...invoicing, active: true })

  register([
    ...others,
    { ...second, email: null, addressLine1: null, phone: '', city: 'Duved' },
    club('ny', 'D1', { orgNr: '' }),
  ])
  await runDailyJob('organizations.sync')
  const changed = await named('2')
  expect(changed).toMatchObject({ ...entered, ...invoicing, phone: null, city: 'Duved' })
  expect(await named('ny')).toMatchObject({ orgNr: null, canBeInvoiced: false })
  await runDailyJob('organizations.sync')
  expect(await named('2')).toEqual(changed)

  register([...others, second])
  await runDailyJob('organizations.sync')
})

test('an invalid response changes nothing, and the job shows why', async () => {
  const before = await query.select().from(organizations)
  for (const [answer, why] of [
    [() => new Response('oops', { status: 503 }), 'answered 503'],
    [() => Response.json([{ ...federation, type: 7 }]), 'expected one of 0|1|2'],
    [() => Response.json([federation]), 'in use are missing'],
    [() => Response.json([club('1', 'X')]), 'does not exist'],
  ] as const) {
    outside(answer)
    const id = crypto.randomUUID()
    const now = new Date()
    await query.insert(jobs).values({ id, kind: 'organizations.sync', payload: {}, runAt: now, createdAt: now })
    await deliverJob(id)
    const [job] = await query.select().from(jobs).where(eq(jobs.id, id))
    expect([job?.state, job?.error]).toEqual([0, expect.stringContaining(why)])
  }
  expect(await query.select().from(organizations)).toEqual(before)
})

test('a large register is processed in chunks', async () => {
  const clubs = Array.from({ length: 2500 }, (_, at) => club(`stor-${at}`, at % 2 === 0 ? 'D1' : 'D2'))
  register([...clubs, federation, north, south, club('1', 'D1'), club('2', 'D1')])
  await runDailyJob('organizations.sync')
  const last = await named('stor-2499')
  expect(last.path).toBe(`${(await named('D2')).path}${last.id}/`)
})
