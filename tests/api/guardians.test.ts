import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import {
  hasEligibleGuardian,
  isEligibleGuardian,
  listEligibleGuardians,
} from '#api/people/guardians/eligible-guardians.ts'
import { guardianLinks } from '#api/people/guardians/table.ts'
import { organizations } from '#api/people/organizations/table.ts'
import { listAuditEntries } from '../audit.ts'
import {
  confirmLink,
  createAdministrator,
  createAdult,
  createChild,
  createClubAdministrator,
  createFamily,
  listNotices,
  readCode,
  removeLink,
  requestLink,
  seesPerson,
  toPair,
} from '../guardians.ts'
import { database, type Person, signedIn } from '../portal.ts'

const now = new Date()
await database()
  .query.insert(organizations)
  .values({ id: 20, name: 'Åre MK', path: '/20/', type: 2, createdAt: now, changedAt: now })

test('the child’s consent gives no access: a confirmed guardian gives it, and the child and the guardian are notified', async () => {
  const { helena, milo } = await createFamily()
  const stranger = await createAdult()
  expect((await requestLink(stranger, stranger, milo, 'otherAdult')).status).toBe(200)
  expect(await (await confirmLink(milo, stranger, milo)).json()).toMatchObject({ confirmed: false, childAgreed: true })
  expect(await seesPerson(stranger, milo)).toBe(false)
  expect((await confirmLink(stranger, stranger, milo)).status).toBe(403)
  const expectedNotice = ['guardianRequested', expect.objectContaining({ context: 'otherAdult' })]
  expect([await listNotices(helena), await listNotices(milo), await listNotices(stranger)]).toEqual([
    [expectedNotice],
    [expectedNotice],
    [],
  ])

  expect(await (await confirmLink(helena, stranger, milo)).json()).toMatchObject({
    confirmed: true,
    relation: 'otherAdult',
  })
  expect(await seesPerson(stranger, milo)).toBe(true)
  expect((await listNotices(stranger)).map(([kind]) => kind)).toEqual(['guardianConfirmed'])
  expect((await listNotices(milo)).map(([kind]) => kind)).toEqual(['guardianRequested', 'guardianConfirmed'])
  expect((await listAuditEntries('user')).map((entry) => entry.action).slice(0, 3)).toEqual([
    'guardian.confirmed',
    'guardian.agreed',
    'guardian.requested',
  ])
})

test('a request of the child also waits, for the office when the child has no guardian', async () => {
  const [helena, milo, chief, club] = [
    await createAdult(),
    await createChild(),
    await createAdministrator(),
    await createClubAdministrator(),
  ]
  expect(await (await requestLink(milo, helena, milo, 'parent')).json()).toMatchObject({
    confirmed: false,
    relation: 'parent',
  })
  expect(await seesPerson(helena, milo)).toBe(false)
  expect((await listNotices(chief)).map(([kind]) => kind)).toEqual(['guardianRequested'])
  expect((await listNotices(club)).map(([kind]) => kind)).toEqual(['guardianRequested'])
  expect(await (await confirmLink(club, helena, milo)).json()).toMatchObject({ confirmed: true })
  expect(await seesPerson(helena, milo)).toBe(true)
})

test('an educator, another office, another adult of the child and the adult cannot decide', async () => {
  const { milo } = await createFamily()
  const [stranger, friend] = [await createAdult(), await createAdult()]
  await requestLink(milo, stranger, milo, 'otherAdult')
  await database()
    .query.insert(guardianLinks)
    .values({
      ...toPair(friend, milo),
      createdByUserId: friend.id,
      createdAt: now,
      confirmedAt: now,
      relation: 'otherAdult',
    })
  const own = await signedIn({ birthOn: '1980-01-01', roles: { OrganizationAdmin: { Organization: [20] } } })
  expect(await (await requestLink(own, own, milo, 'parent')).json()).toMatchObject({ confirmed: false })
  expect((await confirmLink(own, own, milo)).status).toBe(403)
  for (const other of [
    await signedIn({ roles: { Educator: {} } }),
    await signedIn({ roles: { Administrator: { Organization: [99] } } }),
    await signedIn({ roles: { OrganizationAdmin: { Organization: [99] } } }),
    await signedIn(),
    friend,
    stranger,
  ])
    expect((await confirmLink(other, stranger, milo)).status).toBe(403)
})

