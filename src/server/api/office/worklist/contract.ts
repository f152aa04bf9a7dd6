import { z } from 'zod'
import { contract } from '#api/calls.ts'
import { Occasion, OccasionFilter } from '#api/catalogue/occasions/contract.ts'
import { id, instant, pageOf, queryFlag, queryPage, queryPageSize } from '#api/wire.ts'

/** Why an occasion wants to be looked at. */
const attentionReasons = ['approvals', 'resultsMissing', 'startsSoon', 'nearlyFull'] as const
export const AttentionReason = z.enum(attentionReasons)
export type AttentionReason = z.infer<typeof AttentionReason>

/** An occasion as whoever runs it has it on the worklist. */
export const WorklistOccasion = z.object({
  id,
  title: z.string(),
  educationTitle: z.string().nullable(),
  startDate: instant,
  endDate: instant,
  city: z.string(),
  bookedCount: z.int(),
  maxParticipants: z.int().nullable(),
  /** People who wait for an answer, until it has ended. */
  pendingCount: z.int(),
  /** People without attendance or result on an occasion that has ended. */
  missingCount: z.int(),
  reasons: z.array(AttentionReason),
})
export type WorklistOccasion = z.infer<typeof WorklistOccasion>

export const WorklistEducation = z.object({
  id,
  title: z.string(),
  code: z.string().nullable(),
  published: z.boolean(),
  archived: z.boolean(),
  partCount: z.int(),
  nextOccasionDate: instant.nullable(),
  /** May be managed, and not only answered for. */
  managed: z.boolean(),
})
export type WorklistEducation = z.infer<typeof WorklistEducation>

/** `all`: everything within reach, and not only what one answers for by name. */
const reach = { all: queryFlag.default(false) }

export const worklist = contract({
  'GET /EducationPartOccasions/desk': {
    who: 'educatorsUp',
    query: z.object(reach),
    reply: z.array(WorklistOccasion),
    summary: 'Occasions to look at: those with something to do first, then the coming ones; a hundred at most.',
  },
  'GET /EducationPartOccasions/filter/managed': {
    who: 'educatorsUp',
    query: OccasionFilter.extend({ pageSize: queryPageSize.default(25) }),
    reply: pageOf(Occasion),
    summary: 'As GET /EducationPartOccasions/filter, of the occasions that one organises, with the number of them.',
  },
  'GET /Educations/desk': {
    who: 'educatorsUp',
    query: z.object({ ...reach, text: z.string().trim().max(200).default(''), page: queryPage }),
    reply: pageOf(WorklistEducation).extend({ isLeast: z.boolean() }),
    summary:
      'The educations that an educator answers for, or all within reach, by title. Of very many that are searched for, `total` is a part and `isLeast` says so.',
  },
})
