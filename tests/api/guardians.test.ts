import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import {
  hasEligibleGuardian,
  isEligibleGuardian,
  listEligibleGuardians,
} from '#api/people/guardians/eligible-guardians.ts'
import { guardianLinks } from '#api/people/guardians/table.ts'
import { organizations } from '#api/people/organizations/table.ts'
import { auditOf } from '../audit.ts'
import {
  adult,
  ask,
  child,
  clubAdmin,
  codeOf,
  confirm,
  family,
  noticesOf,
  office,
  pairOf,
  remove,
  sees,
} from '../guardians.ts'
import { database, type Person, signedIn } from '../portal.ts'

const now = new Date()
await database()
  .query.insert(organizations)
  .values({ id: 20, name: 'Åre MK', path: '/20/', type: 2, createdAt: now, changedAt: now })

test('the child’s own yes opens nothing: a confirmed guardian does, and the child and the guardian are notified', async () => {
  const { helena, milo } = await family()
  const stranger = await adult()
  expect((await ask(stranger, stranger, milo, 'otherAdult')).status).toBe(200)
  expect(await (await confirm(milo, stranger, milo)).json()).toMatchObject({ confirmed: false, childAgreed: true })
  expect(await sees(stranger, milo)).toBe(false)
  expect((await confirm(stranger, stranger, milo)).status).toBe(403)
  const told = ['guardianRequested', expect.objectContaining({ context: 'otherAdult' })]
  expect([await noticesOf(helena), await noticesOf(milo), await noticesOf(stranger)]).toEqual([[told], [told], []])

  expect(await (await confirm(helena, stranger, milo)).json()).toMatchObject({
    confirmed: true,
    relation: 'otherAdult',
  })
  expect(await sees(stranger, milo)).toBe(true)
  expect((await noticesOf(stranger)).map(([kind]) => kind)).toEqual(['guardianConfirmed'])
  expect((await noticesOf(milo)).map(([kind]) => kind)).toEqual(['guardianRequested', 'guardianConfirmed'])
  expect((await auditOf('user')).map((entry) => entry.action).slice(0, 3)).toEqual([
    'guardian.confirmed',
    'guardian.agreed',
    'guardian.requested',
  ])
})

test('what the child itself asks for waits too, for the office where there is no guardian', async () => {
  const [helena, milo, chief, club] = [await adult(), await child(), await office(), await clubAdmin()]
  expect(await (await ask(milo, helena, milo, 'parent')).json()).toMatchObject({ confirmed: false, relation: 'parent' })
  expect(await sees(helena, milo)).toBe(false)
  expect((await noticesOf(chief)).map(([kind]) => kind)).toEqual(['guardianRequested'])
  expect((await noticesOf(club)).map(([kind]) => kind)).toEqual(['guardianRequested'])
  expect(await (await confirm(club, helena, milo)).json()).toMatchObject({ confirmed: true })
  expect(await sees(helena, milo)).toBe(true)
})

test('neither an educator, another office, another adult of the child nor the adult decides', async () => {
  const { milo } = await family()
  const [stranger, friend] = [await adult(), await adult()]
  await ask(milo, stranger, milo, 'otherAdult')
  await database()
    .query.insert(guardianLinks)
    .values({
      ...pairOf(friend, milo),
      createdByUserId: friend.id,
      createdAt: now,
      confirmedAt: now,
      relation: 'otherAdult',
    })
  const own = await signedIn({ birthOn: '1980-01-01', roles: { OrganizationAdmin: { Organization: [20] } } })
  expect(await (await ask(own, own, milo, 'parent')).json()).toMatchObject({ confirmed: false })
  expect((await confirm(own, own, milo)).status).toBe(403)
  for (const other of [
    await signedIn({ roles: { Educator: {} } }),
    await signedIn({ roles: { Administrator: { Organization: [99] } } }),
    await signedIn({ roles: { OrganizationAdmin: { Organization: [99] } } }),
    await signedIn(),
    friend,
    stranger,
  ])
    expect((await confirm(other, stranger, milo)).status).toBe(403)
})

test('the office links at once, with the relation', async () => {
  const [helena, milo, other] = [await adult(), await child(), await adult()]
  expect(await (await ask(await office(), helena, milo, 'legalGuardian')).json()).toMatchObject({
    confirmed: true,
    relation: 'legalGuardian',
  })
  expect(await (await ask(helena, other, milo, 'parent')).json()).toMatchObject({ confirmed: true })
  expect((await ask(await signedIn({ roles: { Educator: {} } }), await adult(), milo)).status).toBe(403)
  expect((await ask(milo, await adult(), milo, 'uncle')).status).toBe(400)
  // Clients that predate the relation field default to `otherAdult`, the weakest relation.
  expect(await (await ask(await office(), await adult(), milo)).json()).toMatchObject({ relation: 'otherAdult' })
})