test('the office links at once, with the relation', async () => {
  const [helena, milo, other] = [await createAdult(), await createChild(), await createAdult()]
  expect(await (await requestLink(await createAdministrator(), helena, milo, 'legalGuardian')).json()).toMatchObject({
    confirmed: true,
    relation: 'legalGuardian',
  })
  expect(await (await requestLink(helena, other, milo, 'parent')).json()).toMatchObject({ confirmed: true })
  expect((await requestLink(await signedIn({ roles: { Educator: {} } }), await createAdult(), milo)).status).toBe(403)
  expect((await requestLink(milo, await createAdult(), milo, 'uncle')).status).toBe(400)
  // Clients that predate the relation field default to `otherAdult`, the weakest relation.
  expect(await (await requestLink(await createAdministrator(), await createAdult(), milo)).json()).toMatchObject({
    relation: 'otherAdult',
  })
})

test('a relation that an existing link gets is recorded once, and one that it has is not', async () => {
  const [helena, milo, office] = [await createAdult(), await createChild(), await createAdministrator()]
  for (const confirmedAt of [now, null]) {
    const adult = confirmedAt ? helena : await createAdult()
    const pair = toPair(adult, milo)
    await database()
      .query.insert(guardianLinks)
      .values({ ...pair, createdByUserId: adult.id, createdAt: now, confirmedAt })
    const recorded = async () =>
      (await listAuditEntries('user')).filter(({ data }) => data?.adultUserId === adult.id).map(({ data }) => data)
    const requested = await requestLink(office, adult, milo, 'parent')
    expect(await requested.json()).toMatchObject({ confirmed: true, relation: 'parent' })
    expect(await recorded()).toEqual([{ ...pair, relation: 'parent', confirmed: true }])
    await requestLink(office, adult, milo, 'otherAdult')
    expect(await recorded()).toHaveLength(1)
  }
})

test('of two concurrent confirmations one is recorded, and everybody is notified once', async () => {
  const { helena, milo } = await createFamily()
  const [second, chief] = [await createAdult(), await createAdministrator()]
  await requestLink(second, second, milo, 'parent')
  const both = await Promise.all([confirmLink(helena, second, milo), confirmLink(chief, second, milo)])
  expect(both.map(({ status }) => status)).toEqual([200, 200])
  const recorded = (await listAuditEntries('user')).filter(
    ({ action, targetId }) => action === 'guardian.confirmed' && targetId === String(milo.id),
  )
  expect(recorded).toHaveLength(1)
  expect((await listNotices(second)).map(([kind]) => kind)).toEqual(['guardianConfirmed'])
})

test('external people make no requests, and get access from the office only', async () => {
  const { helena, milo } = await createFamily()
  const outsider = await signedIn({ birthOn: '1980-01-01', isExternal: true })
  expect((await requestLink(outsider, outsider, milo)).status).toBe(403)
  expect(await readCode(await requestLink(milo, outsider, milo))).toBe('guardian_not_adult')
  expect((await requestLink(helena, outsider, milo)).status).toBe(403)
  expect(await (await requestLink(await createAdministrator(), outsider, milo)).json()).toMatchObject({
    confirmed: true,
  })
})

test('a child gets the same response for a child, nobody and an external person; the office gets the reason', async () => {
  const [helena, milo, young] = [await createAdult(), await createChild(), await createChild()]
  const nobody = { ...milo, id: 700_000 }
  for (const other of [young, nobody, await signedIn({ birthOn: '1980-01-01', inactiveAt: now })])
    expect(await readCode(await requestLink(milo, other, milo))).toBe('guardian_not_adult')
  const chief = await signedIn({ roles: { SuperAdministrator: {} } })
  expect(await readCode(await requestLink(chief, helena, await createAdult()))).toBe('guardian_of_adult')
  expect(await readCode(await requestLink(helena, helena, helena))).toBe('guardian_of_self')
  expect(await readCode(await requestLink(young, young, milo))).toBe('guardian_not_adult')
  expect((await requestLink(young, helena, milo)).status).toBe(403)
  expect((await helena.fetch('POST', `/User/${milo.id}/guardian`, toPair(young, await createChild()))).status).toBe(404)
  expect((await helena.fetch('POST', `/User/${helena.id}/guardian`, { adultUserId: helena.id })).status).toBe(400)
})

