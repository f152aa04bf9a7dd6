import { addDays, addMonths, addWeeks, differenceInCalendarDays } from 'date-fns'
import type { ManagedOccasion, OccasionInput } from '#api/catalogue/occasions/management/contract.ts'
import { endOfDay, portalZone } from '#api/zone.ts'
import { parseNumberInput } from '../client/amount-input.ts'
import { toInstant, toWallClock } from '../ui/wall-clock.ts'

export interface Session {
  start: Date | null
  end: Date | null
}

/** Form values of an occasion, with numbers as text. */
export interface OccasionDraft {
  educationPartId: number
  educationId: number | null
  title: string
  description: string | null
  startDate: Date | null
  endDate: Date | null
  sessions: Session[]
  lastSignUpDate: Date | null
  lastCancelDate: Date | null
  city: string
  venue: string
  address: string
  onlineUrl: string
  maxParticipants: string
  fee: string
  paymentMethods: (0 | 1)[]
  needsApproval: boolean
  blockedForExternalUsers: boolean
  responsibleIds: number[]
  organizerOrganizationId: number | null
  tagId: number | null
  customQuestions: ManagedOccasion['customQuestions']
  tellsParticipants: boolean
}

const toInputText = (value: number | null) => (value === null ? '' : String(value).replace('.', ','))

/** Converts an occasion to the draft of its form. The times of a new one are null until they are set. */
export const toDraft = (occasion: ManagedOccasion): OccasionDraft => ({
  educationPartId: occasion.educationPartId,
  educationId: occasion.educationId,
  title: occasion.title ?? '',
  description: occasion.description,
  startDate: occasion.id || occasion.startDate.getTime() ? occasion.startDate : null,
  endDate: occasion.id || occasion.endDate.getTime() ? occasion.endDate : null,
  sessions: occasion.sessions,
  lastSignUpDate: occasion.lastSignUpDate,
  lastCancelDate: occasion.lastCancelDate,
  city: occasion.city,
  venue: occasion.venue ?? '',
  address: occasion.address ?? '',
  onlineUrl: occasion.onlineUrl ?? '',
  maxParticipants: toInputText(occasion.maxParticipants),
  fee: occasion.fee === 0 ? '' : toInputText(occasion.fee),
  paymentMethods: occasion.paymentMethods,
  needsApproval: occasion.needsApproval,
  blockedForExternalUsers: occasion.blockedForExternalUsers,
  responsibleIds: occasion.responsibleIds,
  organizerOrganizationId: occasion.organizerOrganizationId,
  tagId: occasion.tagId,
  customQuestions: occasion.customQuestions,
  tellsParticipants: false,
})

/** True when a day has a start or an end. A day without its end is sent, so that the server names its field. */
export const hasDate = ({ start, end }: Session): boolean => start !== null || end !== null

const toTimes = (dates: (Date | null)[]) => dates.flatMap((date) => date?.getTime() ?? [])

/**
 * Returns the last moment of sign-up or cancellation: the end of the chosen day, or the start of the occasion when it
 * is on that day. The server refuses a later day.
 */
function lastMoment(day: Date | null, stored: Date | null, start: Date | null): Date | null {
  // An unchanged value stays exact to the minute.
  if (!day || day.getTime() === stored?.getTime()) return day
  const end = endOfDay(day)
  return start && end.getTime() === endOfDay(start).getTime() ? start : end
}

/**
 * Converts the draft to the input of the call; an empty fee is 0. An occasion of several days lasts from the first to
 * the last of them. The last day of sign-up or cancellation means its end, or the start of an occasion on that day.
 */
