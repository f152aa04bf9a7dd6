import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { z } from 'zod'
import { driverExams } from '#api/catalogue/exams/table.ts'
import { OccasionInput } from '#api/catalogue/occasions/management/contract.ts'
import { occasions } from '#api/catalogue/occasions/table.ts'
import type { Booking, Reservation } from '#api/office/bookings/contract.ts'
import { educationPartResults } from '#api/participation/results/table.ts'
import { users } from '#api/people/users/table.ts'
import { toPortalDay } from '#api/zone.ts'
import { createEducation, createOpenOccasion, partResult } from '../catalogue.ts'
import { configurePortal } from '../configuration.ts'
import { database, type Person, signedIn } from '../portal.ts'
import { inDays, inHours } from '../time.ts'

type Bookings = { bookings: (Booking & { startDate: string; cancelableUntil: string })[]; reservations: Reservation[] }

const bookingsOf = (person: Person, educationId?: number) =>
  person.json<Bookings>('GET', `/user/${person.id}/Bookings${educationId ? `?educationId=${educationId}` : ''}`)

const startsAt = inDays(20)
const filledIn = {
  title: 'Vårkursen',
  description: '<p>Ta med hjälm och matsäck.</p>',
  startsAt,
  endsAt: inHours(30, startsAt),
  sessions: [{ start: startsAt.toISOString(), end: inHours(6, startsAt).toISOString() }],
  lastCancelAt: inDays(12),
  city: 'Karlstad',
  venue: 'Depåhuset',
  address: 'Depåvägen 26',
  onlineUrl: 'https://moten.example.se/depa',
  feeMinor: 50_000,
}

/**
 * Where a booked person reads a field of the organiser's form, or why the field says nothing to somebody who is booked.
 */
const readIn: Record<keyof z.input<typeof OccasionInput>, keyof Booking | { not: string }> = {
  id: 'occasionId',
  educationPartId: 'educationPartId',
  educationId: 'educationId',
  title: 'title',
  description: 'description',
  startDate: 'startDate',
  endDate: 'endDate',
  sessions: 'sessions',
  lastSignUpDate: { not: 'the sign-up is made' },
  lastCancelDate: 'cancelableUntil',
  city: 'city',
  venue: 'venue',
  address: 'address',
  onlineUrl: 'onlineUrl',
  meetingProvider: { not: 'the link says it' },
  maxParticipants: { not: 'the seat is taken' },
  fee: 'fee',
  paymentMethods: { not: 'the way to pay is chosen' },
  needsApproval: { not: 'the state says it' },
  blockedForExternalUsers: { not: 'the sign-up is made' },
  responsibleIds: 'leaders',
  organizerOrganizationId: 'organizer',
  tagId: { not: 'the other days are bookings of their own' },
  customQuestions: { not: 'the answers are the person’s own' },
  tellsParticipants: { not: 'a choice about the save' },
  lastChange: { not: 'the version of the form' },
}

async function aBookedPerson(result: Partial<Parameters<typeof partResult>[0]> = {}) {
  const leader = await signedIn({ firstName: 'Lena', lastName: 'Ledare' })
  const contact = await signedIn({
    firstName: 'Karin',
    lastName: 'Kontakt',
    email: `karin-${crypto.randomUUID()}@example.se`,
  })
  const made = await createOpenOccasion({ ...filledIn, responsibleIds: [leader.id] }, { contactUserId: contact.id })
  const anna = await signedIn({ birthOn: '1990-05-01' })
  const seat = {
    userId: anna.id,
    educationPartId: made.firstPartId,
    occasionId: made.occasion.id,
    feeAtSignUpMinor: 50_000,
  }
  await partResult({ ...seat, ...result })
  return { ...made, anna, contact, leader }
}

test('every field of an occasion is shown to booked people, or listed as irrelevant to them', () => {
  expect(Object.keys(readIn).sort()).toEqual(Object.keys(OccasionInput.shape).sort())
})

test('a booked person reads time, address, meeting link, what to bring, contact and last day to cancel', async () => {
  const { anna, occasion } = await aBookedPerson()
  const [booking] = (await bookingsOf(anna)).bookings
  expect(booking).toMatchObject({
    occasionId: occasion.id,
    state: 'signedUp',
    title: 'Vårkursen',
    description: '<p>Ta med hjälm och matsäck.</p>',
    startDate: startsAt.toISOString(),
    cancelableUntil: filledIn.lastCancelAt.toISOString(),
    city: 'Karlstad',
    venue: 'Depåhuset',
    address: 'Depåvägen 26',
    isOnline: true,
    onlineUrl: filledIn.onlineUrl,
    leaders: ['Lena Ledare'],
    contact: { name: 'Karin Kontakt' },
    fee: 500,
    refundOnCancel: 0,
  })
  expect(booking?.sessions).toHaveLength(1)
  expect(booking?.contact?.email).toMatch(/^karin-/)
  for (const field of Object.values(readIn)) if (typeof field === 'string') expect(booking).toHaveProperty(field)
  const file = await anna.fetch('GET', (booking?.invitationUrl ?? '').replace(/^\/api/, ''))
  expect(await file.text()).toContain('BEGIN:VEVENT')
})

