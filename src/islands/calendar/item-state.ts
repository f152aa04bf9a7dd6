import { toOccasionState } from '#api/catalogue/occasions/rules.ts'
import type { CalendarItem } from '#api/office/calendar/contract.ts'

/** Fields of an item that the browser gets; the fields that only filters need stay on the server. */
export type ShownItem = Omit<CalendarItem, 'partTitle' | 'educationCategoryIds' | 'educationRoleIds' | 'needsApproval'>

export type ItemState = 'canceled' | 'pending' | 'booked' | 'started' | 'closed' | 'full' | 'blocked' | 'open'

/**
 * Returns the state of an item for the reader: cancelled first, then the own booking (`pending` until it is approved),
 * then the occasion's own state: open, full, closed or started. An open one is `blocked` for an external reader when it
 * is closed to external people.
 */
export function getItemState(item: ShownItem, reader: { isExternal: boolean }, now: Date): ItemState {
  if (item.canceled) return 'canceled'
  if (item.booked) return item.pending ? 'pending' : 'booked'
  const state = toOccasionState(item, now)
  return state === 'open' && item.blockedForExternalUsers && reader.isExternal ? 'blocked' : state
}

export interface ItemPeriod {
  start: Date
  end: Date
  /** Number of the day among all days of the item; null when the item is a single period. */
  part: { number: number; of: number } | null
}

/**
 * Returns the periods of an item: with several sessions one for each, numbered in their order, else the one from start
 * to end.
 */
export const listPeriods = ({ sessions, startDate, endDate }: ShownItem): ItemPeriod[] =>
  sessions.length > 1
    ? sessions.map((session, at) => ({ ...session, part: { number: at + 1, of: sessions.length } }))
    : [{ start: startDate, end: endDate, part: null }]

/** Returns the path of the participant list of an occasion or, with kind 2, of an exam, for a reader who manages it. */
export const manageHref = ({ kind, referenceId }: Pick<CalendarItem, 'kind' | 'referenceId'>): string =>
  `/education/${kind === 2 ? 'managePracticalDriverExam' : 'manageOccasion'}/${referenceId}`