test('the adult, the child and the office remove a link; a parent does not remove the other', async () => {
  const { helena, milo } = await createFamily()
  const second = await createAdult()
  await requestLink(await createAdministrator(), second, milo, 'parent')
  expect((await removeLink(second, helena, milo)).status).toBe(403)
  expect((await removeLink(await signedIn(), helena, milo)).status).toBe(403)
  expect((await removeLink(await signedIn({ roles: { Educator: {} } }), helena, milo)).status).toBe(403)
  expect(await seesPerson(helena, milo)).toBe(true)
  expect((await removeLink(milo, helena, milo)).status).toBe(204)
  expect(await seesPerson(helena, milo)).toBe(false)
  expect((await removeLink(milo, helena, milo)).status).toBe(404)
  expect((await removeLink(second, second, milo)).status).toBe(204)
  const third = await createAdult()
  await requestLink(milo, third, milo)
  expect((await removeLink(await createClubAdministrator(), third, milo)).status).toBe(204)
})

test('the office sees pending links on the child’s profile, and confirms them there', async () => {
  const { helena, milo } = await createFamily()
  const second = await createAdult()
  await requestLink(milo, second, milo, 'otherAdult')
  const shown = async (as: Person) => {
    const profile = await (await as.fetch('GET', `/user/${milo.id}/profile`)).json<{
      guardians: { userId: number }[]
    }>()
    return profile.guardians.find(({ userId }) => userId === second.id)
  }
  const waiting = { confirmed: false, relation: 'otherAdult', childAgreed: true, waitsFor: 'guardian' }
  for (const as of [await createClubAdministrator(), helena])
    expect(await shown(as)).toMatchObject({ ...waiting, mayConfirm: true })
  expect(await shown(milo)).toMatchObject({ ...waiting, mayConfirm: false, mayAgree: false, mayRemove: true })
})

test('a guardian is valid on the days when both the link and the ages are', async () => {
  const { query } = await database()
  const day = '2026-06-13'
  const [helena, outsider, milo] = [
    await createAdult(),
    await signedIn({ birthOn: '1980-01-01', isExternal: true }),
    await createChild(),
  ]
  await query.insert(guardianLinks).values({ ...toPair(helena, milo), createdByUserId: helena.id, createdAt: now })
  const of = async (dayOn = day, isByOrganizer = false) => {
    const chosen = isByOrganizer ? sql`true` : sql`false`
    const [row] = await query
      .select({
        has: hasEligibleGuardian(milo.id, dayOn),
        stands: isEligibleGuardian(milo.id, outsider.id, dayOn, chosen),
      })
      .from(sql`(select 1)`)
    const names = (await listEligibleGuardians(await database(), milo.id, dayOn, isByOrganizer)).map(({ id }) => id)
    return { ...row, names }
  }
  expect(await of()).toEqual({ has: 0, stands: 0, names: [] })

  await query.update(guardianLinks).set({ confirmedAt: now }).where(eq(guardianLinks.childUserId, milo.id))
  await query
    .insert(guardianLinks)
    .values({ ...toPair(outsider, milo), createdByUserId: milo.id, confirmedAt: now, createdAt: now })
  expect(await of()).toEqual({ has: 1, stands: 0, names: [helena.id] })
  expect(await of(day, true)).toEqual({ has: 1, stands: 1, names: [helena.id, outsider.id] })
  expect((await of('2001-04-30')).has).toBe(0)
  expect((await of('2001-05-01')).has).toBe(1)
})
