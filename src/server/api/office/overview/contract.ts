import { z } from 'zod'
import { contract } from '#api/calls.ts'
import {
  id,
  instant,
  namesById,
  pageSchema,
  queryDay,
  queryFlag,
  queryId,
  queryList,
  queryOrder,
  queryPage,
  queryPageSize,
} from '#api/wire.ts'
import { participantOrders, participantStates, participationOrders } from './rules.ts'

const figures = {
  signedUp: z.int(),
  inProgress: z.int(),
  completed: z.int(),
  /** Number of external people among all counted. */
  external: z.int(),
}

export const OverviewEducationRow = z.object({ educationId: id, title: z.string(), ...figures })
export type OverviewEducationRow = z.infer<typeof OverviewEducationRow>

export const OverviewCategory = z.object({
  /** 0: educations without a category. */
  educationCategoryId: z.int(),
  name: z.string(),
  educations: z.array(OverviewEducationRow),
})
export type OverviewCategory = z.infer<typeof OverviewCategory>

export const OverviewPart = z.object({
  educationPartId: id,
  title: z.string(),
  type: z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3)]),
  people: z.int(),
  ...figures,
})
export type OverviewPart = z.infer<typeof OverviewPart>

export const OverviewEducation = z.object({
  educationId: id,
  title: z.string(),
  parts: z.array(OverviewPart),
  /** Number of all counted people. */
  people: z.int(),
  ...figures,
})
export type OverviewEducation = z.infer<typeof OverviewEducation>

export const OverviewParticipant = z.object({
  userId: id,
  name: z.string(),
  organizations: namesById,
  isExternal: z.boolean(),
  partsCompleted: z.int(),
  partsTotal: z.int(),
  completed: z.boolean(),
  completedDate: instant.nullable(),
  signUpDate: instant.nullable(),
})
export type OverviewParticipant = z.infer<typeof OverviewParticipant>

/** A person's counted participation in an education. */
export const OverviewParticipation = z.object({
  userId: id,
  name: z.string(),
  educationId: id,
  title: z.string(),
  isExternal: z.boolean(),
  signUpDate: instant.nullable(),
  completedDate: instant.nullable(),
  /** Hours of the education; 0 when unknown. */
  hours: z.number(),
})
export type OverviewParticipation = z.infer<typeof OverviewParticipation>

export const OverviewOccasion = z.object({
  occasionId: id,
  startDate: instant,
  city: z.string(),
  booked: z.int(),
  maxParticipants: z.int().nullable(),
  attended: z.int(),
  completed: z.int(),
  canceled: z.boolean(),
})
export type OverviewOccasion = z.infer<typeof OverviewOccasion>

export const OverviewDevelopment = z.object({
  /** `yyyy-MM`, every month of the period. */
  months: z.array(z.object({ month: z.string(), signedUp: z.int(), completed: z.int() })),
  /** By the district of people's main club; `organizationId` is null for people without a district. */
  districts: z.array(
    z.object({
      organizationId: id.nullable(),
      name: z.string().nullable(),
      /** Value of `organizationIds` that selects only these people, with `withoutDistrict` for people without one. */
      organizationIds: z.array(id),
      ...figures,
    }),
  ),
})
export type OverviewDevelopment = z.infer<typeof OverviewDevelopment>

export const OverviewHours = z.object({
  organizationId: id.nullable(),
  name: z.string().nullable(),
  district: z.string().nullable(),
  participants: z.int(),
  hours: z.number(),
  under25: z.int(),
})
export type OverviewHours = z.infer<typeof OverviewHours>

const slice = {
  /** First and last day, both inclusive; defaults to the last twelve months. */
  from: queryDay.optional(),
  to: queryDay.optional(),
  externalOnly: queryFlag.default(false),
  /** Organisations of people's main club, including organisations below them. */
  organizationIds: queryList(queryId),
  /** Only people whose main club is in no district. */
  withoutDistrict: queryFlag.default(false),
}
export const OverviewSlice = z.object(slice)
export type OverviewSlice = z.infer<typeof OverviewSlice>

const OverviewQuery = OverviewSlice.extend({
  educationCategoryIds: queryList(queryId),
  /** Includes educations without a category, in addition to `educationCategoryIds`. */
  withoutCategory: queryFlag.default(false),
})
export type OverviewQuery = z.infer<typeof OverviewQuery>

const ParticipantQuery = OverviewSlice.extend({
  showCompletedParticipants: queryFlag.default(false),
  /** Only people counted in this figure; takes precedence over `showCompletedParticipants`. */
  state: z.enum(participantStates).optional(),
  /** Only people who take this part; states are those of the part. */
  educationPartId: queryId.optional(),
  ...queryOrder(participantOrders),
  page: z.string().transform(Number).pipe(z.int().min(1)).default(1),
  pageSize: z.string().transform(Number).pipe(z.int().min(1).max(5000)).default(5000),
})
export type ParticipantQuery = z.infer<typeof ParticipantQuery>

const ParticipationQuery = OverviewQuery.extend({
  state: z.enum(participantStates).default('signedUp'),
  /** `yyyy-MM`: only sign-ups of this month; completions with state `completed`. */
  month: z
    .string()
    .regex(/^\d{4}-(?:0[1-9]|1[0-2])$/)
    .optional(),
  educationId: queryId.optional(),
  /** Main club, without organisations below it; 0 for people without a club. */
  clubId: z
    .string()
    .regex(/^\d{1,9}$/)
    .transform(Number)
    .optional(),
  /** Only people younger than 25 at completion. */
  under25: queryFlag.default(false),
  ...queryOrder(participationOrders),
  page: queryPage,
  pageSize: queryPageSize,
})
export type ParticipationQuery = z.infer<typeof ParticipationQuery>

const who = 'superadministrators'

export const overview = contract({
  'GET /overview': {
    who,
    query: OverviewQuery,
    reply: z.array(OverviewCategory),
    summary: 'Lists the educations by category, with the numbers of people signed up, under way and completed.',
  },
  'GET /overview/development': {
    who,
    query: OverviewQuery.extend({ educationId: queryId.optional() }),
    reply: OverviewDevelopment,
    summary: 'Counts the same people by month and by district.',
  },
  'GET /overview/participations': {
    who,
    query: ParticipationQuery,
    reply: pageSchema(OverviewParticipation).extend({ hours: z.number() }),
    summary: 'Lists the rows behind a figure across educations, by name by default, with their total hours.',
  },
  'GET /overview/hours': {
    who,
    query: OverviewQuery,
    reply: z.array(OverviewHours),
    summary: 'Returns the hours of completed education by club, with people under 25 apart, as reported to RF-SISU.',
  },
  'GET /overview/education/:educationId': {
    who,
    query: OverviewSlice,
    reply: OverviewEducation,
    summary: 'Returns the figures of an education and its parts.',
  },
  'GET /overview/education/:educationId/results': {
    who,
    query: ParticipantQuery,
    reply: z.array(OverviewParticipant),
    summary: 'Lists the participants of an education, by name by default; those who have completed it only on request.',
  },
  'GET /overview/education/:educationId/educationpart/:educationPartId': {
    who,
    query: OverviewSlice,
    reply: OverviewPart,
    summary: 'Returns the figures of a part of an education.',
  },
  'GET /overview/educationpart/:educationPartId/occasions': {
    who,
    query: z.object({ from: slice.from, to: slice.to, educationId: queryId.optional() }),
    reply: z.array(OverviewOccasion),
    summary: 'Lists the occasions of a part that start in the period, by time.',
  },
})
