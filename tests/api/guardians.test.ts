import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { hasGuardianOn, isStandingGuardian, listGuardiansOn } from '#api/guardians/standing.ts'
import { guardianLinks } from '#api/guardians/table.ts'
import { organizations } from '#api/organizations/table.ts'
import { auditOf } from '../audit.ts'
import { database, type Person, signedIn } from '../portal.ts'

const now = new Date()
await database()
  .query.insert(organizations)
  .values({ id: 20, name: 'Åre MK', path: '/20/', type: 2, createdAt: now, changedAt: now })

const adult = () => signedIn({ firstName: 'Helena', birthOn: '1983-05-01' })
const child = () => signedIn({ firstName: 'Milo', birthOn: `${now.getFullYear() - 15}-01-01`, organizationIds: [20] })
const pairOf = (guardian: Person, ward: Person) => ({ adultUserId: guardian.id, childUserId: ward.id })
const sees = async (guardian: Person, ward: Person) =>
  'birthDate' in (await (await guardian.fetch('GET', `/User/${ward.id}`)).json<object>())

test('a link that the adult makes opens nothing until the child confirms it', async () => {
  const [helena, milo] = [await adult(), await child()]
  const made = await helena.fetch('POST', `/User/${helena.id}/guardian`, pairOf(helena, milo))
  expect(await made.json()).toMatchObject({ confirmed: false, adult: { name: expect.stringContaining('Helena') } })
  expect(await sees(helena, milo)).toBe(false)
  expect((await helena.fetch('PUT', `/User/${milo.id}/guardian`, pairOf(helena, milo))).status).toBe(403)

  const confirmed = await milo.fetch('PUT', `/User/${milo.id}/guardian`, pairOf(helena, milo))
  expect(await confirmed.json()).toMatchObject({ confirmed: true })
  expect(await sees(helena, milo)).toBe(true)
  expect(await (await milo.fetch('GET', `/User/${milo.id}/guardian`)).json()).toHaveLength(1)
  expect((await auditOf('user')).map((entry) => entry.action).slice(0, 2)).toEqual([
    'guardian.confirmed',
    'guardian.linked',
  ])
})

test('made again by the adult, a confirmed link stays confirmed, and an unconfirmed one unconfirmed', async () => {
  const [helena, milo] = [await adult(), await child()]
  const make = async (as: Person) =>
    (await as.fetch('POST', `/User/${milo.id}/guardian`, pairOf(helena, milo))).json<{ confirmed: boolean }>()
  expect((await make(helena)).confirmed).toBe(false)
  expect((await make(helena)).confirmed).toBe(false)
  expect((await make(milo)).confirmed).toBe(true)
  expect((await make(helena)).confirmed).toBe(true)
})

test('the office of the child’s branch links at once; another office and other members do not', async () => {
  const [helena, milo] = [await adult(), await child()]
  const make = (as: Person) => as.fetch('POST', `/User/${milo.id}/guardian`, pairOf(helena, milo))
  for (const stranger of [
    await signedIn(),
    await signedIn({ roles: { Educator: {} } }),
    await signedIn({ roles: { Administrator: { Organization: [99] } } }),
  ])
    expect((await make(stranger)).status).toBe(403)
  const office = await signedIn({ roles: { Administrator: { Organization: [20] } } })
  expect(await (await make(office)).json()).toMatchObject({ confirmed: true })
})

test('age and people are checked', async () => {
  const [helena, milo, young] = [await adult(), await child(), await child()]
  const codeOf = async (pair: object, as: Person) =>
    (await (await as.fetch('POST', `/User/${as.id}/guardian`, pair)).json<{ code: string }>()).code
  expect(await codeOf(pairOf(young, milo), milo)).toBe('guardian_not_adult')
  expect(await codeOf(pairOf(helena, await adult()), helena)).toBe('guardian_of_adult')
  expect(await codeOf(pairOf(helena, helena), helena)).toBe('guardian_of_self')
  expect(await codeOf({ adultUserId: helena.id, childUserId: 999_999 }, helena)).toBe('not_found')
  expect(await codeOf(pairOf(helena, milo), young)).toBe('not_found')
  expect((await helena.fetch('POST', `/User/${helena.id}/guardian`, { adultUserId: helena.id })).status).toBe(400)
})

test('either side takes the link away, and access ends with it', async () => {
  const [helena, milo] = [await adult(), await child()]
  await milo.fetch('POST', `/User/${milo.id}/guardian`, pairOf(helena, milo))
  expect(await sees(helena, milo)).toBe(true)
  expect((await (await signedIn()).fetch('DELETE', `/User/${milo.id}/guardian/${helena.id}`)).status).toBe(403)
  expect((await milo.fetch('DELETE', `/User/${milo.id}/guardian/${helena.id}`)).status).toBe(204)
  expect(await sees(helena, milo)).toBe(false)
  expect((await milo.fetch('DELETE', `/User/${milo.id}/guardian/${helena.id}`)).status).toBe(404)
})

test('a guardian stands on the days when both the link and the ages hold', async () => {
  const { query } = await database()
  const day = '2026-06-13'
  const [helena, outsider, milo] = [
    await adult(),
    await signedIn({ birthOn: '1980-01-01', isExternal: true }),
    await child(),
  ]
  await query.insert(guardianLinks).values({ ...pairOf(helena, milo), createdByUserId: helena.id, createdAt: now })
  const of = async (dayOn = day, byOrganizer = false) => {
    const chosen = byOrganizer ? sql`true` : sql`false`
    const [row] = await query
      .select({ has: hasGuardianOn(milo.id, dayOn), stands: isStandingGuardian(milo.id, outsider.id, dayOn, chosen) })
      .from(sql`(select 1)`)
    const names = (await listGuardiansOn(await database(), milo.id, dayOn, byOrganizer)).map(({ id }) => id)
    return { ...row, names }
  }
  expect(await of()).toEqual({ has: 0, stands: 0, names: [] })

  await query.update(guardianLinks).set({ confirmedAt: now })
  await query
    .insert(guardianLinks)
    .values({ ...pairOf(outsider, milo), createdByUserId: milo.id, confirmedAt: now, createdAt: now })
  expect(await of()).toEqual({ has: 1, stands: 0, names: [helena.id] })
  expect(await of(day, true)).toEqual({ has: 1, stands: 1, names: [helena.id, outsider.id] })
  expect((await of('2001-04-30')).has).toBe(0)
  expect((await of('2001-05-01')).has).toBe(1)
})
