import { z } from 'zod'
import { contract } from '#api/calls.ts'
import { EducationPartType } from '#api/catalogue/education-parts/contract.ts'
import { OccasionSession } from '#api/catalogue/occasions/contract.ts'
import { day, id, instant, kronor, queryDay } from '#api/wire.ts'
import { maxCountedPerDay } from './rules.ts'

const ids = z.array(id).max(200).default([])

/** A date means the whole day in the portal's time zone, a date-time means that instant. */
const CalendarWindow = z.object({
  /** Absent: now. */
  startDate: queryDay.nullish(),
  /** Absent: a month after the start. */
  endDate: queryDay.nullish(),
  educationCategory: ids,
  educationRole: ids,
  educationId: ids,
})
export type CalendarWindow = z.infer<typeof CalendarWindow>

const CalendarFilter = CalendarWindow.extend({
  /** Whether this is the client's first request; does not affect the reply. */
  isInitialLoad: z.boolean().default(false),
  /** Returns the first hundred items only (spec G-067). */
  useMaxCountLimit: z.boolean().default(true),
  /** Highest number of items per day; the caller's own bookings come on top. */
  mostPerDay: z.int().min(1).max(50).nullish(),
  /** Page of the window in chronological order, when `mostPerDay` is not given. */
  skip: z.int().min(0).max(10_000).default(0),
  take: z.int().min(1).max(100).nullish(),
})

/** An occasion or an exam, with the caller's own booking status. */
export const CalendarItem = z.object({
  /** "occasion-12", "exam-3". */
  id: z.string(),
  kind: EducationPartType,
  /** Id of the occasion or the exam. */
  referenceId: id,
  educationId: id,
  educationPartId: id,
  title: z.string(),
  educationTitle: z.string(),
  partTitle: z.string(),
  startDate: instant,
  endDate: instant,
  /** Sessions of an occasion that has several; empty when it has one. */
  sessions: z.array(OccasionSession),
  city: z.string().nullable(),
  venue: z.string().nullable(),
  isOnline: z.boolean(),
  educationCategoryIds: z.array(id),
  educationRoleIds: z.array(id),
  /** Whether the caller has a seat; `pending` until the sign-up is approved. */
  booked: z.boolean(),
  pending: z.boolean(),
  canceled: z.boolean(),
  /** Downloads the caller's own booking as an iCalendar file; valid for some hours. Null when not booked. */
  invitationUrl: z.string().nullable(),
  hasFreeSpots: z.boolean(),
  availableSpots: z.int().nullable(),
  lastSignUpDate: instant.nullable(),
  needsApproval: z.boolean(),
  blockedForExternalUsers: z.boolean(),
  /** Cost of a sign-up for the caller: with the education's own fee unless it is taken already (spec G-054). */
  fee: kronor,
})
export type CalendarItem = z.infer<typeof CalendarItem>
/** A calendar item before `invitationUrl` is added. */
export type ItemWithoutInvitation = Omit<CalendarItem, 'invitationUrl'>

export const calendar = contract({
  'POST /Calendar/CalendarFiltered': {
    who: 'signedIn',
    body: CalendarFilter,
    reply: z.array(CalendarItem),
    summary:
      'What happens in a window of time, in its order: without dates from now to a month ahead. A read, though it is a POST.',
  },
  'POST /Calendar/CalendarCounts': {
    who: 'signedIn',
    body: CalendarWindow,
    reply: z.array(z.object({ day, count: z.int().max(maxCountedPerDay) })),
    summary:
      'How much begins on each day of a window, counted to a hundred; at most 62 days. A read, though it is a POST.',
  },
  'GET /Calendar/FutureBookedCalendarItems': {
    who: 'signedIn',
    reply: z.array(CalendarItem),
    summary: 'What the caller is booked on, under way or to come, in the order of time.',
  },
})