export function toInput(draft: OccasionDraft, version: ManagedOccasion): OccasionInput {
  const sessions = draft.sessions.filter(hasDate)
  const starts = toTimes(sessions.map(({ start }) => start))
  const ends = toTimes(sessions.map(({ end }) => end))
  const first = starts.length > 0 ? new Date(Math.min(...starts)) : draft.startDate
  const last = ends.length > 0 ? new Date(Math.max(...ends)) : draft.endDate
  return {
    ...draft,
    id: version.id || null,
    // Missing values are sent as null, so that the server names their fields.
    startDate: first as Date,
    endDate: last as Date,
    sessions: sessions as OccasionInput['sessions'],
    lastSignUpDate: lastMoment(draft.lastSignUpDate, version.lastSignUpDate, first),
    lastCancelDate: lastMoment(draft.lastCancelDate, version.lastCancelDate, first),
    maxParticipants: parseNumberInput(draft.maxParticipants),
    fee: parseNumberInput(draft.fee) ?? 0,
    lastChange: version.id ? version.lastChange : null,
  }
}

export type Interval = 'week' | 'fortnight' | 'month'

const addIntervals = {
  week: addWeeks,
  fortnight: (date: Date, count: number) => addDays(date, 14 * count),
  month: addMonths,
}

/** Adds days in the portal's time zone, so that the time of day stays the same when summer time begins or ends. */
const daysLater = (date: Date, days: number) => toInstant(portalZone, addDays(toWallClock(portalZone, date), days))

/** Returns how many days later a repetition begins. All dates move by as many, so that a weekend stays a weekend. */
function daysUntil({ startDate }: OccasionInput, interval: Interval, count: number): number {
  const first = toWallClock(portalZone, startDate)
  return differenceInCalendarDays(addIntervals[interval](first, count), first)
}

/** Parses the number of repetitions, 1 to 52; null for anything else. */
export function parseTimes(text: string): number | null {
  const times = parseNumberInput(text)
  return Number.isInteger(times) && times !== null && times >= 1 && times <= 52 ? times : null
}

/** Removes the index from the fields of a refusal of several occasions, so that the form of one shows them. */
export const withoutIndexes = (fields: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(fields).map(([field, reason]) => [field.replace(/^\d+\./, ''), reason]))

/**
 * Returns `times` occasions: the given one and its repetitions at each interval, all without tag. All dates move by the
 * same whole days, and keep their time of day.
 */
export function repeatOccasion(input: OccasionInput, interval: Interval, times: number): OccasionInput[] {
  return Array.from({ length: times }, (_, count) => {
    const days = daysUntil(input, interval, count)
    // Missing dates stay missing; the server names their fields.
    const shiftDate = (date: Date) => (date && count > 0 ? daysLater(date, days) : date)
    return {
      ...input,
      // A tag has one occasion of each part.
      tagId: null,
      startDate: shiftDate(input.startDate),
      endDate: shiftDate(input.endDate),
      sessions: input.sessions.map(({ start, end }) => ({ start: shiftDate(start), end: shiftDate(end) })),
      lastSignUpDate: input.lastSignUpDate && shiftDate(input.lastSignUpDate),
      lastCancelDate: input.lastCancelDate && shiftDate(input.lastCancelDate),
    }
  })
}

/**
 * Initial values of the form for a new occasion of a part. Its times are the epoch, which means none is chosen, and it
 * is paid by invoice.
 */
export const emptyOccasion = (educationPartId: number, needsApproval: boolean): ManagedOccasion => ({
  id: 0,
  educationPartId,
  educationId: null,
  title: null,
  description: null,
  startDate: new Date(0),
  endDate: new Date(0),
  sessions: [],
  lastSignUpDate: null,
  lastCancelDate: null,
  city: '',
  venue: null,
  address: null,
  isOnline: false,
  onlineUrl: null,
  maxParticipants: null,
  bookedCount: 0,
  pendingCount: 0,
  availableSpots: null,
  hasFreeSpots: true,
  fee: 0,
  paymentMethods: [1],
  needsApproval,
  blockedForExternalUsers: false,
  responsibleIds: [],
  organizerOrganizationId: null,
  tagId: null,
  canceled: false,
  canceledDate: null,
  canceledReason: null,
  customQuestions: [],
  educationTitle: '',
  partTitle: '',
  lastChange: new Date(0),
})
