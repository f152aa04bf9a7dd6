import type { Occasion } from '#api/catalogue/occasions/contract.ts'
import type { ManagedOccasion, OccasionInput } from '#api/catalogue/occasions/management/contract.ts'
import { keptProvider, type MeetingProviderName } from '#api/catalogue/occasions/meetings/rules.ts'
import { endOfDay } from '#api/zone.ts'
import { parseNumberInput } from '../client/amount-input.ts'
import type { OccasionTimes, Session } from './occasion-times.ts'

/** Form values of an occasion, with numbers as text. */
export interface OccasionDraft extends OccasionTimes {
  educationPartId: number
  /** The education that the occasion is given for; null for all educations that share the part. */
  educationId: number | null
  /** The organiser's own title; empty for that of the part. */
  title: string
  description: string | null
  city: string
  venue: string
  address: string
  /** URL of an online meeting; empty for a meeting in one place. */
  onlineUrl: string
  /** Service in which the portal creates the online meeting; null for none. */
  meetingProvider: MeetingProviderName | null
  /** Number of seats; empty for no limit. */
  maxParticipants: string
  /** Kronor; empty for free. */
  fee: string
  /** 0 card, 1 invoice to the club. */
  paymentMethods: (0 | 1)[]
  /** Whether an organiser approves each sign-up. */
  needsApproval: boolean
  /** Whether members of other federations may not sign up. */
  blockedForExternalUsers: boolean
  responsibleIds: number[]
  organizerOrganizationId: number | null
  /** The tag of occasions that are chosen together with it. */
  tagId: number | null
  customQuestions: ManagedOccasion['customQuestions']
}

const toInputText = (value: number | null) => (value === null ? '' : String(value).replace('.', ','))

/**
 * Converts an occasion to the draft of its form; numbers become texts with a decimal comma, a missing one or a fee of 0
 * an empty one. Start and end of a new occasion (id 0) are null when they are the epoch, which stands for unset.
 */
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
  meetingProvider: keptProvider(occasion.meeting),
  maxParticipants: toInputText(occasion.maxParticipants),
  fee: occasion.fee === 0 ? '' : toInputText(occasion.fee),
  paymentMethods: occasion.paymentMethods,
  needsApproval: occasion.needsApproval,
  blockedForExternalUsers: occasion.blockedForExternalUsers,
  responsibleIds: occasion.responsibleIds,
  organizerOrganizationId: occasion.organizerOrganizationId,
  tagId: occasion.tagId,
  customQuestions: occasion.customQuestions,
})

/** Whether a day has a start or an end. A day without its end is sent, so that the server names its field. */
export const hasDate = ({ start, end }: Session): boolean => start !== null || end !== null

/**
 * Returns the earliest start and the latest end of a draft: those of its days when any has one, else its own. Each is
 * null while none is set.
 */
export function toSpan({ startDate, endDate, sessions }: OccasionTimes): Session {
  const starts = toTimes(sessions.map(({ start }) => start))
  const ends = toTimes(sessions.map(({ end }) => end))
  return {
    start: starts.length > 0 ? new Date(Math.min(...starts)) : startDate,
    end: ends.length > 0 ? new Date(Math.max(...ends)) : endDate,
  }
}

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
 * Converts the draft to the input of the call, with the version that it began from for optimistic locking; an empty fee
 * is 0. Text that is no number stays, so that the server names its field. An occasion of several days lasts from the
 * first to the last of them; days without start and end are left out. A changed last day of sign-up or cancellation
 * means its end, or the start of an occasion on that day. Participants are not notified.
 */
export function toInput(draft: OccasionDraft, version: ManagedOccasion): OccasionInput {
  const sessions = draft.sessions.filter(hasDate)
  const { start: first, end: last } = toSpan({ ...draft, sessions })
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
    tellsParticipants: false,
    lastChange: version.id ? version.lastChange : null,
  }
}

/**
 * Returns what is stored of a created occasion, from the answer of its creation and the meeting link that was sent,
 * without sign-ups and series. It is not read again, so a lost read lets nobody create it twice.
 */
export const toCreated = (created: Occasion, { onlineUrl, meetingProvider }: OccasionInput): ManagedOccasion => ({
  ...created,
  onlineUrl,
  meeting: meetingProvider ? { provider: meetingProvider, state: 'creating', reason: null, message: null } : null,
  pendingCount: 0,
  seriesId: null,
})

/**
 * Removes the leading index from the field names of a refusal of several occasions (`0.title` becomes `title`), so that
 * the form of one shows them. Of equal names the last one remains.
 */
export const withoutIndexes = (fields: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(fields).map(([field, reason]) => [field.replace(/^\d+\./, ''), reason]))

/**
 * Initial values of the form for a new occasion of a part. Its times are the epoch, which means none is chosen, and it
 * is paid by invoice only. `needsApproval` is that of the part.
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
  meeting: null,
  maxParticipants: null,
  bookedCount: 0,
  pendingCount: 0,
  seriesId: null,
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
