import { z } from 'zod'
import { contract } from '#api/calls.ts'
import { SignUpOffer } from '#api/participation/sign-ups/contract.ts'
import { day, id, instant, kronor, pageSchema, queryId, queryList, queryPage } from '#api/wire.ts'
import { maxMembers } from './rules.ts'

/** A coming occasion that is open for sign-ups, with one of the published educations that offer it. */
export const OpenOccasion = z.object({
  occasionId: id,
  educationId: id,
  title: z.string(),
  educationTitle: z.string(),
  startDate: instant,
  endDate: instant,
  city: z.string(),
  /** Null without a limit. */
  availableSpots: z.int().nullable(),
})
export type OpenOccasion = z.infer<typeof OpenOccasion>

/** A member to choose. */
export const MemberName = z.object({ userId: id, name: z.string(), birthDate: day.nullable() })
export type MemberName = z.infer<typeof MemberName>

/**
 * Preview of a sign-up of members by their organisation: its cost, and the reason where somebody cannot be signed up.
 */
export const MemberSignUpPreview = z.object({
  occasion: OpenOccasion,
  people: z.array(
    z.object({
      userId: id,
      name: z.string(),
      birthDate: day.nullable(),
      /** The fee that the organisation is invoiced. */
      fee: kronor,
      /** Whether the queue has offered the person a seat, or it waits for a guardian's payment. */
      hasReservedSeat: z.boolean(),
      needsApproval: z.boolean(),
      /** A refusal code with its text; null for a person who can be signed up. */
      refusal: z.string().nullable(),
      message: z.string().nullable(),
      /** Titles of the parts and educations that the person must complete first. */
      missing: z.array(z.string()),
      /** Title of another booking at the same time: a warning only. */
      overlapsWith: z.string().nullable(),
    }),
  ),
  /** The sum of the fees of those who can be signed up. */
  total: z.number().min(0).multipleOf(0.01),
  /** The other dates that the sign-up includes. */
  together: SignUpOffer.shape.together,
  /** Seats left on the fullest of the dates, with those that are reserved for the members; null without a limit. */
  availableSpots: z.int().nullable(),
})
export type MemberSignUpPreview = z.infer<typeof MemberSignUpPreview>

export const memberSignUps = contract({
  'GET /Organization/:id/openOccasions': {
    who: 'usersOffice',
    query: z.object({ text: z.string().trim().max(100).default(''), page: queryPage }),
    reply: pageSchema(OpenOccasion),
    summary:
      'Lists the coming occasions that an organisation can sign its members up to, by start; one that several educations share once for each.',
  },
  'GET /Organization/:id/memberNames': {
    who: 'usersOffice',
    query: z.object({
      /** Words that begin a first or last name. */
      text: z.string().trim().max(100).default(''),
      page: queryPage,
    }),
    reply: pageSchema(MemberName),
    summary: 'Lists the members of an organisation by name, to choose from; fifty on a page.',
  },
  'GET /Organization/:id/signUps': {
    who: 'usersOffice',
    query: z.object({
      occasionId: queryId,
      /** Required when several educations share the occasion. */
      educationId: queryId.optional(),
      userIds: queryList(queryId).pipe(z.array(id).min(1).max(maxMembers)),
    }),
    reply: MemberSignUpPreview,
    cache: 'never',
    summary: 'Returns what signing members up costs, which of them are refused and why; signs nobody up.',
  },
  'POST /Organization/:id/signUps': {
    who: 'usersOffice',
    body: z.object({
      occasionId: id,
      /** Required when several educations share the occasion. */
      educationId: id.nullish(),
      userIds: z.array(id).min(1).max(maxMembers),
    }),
    reply: z.object({ count: z.int() }),
    changes: ['occasions'],
    repeatable: true,
    summary: 'Signs members up to an occasion, all or none; the organisation is invoiced for all of them.',
  },
})
