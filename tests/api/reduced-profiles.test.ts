import { and, eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { educationResponsibles } from '#api/catalogue/educations/table.ts'
import { auditEntries } from '#api/foundation/audit/table.ts'
import { guardianLinks } from '#api/people/guardians/table.ts'
import { startOfDay, toPortalDay } from '#api/zone.ts'
import { createEducation, educationResult } from '../catalogue.ts'
import { insertFederation } from '../federation.ts'
import { database, type Person, signedIn } from '../portal.ts'

const { query } = database()
await insertFederation()
const adult = { birthOn: '1980-01-01' }
const child = { birthOn: '2014-05-01', organizationIds: [20] }

const statusOf = async (who: Person, path: string) => (await who.fetch('GET', path)).status
const profilesOf = async (who: Person, { id }: Person) => [
  await statusOf(who, `/User/${id}`),
  await statusOf(who, `/user/${id}/profile`),
]
const several = async (who: Person, ids: number[]) =>
  (await (await who.fetch('POST', '/User/several', ids)).json<{ id: number }[]>()).map(({ id }) => id)
const auditOf = (action: string, userId: number) =>
  query
    .select()
    .from(auditEntries)
    .where(and(eq(auditEntries.action, action), eq(auditEntries.userId, userId)))

async function link(adultId: number, childId: number, isConfirmed = true): Promise<void> {
  const at = new Date()
  const pair = { adultUserId: adultId, childUserId: childId, createdByUserId: adultId }
  await query.insert(guardianLinks).values({ ...pair, confirmedAt: isConfirmed ? at : null, createdAt: at })
}

async function educatorOf(person: Person): Promise<Person> {
  const educator = await signedIn({ ...adult, roles: { Educator: {} } })
  const { id } = await createEducation()
  await query.insert(educationResponsibles).values({ educationId: id, userId: educator.id })
  await educationResult({ userId: person.id, educationId: id })
  return educator
}

describe('name, club and picture of somebody else', () => {
  test('of an adult are shown to everybody signed in', async () => {
    const [anna, stranger] = [await signedIn(adult), await signedIn({ ...adult, isExternal: true })]
    expect(await profilesOf(stranger, anna)).toEqual([200, 200])
  })

  test('of a child are shown to guardian, educator and office', async () => {
    const milo = await signedIn(child)
    const guardian = await signedIn(adult)
    await link(guardian.id, milo.id)
    const reasoned = [milo, guardian, await educatorOf(milo), await signedIn({ roles: { Administrator: {} } })]
    reasoned.push(await signedIn({ roles: { OrganizationAdmin: { Organization: [20] } } }))
    for (const person of reasoned) expect(await profilesOf(person, milo)).toEqual([200, 200])
  })

  test('of a child, or a person of unknown age, are shown to nobody else', async () => {
    const [milo, unknown, suitor] = [await signedIn(child), await signedIn(), await signedIn(adult)]
    await link(suitor.id, milo.id, false)
    const others = [suitor, await signedIn(adult), await signedIn(child), await educatorOf(await signedIn(child))]
    others.push(await signedIn({ roles: { OrganizationAdmin: { Organization: [30] } } }))
    others.push(await signedIn({ roles: { Educator: {} } }))
    for (const person of others) {
      expect(await profilesOf(person, milo)).toEqual([404, 404])
      expect(await profilesOf(person, unknown)).toEqual([404, 404])
    }
    expect(await several(others[4] ?? suitor, [milo.id, suitor.id])).toEqual([suitor.id])
  })

  test('of the guardian are shown to the child', async () => {
    const [milo, guardian] = [await signedIn(child), await signedIn({ ...adult, birthOn: null })]
    await link(guardian.id, milo.id)
    expect(await profilesOf(milo, guardian)).toEqual([200, 200])
  })

  test('are shown of sixty people an hour to a person without a role, whether or not they exist', async () => {
    const reader = await signedIn(adult)
    const ids: number[] = []
    for (let at = 0; at < 62; at += 1) ids.push((await signedIn(adult)).id)
    for (const id of ids.slice(0, 59)) expect(await statusOf(reader, `/User/${id}`)).toBe(200)
    expect(await statusOf(reader, '/User/999999')).toBe(404)
    for (const id of ids.slice(59)) expect(await statusOf(reader, `/User/${id}`)).toBe(429)
    expect(await statusOf(reader, `/user/${ids[61]}/profile`)).toBe(429)
    expect(await statusOf(reader, `/User/${ids[0]}`)).toBe(200)
    expect(await statusOf(reader, `/User/${reader.id}`)).toBe(200)
    expect(await auditOf('user.viewsLimited', reader.id)).toHaveLength(1)
    const educator = await signedIn({ ...adult, roles: { Educator: {} } })
    for (const id of ids) expect(await statusOf(educator, `/User/${id}`)).toBe(200)
  })
})

test.each([{ Educator: {} }, { OrganizationAdmin: { Organization: [20] } }, { Administrator: { Organization: [2] } }])(
  'staff as %j read names of sixty strangers an hour in lists, with an audit entry, and of their own people freely',
  async (roles) => {
    const reader = await signedIn({ ...adult, roles })
    const strangers: number[] = []
    for (let at = 0; at < 61; at += 1) strangers.push((await signedIn(adult)).id)
    const read = (ids: number[]) => reader.fetch('POST', '/User/several', ids)
    expect((await read(Array.from({ length: 500 }, (_, at) => at + 1_000_000))).status).toBe(429)
    const other = await signedIn({ ...adult, roles })
    expect(await several(other, strangers.slice(0, 59))).toHaveLength(59)
    expect(await several(other, strangers.slice(0, 59))).toHaveLength(59)
    expect((await other.fetch('POST', '/User/several', strangers)).status).toBe(429)
    expect((await auditOf('user.namesRead', other.id)).map(({ data }) => data)).toEqual([
      { userIds: strangers.slice(0, 59) },
      { userIds: strangers.slice(0, 59) },
    ])
    expect(await auditOf('user.viewsLimited', other.id)).toHaveLength(1)
    const own = await signedIn({ ...adult, organizationIds: [20] })
    const knows = !('Educator' in roles)
    expect((await other.fetch('POST', '/User/several', [own.id, other.id])).status).toBe(knows ? 200 : 429)
    const everywhere = await signedIn({ roles: { Administrator: {} } })
    expect(await several(everywhere, strangers)).toHaveLength(61)
  },
)

describe('staff who read a minor’s data', () => {
  test('are recorded once a day for each minor, for any call', async () => {
    const [milo, anna] = [await signedIn(child), await signedIn({ ...adult, organizationIds: [20] })]
    const office = await signedIn({ roles: { OrganizationAdmin: { Organization: [20] } } })
    for (const path of ['/User/:id', '/user/:id/profile', '/user/:id/cv', '/user/:id/educationresults'])
      for (const { id } of [milo, anna]) expect(await statusOf(office, path.replace(':id', String(id)))).toBe(200)
    const rows = await auditOf('user.read', office.id)
    expect(rows.map(({ targetType, targetId }) => [targetType, targetId])).toEqual([['user', String(milo.id)]])
  })

  test('are recorded again the next day of the portal, not of UTC', async () => {
    const [milo, anna] = [await signedIn(child), await signedIn(child)]
    const office = await signedIn({ roles: { OrganizationAdmin: { Organization: [20] } } })
    const midnight = startOfDay(toPortalDay(new Date()))
    const read = { userId: office.id, action: 'user.read', targetType: 'user', data: {}, requestId: 'r' } as const
    await database()
      .query.insert(auditEntries)
      .values([
        { ...read, targetId: String(milo.id), at: midnight },
        { ...read, targetId: String(anna.id), at: new Date(midnight.getTime() - 1) },
      ])
    for (const { id } of [milo, anna]) expect(await statusOf(office, `/User/${id}`)).toBe(200)
    const rows = await auditOf('user.read', office.id)
    expect(rows.map(({ targetId }) => Number(targetId)).sort()).toEqual([milo.id, anna.id, anna.id].sort())
  })

  test('are recorded for each minor of a list', async () => {
    const office = await signedIn({ roles: { OrganizationAdmin: { Organization: [20] } } })
    const { items } = await (await office.fetch('POST', '/User/filtered', { pageSize: 200 })).json<{
      items: { id: number; birthDate: string | null }[]
    }>()
    const minors = items.filter(({ birthDate }) => birthDate === null || birthDate > '2010')
    expect(minors.length).toBeGreaterThan(1)
    const rows = await auditOf('user.read', office.id)
    expect(rows.map(({ targetId }) => Number(targetId)).sort()).toEqual(minors.map(({ id }) => id).sort())
  })

  test('and reads by the child or a guardian are not', async () => {
    const [milo, guardian] = [await signedIn(child), await signedIn(adult)]
    await link(guardian.id, milo.id)
    for (const reader of [milo, guardian]) {
      await profilesOf(reader, milo)
      expect(await auditOf('user.read', reader.id)).toEqual([])
    }
  })
})
