import { z } from 'zod'
import { contract } from '#api/calls.ts'
import { EducationPartType } from '#api/catalogue/education-parts/contract.ts'
import { OccasionSession } from '#api/catalogue/occasions/contract.ts'
import { day, id, instant, kronor, queryDay } from '#api/wire.ts'
import { countedAtMost } from './rules.ts'

/** A day is the whole day in the portal's zone, a date-time that moment. */
const ids = z.array(id).max(200).default([])

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
  /** A caller's first question; it is answered like every other. */
  isInitialLoad: z.boolean().default(false),
  /** The hundred that come first, and not all of the window (spec G-067). */
  useMaxCountLimit: z.boolean().default(true),
  /** No more of each day than this, but for what the caller is booked on. */
  mostPerDay: z.int().min(1).max(50).nullish(),
  /** Of the window in its order, when it is not asked for by its days: a page of it. */
  skip: z.int().min(0).max(10_000).default(0),
  take: z.int().min(1).max(100).nullish(),
})

/** Something that happens at a time and a place, and what it is to the caller. */
export const CalendarItem = z.object({
  /** "occasion-12", "exam-3". */
  id: z.string(),
  kind: EducationPartType,
  /** Of the occasion, or of the practical examination. */
  referenceId: id,
  educationId: id,
  educationPartId: id,
  title: z.string(),
  educationTitle: z.string(),
  partTitle: z.string(),
  startDate: instant,
  endDate: instant,
  /** The days of an occasion that has several; empty when it is one stretch. */
  sessions: z.array(OccasionSession),
  city: z.string().nullable(),
  venue: z.string().nullable(),
  isOnline: z.boolean(),
  educationCategoryIds: z.array(id),
  educationRoleIds: z.array(id),
  /** The caller holds a place; `pending` while it waits for approval. */
  booked: z.boolean(),
  pending: z.boolean(),
  canceled: z.boolean(),
  /** Opened, it puts an own booking into the caller's calendar; holds for some hours. */
  invitationUrl: z.string().nullable(),
  hasFreeSpots: z.boolean(),
  availableSpots: z.int().nullable(),
  lastSignUpDate: instant.nullable(),
  needsApproval: z.boolean(),
  blockedForExternalUsers: z.boolean(),
  /** What a sign-up costs the caller: with the education's own fee unless it is taken already (spec G-054). */
  fee: kronor,
})
export type CalendarItem = z.infer<typeof CalendarItem>
/** An item but for the address of its invitation. */
export type BareItem = Omit<CalendarItem, 'invitationUrl'>

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
    reply: z.array(z.object({ day, count: z.int().max(countedAtMost) })),
    summary:
      'How much begins on each day of a window, counted to a hundred; at most 62 days. A read, though it is a POST.',
  },
  'GET /Calendar/FutureBookedCalendarItems': {
    who: 'signedIn',
    reply: z.array(CalendarItem),
    summary: 'What the caller is booked on, under way or to come, in the order of time.',
  },
})
