import type { CalendarItem } from '#api/office/calendar/contract.ts'
import type { ShownItem } from './item-state.ts'

/** An item without the names of its facts, its moments in milliseconds: of a month's hundred these would be the most of it. */
type Line = [
  id: string,
  kind: ShownItem['kind'],
  referenceId: number,
  educationId: number,
  educationPartId: number,
  title: string,
  educationTitle: string,
  startDate: number,
  endDate: number,
  /** Begin and end of each by turns. */
  sessions: number[],
  city: string | null,
  venue: string | null,
  lastSignUpDate: number | null,
  availableSpots: number | null,
  fee: number,
  invitationUrl: string | null,
  /** A letter for each of `flags` that holds. */
  flags: string,
]

const flags = {
  o: 'isOnline',
  b: 'booked',
  p: 'pending',
  c: 'canceled',
  f: 'hasFreeSpots',
  x: 'blockedForExternalUsers',
} as const satisfies Record<string, keyof ShownItem>
const letters = Object.entries(flags)

const lineOf = (item: CalendarItem): Line => [
  item.id,
  item.kind,
  item.referenceId,
  item.educationId,
  item.educationPartId,
  item.title,
  item.educationTitle,
  item.startDate.getTime(),
  item.endDate.getTime(),
  item.sessions.flatMap(({ start, end }) => [start.getTime(), end.getTime()]),
  item.city,
  item.venue,
  item.lastSignUpDate?.getTime() ?? null,
  item.availableSpots,
  item.fee,
  item.invitationUrl,
  letters.reduce((held, [letter, flag]) => (item[flag] ? held + letter : held), ''),
]

/** The items of a grid as one text: a page looks through every value that it gives to an island. */
export const written = (items: readonly CalendarItem[]): string => JSON.stringify(items.map(lineOf))

function itemFrom(line: Line): ShownItem {
  const [id, kind, referenceId, educationId, educationPartId, title, educationTitle, startDate, endDate, ...more] = line
  const [sessions, city, venue, lastSignUpDate, availableSpots, fee, invitationUrl, held] = more
  const holds = (letter: keyof typeof flags) => held.includes(letter)
  return {
    ...{ id, kind, referenceId, educationId, educationPartId, title, educationTitle },
    ...{ city, venue, availableSpots, fee, invitationUrl },
    startDate: new Date(startDate),
    endDate: new Date(endDate),
    sessions: sessions.flatMap((start, at) =>
      at % 2 === 0 ? [{ start: new Date(start), end: new Date(sessions[at + 1] ?? start) }] : [],
    ),
    lastSignUpDate: lastSignUpDate === null ? null : new Date(lastSignUpDate),
    isOnline: holds('o'),
    booked: holds('b'),
    pending: holds('p'),
    canceled: holds('c'),
    hasFreeSpots: holds('f'),
    blockedForExternalUsers: holds('x'),
  }
}

export function itemsFrom(text: string): ShownItem[] {
  // As `written` puts it.
  const lines = JSON.parse(text) as Line[]
  return lines.map(itemFrom)
}