test('of two who confirm at once one is recorded, and everybody is notified once', async () => {
  const { helena, milo } = await family()
  const [second, chief] = [await adult(), await office()]
  await ask(second, second, milo, 'parent')
  const both = await Promise.all([confirm(helena, second, milo), confirm(chief, second, milo)])
  expect(both.map(({ status }) => status)).toEqual([200, 200])
  const recorded = (await auditOf('user')).filter(
    ({ action, targetId }) => action === 'guardian.confirmed' && targetId === String(milo.id),
  )
  expect(recorded).toHaveLength(1)
  expect((await noticesOf(second)).map(([kind]) => kind)).toEqual(['guardianConfirmed'])
})

test('people from outside ask for nothing, and are opened to by the office alone', async () => {
  const { helena, milo } = await family()
  const outsider = await signedIn({ birthOn: '1980-01-01', isExternal: true })
  expect((await ask(outsider, outsider, milo)).status).toBe(403)
  expect(await codeOf(await ask(milo, outsider, milo))).toBe('guardian_not_adult')
  expect((await ask(helena, outsider, milo)).status).toBe(403)
  expect(await (await ask(await office(), outsider, milo)).json()).toMatchObject({ confirmed: true })
})

test('a child gets the same answer about a child, about nobody and about an external person; the office gets the reason', async () => {
  const [helena, milo, young] = [await adult(), await child(), await child()]
  const nobody = { ...milo, id: 700_000 }
  for (const other of [young, nobody, await signedIn({ birthOn: '1980-01-01', inactiveAt: now })])
    expect(await codeOf(await ask(milo, other, milo))).toBe('guardian_not_adult')
  const chief = await signedIn({ roles: { SuperAdministrator: {} } })
  expect(await codeOf(await ask(chief, helena, await adult()))).toBe('guardian_of_adult')
  expect(await codeOf(await ask(helena, helena, helena))).toBe('guardian_of_self')
  expect(await codeOf(await ask(young, young, milo))).toBe('guardian_not_adult')
  expect((await ask(young, helena, milo)).status).toBe(403)
  expect((await helena.fetch('POST', `/User/${milo.id}/guardian`, pairOf(young, await child()))).status).toBe(404)
  expect((await helena.fetch('POST', `/User/${helena.id}/guardian`, { adultUserId: helena.id })).status).toBe(400)
})

test('the adult, the child and the office take a link away; one parent does not remove another', async () => {
  const { helena, milo } = await family()
  const second = await adult()
  await ask(await office(), second, milo, 'parent')
  expect((await remove(second, helena, milo)).status).toBe(403)
  expect((await remove(await signedIn(), helena, milo)).status).toBe(403)
  expect((await remove(await signedIn({ roles: { Educator: {} } }), helena, milo)).status).toBe(403)
  expect(await sees(helena, milo)).toBe(true)
  expect((await remove(milo, helena, milo)).status).toBe(204)
  expect(await sees(helena, milo)).toBe(false)
  expect((await remove(milo, helena, milo)).status).toBe(404)
  expect((await remove(second, second, milo)).status).toBe(204)
  const third = await adult()
  await ask(milo, third, milo)
  expect((await remove(await clubAdmin(), third, milo)).status).toBe(204)
})

test('the office sees on the child’s profile who waits and for whom, and confirms there', async () => {
  const { helena, milo } = await family()
  const second = await adult()
  await ask(milo, second, milo, 'otherAdult')
  const shown = async (as: Person) => {
    const profile = await (await as.fetch('GET', `/user/${milo.id}/profile`)).json<{
      guardians: { userId: number }[]
    }>()
    return profile.guardians.find(({ userId }) => userId === second.id)
  }
  const waiting = { confirmed: false, relation: 'otherAdult', childAgreed: true, waitsFor: 'guardian' }
  for (const as of [await clubAdmin(), helena]) expect(await shown(as)).toMatchObject({ ...waiting, mayConfirm: true })
  expect(await shown(milo)).toMatchObject({ ...waiting, mayConfirm: false, mayAgree: false, mayRemove: true })
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
      .select({
        has: hasEligibleGuardian(milo.id, dayOn),
        stands: isEligibleGuardian(milo.id, outsider.id, dayOn, chosen),
      })
      .from(sql`(select 1)`)
    const names = (await listEligibleGuardians(await database(), milo.id, dayOn, byOrganizer)).map(({ id }) => id)
    return { ...row, names }
  }
  expect(await of()).toEqual({ has: 0, stands: 0, names: [] })

  await query.update(guardianLinks).set({ confirmedAt: now }).where(eq(guardianLinks.childUserId, milo.id))
  await query
    .insert(guardianLinks)
    .values({ ...pairOf(outsider, milo), createdByUserId: milo.id, confirmedAt: now, createdAt: now })
  expect(await of()).toEqual({ has: 1, stands: 0, names: [helena.id] })
  expect(await of(day, true)).toEqual({ has: 1, stands: 1, names: [helena.id, outsider.id] })
  expect((await of('2001-04-30')).has).toBe(0)
  expect((await of('2001-05-01')).has).toBe(1)
})
