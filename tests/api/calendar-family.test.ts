import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { occasionResponsibles, occasions } from '#api/catalogue/occasions/table.ts'
import type { Booking } from '#api/office/bookings/contract.ts'
import type { FamilyItem } from '#api/office/calendar/contract.ts'
import { guardianLinks } from '#api/people/guardians/table.ts'
import { users } from '#api/people/users/table.ts'
import { toPortalDay } from '#api/zone.ts'
import { createOpenOccasion, partResult } from '../catalogue.ts'
import { insertFederation } from '../federation.ts'
import { createChild, createFamily, removeLink, toPair } from '../guardians.ts'
import { database, type Person, signedIn } from '../portal.ts'
import { protect } from '../protection.ts'
import { inDays } from '../time.ts'

const { query } = database()

beforeAll(async () => {
  await insertFederation()
})

const read = (reader: Person, search = '') => reader.json<FamilyItem[]>('GET', `/Calendar/Family${search}`)
const statusOf = async (reader: Person, of: Person) =>
  (await reader.fetch('GET', `/Calendar/Family?userId=${of.id}`)).status

const link = 'https://meeting.example/family'

async function book(person: Person, days = 5, signedUpAt: Date | null = new Date()) {
  const {
    occasion,
    firstPartId,
    id: educationId,
  } = await createOpenOccasion({ startsAt: inDays(days), onlineUrl: link })
  await partResult({
    userId: person.id,
    educationPartId: firstPartId,
    occasionId: occasion.id,
    educationId,
    signedUpAt,
  })
  return { id: `occasion-${occasion.id}`, occasionId: occasion.id, educationPartId: firstPartId, educationId }
}

const idsOf = (items: readonly FamilyItem[]) => items.map(({ id }) => id)

test('a guardian reads the bookings of the family, of one child, or the own ones', async () => {
  const { helena, milo } = await createFamily()
  const [own, childs, alien] = [await book(helena, 6), await book(milo, 5), await book(await createChild(), 5)]
  expect(idsOf(await read(helena))).toEqual([childs.id, own.id])
  expect(idsOf(await read(helena, `?userId=${milo.id}`))).toEqual([childs.id])
  expect(idsOf(await read(helena, `?userId=${helena.id}`))).toEqual([own.id])
  expect(idsOf(await read(milo))).toEqual([childs.id])
  expect(JSON.stringify(await read(helena))).not.toContain(alien.id)
})

test('an occasion of two of the family is one item that names both, with the own invitation alone', async () => {
  const { helena, milo } = await createFamily()
  const { id, ...seat } = await book(helena)
  await partResult({ ...seat, userId: milo.id, signedUpAt: null })
  const [item, ...others] = await read(helena)
  expect([item?.id, item?.userIds, others]).toEqual([id, [helena.id, milo.id], []])
  expect([item?.booked, item?.pending, typeof item?.invitationUrl]).toEqual([true, true, 'string'])
  const [ofChild] = await read(helena, `?userId=${milo.id}`)
  expect([ofChild?.booked, ofChild?.pending, ofChild?.invitationUrl]).toEqual([true, true, null])
})

test('a period and a branch narrow the bookings, and a cancelled occasion stays', async () => {
  const { helena, milo } = await createFamily()
  const [soon, later] = [await book(milo, 3), await book(milo, 40)]
  const day = (days: number) => toPortalDay(inDays(days))
  expect(idsOf(await read(helena, `?startDate=${day(2)}&endDate=${day(4)}`))).toEqual([soon.id])
  expect(idsOf(await read(helena, `?educationId=${later.educationId}`))).toEqual([later.id])
  const backwards = await helena.fetch('GET', `/Calendar/Family?startDate=${day(4)}&endDate=${day(2)}`)
  expect(backwards.status).toBe(400)
  await query.update(occasions).set({ canceledAt: new Date() }).where(eq(occasions.id, soon.occasionId))
  expect(await read(helena)).toMatchObject([{ id: soon.id, canceled: true }, { id: later.id }])
})

test('a cancelled occasion that the guardian leads is no booking of the family', async () => {
  const { helena, milo } = await createFamily()
  const [led, booked] = [await book(await createChild(), 4), await book(helena, 5)]
  const canceledAt = new Date()
  for (const { occasionId } of [led, booked]) {
    await query.insert(occasionResponsibles).values({ occasionId, userId: helena.id })
    await query.update(occasions).set({ canceledAt }).where(eq(occasions.id, occasionId))
  }
  expect(await read(helena)).toMatchObject([{ id: booked.id, canceled: true, userIds: [helena.id] }])
  expect(await read(milo)).toEqual([])
})

test('a guardian has the meeting link of a child’s seat by the same rule as the child', async () => {
  const { helena, milo } = await createFamily()
  const [approved, waiting] = [await book(milo, 5), await book(milo, 6, null)]
  const linksFor = async (reader: Person) => {
    const { bookings } = await reader.json<{ bookings: Booking[] }>('GET', `/user/${milo.id}/Bookings`)
    return bookings.map(({ occasionId, onlineUrl }) => [occasionId, onlineUrl])
  }
  const expected = [
    [approved.occasionId, link],
    [waiting.occasionId, null],
  ]
  expect(await linksFor(milo)).toEqual(expected)
  expect(await linksFor(helena)).toEqual(expected)
})

describe('a child’s bookings are hidden from', () => {
  const strangers: [string, (family: { helena: Person; milo: Person }) => Promise<Person>][] = [
    ['a stranger', () => signedIn()],
    ['the guardian of another child', async () => (await createFamily()).helena],
    ['an educator', () => signedIn({ roles: { Educator: {} } })],
    [
      'a former guardian',
      async ({ helena, milo }) => {
        await removeLink(helena, helena, milo)
        return helena
      },
    ],
    [
      'a guardian who is not confirmed',
      async ({ milo }) => {
        const adult = await signedIn({ birthOn: '1980-01-01' })
        const link = { ...toPair(adult, milo), createdByUserId: adult.id, createdAt: new Date() }
        await query.insert(guardianLinks).values(link)
        return adult
      },
    ],
    [
      'the guardian of a child that has come of age',
      async ({ helena, milo }) => {
        await query.update(users).set({ birthOn: '2000-01-01' }).where(eq(users.id, milo.id))
        return helena
      },
    ],
    [
      'the guardian of a child with a protected identity',
      async ({ helena, milo }) => {
        await protect(await signedIn({ roles: { SuperAdministrator: {} } }), milo.id)
        return helena
      },
    ],
  ]
  test.each(strangers)('%s', async (_name, create) => {
    const family = await createFamily()
    const { id } = await book(family.milo)
    const reader = await create(family)
    expect(await statusOf(reader, family.milo)).toBe(403)
    expect(idsOf(await read(reader))).not.toContain(id)
    const ofChild = await reader.fetch('GET', `/user/${family.milo.id}/Bookings`)
    expect(await ofChild.text()).not.toContain(link)
  })
})
