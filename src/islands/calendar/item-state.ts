import { occasionState } from '#api/catalogue/occasions/rules.ts'
import type { CalendarItem } from '#api/office/calendar/contract.ts'

/** As much of an item as a reader is shown of it; what it is found by stays on the server. */
export type ShownItem = Omit<CalendarItem, 'partTitle' | 'educationCategoryIds' | 'educationRoleIds' | 'needsApproval'>

export type ItemState = 'canceled' | 'pending' | 'booked' | 'started' | 'closed' | 'full' | 'blocked' | 'open'

/** What an item is to its reader; own bookings come before what it is to others. */
export function stateOfItem(item: ShownItem, reader: { isExternal: boolean }, now: Date): ItemState {
  if (item.canceled) return 'canceled'
  if (item.booked) return item.pending ? 'pending' : 'booked'
  const state = occasionState(item, now)
  return state === 'open' && item.blockedForExternalUsers && reader.isExternal ? 'blocked' : state
}

export interface Stretch {
  start: Date
  end: Date
  /** Which day of how many; null when it is all in one stretch. */
  part: { number: number; of: number } | null
}

/** When it really happens: an occasion of several days is not a night at the club. */
export const stretchesOf = ({ sessions, startDate, endDate }: ShownItem): Stretch[] =>
  sessions.length > 1
    ? sessions.map((session, at) => ({ ...session, part: { number: at + 1, of: sessions.length } }))
    : [{ start: startDate, end: endDate, part: null }]
