import { addDays, addMonths, addWeeks } from 'date-fns'
import type { ManagedOccasion, OccasionInput } from '#api/occasions/management/contract.ts'
import { endOfDay, portalZone } from '#api/zone.ts'
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
const number = (text: string) => (text.trim() === '' ? null : Number(text.trim().replace(/\s/g, '').replace(',', '.')))

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

const whole = (sessions: readonly Session[]) =>
  sessions.flatMap(({ start, end }) => (start && end ? [{ start, end }] : []))

/** A last day is meant whole; on the day of the beginning itself, until then. A later day is the server's to refuse. */
function lastMoment(day: Date | null, stored: Date | null, start: Date | null): Date | null {
  // What is not touched stays to the minute as it was written.
  if (!day || day.getTime() === stored?.getTime()) return day
  const end = endOfDay(day)
  return start && end.getTime() === endOfDay(start).getTime() ? start : end
}

/** An occasion of several days lasts from the first to the last of them. */
export function inputOf(draft: OccasionDraft, version: ManagedOccasion): OccasionInput {
  const sessions = whole(draft.sessions)
  const first =
    sessions.length > 0 ? new Date(Math.min(...sessions.map(({ start }) => start.getTime()))) : draft.startDate
  const last = sessions.length > 0 ? new Date(Math.max(...sessions.map(({ end }) => end.getTime()))) : draft.endDate
  return {
    ...draft,
    id: version.id || null,
    // What is not chosen is sent as what the server refuses by name.
    startDate: first as Date,
    endDate: last as Date,
    sessions,
    lastSignUpDate: lastMoment(draft.lastSignUpDate, version.lastSignUpDate, first),
    lastCancelDate: lastMoment(draft.lastCancelDate, version.lastCancelDate, first),
    maxParticipants: number(draft.maxParticipants),
    fee: number(draft.fee) ?? 0,
    lastChange: version.id ? version.lastChange : null,
  }
}

export type Interval = 'week' | 'fortnight' | 'month'

const step = { week: addWeeks, fortnight: (date: Date, count: number) => addDays(date, 14 * count), month: addMonths }

/** The same wall clock later: nine o'clock stays nine o'clock over the change to summer time. */
function later(date: Date, interval: Interval, count: number): Date {
  return instantOf(portalZone, step[interval](wallClockIn(portalZone, date), count))
}

/** The occasion, and the same again at each interval. */
export function repeated(input: OccasionInput, interval: Interval, times: number): OccasionInput[] {
  return Array.from({ length: times }, (_, count) => {
    const at = (date: Date) => (count === 0 ? date : later(date, interval, count))
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
