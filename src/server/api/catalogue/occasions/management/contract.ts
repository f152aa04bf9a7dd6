import { z } from 'zod'
import { contract } from '#api/calls.ts'
import { CustomQuestion, PaymentMethod } from '#api/questions.ts'
import { id, instant, kronor, line, version } from '#api/wire.ts'
import { Occasion, OccasionSession } from '../contract.ts'
import { MeetingProviderName, OccasionMeeting } from '../meetings/contract.ts'

const text = (length: number, kind: z.ZodString = z.string().trim()) =>
  kind
    .max(length)
    .nullable()
    .default(null)
    .transform((value) => value || null)

const onlineUrl = text(500).refine((value) => value === null || /^https:\/\/[^\s/]+\.[^\s]+$/.test(value), {
  params: { reason: 'format.url' },
})

/** The fields of an occasion's form (spec G-009); counts and cancellation are not among them. */
export const OccasionInput = z
  .object({
    id: id.nullish(),
    educationPartId: id,
    educationId: id.nullable().default(null),
    title: text(200, line),
    description: text(20_000),
    startDate: instant,
    endDate: instant,
    sessions: z.array(OccasionSession).max(60).default([]),
    lastSignUpDate: instant.nullable().default(null),
    lastCancelDate: instant.nullable().default(null),
    city: line.min(1).max(100),
    venue: text(200, line),
    address: text(300, line),
    onlineUrl,
    /** Service in which the portal creates the meeting and writes its link; null for none, unchanged when absent. */
    meetingProvider: MeetingProviderName.nullish(),
    maxParticipants: z.int().min(1).max(10_000).nullable().default(null),
    fee: kronor.default(0),
    paymentMethods: z.array(PaymentMethod).max(2).default([]),
    /** When absent, a new occasion takes the value of its part. */
    needsApproval: z.boolean().optional(),
    blockedForExternalUsers: z.boolean().default(false),
    responsibleIds: z.array(id).max(100).default([]),
    organizerOrganizationId: id.nullable().default(null),
    /** The tag that combines it with occasions of other parts; unchanged when absent. */
    tagId: id.nullish(),
    customQuestions: z.array(CustomQuestion).max(50).default([]),
    /** Notifies participants when time or place changes. */
    tellsParticipants: z.boolean().default(false),
    /** The version that the form has loaded; a save of an older version is refused (spec G-083). */
    lastChange: version,
  })
  .refine(({ startDate, endDate }) => startDate < endDate, {
    path: ['endDate'],
    params: { reason: 'end_before_start' },
  })
  .refine(({ startDate, lastSignUpDate }) => !lastSignUpDate || lastSignUpDate <= startDate, {
    path: ['lastSignUpDate'],
    params: { reason: 'after_start' },
  })
  .refine(({ startDate, lastCancelDate }) => !lastCancelDate || lastCancelDate <= startDate, {
    path: ['lastCancelDate'],
    params: { reason: 'after_start' },
  })
  .superRefine(({ startDate, endDate, sessions }, { addIssue }) => {
    for (const [at, { start, end }] of sessions.entries()) {
      const refuse = (reason: string) => addIssue({ code: 'custom', path: ['sessions', at, 'end'], params: { reason } })
      if (start >= end) refuse('end_before_start')
      else if (start < startDate || end > endDate) refuse('session_outside')
    }
  })
export type OccasionInput = z.infer<typeof OccasionInput>

/** An occasion with the fields that only its organisers see. */
export const ManagedOccasion = Occasion.extend({
  onlineUrl: z.string().nullable(),
  /** The meeting that the portal creates; null without one. */
  meeting: OccasionMeeting.nullable(),
  pendingCount: z.int(),
  /** The repetition that created it with others; null for an occasion that was created alone. */
  seriesId: id.nullable(),
})
export type ManagedOccasion = z.infer<typeof ManagedOccasion>

/** Another occasion of a series, with the version that a change of the series names. */
export const SeriesOccasion = Occasion.pick({
  id: true,
  startDate: true,
  endDate: true,
  city: true,
  venue: true,
  bookedCount: true,
  lastChange: true,
})
export type SeriesOccasion = z.infer<typeof SeriesOccasion>

/** The edited occasion and the others of its series that change with it. */
export const SeriesInput = z.object({
  occasion: OccasionInput,
  others: z
    .array(z.object({ id, lastChange: instant }))
    .min(1)
    .max(51),
})
export type SeriesInput = z.infer<typeof SeriesInput>

export const occasionManagement = contract({
  'POST /EducationPartOccasions': {
    who: 'educatorsUp',
    body: OccasionInput,
    reply: Occasion,
    changes: ['occasions'],
    repeatable: true,
    summary: 'Creates an occasion of a part.',
  },
  'POST /EducationPartOccasions/several': {
    who: 'educatorsUp',
    body: z.array(OccasionInput).min(1).max(52),
    reply: z.array(Occasion),
    changes: ['occasions'],
    repeatable: true,
    summary: 'Creates several occasions of parts, for example one every week, all or none.',
  },
  'PUT /EducationPartOccasions': {
    who: 'educatorsUp',
    body: OccasionInput,
    reply: Occasion,
    changes: ['occasions'],
    summary: 'Changes an occasion. Refused for a canceled one, and for fewer places than are taken.',
  },
  'PUT /EducationPartOccasions/series': {
    who: 'educatorsUp',
    body: SeriesInput,
    reply: Occasion,
    changes: ['occasions'],
    repeatable: true,
    summary:
      'Changes an occasion and others of its series in the same way, all or none, each on its own day. Returns the edited one.',
  },
  'GET /EducationPartOccasions/:id/series': {
    who: 'educatorsUp',
    reply: z.array(SeriesOccasion),
    summary: 'Lists the other coming occasions of its series that the caller organises.',
  },
  'GET /EducationPartOccasions/:id/managed': {
    who: 'educatorsUp',
    reply: ManagedOccasion,
    summary: 'Returns an occasion with the fields that only its organisers see.',
  },
})
