import { expect } from 'vitest'
import type { Booking, Reservation } from '#api/office/bookings/contract.ts'
import type { ChildOverview, Dashboard } from '#api/office/dashboard/contract.ts'
import type { ReadEducation } from './calendar-agreement.ts'
import type { InsertedPerson } from './random-people.ts'

type OwnBookings = { bookings: Booking[]; reservations: Reservation[] }

const toBooking = ({ resultId, state, startDate, fee, educationId }: Booking) => ({
  resultId,
  state,
  startDate,
  fee,
  educationId,
})

/** Expects that an unpaid seat is the step of its education wherever nothing precedes it, and leads to that payment. */
function expectReservation(
  { educationId, paymentId, educationPartIds, isRequested }: Reservation,
  pages: ReadEducation[],
) {
  const own = pages.find(({ view }) => view.education.id === educationId)?.own
  if (!own || own.step.kind === 'completed') return
  const done = own.partResults.flatMap((one) => (one.completed || !one.canceled ? [one.educationPartId] : []))
  if (educationPartIds.every((id) => done.includes(id))) return
  if (own.step.kind === 'pay') expect(isRequested).toBe(false)
  else if (!isRequested) throw new Error(`payment ${paymentId} is not the step of education ${educationId}`)
}

/**
 * Expects that the bookings and unpaid seats of a person are those of the start page. The guardian's start page must
 * show the same of the child.
 */
export async function expectFamilyAgreement(
  { person, guardian }: InsertedPerson,
  { booked, started, next }: Dashboard,
  pages: ReadEducation[],
): Promise<void> {
  const own = await person.json<OwnBookings>('GET', `/user/${person.id}/Bookings`)
  for (const one of booked) {
    const same = own.bookings.find(({ occasionId, examId }) => occasionId === one.occasionId && examId === one.examId)
    expect(same).toMatchObject({ educationId: one.educationId, startDate: one.startDate, city: one.city })
  }
  for (const one of own.reservations) expectReservation(one, pages)
  if (!guardian) return
  const [child] = await guardian.json<ChildOverview[]>('GET', '/Dashboard/children')
  expect(child?.bookings.map(toBooking)).toEqual(own.bookings.map(toBooking))
  if (child?.next.kind === 'attend' || child?.next.kind === 'wait') expect(child.next.occasion).toEqual(booked[0])
  if (child?.next.kind !== 'education') return
  const { education } = child.next
  expect(started.find(({ educationId }) => educationId === education.educationId)).toEqual(education)
  if (next.kind === 'education' && education.step.kind !== 'awaitPayment') expect(next.education).toEqual(education)
}