test('the sign-up states the same last moment to cancel as the booking, before anybody books', async () => {
  const { anna, occasion } = await aBookedPerson()
  const reader = await signedIn({ birthOn: '1990-05-01' })
  const path = `/user/${reader.id}/canUserSignUpToEducationForOccasion/${occasion.id}`
  const [booking] = (await bookingsOf(anna)).bookings
  expect(await reader.json('GET', path)).toMatchObject({ cancelableUntil: booking?.cancelableUntil })
})

test('a person who waits for approval sees the place but no meeting link', async () => {
  const { anna } = await aBookedPerson({ signedUpAt: null })
  expect((await bookingsOf(anna)).bookings).toMatchObject([
    { state: 'awaitsApproval', address: 'Depåvägen 26', isOnline: true, onlineUrl: null },
  ])
})

test('others cannot read the booking, and a person without a booking cannot read the link', async () => {
  const { anna, occasion, id: educationId } = await aBookedPerson()
  const stranger = await signedIn({ birthOn: '1990-05-01' })
  expect((await stranger.fetch('GET', `/user/${anna.id}/Bookings`)).status).toBe(403)
  expect(await bookingsOf(stranger)).toEqual({ bookings: [], reservations: [] })
  for (const path of [`/EducationPartOccasions/${occasion.id}`, `/Educations/${educationId}/view`]) {
    const text = await (await stranger.fetch('GET', path)).text()
    expect(text).not.toContain(filledIn.onlineUrl)
    expect(text).not.toContain('karin-')
  }
})

test('a contact person with a protected identity is not named', async () => {
  const { anna, contact } = await aBookedPerson()
  await database().query.update(users).set({ protectedAt: new Date() }).where(eq(users.id, contact.id))
  expect((await bookingsOf(anna)).bookings).toMatchObject([{ contact: null }])
})

test('a cancelled occasion remains among the bookings with its reason, a booking that the person cancelled does not', async () => {
  const { anna, occasion, firstPartId } = await aBookedPerson({ canceled: true })
  expect((await bookingsOf(anna)).bookings).toEqual([])
  const [before, reason] = [inDays(-1), 'För få deltagare']
  await database()
    .query.update(occasions)
    .set({ canceledAt: before, canceledReason: reason })
    .where(eq(occasions.id, occasion.id))
  expect((await bookingsOf(anna)).bookings).toMatchObject([
    {
      state: 'canceled',
      canceledReason: reason,
      onlineUrl: null,
      invitationUrl: null,
      educationPartId: firstPartId,
    },
  ])
})

test('the education shows an ended booking until the result is written, the meeting link only if it was approved', async () => {
  const { anna, occasion, id: educationId } = await aBookedPerson()
  await database()
    .query.update(occasions)
    .set({ startsAt: inDays(-2), endsAt: inDays(-1) })
    .where(eq(occasions.id, occasion.id))
  expect((await bookingsOf(anna)).bookings).toEqual([])
  const ended = { state: 'ended', invitationUrl: null }
  expect((await bookingsOf(anna, educationId)).bookings).toMatchObject([{ ...ended, onlineUrl: filledIn.onlineUrl }])
  await database()
    .query.update(educationPartResults)
    .set({ signedUpAt: null })
    .where(eq(educationPartResults.occasionId, occasion.id))
  expect((await bookingsOf(anna, educationId)).bookings).toMatchObject([{ ...ended, onlineUrl: null }])
  const other = await createOpenOccasion()
  expect((await bookingsOf(anna, other.id)).bookings).toEqual([])
})

test('an exam waits for a required guardian, and then for approval', async () => {
  const made = await createEducation([{ type: 2 }])
  const examiner = await signedIn({ firstName: 'Erik', lastName: 'Examinator' })
  const junior = await signedIn({ birthOn: '2012-05-01' })
  await configurePortal({ features: ['PracticalDriverExamination'] })
  const base = {
    educationId: made.id,
    educationPartId: made.firstPartId,
    examinerId: examiner.id,
    createdAt: startsAt,
    changedAt: startsAt,
  }
  const times = {
    startsAt,
    endsAt: inHours(3, startsAt),
    heldOn: toPortalDay(startsAt),
    city: 'Arvika',
    address: 'Banvägen 1',
  }
  const [exam] = await database()
    .query.insert(driverExams)
    .values({ ...base, ...times })
    .returning()
  const seat = { userId: junior.id, educationPartId: made.firstPartId, educationId: made.id, signedUpAt: null }
  const resultId = await partResult({ ...seat, practicalDriverExamId: exam?.id ?? 0 })
  expect((await bookingsOf(junior)).bookings).toMatchObject([
    { examId: exam?.id, state: 'awaitsGuardian', address: 'Banvägen 1', leaders: ['Erik Examinator'] },
  ])
  const change = { guardianUserId: examiner.id }
  await database().query.update(educationPartResults).set(change).where(eq(educationPartResults.id, resultId))
  expect((await bookingsOf(junior)).bookings).toMatchObject([{ state: 'awaitsApproval' }])
})
