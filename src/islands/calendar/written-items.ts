import type { CalendarItem } from '#api/office/calendar/contract.ts'
import type { ShownItem } from './item-state.ts'

type Serialized<Value> = Value extends Date
  ? string
  : Value extends object
    ? { [Name in keyof Value]: Serialized<Value[Name]> }
    : Value

const shownOf = (item: CalendarItem): ShownItem => ({
  id: item.id,
  kind: item.kind,
  referenceId: item.referenceId,
  educationId: item.educationId,
  educationPartId: item.educationPartId,
  title: item.title,
  educationTitle: item.educationTitle,
  startDate: item.startDate,
  endDate: item.endDate,
  sessions: item.sessions,
  city: item.city,
  venue: item.venue,
  lastSignUpDate: item.lastSignUpDate,
  availableSpots: item.availableSpots,
  fee: item.fee,
  invitationUrl: item.invitationUrl,
  isOnline: item.isOnline,
  booked: item.booked,
  pending: item.pending,
  canceled: item.canceled,
  hasFreeSpots: item.hasFreeSpots,
  blockedForExternalUsers: item.blockedForExternalUsers,
})

/** Writes the items of a grid as one text: Astro serialises each value that is given to an island by itself. */
export const written = (items: readonly CalendarItem[]): string => JSON.stringify(items.map(shownOf))

const itemFrom = (item: Serialized<ShownItem>): ShownItem => ({
  ...item,
  startDate: new Date(item.startDate),
  endDate: new Date(item.endDate),
  sessions: item.sessions.map(({ start, end }) => ({ start: new Date(start), end: new Date(end) })),
  lastSignUpDate: item.lastSignUpDate === null ? null : new Date(item.lastSignUpDate),
})

/** Reads the text of `written`. */
export const itemsFrom = (text: string): ShownItem[] => (JSON.parse(text) as Serialized<ShownItem>[]).map(itemFrom)
