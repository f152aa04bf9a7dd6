import { subDays } from 'date-fns'
import type { Presence } from '#api/catalogue/occasions/meetings/meeting-provider.ts'

/** Days after the occasion, and after the fetch, for which attendance from a meeting is kept. */
export const daysKept = 30

/** Whether attendance may still be fetched and kept: until 30 days after the end of the occasion. */
export const isAttendanceKept = (endDate: Date, now: Date): boolean => endDate >= subDays(now, daysKept)

interface Period {
  start: Date
  end: Date
}

const msPerMinute = 60_000

/** Planned minutes of an occasion: those of its days, or from start to end. */
export const toPlannedMinutes = (periods: readonly Period[]): number =>
  Math.round(periods.reduce((sum, { start, end }) => sum + end.getTime() - start.getTime(), 0) / msPerMinute)

/** Returns the days of an occasion, or its one period when it has none. */
export const toPeriods = (occasion: { startDate: Date; endDate: Date; sessions: readonly Period[] }): Period[] =>
  occasion.sessions.length > 0 ? [...occasion.sessions] : [{ start: occasion.startDate, end: occasion.endDate }]

/** Returns the minutes of intervals within the periods; time in two connections at once counts once. */
export function toMinutes(intervals: Presence['intervals'], periods: readonly Period[]): number {
  const clipped = periods
    .flatMap(({ start, end }) =>
      intervals.map(({ from, to }) => ({
        from: Math.max(from.getTime(), start.getTime()),
        to: Math.min(to.getTime(), end.getTime()),
      })),
    )
    .filter(({ from, to }) => from < to)
    .sort((a, b) => a.from - b.from)
  let [total, until] = [0, 0]
  for (const { from, to } of clipped) {
    total += Math.max(0, to - Math.max(from, until))
    until = Math.max(until, to)
  }
  return Math.round(total / msPerMinute)
}

/** Whether attendance is proposed: at least half of the planned time. A person decides. */
export const isProposed = (minutes: number, plannedMinutes: number): boolean =>
  plannedMinutes > 0 && minutes * 2 >= plannedMinutes

/** A person in a meeting: a participant, or the name of somebody who matches none. */
export interface Attendee {
  userId: number | null
  name: string | null
  minutes: number
}

const normalize = (text: string) => text.trim().replace(/\s+/g, ' ').toLowerCase()

/** A participant by what a service may know. */
export interface Addressee {
  userId: number
  email: string | null
  /** Real name of a protected identity, which is never stored; null for everybody else. */
  hiddenName: string | null
}

/** Maps e-mail addresses to participants, without those that two participants share. */
function toUniqueAddresses(participants: readonly Addressee[]): Map<string, number> {
  const found = new Map<string, number | null>()
  for (const { userId, email } of participants) {
    const address = normalize(email ?? '')
    const other = found.get(address)
    found.set(address, other === undefined || other === userId ? userId : null)
  }
  found.delete('')
  return new Map([...found].flatMap(([address, userId]) => (userId === null ? [] : [[address, userId] as const])))
}

const maxName = 200

/**
 * Returns who was in a meeting during an occasion, with minutes: participants by their exact e-mail address when it is
 * theirs alone, and everybody else by name, in the order in which they appear. The name is left out when it is the real
 * one of a participant with a protected identity. People without a minute are left out.
 */
export function toAttendees(
  presences: readonly Presence[],
  participants: readonly Addressee[],
  periods: readonly Period[],
): Attendee[] {
  const addresses = toUniqueAddresses(participants)
  const hiddenNames = new Set(participants.map(({ hiddenName }) => normalize(hiddenName ?? '')))
  const toStoredName = (name: string) =>
    hiddenNames.has(normalize(name)) ? null : name.trim().slice(0, maxName) || null
  const people = new Map<string, { userId: number | null; name: string; intervals: Presence['intervals'][number][] }>()
  for (const { name, email, intervals } of presences) {
    const address = normalize(email ?? '')
    const userId = addresses.get(address) ?? null
    const key = userId === null ? `${address} ${address ? '' : normalize(name)}` : `#${userId}`
    const person = people.get(key) ?? { userId, name, intervals: [] }
    person.intervals.push(...intervals)
    people.set(key, person)
  }
  return [...people.values()]
    .map(({ userId, name, intervals }) => ({
      userId,
      name: userId === null ? toStoredName(name) : null,
      minutes: toMinutes(intervals, periods),
    }))
    .filter(({ minutes }) => minutes > 0)
}
