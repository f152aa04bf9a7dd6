import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Booking } from '#api/office/bookings/contract.ts'
import type { ChildOverview } from '#api/office/dashboard/contract.ts'
import type { Child } from '#api/people/guardians/contract.ts'
import { users } from '#api/people/users/table.ts'
import { createOpenOccasion, education, part, partResult } from '../catalogue.ts'
import { insertFederation } from '../federation.ts'
import { createClubAdministrator, createFamily, listNotices } from '../guardians.ts'
import { database, type Person, signedIn } from '../portal.ts'
import { protect } from '../protection.ts'
import { createPdf, uploadSubmission } from '../submission.ts'
import { signUp } from './results/fixtures.ts'

beforeAll(async () => {
  await insertFederation()
})

async function bookedFamily() {
  const family = await createFamily()
  const made = await createOpenOccasion({ city: 'Karlstad', venue: 'Depåhuset' })
  const seat = { userId: family.milo.id, educationPartId: made.firstPartId, occasionId: made.occasion.id }
  await partResult(seat)
  return { ...family, ...made }
}

const childrenOf = (person: Person) => person.json<Child[]>('GET', '/Children')
const overviewsOf = (person: Person) => person.json<ChildOverview[]>('GET', '/Dashboard/children')
const statusOf = async (person: Person, path: string) => (await person.fetch('GET', path)).status

test('a guardian sees each child with what is booked and what is next', async () => {
  const { helena, milo, occasion } = await bookedFamily()
  expect(await childrenOf(helena)).toMatchObject([{ id: milo.id, firstName: 'Milo' }])
  expect(await overviewsOf(helena)).toMatchObject([
    {
      id: milo.id,
      next: { kind: 'wait' },
      bookings: [{ occasionId: occasion.id, city: 'Karlstad' }],
      reservations: [],
    },
  ])
})

test('a guardian sees what a child waits for, where nothing is booked', async () => {
  const { helena, milo } = await createFamily()
  const educationPartId = await part({ type: 3, title: 'Banplan' })
  const educationId = await education({ partIds: [educationPartId] })
  await partResult({ userId: milo.id, educationPartId, educationId })
  expect((await overviewsOf(helena))[0]?.next).toMatchObject({ education: { step: { kind: 'submit' } } })
  expect((await uploadSubmission(milo, educationPartId, createPdf())).status).toBe(200)
  expect(await overviewsOf(helena)).toMatchObject([
    {
      id: milo.id,
      bookings: [],
      next: { kind: 'education', education: { educationId, step: { kind: 'awaitReview' } } },
    },
  ])
})

describe('the children, their bookings and their progress are hidden from', () => {
  const strangers: [string, (family: { milo: Person }) => Promise<Person>][] = [
    ['a stranger', () => signedIn()],
    ['the guardian of another child', async () => (await createFamily()).helena],
    ['an educator', () => signedIn({ roles: { Educator: {} } })],
  ]
  test.each(strangers)('%s', async (_, create) => {
    const family = await bookedFamily()
    const reader = await create(family)
    expect((await childrenOf(reader)).map(({ id }) => id)).not.toContain(family.milo.id)
    expect((await overviewsOf(reader)).map(({ id }) => id)).not.toContain(family.milo.id)
    expect(await statusOf(reader, `/user/${family.milo.id}/Bookings`)).toBe(403)
    expect(await statusOf(reader, `/Educations/${family.id}/own?userId=${family.milo.id}`)).toBe(403)
  })

  test('a guardian whose child has come of age', async () => {
    const { helena, milo, id } = await bookedFamily()
    await database().query.update(users).set({ birthOn: '2000-01-01' }).where(eq(users.id, milo.id))
    expect([await childrenOf(helena), await overviewsOf(helena)]).toEqual([[], []])
    expect(await statusOf(helena, `/user/${milo.id}/Bookings`)).toBe(403)
    expect(await statusOf(helena, `/Educations/${id}/own?userId=${milo.id}`)).toBe(403)
  })

  test('a guardian whose child has a protected identity, without a reason', async () => {
    const { helena, milo, occasion, id } = await bookedFamily()
    const office = await signedIn({ roles: { SuperAdministrator: {} } })
    await protect(office, milo.id)
    expect([await childrenOf(helena), await overviewsOf(helena)]).toEqual([[], []])
    expect(await statusOf(helena, `/user/${milo.id}/Bookings`)).toBe(403)
    expect(await statusOf(helena, `/Educations/${id}/own?userId=${milo.id}`)).toBe(403)
    const other = await createOpenOccasion({ startsAt: occasion.startsAt, endsAt: occasion.endsAt })
    expect((await signUp(milo, other.occasion.id)).status).toBe(200)
    expect(await listNotices(helena)).toEqual([])
  })
})

test('a guardian and the administrator of the club read the bookings, and the guardian the progress', async () => {
  const { helena, milo, occasion, id } = await bookedFamily()
  const club = await createClubAdministrator()
  for (const reader of [helena, club]) {
    const { bookings } = await reader.json<{ bookings: Booking[] }>('GET', `/user/${milo.id}/Bookings`)
    expect(bookings).toMatchObject([{ occasionId: occasion.id, invitationUrl: null }])
  }
  expect(await statusOf(helena, `/Educations/${id}/own?userId=${milo.id}`)).toBe(200)
  expect(await statusOf(club, `/Educations/${id}/own?userId=${milo.id}`)).toBe(403)
  const elsewhere = await signedIn({ roles: { OrganizationAdmin: { Organization: [21] } } })
  expect(await statusOf(elsewhere, `/user/${milo.id}/Bookings`)).toBe(403)
})

test('a guardian reads which child is signed up, to what, when and where', async () => {
  const { helena, milo } = await createFamily()
  const { occasion } = await createOpenOccasion({ title: 'Prova på', city: 'Karlstad', venue: 'Depåhuset' })
  expect((await signUp(milo, occasion.id)).status).toBe(200)
  const [[kind, values] = []] = await listNotices(helena)
  expect(kind).toBe('signUpConfirmed')
  expect(values).toMatchObject({
    titles: '["Prova på"]',
    context: 'child',
    child: expect.stringContaining('Milo'),
    places: expect.stringMatching(/Karlstad.*Depåhuset/),
  })
  const { notices } = await helena.json<{ notices: { text: string; url: string }[] }>('GET', '/Dashboard')
  expect(notices[0]?.text).toMatch(/^Milo .* är anmäld till Prova på, .*Depåhuset, Karlstad\.$/)
  expect(notices[0]?.url).toContain(`person=${milo.id}`)
})

test('an education for younger people is suggested to a child and not to an adult', async () => {
  const { helena, milo } = await createFamily()
  const { id } = await createOpenOccasion({}, { maxAge: 17 })
  const suggested = async (person: Person) =>
    (await person.json<{ recommended: { educationId: number }[] }>('GET', '/Dashboard')).recommended
  expect((await suggested(helena)).map(({ educationId }) => educationId)).not.toContain(id)
  expect((await signUp(helena, (await createOpenOccasion({}, { maxAge: 17 })).occasion.id)).status).toBe(409)
  expect((await suggested(milo)).length).toBeGreaterThan(0)
})
