import { z } from 'zod'
import { contract, sharedCache } from '#api/calls.ts'
import { CustomQuestion, PaymentMethod } from '#api/questions.ts'
import { id, instant, kronor, queryDay, queryId, queryList, queryPage, queryPageSize } from '#api/wire.ts'

export const OccasionSession = z.object({ start: instant, end: instant })

export const Occasion = z.object({
  id,
  educationPartId: id,
  educationId: id.nullable(),
  title: z.string().nullable(),
  description: z.string().nullable(),
  startDate: instant,
  endDate: instant,
  sessions: z.array(OccasionSession),
  lastSignUpDate: instant.nullable(),
  lastCancelDate: instant.nullable(),
  city: z.string(),
  venue: z.string().nullable(),
  address: z.string().nullable(),
  isOnline: z.boolean(),
  maxParticipants: z.int().nullable(),
  bookedCount: z.int(),
  availableSpots: z.int().nullable(),
  hasFreeSpots: z.boolean(),
  fee: kronor,
  paymentMethods: z.array(PaymentMethod),
  needsApproval: z.boolean(),
  blockedForExternalUsers: z.boolean(),
  responsibleIds: z.array(id),
  organizerOrganizationId: id.nullable(),
  /** Occasions of other parts with the same tag are chosen together with it. */
  tagId: id.nullable(),
  canceled: z.boolean(),
  canceledDate: instant.nullable(),
  canceledReason: z.string().nullable(),
  customQuestions: z.array(CustomQuestion),
  educationTitle: z.string(),
  partTitle: z.string(),
  lastChange: instant,
})
export type Occasion = z.infer<typeof Occasion>

const page = { page: queryPage, pageSize: queryPageSize.default(200) }

/** Cached for seconds only, because the replies contain the number of available seats. */
const briefCache = sharedCache(5, 'members', 'occasions', 'educations')

export const OccasionFilter = z.object({
  startDate: queryDay.optional(),
  endDate: queryDay.optional(),
  educationId: queryList(queryId),
  city: queryList(z.string().max(100)),
  responsibleId: queryId.optional(),
  educationPartId: queryId.optional(),
  ...page,
})
export type OccasionFilter = z.infer<typeof OccasionFilter>

export const occasions = contract({
  'GET /EducationParts/:id/educationPartOccasions': {
    who: 'signedIn',
    query: z.object(page),
    reply: z.array(Occasion),
    cache: briefCache,
    summary: 'Lists the occasions of a part, by time.',
  },
  'GET /EducationParts/:id/educationPartOccasions/:date': {
    who: 'signedIn',
    params: z.object({ id: queryId, date: queryDay }),
    query: z.object(page),
    reply: z.array(Occasion),
    cache: briefCache,
    summary: 'Lists the occasions of a part that start on the day or later.',
  },
  'GET /EducationPartOccasions/:id': {
    who: 'signedIn',
    reply: Occasion,
    cache: briefCache,
    summary: 'Returns an occasion. No seat is free while one is for a party in its queue.',
  },
  'GET /EducationPartOccasions/filter': {
    who: 'signedIn',
    query: OccasionFilter,
    reply: z.array(Occasion),
    cache: briefCache,
    summary: 'Lists occasions from the start of the first day to the end of the last, by time.',
  },
  'GET /EducationPartOccasions/cities': {
    who: 'signedIn',
    reply: z.array(z.string()),
    cache: sharedCache(300, 'members', 'occasions'),
    summary: 'Lists the cities of past and coming occasions, without those of unpublished educations.',
  },
  'GET /EducationPartOccasions/GetAvailableSpotsOnOccasion/:occasionId': {
    who: 'signedIn',
    reply: z.int().nullable(),
    summary: 'Returns the number of free places now, 0 while they are for the queue; null when there is no limit.',
  },
})
