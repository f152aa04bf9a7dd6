import type { CalendarItem } from '#api/calendar/contract.ts'
import { occasionState } from '#api/occasions/rules.ts'

/** As much of an item as a reader is shown of it; what it is found by stays on the server. */
export type ShownItem = Omit<CalendarItem, 'partTitle' | 'educationCategoryIds' | 'educationRoleIds' | 'needsApproval'>

const hidden = {
  partTitle: undefined,
  educationCategoryIds: undefined,
  educationRoleIds: undefined,
  needsApproval: undefined,
}

/** The items of a grid as one text: a month has a hundred, and a page looks through every value that it gives to an island. */
export const written = (items: readonly CalendarItem[]): string =>
  JSON.stringify(items.map((item) => ({ ...item, ...hidden })))

type Written = Record<'startDate' | 'endDate', string> & {
  lastSignUpDate: string | null
  sessions: { start: string; end: string }[]
}

export function itemsFrom(text: string): ShownItem[] {
  // As `written` puts it.
  const items = JSON.parse(text) as (Omit<ShownItem, keyof Written> & Written)[]
  return items.map(({ startDate, endDate, lastSignUpDate, sessions, ...item }) => ({
    ...item,
    startDate: new Date(startDate),
    endDate: new Date(endDate),
    lastSignUpDate: lastSignUpDate === null ? null : new Date(lastSignUpDate),
    sessions: sessions.map(({ start, end }) => ({ start: new Date(start), end: new Date(end) })),
  }))
}

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
