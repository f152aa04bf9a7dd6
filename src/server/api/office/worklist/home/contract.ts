import { z } from 'zod'
import { contract } from '#api/calls.ts'
import { id, instant, pageSchema, queryId, queryList, queryPage, queryPageSize } from '#api/wire.ts'
import { WorklistOccasion } from '../contract.ts'
import { queueKinds } from './rules.ts'

const QueueKind = z.enum(queueKinds)

/** A queue of the office with its length. */
export const WorkQueue = z.object({
  kind: QueueKind,
  /** Null when the queue could not be read; the other queues are not affected. */
  count: z.int().nullable(),
  /** When the oldest row began to wait; null for an empty queue and for one that could not be read. */
  oldest: instant.nullable(),
})
export type WorkQueue = z.infer<typeof WorkQueue>

/** An occasion of the next seven days. */
export const AgendaOccasion = z.object({
  id,
  title: z.string(),
  educationId: id.nullable(),
  educationTitle: z.string().nullable(),
  startDate: instant,
  endDate: instant,
  city: z.string(),
  /** Number of booked people; for a club administrator, those of the own club. */
  bookedCount: z.int(),
  maxParticipants: z.int().nullable(),
  /** Whether the caller may open its list of participants. */
  managed: z.boolean(),
})
export type AgendaOccasion = z.infer<typeof AgendaOccasion>

/** A club that the caller administers, with its invoices that are not undone. */
export const InvoicedClub = z.object({ organizationId: id, name: z.string(), count: z.int(), latest: instant })
export type InvoicedClub = z.infer<typeof InvoicedClub>

export const OfficeHome = z.object({
  /** The queues of the caller's roles in a fixed order, empty ones too. */
  queues: z.array(WorkQueue),
  /** By start, at most 50. */
  agenda: z.array(AgendaOccasion),
  /** For an organisation administrator: the clubs with invoices, the latest invoiced first, at most 5. */
  invoiced: z.array(InvoicedClub),
})
export type OfficeHome = z.infer<typeof OfficeHome>

/** A sign-up that waits for approval. */
export const PendingSignUp = z.object({
  resultId: id,
  userId: id,
  userName: z.string(),
  organizationNames: z.array(z.string()),
  /** Null for a part without occasions. */
  occasionId: id.nullable(),
  title: z.string(),
  educationTitle: z.string().nullable(),
  startDate: instant.nullable(),
  city: z.string().nullable(),
  bookedCount: z.int().nullable(),
  maxParticipants: z.int().nullable(),
  /** When the person signed up. */
  created: instant,
})
export type PendingSignUp = z.infer<typeof PendingSignUp>

/** A guardian link that waits for the office of the child. */
export const PendingGuardian = z.object({
  adultUserId: id,
  adultName: z.string(),
  childUserId: id,
  childName: z.string(),
  created: instant,
})
export type PendingGuardian = z.infer<typeof PendingGuardian>

/** An occasion, education, person or organisation that the caller has opened. */
export const OpenedItem = z.object({
  kind: z.enum(['occasion', 'education', 'person', 'organization']),
  id,
  /** Title, or the name of a person or an organisation. */
  title: z.string(),
  /** Only an occasion has one. */
  startDate: instant.nullable(),
})
export type OpenedItem = z.infer<typeof OpenedItem>

const openedIds = queryList(queryId).pipe(z.array(id).max(10))

const page = { page: queryPage, pageSize: queryPageSize.default(25) }

export const officeHome = contract({
  'GET /Worklist/home': {
    who: 'staff',
    reply: OfficeHome,
    cache: 'never',
    summary:
      'The queues of the caller’s roles with length and age, the occasions of the next seven days, and a club administrator’s clubs with invoices.',
  },
  'GET /Worklist/approvals': {
    who: 'educatorsUp',
    query: z.object({ ...page, pageSize: queryPageSize.default(50) }),
    reply: pageSchema(PendingSignUp),
    cache: 'never',
    summary: 'The sign-ups that the caller may approve, over all occasions, the oldest first.',
  },
  'GET /Worklist/missingResults': {
    who: 'educatorsUp',
    query: z.object(page),
    reply: pageSchema(WorklistOccasion),
    cache: 'never',
    summary: 'The occasions of the last year that lack attendance or results, the oldest first.',
  },
  'GET /Worklist/opened': {
    who: 'staff',
    query: z.object({
      occasionIds: openedIds,
      educationIds: openedIds,
      personIds: openedIds,
      organizationIds: openedIds,
    }),
    reply: z.array(OpenedItem),
    cache: 'never',
    summary:
      'The names of occasions and educations that the caller may manage and of people and organisations that the caller administers, by their ids; in no order and without protected identities.',
  },
  'GET /Worklist/guardians': {
    who: 'usersOffice',
    query: z.object(page),
    reply: pageSchema(PendingGuardian),
    cache: 'never',
    summary: 'The guardian links of children in the caller’s own clubs that nobody has confirmed, the oldest first.',
  },
})
