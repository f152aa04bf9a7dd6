import { daysBetween } from '#api/days.ts'
import { addPortalDays, toPortalDay } from '#api/zone.ts'
import type { Occasion } from '../contract.ts'
import { isOtherChoice } from '../meetings/rules.ts'
import type { ManagedOccasion, OccasionInput } from './contract.ts'

/** Fields that a change of a series writes as they are, also over another value of an occasion. */
const sharedFields = [
  'title',
  'description',
  'city',
  'venue',
  'address',
  'onlineUrl',
  'maxParticipants',
  'fee',
  'paymentMethods',
  'needsApproval',
  'blockedForExternalUsers',
  'organizerOrganizationId',
] as const satisfies (keyof OccasionInput & keyof ManagedOccasion)[]

const isSame = (a: unknown, b: unknown) => JSON.stringify(a ?? null) === JSON.stringify(b ?? null)

/** Returns the input that would change nothing of an occasion. */
const toUnchangedInput = (occasion: ManagedOccasion): OccasionInput => ({
  id: occasion.id,
  educationPartId: occasion.educationPartId,
  educationId: occasion.educationId,
  title: occasion.title,
  description: occasion.description,
  startDate: occasion.startDate,
  endDate: occasion.endDate,
  sessions: occasion.sessions,
  lastSignUpDate: occasion.lastSignUpDate,
  lastCancelDate: occasion.lastCancelDate,
  city: occasion.city,
  venue: occasion.venue,
  address: occasion.address,
  onlineUrl: occasion.onlineUrl,
  maxParticipants: occasion.maxParticipants,
  fee: occasion.fee,
  paymentMethods: occasion.paymentMethods,
  needsApproval: occasion.needsApproval,
  blockedForExternalUsers: occasion.blockedForExternalUsers,
  responsibleIds: occasion.responsibleIds,
  organizerOrganizationId: occasion.organizerOrganizationId,
  customQuestions: occasion.customQuestions,
  tellsParticipants: false,
  lastChange: occasion.lastChange,
})

interface SeriesChange {
  before: ManagedOccasion
  input: OccasionInput
  other: ManagedOccasion
  now: Date
}

/** Returns the people of an occasion after the same people are added and removed as of another. */
function changePeople({ before, input, other }: SeriesChange): number[] {
  const removed = before.responsibleIds.filter((id) => !input.responsibleIds.includes(id))
  const added = input.responsibleIds.filter((id) => !before.responsibleIds.includes(id))
  return [...new Set([...other.responsibleIds.filter((id) => !removed.includes(id)), ...added])]
}

const minuteMs = 60_000
const isSameMinute = (a: Date, b: Date) => Math.floor(a.getTime() / minuteMs) === Math.floor(b.getTime() / minuteMs)

/** Returns the function that moves a moment from the day of the edited occasion to the day of another. */
function toMove({ before, other }: SeriesChange) {
  const days = daysBetween(toPortalDay(before.startDate), toPortalDay(other.startDate))
  return (moment: Date) => addPortalDays(moment, days)
}

/** True when an occasion begins and ends at the same times of day as the edited one. */
function hasSameSpan(change: SeriesChange): boolean {
  const { before, other } = change
  const move = toMove(change)
  return isSameMinute(move(before.startDate), other.startDate) && isSameMinute(move(before.endDate), other.endDate)
}

/**
 * Returns the sessions of an occasion after the same change. One that is at another time than its counterpart stays.
 */
function moveSessions(change: SeriesChange): OccasionInput['sessions'] {
  const { before, input, other } = change
  const move = toMove(change)
  if (isSame(before.sessions, input.sessions) || before.sessions.length !== other.sessions.length) return other.sessions
  // An occasion without sessions has its span for a counterpart.
  if (before.sessions.length === 0 && !hasSameSpan(change)) return other.sessions
  const isOwn = other.sessions.map(({ start, end }, at) => {
    const counterpart = before.sessions[at]
    return !counterpart || !isSameMinute(move(counterpart.start), start) || !isSameMinute(move(counterpart.end), end)
  })
  // Sessions that are added or removed have no counterpart, so an occasion with own times keeps all of its own.
  if (input.sessions.length !== before.sessions.length && isOwn.includes(true)) return other.sessions
  return input.sessions.map(({ start, end }, at) => {
    const own = other.sessions[at]
    return own && isOwn[at] ? own : { start: move(start), end: move(end) }
  })
}

