import { addDays, addMonths, addWeeks, differenceInCalendarDays } from 'date-fns'
import type { ManagedOccasion, OccasionInput } from '#api/catalogue/occasions/management/contract.ts'
import { endOfDay, portalZone } from '#api/zone.ts'
import { typedNumber } from '../client/typed-amount.ts'
import { instantOf, wallClockIn } from '../ui/wall-clock.ts'

export interface Session {
  start: Date | null
  end: Date | null
}

/** What the form of an occasion holds, as it is typed. */
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

const typed = (value: number | null) => (value === null ? '' : String(value).replace('.', ','))

export const draftOf = (occasion: ManagedOccasion): OccasionDraft => ({
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
  maxParticipants: typed(occasion.maxParticipants),
  fee: occasion.fee === 0 ? '' : typed(occasion.fee),
  paymentMethods: occasion.paymentMethods,
  needsApproval: occasion.needsApproval,
  blockedForExternalUsers: occasion.blockedForExternalUsers,
  responsibleIds: occasion.responsibleIds,
  organizerOrganizationId: occasion.organizerOrganizationId,
  tagId: occasion.tagId,
  customQuestions: occasion.customQuestions,
  tellsParticipants: false,
})

/** A day that nothing has been chosen of is none; one that lacks its end goes along, for the server to name what it lacks. */
export const isBegun = ({ start, end }: Session): boolean => start !== null || end !== null

const timesOf = (dates: (Date | null)[]) => dates.flatMap((date) => date?.getTime() ?? [])

/** A last day is meant whole; on the day of the beginning itself, until then. A later day is the server's to refuse. */
function lastMoment(day: Date | null, stored: Date | null, start: Date | null): Date | null {
  // What is not touched stays to the minute as it was written.
  if (!day || day.getTime() === stored?.getTime()) return day
  const end = endOfDay(day)
  return start && end.getTime() === endOfDay(start).getTime() ? start : end
}

/** An occasion of several days lasts from the first to the last of them. */
export function inputOf(draft: OccasionDraft, version: ManagedOccasion): OccasionInput {
  const sessions = draft.sessions.filter(isBegun)
  const starts = timesOf(sessions.map(({ start }) => start))
  const ends = timesOf(sessions.map(({ end }) => end))
  const first = starts.length > 0 ? new Date(Math.min(...starts)) : draft.startDate
  const last = ends.length > 0 ? new Date(Math.max(...ends)) : draft.endDate
  return {
    ...draft,
    id: version.id || null,
    // What is not chosen is sent as what the server refuses by name.
    startDate: first as Date,
    endDate: last as Date,
    sessions: sessions as OccasionInput['sessions'],
    lastSignUpDate: lastMoment(draft.lastSignUpDate, version.lastSignUpDate, first),
    lastCancelDate: lastMoment(draft.lastCancelDate, version.lastCancelDate, first),
    maxParticipants: typedNumber(draft.maxParticipants),
    fee: typedNumber(draft.fee) ?? 0,
    lastChange: version.id ? version.lastChange : null,
  }
}

export type Interval = 'week' | 'fortnight' | 'month'

const step = { week: addWeeks, fortnight: (date: Date, count: number) => addDays(date, 14 * count), month: addMonths }

/** The same wall clock later: nine o'clock stays nine o'clock over the change to summer time. */
const daysLater = (date: Date, days: number) => instantOf(portalZone, addDays(wallClockIn(portalZone, date), days))

/** How many days later it begins; all of it moves by as many, so that a weekend stays one in a shorter month too. */
function daysUntil({ startDate }: OccasionInput, interval: Interval, count: number): number {
  const first = wallClockIn(portalZone, startDate)
  return differenceInCalendarDays(step[interval](first, count), first)
}

/** How many times, of what was typed; null when that is no number of them. */
export function timesIn(text: string): number | null {
  const times = typedNumber(text)
  return Number.isInteger(times) && times !== null && times >= 1 && times <= 52 ? times : null
}

/** What several are refused for, as if it were one: the same is wrong with each. */
export const fieldsOfOne = (fields: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(fields).map(([field, reason]) => [field.replace(/^\d+\./, ''), reason]))

/** The occasion, and the same again at each interval. */
export function repeated(input: OccasionInput, interval: Interval, times: number): OccasionInput[] {
  return Array.from({ length: times }, (_, count) => {
    const days = daysUntil(input, interval, count)
    // What is half chosen stays so; the first refuses it by name.
    const at = (date: Date) => (date && count > 0 ? daysLater(date, days) : date)
    return {
      ...input,
      // A tag ties one occasion of each part.
      tagId: null,
      startDate: at(input.startDate),
      endDate: at(input.endDate),
      sessions: input.sessions.map(({ start, end }) => ({ start: at(start), end: at(end) })),
      lastSignUpDate: input.lastSignUpDate && at(input.lastSignUpDate),
      lastCancelDate: input.lastCancelDate && at(input.lastCancelDate),
    }
  })
}

/** What a new occasion of a part starts from. */
export const noOccasion = (educationPartId: number, needsApproval: boolean): ManagedOccasion => ({
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
