import type { Booking } from '#api/office/bookings/contract.ts'
import type { Child } from '#api/people/guardians/contract.ts'
import { nullIfNotAllowed } from '#components/refusal-fallbacks.ts'
import type { ItemBooking } from '#islands/bookings/BookingDetails.tsx'
import { findBooking } from '#islands/bookings/booking-facts.ts'
import type { CalendarSearch } from './calendar-url.ts'

interface PersonBookings {
  userId: number
  name: string
  bookings: readonly Booking[]
}

/**
 * Reads the bookings of the children whose items the calendar shows, in the order of `children`: all for `who` `all`,
 * else the named one, and no child for `self` or null. A child whom the reader may no longer see has an empty list.
 */
export function readChildrenBookings(
  api: App.Locals['api'],
  { who }: CalendarSearch,
  children: readonly Child[],
): Promise<PersonBookings[]> {
  const shown = who === null ? [] : children.filter(({ id }) => who === 'all' || who === id)
  return Promise.all(
    shown.map(async ({ id, firstName }) => {
      // The link to the child may have been removed since the children were read.
      const found = await api('GET /user/:id/Bookings', { params: { id } }).catch(nullIfNotAllowed)
      return { userId: id, name: firstName, bookings: found?.bookings ?? [] }
    }),
  )
}

interface Item {
  id: string
  kind: number
  referenceId: number
  /** The people of the family who are booked; absent in a calendar of all dates. */
  userIds?: readonly number[]
}

interface FamilyBookings {
  items: readonly Item[]
  /** The reader's bookings first. */
  family: readonly PersonBookings[]
  readerId: number
}

/**
 * Finds the booking that each item shows, by the item's id: the reader's own, or else that of a child, where one with a
 * meeting link goes first. An item without `userIds` shows the reader's own alone. `people` has everybody's booking, in
 * the order of `family`, when several are booked, and is empty otherwise. Items without a booking to show are left out.
 */
export function bookingsOfItems({ items, family, readerId }: FamilyBookings): Record<string, ItemBooking> {
  return Object.fromEntries(
    items.flatMap((item) => {
      const people = item.userIds ?? [readerId]
      const found = family
        .filter(({ userId }) => people.includes(userId))
        .flatMap(({ userId, name, bookings }) => {
          const booking = findBooking(bookings, item)
          return booking ? [{ userId, name, booking }] : []
        })
      const own = found.find(({ userId }) => userId === readerId)
      const shown = own ?? found.find(({ booking }) => booking.onlineUrl !== null) ?? found[0]
      const everyone = found.map(({ name, booking }) => ({ name, booking }))
      return shown ? [[item.id, { booking: shown.booking, people: everyone.length > 1 ? everyone : [] }]] : []
    }),
  )
}