/** Returns start and end of an occasion after the same change: those of its sessions, or times that were the same. */
function moveSpan(change: SeriesChange, sessions: OccasionInput['sessions']) {
  const { before, input, other } = change
  const own = { startDate: other.startDate, endDate: other.endDate }
  if (sessions.length > 0 && !isSame(sessions, other.sessions))
    return {
      startDate: new Date(Math.min(...sessions.map(({ start }) => start.getTime()))),
      endDate: new Date(Math.max(...sessions.map(({ end }) => end.getTime()))),
    }
  // An occasion with days of its own keeps the span of those.
  if (sessions.length > 0) return own
  const move = toMove(change)
  const moved = (field: 'startDate' | 'endDate') =>
    !isSame(before[field], input[field]) && isSameMinute(move(before[field]), other[field])
      ? move(input[field])
      : other[field]
  const span = { startDate: moved('startDate'), endDate: moved('endDate') }
  // A start after an own end would be refused, so both stay its own.
  return span.startDate < span.endDate ? span : own
}

/** Returns the times of an occasion after the same change of time as of another: the same times of day. */
function moveTimes(change: SeriesChange) {
  const { before, input, other, now } = change
  const move = toMove(change)
  const sessions = moveSessions(change)
  const span = moveSpan(change, sessions)
  const lastDay = (field: 'lastSignUpDate' | 'lastCancelDate') => {
    const moved = input[field] && move(input[field])
    // A last day that has passed would close the occasion at once.
    const isKept = isSame(before[field], input[field]) || (moved !== null && moved <= now)
    const moment = isKept ? other[field] : moved
    return moment && moment > span.startDate ? span.startDate : moment
  }
  return { ...span, sessions, lastSignUpDate: lastDay('lastSignUpDate'), lastCancelDate: lastDay('lastCancelDate') }
}

/**
 * Returns the change of another occasion of the series, with times on its own day; null when nothing of it changes.
 *
 * `before` is the edited occasion as it was, `input` its change, and `other` the occasion to change. Fields that
 * `input` changes are written as they are; people are added and removed as there; times of day move alike. Own times
 * and own questions stay, as do part, education and tag. A last day is never later than the start, and stays where the
 * moved one would have passed at `now`. Whether participants are notified is taken from `input`.
 */
export function toSeriesInput(change: SeriesChange): OccasionInput | null {
  const { before, input, other } = change
  const changed = sharedFields.filter((field) => input[field] !== undefined && !isSame(before[field], input[field]))
  const hasSameQuestions = isSame(before.customQuestions, other.customQuestions)
  const unchanged = toUnchangedInput(other)
  const result = {
    ...unchanged,
    ...Object.fromEntries(changed.map((field) => [field, input[field]])),
    ...(isOtherChoice(input.meetingProvider, before.meeting) && { meetingProvider: input.meetingProvider }),
    ...moveTimes(change),
    responsibleIds: changePeople(change),
    customQuestions: hasSameQuestions ? input.customQuestions : other.customQuestions,
  }
  return isSame(result, unchanged) ? null : { ...result, tellsParticipants: input.tellsParticipants }
}

/**
 * True when an input moves the start of the stored occasion to a moment in the past, or to now; false for an unchanged
 * start, wherever it lies.
 */
export const isMovedToPast = (other: ManagedOccasion, { startDate }: OccasionInput, now: Date): boolean =>
  startDate <= now && !isSame(startDate, other.startDate)

/** Counts the seats that are booked or, on an occasion with a limit, reserved. */
const countTaken = ({ bookedCount, maxParticipants, availableSpots }: ManagedOccasion): number =>
  Math.max(bookedCount, (maxParticipants ?? 0) - (availableSpots ?? maxParticipants ?? 0))

/**
 * True when an input would leave the occasion fewer seats than are booked or reserved; never when it sets no limit.
 */
export const isMaxBelowBooked = (occasion: ManagedOccasion, { maxParticipants }: OccasionInput): boolean =>
  maxParticipants !== null && maxParticipants < countTaken(occasion)

/** True when an occasion has not begun and is not cancelled, so that a change of its series includes it. */
export const isOpenToSeriesChange = ({ startDate, canceled }: Pick<Occasion, 'startDate' | 'canceled'>, now: Date) =>
  startDate > now && !canceled
