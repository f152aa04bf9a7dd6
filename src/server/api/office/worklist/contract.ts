import { z } from 'zod'
import { contract } from '#api/calls.ts'
import { Occasion, OccasionFilter } from '#api/catalogue/occasions/contract.ts'
import { occasionOrders } from '#api/catalogue/occasions/rules.ts'
import { tableFileKinds } from '#api/foundation/files/rules.ts'
import {
  id,
  instant,
  pageSchema,
  queryFlag,
  queryId,
  queryList,
  queryOrder,
  queryPage,
  queryPageSize,
} from '#api/wire.ts'
import { maxChosenOccasions } from './rules.ts'

/** Reasons why an occasion needs attention. */
const attentionReasons = ['approvals', 'resultsMissing', 'startsSoon', 'nearlyFull'] as const
export const AttentionReason = z.enum(attentionReasons)
export type AttentionReason = z.infer<typeof AttentionReason>

/** An occasion on the worklist of the person who runs it. */
export const WorklistOccasion = z.object({
  id,
  title: z.string(),
  educationTitle: z.string().nullable(),
  startDate: instant,
  endDate: instant,
  city: z.string(),
  bookedCount: z.int(),
  maxParticipants: z.int().nullable(),
  /** Number of sign-ups that wait for approval; 0 once the occasion has ended. */
  pendingCount: z.int(),
  /** Number of people without attendance or result; 0 until the occasion has ended. */
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
  /** Whether the caller may manage the education. */
  managed: z.boolean(),
})
export type WorklistEducation = z.infer<typeof WorklistEducation>

/** Filter, order and page of the occasions that the caller organises. */
export const OrganizedOccasionQuery = OccasionFilter.extend({
  ...queryOrder(occasionOrders),
  pageSize: queryPageSize.default(25),
})
export type OrganizedOccasionQuery = z.infer<typeof OrganizedOccasionQuery>

/** Filter and order of a file, of whose occasions it has only `occasionIds` when there are any. */
const ExportedOccasions = OrganizedOccasionQuery.omit({ page: true, pageSize: true }).extend({
  occasionIds: queryList(queryId).pipe(z.array(id).max(maxChosenOccasions)),
})
export type ExportedOccasions = z.infer<typeof ExportedOccasions>

/** `all`: everything that the caller may manage, not only what the caller is responsible for by name. */
const reach = { all: queryFlag.default(false) }

export const worklist = contract({
  'GET /EducationPartOccasions/desk': {
    who: 'educatorsUp',
    query: z.object(reach),
    reply: z.array(WorklistOccasion),
    summary: 'Lists the caller’s occasions: those that need action first, then coming ones; at most a hundred.',
  },
  'GET /EducationPartOccasions/filter/managed': {
    who: 'educatorsUp',
    query: OrganizedOccasionQuery,
    reply: pageSchema(Occasion),
    summary:
      'Lists occasions like GET /EducationPartOccasions/filter, but those that the caller organises, in the order of `sort` and with the total number.',
  },
  'GET /EducationPartOccasions/filter/managed/export': {
    who: 'educatorsUp',
    cache: 'never',
    query: ExportedOccasions.extend({ kind: z.enum(tableFileKinds) }),
    summary:
      'Exports the occasions that a filter selects, or chosen ones of them, as Excel or CSV, of those that the caller organises, at most 20,000 rows; the export is recorded.',
  },
  'GET /Educations/desk': {
    who: 'educatorsUp',
    query: z.object({ ...reach, text: z.string().trim().max(200).default(''), page: queryPage }),
    reply: pageSchema(WorklistEducation).extend({ isLeast: z.boolean() }),
    summary:
      'Lists the educations that the caller is responsible for, or all within reach, by title. For very large searches `total` is partial, and `isLeast` is true.',
  },
})
