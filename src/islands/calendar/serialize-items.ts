import type { CalendarItem } from '#api/office/calendar/contract.ts'
import type { ShownItem } from './item-state.ts'

type SerializedValue<Value> = Value extends Date
  ? string
  : Value extends object
    ? { [Name in keyof Value]: SerializedValue<Value[Name]> }
    : Value

const toShownItem = (item: CalendarItem): ShownItem => ({
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
  isFeePaid: item.isFeePaid,
  isFeeOfSet: item.isFeeOfSet,
  partIdsOfSet: item.partIdsOfSet,
  invitationUrl: item.invitationUrl,
  isOnline: item.isOnline,
  booked: item.booked,
  pending: item.pending,
  canceled: item.canceled,
  managed: item.managed,
  hasFreeSpots: item.hasFreeSpots,
  blockedForExternalUsers: item.blockedForExternalUsers,
})

/**
 * Serializes the items of a calendar grid as one JSON string, without the fields that only the server's filters read.
 * `parseItems` reads it. Astro would otherwise serialize each value of an island's props by itself.
 */
export const serializeItems = (items: readonly CalendarItem[]): string => JSON.stringify(items.map(toShownItem))

const parseItem = (item: SerializedValue<ShownItem>): ShownItem => ({
  ...item,
  startDate: new Date(item.startDate),
  endDate: new Date(item.endDate),
  sessions: item.sessions.map(({ start, end }) => ({ start: new Date(start), end: new Date(end) })),
  lastSignUpDate: item.lastSignUpDate === null ? null : new Date(item.lastSignUpDate),
})

/** Parses the string that `serializeItems` wrote. */
export const parseItems = (text: string): ShownItem[] =>
  (JSON.parse(text) as SerializedValue<ShownItem>[]).map(parseItem)
