import { z } from 'zod'
import { contract } from '#api/calls.ts'
import { EducationPartType } from '#api/catalogue/education-parts/contract.ts'
import { OccasionSession } from '#api/catalogue/occasions/contract.ts'
import { PartStanding } from '#api/participation/next-steps/contract.ts'
import { day, id, instant, kronor, queryDay, queryId, queryList } from '#api/wire.ts'
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
  /** Whether the caller may open its list of participants. */
  managed: z.boolean(),
  /** Downloads the caller's own booking as an iCalendar file; valid for some hours. Null when not booked. */
  invitationUrl: z.string().nullable(),
  hasFreeSpots: z.boolean(),
  availableSpots: z.int().nullable(),
  lastSignUpDate: instant.nullable(),
  needsApproval: z.boolean(),
  blockedForExternalUsers: z.boolean(),
  /** Cost of a sign-up for the caller: with the education's own fee unless it is taken already (spec G-054). */
  fee: kronor,
  /** The education has a fee of its own that is taken already and not in `fee`. */
  isFeePaid: z.boolean(),
  /** The fee is that of all occasions that are chosen together with this one. */
  isFeeOfSet: z.boolean(),
  /** Parts of the occasions that are chosen together with this one, by time. */
  partIdsOfSet: z.array(id),
})
export type CalendarItem = z.infer<typeof CalendarItem>
/** A calendar item before `invitationUrl` is added. */
export type ItemWithoutInvitation = Omit<CalendarItem, 'invitationUrl'>

/** An item that somebody of the family is booked on. `invitationUrl` is of the caller's own booking. */
export const FamilyItem = CalendarItem.extend({
  /** The caller and the caller's children who have a seat, or had one until the occasion was cancelled. */
  userIds: z.array(id),
})
export type FamilyItem = z.infer<typeof FamilyItem>

export const calendar = contract({
  'POST /Calendar/CalendarFiltered': {
    who: 'signedIn',
    body: CalendarFilter,
    reply: z.array(CalendarItem),
    summary:
      'Lists the events of a period by time; without dates, from now to a month ahead. Changes nothing although it is a POST.',
  },
  'POST /Calendar/CalendarCounts': {
    who: 'signedIn',
    body: CalendarWindow,
    reply: z.array(z.object({ day, count: z.int().max(maxCountedPerDay) })),
    summary:
      'Counts the events that start on each day of a period of at most 62 days, up to a hundred a day. Changes nothing although it is a POST.',
  },
  'GET /Calendar/Standings': {
    who: 'signedIn',
    query: z.object({ educationIds: queryList(queryId).refine((ids) => ids.length <= 200) }),
    reply: z.array(PartStanding),
    cache: 'never',
    summary:
      'How the caller stands to the parts of several educations that have dates: open, or what comes first, by the rules of the next step.',
  },
  'GET /Calendar/Family': {
    who: 'signedIn',
    query: z.object({
      /** The caller or a child of the caller. Absent: the caller and all children. */
      userId: queryId.optional(),
      /** Both absent: everything from now on. */
      startDate: queryDay.optional(),
      endDate: queryDay.optional(),
      educationCategory: queryList(queryId).optional(),
      educationRole: queryList(queryId).optional(),
      educationId: queryList(queryId).optional(),
    }),
    reply: z.array(FamilyItem),
    cache: 'never',
    summary:
      'Lists by time what the caller and the children whose guardian the caller is are booked on, with whose bookings they are.',
  },
  'GET /Calendar/FutureBookedCalendarItems': {
    who: 'signedIn',
    reply: z.array(CalendarItem),
    summary: 'Lists the caller’s current and coming bookings, by time.',
  },
})
