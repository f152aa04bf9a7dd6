import type { Reservation } from '#api/office/bookings/contract.ts'
import type { FamilyItem } from '#api/office/calendar/contract.ts'
import type { Child } from '#api/people/guardians/contract.ts'
import { nullIfNotAllowed } from '#components/refusal-fallbacks.ts'
import type { ItemPeople } from '#islands/calendar/item-people.ts'
import { type GridView, viewDays } from './calendar-days.ts'
import type { CalendarSearch, View } from './calendar-url.ts'

interface FamilyQuery {
  search: CalendarSearch
  view: View | GridView
  day: string
  userId: number
}

const personIn = ({ who }: CalendarSearch, userId: number) => {
  if (who === 'all' || who === null) return {}
  return { userId: who === 'self' ? userId : who }
}

/**
 * Reads the bookings of the days that `view` shows around `day`, by time, with cancelled occasions among them. They are
 * of the person that `search.who` chooses, else of the reader (`userId`) and all children; categories, roles and
 * educations of the search narrow them. The list without a date has all coming ones. Rejects with `not_allowed` when
 * the chosen one is no child of the reader.
 */
export function readFamilyItems(api: App.Locals['api'], { search, view, day, userId }: FamilyQuery) {
  const { first, last } = viewDays(view, day)
  const days = view === 'list' && !search.date ? {} : { startDate: first, endDate: last }
  const narrowing = {
    educationCategory: search.category,
    educationRole: search.role,
    educationId: search.educationId,
  }
  return api('GET /Calendar/Family', { query: { ...personIn(search, userId), ...days, ...narrowing } })
}

interface Family {
  items: readonly { id: string; userIds?: FamilyItem['userIds'] }[]
  children: readonly Child[]
  self: { id: number; name: string }
}

/**
 * Returns the people of each item by its id: their names as one text, in the order of `userIds`, and the first child's
 * id when children alone are booked. Items that nobody is booked on are left out, so it is empty for a calendar of all
 * dates.
 */
export function peopleOfItems({ items, children, self }: Family): Record<string, ItemPeople> {
  const nameOf = (id: number) => (id === self.id ? self.name : children.find((child) => child.id === id)?.firstName)
  return Object.fromEntries(
    items.flatMap(({ id, userIds = [] }) => {
      if (userIds.length === 0) return []
      const [childId = null] = userIds.includes(self.id) ? [] : userIds
      return [[id, { names: userIds.flatMap((userId) => nameOf(userId) ?? []).join(', '), childId }]]
    }),
  )
}

interface ReservationQuery {
  search: CalendarSearch
  userId: number
  /** The reader's own, which include what the reader pays for others. */
  own: readonly Reservation[]
  children: readonly Child[]
}

/**
 * Reads the unpaid seats of the people whom `search.who` chooses, each payment once, the reader's own first. Those in
 * `own` are not read again; those of chosen children are. With `who` null it returns all of `own`, also seats that the
 * reader pays for others. Rejects when the reader may no longer see a child.
 */
export async function readReservations(
  api: App.Locals['api'],
  { search: { who }, userId, own, children }: ReservationQuery,
): Promise<Reservation[]> {
  const isShown = (id: number) => who === null || who === 'all' || id === (who === 'self' ? userId : who)
  const chosen = who === null ? [] : children.filter(({ id }) => isShown(id))
  const lists = await Promise.all(
    chosen.map(({ id }) => api('GET /user/:id/Bookings', { params: { id } }).catch(nullIfNotAllowed)),
  )
  const all = [
    ...own.filter((one) => isShown(one.userId)),
    ...lists.flatMap((bookings) => bookings?.reservations ?? []),
  ]
  return [...new Map(all.map((one) => [one.paymentId, one])).values()]
}
